//! `traybit pack COMMAND …`: pieces packed into boards.

mod check;
mod collector;
mod convert;
mod count;
mod display;
mod enumeration;
mod info;
pub(crate) mod packings;
mod reading;
mod solve;

use clap::{Args, Subcommand};

use crate::cli::verb::{Verb, typed};
use crate::runner::failure::Ended;

/// The work of packing under the commands for all families.
pub(crate) const VERBS: &[Verb] = &[
    Verb {
        name: "solve",
        options: solve::Search::augment_args,
        run: |files, matches| solve::run(files, &typed(matches)?),
    },
    Verb {
        name: "check",
        options: check::Check::augment_args,
        run: |files, matches| check::run(files, typed(matches)?),
    },
    Verb {
        name: "info",
        options: info::Info::augment_args,
        run: |files, matches| info::run(files, typed(matches)?),
    },
    Verb {
        name: "count",
        options: count::Counting::augment_args,
        run: |files, matches| count::run(files, &typed(matches)?),
    },
];

/// The hint for a second file where there can be one only.
const NO_GOAL: &str = "a packing has no goal; --output FILE writes the answer";

const EXAMPLES: &str = "\
A puzzle is a file with drawn pieces and a board, as described in docs/formats.md, or a
flat BurrTools puzzle (.xmpuzzle).

Examples:
  traybit pack solve puzzles/packing/popinjay.txt
  traybit pack solve --all puzzles/packing/popinjay.txt
  traybit pack solve --first 5 puzzles/packing/8x8-6.txt
  traybit pack count puzzles/packing/pentominoes-6x10.txt
  traybit pack solve --all PUZZLE | traybit pack check PUZZLE
  traybit pack convert --to dlx PUZZLE";

/// Solve, count and check packings of polyominoes: Popinjay, pentominoes and their kin
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Clone, Debug)]
enum Command {
    Solve(solve::Arguments),
    Count(count::Arguments),
    Check(check::Arguments),
    Convert(convert::Arguments),
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Ended {
    match &arguments.command {
        Command::Solve(arguments) => arguments.run(),
        Command::Count(arguments) => arguments.run(),
        Command::Check(arguments) => arguments.run(),
        Command::Convert(arguments) => convert::run(arguments),
    }
}
