//! `traybit tiles COMMAND …`: what only sliding tiles have, from 1×1 to 256×256.

mod analyse;
pub(crate) mod boards;
pub(crate) mod mode;
mod moves;
pub(crate) mod reading;
mod survey;

use std::ffi::OsString;

use clap::{Args, Subcommand};

use crate::command::solve;
use crate::command::work::Work;
use crate::run::failure::Ended;
use crate::run::hidden;

const EXAMPLES: &str = "\
Examples:
  traybit tiles analyse BOARD SOLUTION
  traybit tiles shorten BOARD SOLUTION
  traybit tiles moves --invert SOLUTION
  traybit tiles survey --size 3 --count 1000";

/// Analyse, shorten and rewrite solutions of sliding tiles, and survey their lengths
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

const SHORTEN: &str = "\
Windows of the solution are replaced by shorter paths, for a second or for --quality; up to 16 cells,
or with --optimal, the shortest solution is searched for then. Moves that undo each other go first.

Examples:
  traybit tiles shorten board.txt solution.txt
  traybit solve --fast board.txt | traybit tiles shorten --quality 5 board.txt";

#[derive(Subcommand, Clone, Debug)]
enum Command {
    Analyse(analyse::Arguments),
    Shorten(Shorten),
    Moves(moves::Arguments),
    Survey(survey::Arguments),
}

/// Shorten a solution, to the shortest one up to 16 cells
#[derive(Args, Clone, Debug)]
#[command(after_help = SHORTEN, mut_arg("fast", hidden), mut_arg("pushes", hidden))]
struct Shorten {
    /// The board's file; `-` is standard input
    board: OsString,

    /// The file of moves
    #[arg(default_value = "-", hide_default_value = true)]
    solution: OsString,

    #[command(flatten)]
    work: solve::tiles::Tiles,
}

pub(crate) fn run(arguments: &Arguments) -> Ended {
    match arguments.command.clone() {
        Command::Analyse(arguments) => analyse::run(&arguments),
        Command::Shorten(Shorten { board, solution, mut work }) => {
            work.from = Some(solution);
            work.run(&[board])
        }
        Command::Moves(arguments) => moves::run(arguments),
        Command::Survey(arguments) => survey::run(&arguments),
    }
}
