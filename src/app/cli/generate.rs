//! `traybit generate --tray SIZE --pieces LIST --goal PLACES`: random puzzles of sliding blocks with a proven answer.

pub(crate) mod tiles;

use std::ffi::OsString;
use std::ops::RangeInclusive;

use clap::{Args, value_parser};

use crate::answer::generated::{self, Entry, title, unfilled};
use crate::answer::{Answer, Ending, given_up};
use crate::cli::verb::Work;
use crate::runner::folder::{Folder, MOST_FILES};
use crate::runner::{DEFAULT_METRIC, Ended, Failure, METRICS, Run, SearchOptions, Status, one_of};
use traybit_core::grid::LONGEST_SIDE;
use traybit_core::input::parse_counts;
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::{Cost, GaveUp};
use traybit_program::text::{Activity, search_cost};
use traybit_sliding::formats::drawing;
use traybit_sliding::metric::Metric;
use traybit_sliding::puzzle::Floor;
use traybit_sliding::solve::generate::{
    GenerateError, GenerateOptions, Kind, Made, generate, generate_walks,
};
use traybit_sliding::solve::walk::{TRAYS, WalkOptions};
use traybit_sliding::universe::{
    Goal, Ground, Kinds, MOST_CELLS, Pieces, parse_kinds, parse_large_tray, parse_places,
};

/// Default number of boards looked at for a puzzle: of hard ones the hardest is taken, of others the first that fits.
const TRIES: u64 = 10_000;
const HARD_TRIES: u64 = 20;

/// Default number of positions of a board: no board keeps a search for long.
const POSITIONS: u64 = 1_000_000;

/// Options for sliding blocks.
#[derive(Args, Clone, Debug)]
pub(crate) struct Sliding {
    /// Tray: `5x4`, or its rows such as `#../.../..#`
    #[arg(long, value_name = "TRAY", value_parser = parse_large_tray)]
    tray: Ground,

    /// Kinds of blocks and how many of each: `2x2=1,1x2,xx/x.=0..2`
    #[arg(long, value_name = "LIST", value_parser = parse_kinds)]
    pieces: Kinds,

    /// Number of empty cells: `2`, `2..` or `1..4`
    #[arg(long, value_name = "COUNTS", value_parser = parse_counts, default_value = "1..")]
    empty: RangeInclusive<u32>,

    /// Goal of sliding blocks: each block with the row and column, from 0, of its top-left cell: `2x2 3 1,1x1 0 0`; of
    /// tiles: blank-last (the default), blank-first or a board's file
    #[arg(long, value_name = "GOAL")]
    goal: Option<OsString>,

    /// Make the goal by N random steps from the start, so that a solution exists; trays of up to 256x256
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    #[arg(conflicts_with_all = ["goal", "hard", "unsolvable", "min_moves", "tries", "max_positions"])]
    walk: Option<u64>,

    /// Use at most K of the blocks that the walk moved for the goal [default: all]
    #[arg(long, value_name = "K", requires = "walk", value_parser = value_parser!(u32).range(1..))]
    goal_blocks: Option<u32>,

    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    /// Number of puzzles
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u32).range(1..=MOST_FILES))]
    count: u32,

    /// Unit of a move
    #[arg(long, value_parser = one_of(METRICS), default_value = DEFAULT_METRIC)]
    metric: Metric,

    /// Minimum solution length
    #[arg(long, value_name = "N", default_value_t = 1)]
    min_moves: u64,

    /// Start at the hardest position of a board; of --tries boards, take the hardest
    #[arg(long)]
    hard: bool,

    /// Make puzzles that have no solution
    #[arg(long, conflicts_with_all = ["hard", "min_moves"])]
    unsolvable: bool,

    /// Try at most N boards for each puzzle; with --hard exactly N [default: 10000, or 20 with --hard]
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    tries: Option<u64>,

    /// Skip a board when its search has more than N positions at the end of a layer
    #[arg(long, value_name = "N", default_value_t = POSITIONS, value_parser = value_parser!(u64).range(1..))]
    max_positions: u64,

    /// Write the puzzles to new files 001.txt, 002.txt … in the folder DIR
    #[arg(long, value_name = "DIR")]
    files: Option<OsString>,

    #[command(flatten)]
    options: SearchOptions,
}

impl Work for Sliding {
    fn run(self, _files: &[OsString]) -> Ended {
        let count = self.count;
        let maker = self.maker()?;
        let folder_name = self.files.as_deref();
        if folder_name.is_none() && count > 1 && !self.options.common.json {
            let sentence = format!("{count} puzzles need as many files: name a folder with --files DIR");
            return Err(Failure::usage(sentence));
        }
        let mut run = Run::start_searching(&self.options, Activity::Generating)?;
        let folder = Folder::place(folder_name, count as usize)?;
        run.open()?;
        let order = self.order();
        let (made, unfilled, cost) = run.search(|limits, _| maker.make(&self, limits));
        let written = written(order, made, folder.as_ref())?;
        let (answer, ending) =
            unfilled.map_or(("generated", Ending::DONE), |reason| told(order, reason, &cost, &run));
        let partial = (ending != Ending::DONE && count > 1)
            .then(|| format!("{} of {count} puzzles are made", written.len()));
        let costs = (ending == Ending::DONE).then(|| search_cost(&cost, None));
        let answer = Answer::found(generated::body(order, &written, answer), ending, cost);
        Ok(run.end_with(answer.remark(partial).remark(costs)))
    }
}

