//! `traybit generate packing --size SIZE`: random puzzles with one packing up to symmetry.

use std::ffi::OsString;
use std::ops::RangeInclusive;

use clap::{Args, value_parser};
use traybit_core::grid::Size;
use traybit_core::input::parse_counts;
use traybit_packing::formats::text;
use traybit_packing::pack::{Freedom, Pack};
use traybit_packing::solve::generate::{GenerateOptions, Made, generate};

use crate::command::boards::parse_size;
use crate::command::generate::{begin, missing, written};
use crate::report::generated::{self, Entry, Generated, title};
use crate::run::folder::MOST_FILES;
use crate::run::{Choices, Ended, SearchOptions, Seed, one_of};

const EXAMPLES: &str = "\
The board is cut into random pieces until there is one packing of them up to symmetry, which is
proven. The same seed gives the same puzzles on any machine: puzzle 3 is the same with --count 3 and
with --count 300.

Examples:
  traybit generate packing --size 5x6
  traybit generate packing --size 6x6 --pieces 8..9 --areas 3..5 --distinct --seed 7
  traybit generate packing --size 5x5 --areas 4..6 --empty 2 --freedom fixed
  traybit generate packing --size 6x6 --count 20 --files DIR";

const FREEDOMS: Choices<Freedom> = &[
    ("flip", "pieces may be turned and flipped over", Freedom::Flip),
    ("turn", "pieces may be turned", Freedom::Turn),
    ("fixed", "pieces lie as they are drawn", Freedom::Fixed),
];

/// Make random puzzles with exactly one packing up to symmetry, proven
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Arguments {
    /// Size of the board: `6`, or `5x6` for 5 rows and 6 columns
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    size: Size,

    /// Number of pieces: `8`, `6..8` or `6..`
    #[arg(long, value_name = "COUNTS", value_parser = parse_counts, default_value = "2..")]
    pieces: RangeInclusive<u32>,

    /// Number of cells of a piece
    #[arg(long, value_name = "COUNTS", value_parser = parse_counts, default_value = "3..6")]
    areas: RangeInclusive<u32>,

    /// Number of cells that stay empty
    #[arg(long, value_name = "N", default_value_t = 0)]
    empty: u32,

    /// Freedom to turn the pieces
    #[arg(long, value_parser = one_of(FREEDOMS), default_value = "flip")]
    freedom: Freedom,

    /// No two equal pieces
    #[arg(long)]
    distinct: bool,

    #[command(flatten)]
    seed: Seed,

    /// Number of puzzles
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u32).range(1..=MOST_FILES))]
    count: u32,

    /// Try at most N boards for each puzzle
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = value_parser!(u64).range(1..))]
    tries: u64,

    /// Write the puzzles to new files 001.txt, 002.txt … in the folder DIR
    #[arg(long, value_name = "DIR")]
    files: Option<OsString>,

    #[command(flatten)]
    options: SearchOptions,
}

impl Arguments {
    pub(super) fn run(self) -> Ended {
        let Self { count, tries, .. } = self;
        let (run, folder) = begin(&self.options, self.files.as_deref(), count)?;
        let seed = self.seed.chosen(&self.options.common);
        let options = GenerateOptions {
            size: self.size,
            pieces: self.pieces,
            areas: self.areas,
            empty: self.empty,
            freedom: self.freedom,
            different: self.distinct,
            seed,
            tries,
        };
        let (made, reason, cost) = run.search(|limits, _| generate(&options, count.into(), limits));
        let entry = |Made { puzzle, number, tries }: Made| {
            let told = "one packing up to symmetry, proven".to_owned();
            let text = text::write(&Pack { title: Some(title(seed, number, &told)), ..puzzle });
            Entry { number, tries, length: None, told, text, file: None }
        };
        let written = written(made.into_iter().map(entry).collect(), folder.as_ref())?;
        let no_board = "no such pieces cover the board: change --pieces, --areas or --empty";
        let words = [no_board, "raise --tries, or relax the options"];
        let (answer, ending) = missing(reason, tries, words, &cost, &run);
        let fields = Generated { answer, seed, metric: None, puzzles: written };
        Ok(run.end_with(generated::answer("packing.generate", fields, ending, cost, count)))
    }
}
