//! A puzzle of sliding blocks described without a search: `traybit info PUZZLE [GOAL]`.

use std::ffi::OsString;

use clap::Args;
use traybit_core::search::outcome::Cost;
use traybit_sliding::solve::refute;

use crate::answer::{Answer, Ending, info};
use crate::cli::verb::{Verb, typed};
use crate::runner::Run;
use crate::runner::failure::Ended;
use crate::runner::options::{Options, Plain, SlidingFiles};
use traybit_program::text::{Activity, unsolvable};

/// The verb of sliding blocks.
pub(crate) const VERB: Verb =
    Verb { name: "info", options: Plain::augment_args, run: |files, matches| run(files, typed(matches)?) };

/// Describes a puzzle.
fn run(files: &[OsString], options: Plain) -> Ended {
    let sources = SlidingFiles::of(files)?.sources()?;
    let options = Options::from(options);
    let mut run = Run::start(&options, Activity::Describing)?;
    let problem = SlidingFiles::read(&sources)?;
    run.open()?;
    let classes = problem.classes();
    let impossible = refute(&classes).map(|proof| unsolvable(proof, &Cost::default()));
    Ok(run.end_with(Answer::new(info::body(&problem, &classes, impossible.as_deref()), Ending::DONE)))
}
