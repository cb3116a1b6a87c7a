//! What is wanted of boards, as typed.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};

use crate::cli::budget::parse_time;
use crate::cli::options::refuse;
use crate::cli::status::TraybitStatus;
use traybit_core::grid::Size;
use traybit_core::search::a_star::Weight;
use traybit_tiles::pattern::cache;
use traybit_tiles::solve::answer::{Objective, Solver};
use traybit_tiles::solve::strategies::{Estimate, Strategy};

/// The name of the default folder.
const USUAL_FOLDER: &str = "";

/// A textbook's search as typed.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Named {
    /// Breadth-first, positions seen kept in a list that is gone through each time
    BreadthFirstList,
    /// Breadth-first, positions seen kept in a hash set
    BreadthFirst,
    /// Breadth-first, layer by layer on all threads, as blocks are searched
    Frontier,
    /// Best-first by the heuristic alone
    Greedy,
    /// By moves made and the heuristic: the shortest solution
    AStar,
    /// By moves made and --weight times the heuristic
    WeightedAStar,
    /// Depth-first within a growing bound: the shortest solution
    IdaStar,
}

/// A heuristic as typed.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Heuristic {
    /// Each tile's steps from home
    Manhattan,
    /// And two moves for each tile that has to make way within its row or column
    LinearConflict,
    /// The least moves that bring all tiles into their rows, and into their columns
    WalkingDistance,
    /// Additive tables of patterns of tiles
    Tables,
}

impl From<Heuristic> for Estimate {
    fn from(heuristic: Heuristic) -> Self {
        match heuristic {
            Heuristic::Manhattan => Self::Manhattan,
            Heuristic::LinearConflict => Self::LinearConflict,
            Heuristic::WalkingDistance => Self::WalkingDistance,
            Heuristic::Tables => Self::Tables,
        }
    }
}

impl Named {
    /// The strategy, weighted where it can be.
    pub(super) fn strategy(self, weight: Weight) -> Strategy {
        match self {
            Self::BreadthFirstList => Strategy::BreadthFirstList,
            Self::BreadthFirst => Strategy::BreadthFirstSet,
            Self::Frontier => Strategy::Frontier,
            Self::Greedy => Strategy::Greedy,
            Self::AStar => Strategy::AStar,
            Self::WeightedAStar => Strategy::WeightedAStar(weight),
            Self::IdaStar => Strategy::IdaStar,
        }
    }
}

/// What is wanted, as typed.
#[derive(Args, Clone, Debug)]
pub(super) struct Asking {
    /// Find the shortest solution, and prove it: the default up to 16 cells
    #[arg(long, group = "mode")]
    optimal: bool,

    /// Give a solution at once
    #[arg(long, group = "mode")]
    fast: bool,

    /// Shorten a solution for so many seconds: beyond 16 cells the default is 1
    #[arg(long, value_name = "SECONDS", value_parser = parse_time, group = "mode")]
    quality: Option<Duration>,

    /// Search as textbooks have it
    #[arg(long, value_enum, group = "mode")]
    strategy: Option<Named>,

    /// The strategy's heuristic
    #[arg(long, value_enum, default_value_t = Heuristic::Manhattan, requires = "strategy")]
    heuristic: Heuristic,

    /// The weight of the heuristic, 1 to 1000: solutions are at most so many times the shortest
    #[arg(long, value_name = "W", default_value = "2", value_parser = parse_weight, requires = "strategy")]
    weight: Weight,

    /// Keep large tables in a folder, that of the user's cache if none is named
    #[arg(long, value_name = "FOLDER", num_args = 0..=1, require_equals = true, default_missing_value = USUAL_FOLDER)]
    cache: Option<OsString>,
}

impl Asking {
    /// What is wanted.
    pub(super) fn wanted(&self) -> Objective {
        match (self.strategy, self.quality) {
            (Some(named), _) => Objective::Strategy(named.strategy(self.weight), self.heuristic.into()),
            (None, Some(time)) => Objective::Improve(time),
            (None, None) if self.optimal => Objective::Optimal,
            (None, None) if self.fast => Objective::Fast,
            (None, None) => Objective::Default,
        }
    }

    /// The folder for tables, if they are kept.
    pub(super) fn cache(&self) -> Result<Option<PathBuf>, TraybitStatus> {
        match &self.cache {
            None => Ok(None),
            Some(folder) if folder != USUAL_FOLDER => Ok(Some(folder.into())),
            Some(_) => cache::folder().map(Some).ok_or_else(|| {
                let sentence = "no cache folder is known, as neither XDG_CACHE_HOME nor HOME is set; name one: \
                                --cache=FOLDER";
                refuse(sentence, TraybitStatus::WrongUsage)
            }),
        }
    }
}

/// Refuses what cannot be asked of boards of a size.
pub(super) fn require(solver: &Solver, wanted: Objective) -> Result<(), TraybitStatus> {
    if solver.can(wanted) {
        return Ok(());
    }
    let Size { height, width } = solver.goal().size();
    let sentence = format!("boards of {height} by {width} cells have no tables of this heuristic; others do");
    Err(refuse(sentence, TraybitStatus::WrongUsage))
}

/// A weight of a heuristic.
pub(super) fn parse_weight(text: &str) -> Result<Weight, String> {
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
