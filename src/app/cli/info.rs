//! `traybit info PUZZLE [GOAL]`: a puzzle described without a search.

use clap::Args;
use traybit_core::search::outcome::Cost;
use traybit_sliding::solve::refute;

use crate::answer::{Answer, Ending, info};
use crate::runner::Run;
use crate::runner::failure::Ended;
use crate::runner::options::{Options, SlidingFiles};
use traybit_program::text::{Activity, unsolvable};

const EXAMPLES: &str = "\
Without a goal's file the goal of a tray is empty.

Examples:
  traybit info puzzles/sliding/klotski puzzles/sliding/klotski.goal
  traybit info --json TRAY";

/// Describe a puzzle: size, blocks, key layout, bounds
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(flatten)]
    files: SlidingFiles,

    #[command(flatten)]
    options: Options,
}

/// Describes a puzzle.
pub(crate) fn run(arguments: &Arguments) -> Ended {
    let sources = arguments.files.sources()?;
    let mut run = Run::start(&arguments.options, Activity::Describing)?;
    let problem = SlidingFiles::read(&sources)?;
    run.open()?;
    let classes = problem.classes();
    let impossible = refute(&classes).map(|proof| unsolvable(proof, &Cost::default()));
    Ok(run.end_with(Answer::new(info::body(&problem, &classes, impossible.as_deref()), Ending::DONE)))
}
