//! `traybit generate blocks`: random puzzles of sliding blocks with a proven answer.

use std::ops::RangeInclusive;

use clap::Args;

use crate::command::generate::{Entry, Making, title};
use crate::report::solution::Difficulty;
use crate::run::{DEFAULT_METRIC, Ended, Failure, METRICS, one_of, positive};
use traybit_core::generation::Made;
use traybit_core::input::parse_counts;
use traybit_core::{LONGEST_SIDE, Limits};
use traybit_program::length_in;
use traybit_sliding::formats::drawing;
use traybit_sliding::solve::generate::{GenerateOptions, Kind, Proven, generate, generate_walks};
use traybit_sliding::solve::walk::{TRAYS, WalkOptions};
use traybit_sliding::universe::{
    Goal, Ground, Kinds, MOST_CELLS, Pieces, Places, parse_kinds, parse_places, parse_tray,
};
use traybit_sliding::{Floor, Metric, Puzzle};

/// Default number of boards tried for a puzzle: the first that fits is taken, with `--hard` the hardest.
const TRIES: u64 = 10_000;
const HARD_TRIES: u64 = 20;

/// Default maximum of positions of a board, so that no search takes long.
const POSITIONS: u64 = 1_000_000;

/// Make random puzzles of sliding blocks with a proven answer
#[derive(Args, Clone, Debug)]
#[command(after_help = include_str!("../../help/generate-blocks.txt"))]
pub struct Arguments {
    /// Tray: `5x4`, or its rows such as `#../.../..#`
    #[arg(long, value_name = "TRAY", value_parser = parse_tray)]
    tray: Ground,

    /// Kinds of blocks and how many of each: `2x2=1,1x2,xx/x.=0..2`
    #[arg(long, value_name = "LIST", value_parser = parse_kinds)]
    pieces: Kinds,

    /// Number of empty cells: `2`, `2..` or `1..4`
    #[arg(long, value_name = "COUNTS", value_parser = parse_counts, default_value = "1..")]
    empty: RangeInclusive<u32>,

    /// Goal: each block with the row and column, from 0, of its top-left cell: `2x2 3 1,1x1 0 0`
    #[arg(long, value_name = "PLACES", value_parser = parse_places)]
    goal: Option<Places>,

    /// Make the goal by N random steps from the start, so that a solution exists; trays of up to 256x256
    #[arg(long, value_name = "N", value_parser = positive::<u64>)]
    #[arg(conflicts_with_all = ["goal", "hard", "unsolvable", "min_moves", "tries", "max_positions"])]
    walk: Option<u64>,

    /// Use at most K of the blocks that the walk moved for the goal [default: all]
    #[arg(long, value_name = "K", requires = "walk", value_parser = positive::<u32>)]
    goal_blocks: Option<u32>,

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
    #[arg(long, value_name = "N", value_parser = positive::<u64>)]
    tries: Option<u64>,

    /// Skip a board when its search has more than N positions at the end of a layer
    #[arg(long, value_name = "N", default_value_t = POSITIONS, value_parser = positive::<u64>)]
    max_positions: u64,

    #[command(flatten)]
    making: Making,
}

/// Source of puzzles: pieces that are dealt with a goal, or the floor of a tray for random walks.
enum Maker {
    Dealt(Pieces, Goal),
    Walked(Vec<Floor>),
}

