//! `traybit pack convert PUZZLE --to FORMAT`: the same puzzle in another format.

use std::ffi::OsString;

use clap::Args;
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::GaveUp;
use traybit_packing::formats::{dlx, text};
use traybit_packing::pack::Pack;

use crate::cli::pack::Problem;
use crate::runner::{Choices, Ended, Options, Run, Status, give, hidden, one_of};
use traybit_program::text::Activity;

const EXAMPLES: &str = "\
Examples:
  traybit pack convert --to dlx puzzles/packing/popinjay.txt -o popinjay.dlx
  traybit pack convert --to text puzzles/packing/flat-tetrominoes.xmpuzzle";

/// Writes a puzzle, within limits.
type Write = fn(&Pack, &Limits) -> Result<String, GaveUp>;

const FORMATS: Choices<Write> = &[
    ("text", "Drawn pieces and a board, as in puzzles/packing", |pack, _| Ok(text::write(pack))),
    (
        "dlx",
        "Items and options for Knuth's program DLX3, which can count the packings independently",
        dlx::write,
    ),
];

/// Write a puzzle in another format
#[derive(Args, Clone, Debug)]
#[command(mut_arg("threads", hidden), after_help = EXAMPLES)]
pub(super) struct Arguments {
    /// The puzzle's file; `-` is standard input
    puzzle: OsString,

    #[command(flatten)]
    problem: Problem,

    /// Format to write
    #[arg(long, value_parser = one_of(FORMATS), value_name = "FORMAT")]
    to: Write,

    #[command(flatten)]
    options: Options,
}

pub(super) fn run(arguments: &Arguments) -> Ended {
    let mut run = Run::start(&arguments.options, Activity::Describing)?;
    let pack = arguments.problem.read(&arguments.puzzle)?;
    run.open()?;
    let text = (arguments.to)(&pack, run.limits()).map_err(|reason| run.failure(reason))?;
    Ok(give(run.output(), &text, Status::Done))
}
