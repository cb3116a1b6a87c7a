//! A board of tiles described without a search: `traybit info BOARD`.

use std::ffi::OsString;

use clap::Args;

use crate::answer::{Answer, Ending, info};
use crate::cli::tiles::reading::{FORMATS, Goal, NO_GOAL_FILE, read_board};
use crate::runner::Run;
use crate::runner::failure::{Ended, Failure};
use crate::runner::options::{Options, Plain, one_of, only_file};
use traybit_program::files::Source;
use traybit_program::text::Activity;
use traybit_tiles::formats::FileFormat;

/// Options as typed.
#[derive(Args, Clone, Debug)]
pub(super) struct Info {
    /// Format of the board [default: detected]
    #[arg(long, value_parser = one_of(FORMATS))]
    format: Option<FileFormat>,

    #[command(flatten)]
    goal: Goal,

    #[command(flatten)]
    options: Plain,
}

/// Describes a board.
pub(super) fn run(files: &[OsString], Info { format, goal, options }: Info) -> Ended {
    let options = Options::from(options);
    let file = only_file(files, NO_GOAL_FILE)?;
    let aim = goal.read(&[file])?;
    let mut run = Run::start(&options, Activity::Describing)?;
    let board = read_board(&Source::or_input(file), format)?;
    let goal = aim.of(board.size()).map_err(Failure::invalid)?;
    run.open()?;
    Ok(run.end_with(Answer::new(info::tiles(&board, &goal, aim.other(board.size())), Ending::DONE)))
}
