//! `traybit pack convert PUZZLE --to FORMAT`: the same puzzle in another format.

use clap::{Args, ValueEnum};
use traybit_packing::formats::{dlx, text};

use crate::cli::pack::reading::Puzzle;
use crate::runner::Run;
use crate::runner::failure::Ended;
use crate::runner::options::{Options, give, sources};
use traybit_program::status::Status;
use traybit_program::text::Activity;

const EXAMPLES: &str = "\
Examples:
  traybit pack convert --to dlx puzzles/packing/popinjay.txt -o popinjay.dlx
  traybit pack convert --to text puzzles/packing/flat-tetrominoes.xmpuzzle";

/// A format to write.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
enum To {
    /// Drawn pieces and a board, as in puzzles/packing
    Text,
    /// Items and options for Knuth's program DLX3, which counts them independently
    Dlx,
}

/// Write a puzzle in another format
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Arguments {
    #[command(flatten)]
    puzzle: Puzzle,

    /// Format to write
    #[arg(long, value_enum, value_name = "FORMAT")]
    to: To,

    #[command(flatten)]
    options: Options,
}

/// Converts a puzzle.
pub(super) fn run(arguments: &Arguments) -> Ended {
    let mut run = Run::start(&arguments.options, Activity::Describing)?;
    let [source] = sources([("PUZZLE", &arguments.puzzle.puzzle)])?;
    let pack = arguments.puzzle.read(&source)?;
    run.open()?;
    let answer = match arguments.to {
        To::Text => text::write(&pack),
        To::Dlx => dlx::write(&pack),
    };
    Ok(give(run.output(), &answer, Status::Done))
}
