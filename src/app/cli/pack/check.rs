//! `traybit pack check PUZZLE [PACKINGS]`: the verdict on packings of a puzzle, all valid and different or not.

use std::ffi::OsString;

use clap::Args;
use traybit_packing::checker::Checker;
use traybit_packing::pack::Packing;

use crate::answer::check::{self, Verdict};
use crate::answer::{Answer, Ending};
use crate::cli::pack::packings::read;
use crate::cli::pack::reading::Puzzle;
use crate::runner::Run;
use crate::runner::failure::Ended;
use crate::runner::options::{Options, sources};
use traybit_program::status::Status;
use traybit_program::text::Activity;

const EXAMPLES: &str = "\
Packings are drawn as `traybit pack solve` draws them, or with one character a cell, with an empty
line between two; or they are the document of `traybit pack solve --json`.

Examples:
  traybit pack solve --all puzzles/packing/popinjay.txt | traybit pack check puzzles/packing/popinjay.txt
  traybit pack check PUZZLE PACKINGS";

/// Verify packings
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Arguments {
    #[command(flatten)]
    puzzle: Puzzle,

    /// The file of packings
    #[arg(default_value = "-", hide_default_value = true)]
    packings: OsString,

    #[command(flatten)]
    options: Options,
}

/// Checks drawings.
pub(super) fn run(arguments: &Arguments) -> Ended {
    let mut run = Run::start(&arguments.options, Activity::Describing)?;
    let [_, source] = sources([("PUZZLE", &arguments.puzzle.puzzle), ("PACKINGS", &arguments.packings)])?;
    let pack = arguments.puzzle.read()?;
    let name = source.name();
    let (places, packings): (Vec<String>, Vec<Packing>) = read(&pack, &source)?.into_iter().unzip();
    run.open()?;
    let none = packings.is_empty().then(|| format!("{name}: expected a packing, found none"));
    let checker = Checker::of(&pack);
    let wrong = || {
        places.iter().zip(&packings).find_map(|(place, packing)| {
            let refusal = checker.check(packing).err()?;
            Some(format!("{name}, {place}: {refusal}"))
        })
    };
    let twice = || {
        let (first, second) = checker.repeated(&packings)?;
        Some(format!("{name}: {} and {} are the same", places[first], places[second]))
    };
    let (verdict, ending) = match none.or_else(wrong).or_else(twice) {
        Some(sentence) => (Verdict::NotValid, Ending::because(sentence, Status::Impossible)),
        None => (Verdict::Verified, Ending::DONE),
    };
    Ok(run.end_with(Answer::new(check::packings(verdict, packings.len() as u64), ending)))
}
