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
use crate::command::solve::tiles::{Mode, NOTATIONS, Tiles};
use crate::command::tiles::reading::Goal;
use crate::run::certificate::Certifying;
use crate::run::page::Paging;
use crate::run::{Ended, SearchOptions, hidden, one_of};
use traybit_tiles::solution::Notation;

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
#[command(after_help = SHORTEN, mut_arg("pushes", hidden))]
struct Shorten {
    /// The board's file; `-` is standard input
    board: OsString,

    /// The file of moves
    #[arg(default_value = "-", hide_default_value = true)]
    solution: OsString,

    /// Write all shortest solutions, an empty line between two
    #[arg(long, conflicts_with = "quality")]
    all: bool,

    /// Form of a solution
    #[arg(long, value_parser = one_of(NOTATIONS), default_value = "tiles")]
    format: Notation,

    #[command(flatten)]
    goal: Goal,

    #[command(flatten)]
    paging: Paging,

    #[command(flatten)]
    certifying: Certifying,

    #[command(flatten)]
    mode: Mode,

    #[command(flatten)]
    options: SearchOptions,
}

pub(crate) fn run(arguments: &Arguments) -> Ended {
    match arguments.command.clone() {
        Command::Analyse(arguments) => analyse::run(&arguments),
        Command::Shorten(arguments) => {
            let Shorten { board, solution, all, format, goal, paging, certifying, mode, options } =
                &arguments;
            let (from, all, format) = (Some(solution.as_os_str()), *all, *format);
            let tiles = Tiles { mode, fast: false, all, format, goal, paging, certifying, options, from };
            solve::tiles::run(&tiles, std::slice::from_ref(board))
        }
        Command::Moves(arguments) => moves::run(arguments),
        Command::Survey(arguments) => survey::run(&arguments),
    }
}
