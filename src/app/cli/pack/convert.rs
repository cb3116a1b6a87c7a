//! `traybit pack convert PUZZLE --to FORM`: the same puzzle in another form.

use clap::{Args, ValueEnum};

use crate::cli::options::{Options, give, sources};
use crate::cli::pack::reading::Puzzle;
use crate::cli::status::TraybitStatus;
use traybit_packing::formats::{dlx, text};

const EXAMPLES: &str = "\
Examples:
  traybit pack convert --to dlx puzzles/packing/popinjay.txt -o popinjay.dlx
  traybit pack convert --to text puzzles/packing/flat-tetrominoes.xmpuzzle";

/// A form as typed.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
enum To {
    /// Drawn pieces and a board, as in puzzles/packing
    Text,
    /// Items and options for Knuth's program DLX3, which counts them independently
    Dlx,
}

/// Write a puzzle in another form
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Arguments {
    #[command(flatten)]
    puzzle: Puzzle,

    /// The form
    #[arg(long, value_enum)]
    to: To,

    #[command(flatten)]
    options: Options,
}

/// Converts; both results are exit statuses.
pub(super) fn run(arguments: &Arguments) -> Result<TraybitStatus, TraybitStatus> {
    arguments.options.budget()?;
    let [source] = sources([("PUZZLE", &arguments.puzzle.puzzle)])?;
    let pack = arguments.puzzle.read(&source)?;
    let output = arguments.options.output()?;
    let answer = match arguments.to {
        To::Text => text::write(&pack),
        To::Dlx => dlx::write(&pack),
    };
    Ok(give(&output, &answer, TraybitStatus::Done))
}
