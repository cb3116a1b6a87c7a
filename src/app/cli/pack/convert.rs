//! `traybit pack convert PUZZLE --to FORMAT`: the same puzzle in another format.

use clap::Args;
use traybit_packing::formats::{dlx, text};
use traybit_packing::pack::Pack;

use crate::cli::pack::reading::Puzzle;
use crate::runner::Run;
use crate::runner::failure::Ended;
use crate::runner::options::{Choices, Options, give, one_of};
use traybit_program::status::Status;
use traybit_program::text::Activity;

const EXAMPLES: &str = "\
Examples:
  traybit pack convert --to dlx puzzles/packing/popinjay.txt -o popinjay.dlx
  traybit pack convert --to text puzzles/packing/flat-tetrominoes.xmpuzzle";

/// The formats to write.
const FORMATS: Choices<fn(&Pack) -> String> = &[
    ("text", "Drawn pieces and a board, as in puzzles/packing", text::write),
    ("dlx", "Items and options for Knuth's program DLX3, which counts them independently", dlx::write),
];

/// Write a puzzle in another format
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Arguments {
    #[command(flatten)]
    puzzle: Puzzle,

    /// Format to write
    #[arg(long, value_parser = one_of(FORMATS), value_name = "FORMAT")]
    to: fn(&Pack) -> String,

    #[command(flatten)]
    options: Options,
}

/// Converts a puzzle.
pub(super) fn run(arguments: &Arguments) -> Ended {
    let mut run = Run::start(&arguments.options, Activity::Describing)?;
    let pack = arguments.puzzle.read()?;
    run.open()?;
    Ok(give(run.output(), &(arguments.to)(&pack), Status::Done))
}
