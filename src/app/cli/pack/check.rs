//! `traybit pack check PUZZLE [PACKINGS]`: the verdict on packings of a puzzle, all valid and different or not.

use std::ffi::OsString;

use clap::Args;
use traybit_packing::checker::Checker;
use traybit_packing::pack::Packing;

use crate::answer::check::{self, Verdict};
use crate::answer::{Answer, Ending};
use crate::cli::pack::NO_GOAL;
use crate::cli::pack::packings::read;
use crate::cli::pack::reading::Problem;
use crate::runner::Run;
use crate::runner::failure::Ended;
use crate::runner::options::{Options, Plain, only_file, sources};
use traybit_program::status::Status;
use traybit_program::text::Activity;

const EXAMPLES: &str = "\
Packings are drawn as `traybit pack solve` draws them, with one character a cell, or in boxes as
`traybit show` draws them, with an empty line between two; or they are the document of
`traybit pack solve --json`.

Examples:
  traybit pack solve --all PUZZLE | traybit pack check PUZZLE
  traybit pack check PUZZLE PACKINGS";

/// Verify packings
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Arguments {
    /// The puzzle's file; `-` is standard input
    puzzle: OsString,

    /// The file of packings
    #[arg(default_value = "-", hide_default_value = true)]
    packings: OsString,

    #[command(flatten)]
    check: Check,
}

impl Arguments {
    /// Checks the packings.
    pub(super) fn run(&self) -> Ended {
        run(&[self.puzzle.clone(), self.packings.clone()], self.check.clone())
    }
}

/// Options of a check.
#[derive(Args, Clone, Debug)]
pub(super) struct Check {
    #[command(flatten)]
    problem: Problem,

    #[command(flatten)]
    options: Plain,
}

/// Checks drawings.
pub(super) fn run(files: &[OsString], Check { problem, options }: Check) -> Ended {
    let options = Options::from(options);
    let mut run = Run::start(&options, Activity::Describing)?;
    let input = OsString::from("-");
    let (puzzle, packings) = match files {
        [puzzle] => (puzzle, &input),
        [puzzle, packings] => (puzzle, packings),
        _ => return only_file(files.get(1..).unwrap_or_default(), NO_GOAL).map(|_| Status::WrongUsage),
    };
    let [_, source] = sources([("PUZZLE", puzzle), ("PACKINGS", packings)])?;
    let pack = problem.read(puzzle)?;
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
