//! A packing puzzle described without a search: `traybit info PUZZLE`.

use std::ffi::OsString;

use clap::Args;

use crate::answer::{Answer, Ending, info};
use crate::cli::pack::NO_GOAL;
use crate::cli::pack::reading::Problem;
use crate::runner::Run;
use crate::runner::failure::Ended;
use crate::runner::options::{Options, Plain, only_file};
use traybit_program::text::Activity;

/// Options as typed.
#[derive(Args, Clone, Debug)]
pub(super) struct Info {
    #[command(flatten)]
    problem: Problem,

    #[command(flatten)]
    options: Plain,
}

/// Describes a puzzle.
pub(super) fn run(files: &[OsString], Info { problem, options }: Info) -> Ended {
    let options = Options::from(options);
    let file = only_file(files, NO_GOAL)?;
    let mut run = Run::start(&options, Activity::Describing)?;
    let pack = problem.read(file)?;
    run.open()?;
    Ok(run.end_with(Answer::new(info::packing(&pack), Ending::DONE)))
}
