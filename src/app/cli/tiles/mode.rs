//! Objectives of tile searches, as typed.

use std::ffi::OsString;
use std::fs::create_dir_all;
use std::io::Error;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use tempfile::tempfile_in;
use traybit_core::grid::Size;
use traybit_core::input::shown;
use traybit_core::search::a_star::Weight;
use traybit_tiles::board::Board;
use traybit_tiles::pattern::{MOST_CELLS, cache};
use traybit_tiles::solve::answer::{Objective, Solver};
use traybit_tiles::solve::strategies::{Estimate, Strategy};

use crate::runner::{Choices, Failure, Options, one_of};
use traybit_program::budget::parse_time;
use traybit_program::machine::economise;

/// The name of the default folder.
const USUAL_FOLDER: &str = "";

/// A textbook search with the weight of an option, where it has one.
pub(crate) type Weighted = fn(Weight) -> Strategy;

pub(crate) const STRATEGIES: Choices<Weighted> = &[
    ("breadth-first-list", "Breadth-first, visited positions in a list that is scanned", |_| {
        Strategy::BreadthFirstList
    }),
    ("breadth-first", "Breadth-first, visited positions in a hash set", |_| Strategy::BreadthFirstSet),
    ("frontier", "Breadth-first, layer by layer, as for sliding blocks", |_| Strategy::Frontier),
    ("greedy", "Best-first by the heuristic alone", |_| Strategy::Greedy),
    ("a-star", "Best-first by moves made plus the heuristic: the shortest solution", |_| Strategy::AStar),
    (
        "weighted-a-star",
        "Best-first by moves made plus --weight times the heuristic",
        Strategy::WeightedAStar,
    ),
    ("ida-star", "Depth-first within a growing bound: the shortest solution", |_| Strategy::IdaStar),
];

/// Heuristics of textbook searches.
pub(crate) const HEURISTICS: Choices<Estimate> = &[
    ("manhattan", "The Manhattan distances of all tiles", Estimate::Manhattan),
    (
        "linear-conflict",
        "Manhattan distances, plus two moves for each linear conflict",
        Estimate::LinearConflict,
    ),
    (
        "walking-distance",
        "Fewest moves into the right rows, plus fewest moves into the right columns",
        Estimate::WalkingDistance,
    ),
    ("pattern-databases", "Additive pattern databases", Estimate::Tables),
];

/// The objective, as typed.
#[derive(Args, Clone, Debug)]
pub(crate) struct Mode {
    /// Find the shortest solution, and prove it: the default up to 16 cells
    #[arg(long, group = "mode")]
    optimal: bool,

    /// Find the solution of fewest pushes, where several tiles in line move as one: the multi-tile metric (MTM)
    #[arg(long, group = "mode")]
    pushes: bool,

    /// Find a solution at once
    #[arg(long, group = "mode")]
    fast: bool,

    /// Shorten a solution for TIME: 10 (seconds), 500ms; the default beyond 16 cells, for 1 second
    #[arg(long, value_name = "TIME", value_parser = parse_time, group = "mode")]
    quality: Option<Duration>,

    /// Use a textbook search
    #[arg(long, value_parser = one_of(STRATEGIES), group = "mode")]
    strategy: Option<Weighted>,

    /// Heuristic of the strategy
    #[arg(long, value_parser = one_of(HEURISTICS), default_value = "manhattan", requires = "strategy")]
    heuristic: Estimate,

    /// Weight of the heuristic in weighted-a-star, 1 to 1000: solutions are at most W times the shortest
    #[arg(long, value_name = "W", default_value = "2", value_parser = parse_weight, requires = "strategy")]
    weight: Weight,

    /// Cache large pattern databases in DIR, by default the user's cache folder; without --cache there is no cache
    #[arg(long, value_name = "DIR", num_args = 0..=1, require_equals = true, default_missing_value = USUAL_FOLDER)]
    cache: Option<OsString>,
}

impl Mode {
    pub(crate) fn objective(&self) -> Objective {
        match (self.strategy, self.quality) {
            (Some(strategy), _) => Objective::Strategy(strategy(self.weight), self.heuristic),
            (None, Some(time)) => Objective::Improve(time),
            (None, None) if self.optimal => Objective::Optimal,
            (None, None) if self.pushes => Objective::Pushes,
            (None, None) if self.fast => Objective::Fast,
            (None, None) => Objective::Default,
        }
    }

    /// The cache folder for pattern databases, if there is one; made where it is missing. One that cannot be written
    /// is told, and may hold databases all the same.
    pub(crate) fn cache(&self, options: &Options) -> Result<Option<PathBuf>, Failure> {
        const UNKNOWN: &str =
            "no cache folder is known, as neither XDG_CACHE_HOME nor HOME is set; name one: --cache=DIR";
        let folder: PathBuf = match &self.cache {
            None => return Ok(None),
            Some(folder) if folder != USUAL_FOLDER => folder.into(),
            Some(_) => cache::folder().ok_or_else(|| Failure::usage(UNKNOWN))?,
        };
        let tried = create_dir_all(&folder).and_then(|()| tempfile_in(&folder).map(drop));
        if let Err(reason) = tried {
            let name = shown(folder.as_os_str());
            let reason = Error::from(reason.kind());
            options.remark(format_args!(
                "--cache: no pattern databases can be kept in {name}, so each run builds its own: {reason}"
            ));
        }
        Ok(Some(folder))
    }
}

/// Memory that the search for the shortest solutions of small boards needs.
const LITTLE: usize = 128 << 20;

/// Saves memory where all boards are small, and not all of them are kept by the search.
pub(crate) fn save_memory<'a>(objective: Objective, goals: impl IntoIterator<Item = &'a Board>) {
    let is_by_depth = matches!(objective, Objective::Default | Objective::Optimal | Objective::Fast);
    if is_by_depth && goals.into_iter().all(Solver::is_small) {
        economise(LITTLE);
    }
}

/// Refuses objectives that boards of a size do not have.
pub(crate) fn require(solver: &Solver, objective: Objective) -> Result<(), Failure> {
    if solver.can(objective) {
        return Ok(());
    }
    let Size { height, width } = solver.goal().size();
    Err(Failure::usage(match objective {
        Objective::Pushes => {
            format!("--pushes solves boards of at most {MOST_CELLS} cells, found {height} by {width}")
        }
        _ => format!(
            "boards of {height} by {width} cells have no pattern databases; choose another --heuristic"
        ),
    }))
}

pub(crate) fn parse_weight(text: &str) -> Result<Weight, String> {
    let number = text.parse().ok().filter(|number| (1.0..=LARGEST_WEIGHT).contains(number));
    let weight = number.and_then(|number: f64| Weight::of_thousandths((number * 1000.0).round() as u32));
    weight.ok_or_else(|| format!("expected a number from 1 to 1000, such as 1.5, found {text:?}"))
}

/// Past this the moves made count for nothing.
const LARGEST_WEIGHT: f64 = 1000.0;

#[cfg(test)]
mod tests {
    use super::{Weight, parse_weight};

    #[test]
    fn weights_are_thousandths() {
        assert_eq!(parse_weight("1").map(Weight::thousandths), Ok(1000));
        assert_eq!(parse_weight("2.5").map(Weight::thousandths), Ok(2500));
        for wrong in ["", "0.9", "-2", "x", "1e9", "nan"] {
            assert!(parse_weight(wrong).unwrap_err().contains("1 to 1000"), "{wrong}");
        }
    }
}