/// The means to make puzzles: pieces that are dealt with a goal, or the floor of a tray for walks.
enum Maker {
    Dealt(Pieces, Goal),
    Walked(Vec<Floor>),
}

impl Maker {
    fn make(&self, arguments: &Sliding, limits: &Limits) -> (Vec<Made>, Option<GenerateError>, Cost) {
        let (seed, count, metric) = (arguments.seed, arguments.count.into(), arguments.metric);
        match self {
            Self::Dealt(pieces, goal) => {
                let kind = match (arguments.hard, arguments.unsolvable) {
                    (true, _) => Kind::Hard,
                    (_, true) => Kind::Unsolvable,
                    _ => Kind::Solvable,
                };
                let (least, tries, most) =
                    (arguments.min_moves, arguments.order().tries, arguments.max_positions);
                generate(
                    GenerateOptions { pieces, goal, seed, kind, metric, least, tries, most },
                    count,
                    limits,
                )
            }
            Self::Walked(floor) => {
                let order = WalkOptions {
                    size: arguments.tray.size,
                    floor,
                    kinds: &arguments.pieces.0,
                    free: *arguments.empty.start() as usize,
                    steps: arguments.walk.unwrap_or_default(),
                    goal_blocks: arguments.goal_blocks.map(|count| count as usize),
                    seed,
                };
                generate_walks(order, count, limits)
            }
        }
    }
}

impl Sliding {
    fn maker(&self) -> Result<Maker, Failure> {
        let Self { tray, pieces: Kinds(kinds), empty, goal, .. } = self;
        if goal.is_none() && self.walk.is_none() {
            return Err(Failure::usage("expected --goal or --walk, found neither"));
        }
        let goal = goal.as_ref().map(|goal| parse_places(&goal.to_string_lossy())).transpose();
        let goal = goal.map_err(|sentence| Failure::usage(format_args!("--goal: {sentence}")))?;
        match goal {
            Some(goal) => {
                let pieces = Pieces::new(*tray, kinds.clone(), empty.clone()).map_err(Failure::usage)?;
                let goal = Goal::new(&pieces, &goal).map_err(Failure::usage)?;
                Ok(Maker::Dealt(pieces, goal))
            }
            None if empty.start() != empty.end() => {
                let sentence = "a walk needs the number of empty cells: say --empty N";
                Err(Failure::usage(sentence.to_owned()))
            }
            None if !tray.size.is_allowed() => {
                let sentence = format!(
                    "expected a tray of 1 to {LONGEST_SIDE} rows and columns, found {}×{}",
                    tray.size.height, tray.size.width
                );
                Err(Failure::usage(sentence))
            }
            None => {
                // A tray that is drawn has its walls in its first cells; a larger one has none.
                let is_open = |cell: usize| cell >= MOST_CELLS || tray.open >> cell & 1 == 1;
                let floor = |cell| if is_open(cell) { Floor::Open } else { Floor::Wall };
                Ok(Maker::Walked((0..tray.size.cells()).map(floor).collect()))
            }
        }
    }

    fn order(&self) -> generated::Order {
        let is_walk = self.walk.is_some();
        let tries = match (is_walk, self.hard) {
            (true, _) => TRAYS,
            (_, true) => HARD_TRIES,
            _ => TRIES,
        };
        generated::Order { seed: self.seed, metric: self.metric, tries: self.tries.unwrap_or(tries), is_walk }
    }
}

/// Writes the puzzles to the folder, if there is one.
fn written(order: generated::Order, made: Vec<Made>, folder: Option<&Folder>) -> Result<Vec<Entry>, Failure> {
    let drawn = made.iter().map(|made| drawing::write(&made.puzzle.clone().titled(title(order, made))));
    let texts = drawn.collect::<Result<Vec<String>, _>>().map_err(Failure::unwritable)?;
    let numbered: Vec<(usize, &String)> = made.iter().map(|made| made.number as usize).zip(&texts).collect();
    let files = folder.map(|folder| folder.write(&numbered)).transpose();
    let files = files.map_err(Failure::unwritable)?;
    let mut files = files.into_iter().flatten();
    let entry = |(made, text)| Entry { made, text, file: files.next() };
    Ok(made.into_iter().zip(texts).map(entry).collect())
}

/// Reason why puzzles are missing: the `answer`, and the ending.
fn told(order: generated::Order, reason: GenerateError, cost: &Cost, run: &Run) -> (&'static str, Ending) {
    match reason {
        GenerateError::GaveUp(reason) => (given_up(reason), run.gave_up(reason, cost)),
        GenerateError::NoBoard => ("unsolvable", Ending::because(unfilled(order, None), Status::Impossible)),
        GenerateError::NotFound { number } => {
            let sentence = unfilled(order, Some(number));
            (given_up(GaveUp::Exhausted), Ending::because(sentence, Status::GaveUp))
        }
    }
}