impl Arguments {
    pub(super) fn run(&self) -> Ended {
        let Self { tray, pieces: kinds, metric, min_moves: least, max_positions: most, .. } = self;
        let maker = self.maker()?;
        let usual = match (self.walk, self.hard) {
            (Some(_), _) => TRAYS,
            (None, true) => HARD_TRIES,
            (None, false) => TRIES,
        };
        let (metric, tries, steps) = (*metric, self.tries.unwrap_or(usual), self.walk.unwrap_or_default());
        let make = |seed, count, limits: &Limits| match &maker {
            Maker::Dealt(pieces, goal) => {
                let kind = match (self.hard, self.unsolvable) {
                    (true, _) => Kind::Hard,
                    (_, true) => Kind::Unsolvable,
                    _ => Kind::Solvable,
                };
                let (least, most) = (*least, *most);
                let options = GenerateOptions { pieces, goal, seed, kind, metric, least, tries, most };
                generate(options, count, limits)
            }
            Maker::Walked(floor) => {
                let free = *self.empty.start() as usize;
                let goal_blocks = self.goal_blocks.map(|count| count as usize);
                let options = WalkOptions { size: tray.size, floor, kinds, free, steps, goal_blocks, seed };
                generate_walks(options, count, limits)
            }
        };
        let entry = |seed, made: Made<(Puzzle, Proven)>, limits: &Limits| {
            let Made { puzzle: (puzzle, proven), number, tries } = made;
            let (told, length) = match proven {
                Proven::Unsolvable => ("no solution, proven".to_owned(), None),
                Proven::Solvable => ("a walk led to its goal".to_owned(), None),
                Proven::Shortest(length) => (format!("{}, proven", length_in(metric, length)), Some(length)),
            };
            let difficulty = length.and_then(|_| Difficulty::of(&puzzle, metric, limits));
            let text = drawing::write(&puzzle.titled(title(seed, number, &told)))?;
            Ok(Entry { number, tries, length, difficulty, told, text, file: None })
        };
        let no_board = "no board of these pieces has the blocks that the goal names and as many empty cells as --empty says";
        let advice =
            if self.walk.is_some() { "relax the options" } else { "raise --tries, or relax the options" };
        self.making.run("sliding.generate", Some(metric), tries, [no_board, advice], make, entry)
    }

    fn maker(&self) -> Result<Maker, Failure> {
        let Self { tray, pieces: kinds, empty, goal, .. } = self;
        let has_neither = goal.is_none() && self.walk.is_none();
        Failure::usage_if(has_neither, "expected --goal or --walk, found neither")?;
        // A tray of more cells is not drawn, so it has no walls.
        let is_open = |cell: usize| cell >= MOST_CELLS || tray.open >> cell & 1 == 1;
        let open = (0..tray.size.cells()).filter(|&cell| is_open(cell)).count() as u32;
        let left = |count: fn(&RangeInclusive<u32>) -> &u32| {
            let areas = kinds.iter().map(|kind| count(&kind.counts).saturating_mul(kind.shape.area() as u32));
            open.checked_sub(areas.fold(0, u32::saturating_add))
        };
        let least = left(RangeInclusive::end).unwrap_or_default();
        // If it is `None`, there is no room for the pieces at all.
        if let Some(most) = left(RangeInclusive::start)
            && (*empty.start() > most || *empty.end() < least)
        {
            let left = if least == most { least.to_string() } else { format!("{least} to {most}") };
            let sentence = format_args!("--empty: the pieces leave {left} of the tray's {open} cells empty");
            return Err(Failure::usage(sentence));
        }
        match goal {
            Some(goal) => {
                let pieces = Pieces::new(*tray, kinds.clone(), empty.clone()).map_err(Failure::usage)?;
                let goal = Goal::new(&pieces, goal).map_err(Failure::usage)?;
                Ok(Maker::Dealt(pieces, goal))
            }
            None if empty.start() != empty.end() => {
                Err(Failure::usage("a walk needs the number of empty cells: say --empty N"))
            }
            None if !tray.size.is_allowed() => Err(Failure::usage(format_args!(
                "expected a tray of 1 to {LONGEST_SIDE} rows and columns, found {}×{}",
                tray.size.height, tray.size.width
            ))),
            None => {
                let floor = |cell| if is_open(cell) { Floor::Open } else { Floor::Wall };
                Ok(Maker::Walked((0..tray.size.cells()).map(floor).collect()))
            }
        }
    }
}
