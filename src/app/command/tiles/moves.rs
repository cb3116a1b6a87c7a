//! `traybit tiles moves`: lists of moves joined, inverted and written in another notation.

use std::ffi::OsString;

use clap::Args;
use traybit_tiles::solution::{Moves, Notation, inverted, simplified};

use crate::command::solutions::moves_of;
use crate::report::tiles::listed;
use crate::report::{Answer, Ending};
use crate::run::{Choices, Ended, Options, Plain, Run, one_of, refuse_twice};
use traybit_program::files::Source;
use traybit_program::text::Activity;

const EXAMPLES: &str = "\
Reads moves as `traybit check` does, without a board, so they may be impossible; moves that undo
each other cancel (`L2RL` is `L2`).

Examples:
  traybit tiles moves solution.txt
  traybit tiles moves --invert solution.txt
  traybit tiles moves --format blank solution.txt solution.txt";

const NOTATIONS: Choices<Notation> = &[
    (
        "letters",
        "a letter for each direction, with the number of tiles pushed at once: `D3ULDR2`",
        Notation::Letters,
    ),
    ("blank", "where the blank goes: north, east, south or west", Notation::Blank),
];

/// Join, simplify and invert lists of moves, and write them in letters
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Arguments {
    /// Files of moves, one after the other; `-` is standard input
    #[arg(value_name = "SOLUTIONS", default_value = "-", hide_default_value = true)]
    files: Vec<OsString>,

    /// Write the moves that lead back
    #[arg(long)]
    invert: bool,

    /// Form of the moves
    #[arg(long, value_parser = one_of(NOTATIONS), default_value = "letters")]
    format: Notation,

    #[command(flatten)]
    options: Plain,
}

pub(super) fn run(arguments: Arguments) -> Ended {
    let Arguments { files, invert, format, options } = arguments;
    let options = Options::from(options);
    let roles: Vec<_> = files.iter().map(|file| ("SOLUTIONS", file.as_os_str())).collect();
    refuse_twice(&roles)?;
    let mut run = Run::start(&options, Activity::Checking)?;
    let mut moves = Vec::new();
    for file in &files {
        let source = Source::or_input(file);
        let mut list = Moves::new(&source.name(), moves_of(&source)?);
        while let Some(step) = list.next_move()? {
            moves.push(step.direction);
        }
    }
    let moves = simplified(moves);
    let moves = if invert { inverted(&moves) } else { moves };
    run.open()?;
    Ok(run.end_with(Answer::new(listed(&moves, format), Ending::DONE)))
}
