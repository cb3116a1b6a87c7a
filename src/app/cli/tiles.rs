//! `traybit tiles COMMAND …`: sliding tiles, from 1×1 to 256×256.

mod batch;
mod boards;
mod check;
mod compare;
mod explore;
mod generate;
mod info;
mod mode;
pub mod reading;
mod solve;

use clap::{Args, Subcommand};

use crate::cli::verb::{Verb, typed};
use crate::runner::failure::Ended;

/// The work of tiles under the commands for all families.
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
        name: "explore",
        options: explore::Exploration::augment_args,
        run: |files, matches| explore::run_file(files, &typed(matches)?),
    },
    Verb {
        name: "info",
        options: info::Info::augment_args,
        run: |files, matches| info::run(files, typed(matches)?),
    },
    Verb {
        name: "generate",
        options: generate::Arguments::augment_args,
        run: |_, matches| generate::run(&typed(matches)?),
    },
];

const EXAMPLES: &str = "\
A board is a line with its size and rows of cells of two characters, spaces for the blank; or rows
of integers, 0 for the blank; or one line of integers.

Examples:
  traybit tiles solve --goal blank-first puzzles/tiles/fifteen-80.txt
  traybit tiles solve BOARD SOLUTION
  traybit tiles check BOARD SOLUTION
  traybit tiles generate --size 9 --moves 10000000 -o board.txt
  traybit tiles batch --size 9 --count 100 --fast
  traybit tiles explore 3x3
  traybit tiles compare --size 3 --count 20";

/// Solve, check, make and explore sliding tiles: the eight, fifteen and N²−1 puzzles
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Clone, Debug)]
enum Command {
    Solve(solve::Arguments),
    Check(check::Arguments),
    Generate(generate::Arguments),
    Batch(batch::Arguments),
    Explore(explore::Arguments),
    Compare(compare::Arguments),
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Ended {
    match &arguments.command {
        Command::Solve(arguments) => arguments.run(),
        Command::Check(arguments) => arguments.run(),
        Command::Generate(arguments) => generate::run(arguments),
        Command::Batch(arguments) => batch::run(arguments),
        Command::Explore(arguments) => explore::run(arguments),
        Command::Compare(arguments) => compare::run(arguments),
    }
}
