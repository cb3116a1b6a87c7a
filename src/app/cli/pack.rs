//! `traybit pack COMMAND …`: pieces packed into boards.

mod check;
mod collector;
mod convert;
mod count;
mod display;
mod enumeration;
pub(crate) mod packings;
mod reading;
mod solve;

use clap::{Args, Subcommand};

use crate::runner::failure::Ended;

const EXAMPLES: &str = "\
A puzzle is a file with drawn pieces and a board, as described in docs/formats.md, or a
flat BurrTools puzzle (.xmpuzzle).

Examples:
  traybit pack solve puzzles/packing/popinjay.txt
  traybit pack solve --all puzzles/packing/popinjay.txt
  traybit pack solve --limit 5 puzzles/packing/8x8-6.txt
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
        Command::Solve(arguments) => solve::run(arguments),
        Command::Count(arguments) => count::run(arguments),
        Command::Check(arguments) => check::run(arguments),
        Command::Convert(arguments) => convert::run(arguments),
    }
}
