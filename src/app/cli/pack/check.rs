//! `traybit pack check PUZZLE [PACKINGS]`: whether drawings are packings of a puzzle, and different ones.

use std::ffi::OsString;

use clap::Args;
use traybit_packing::checker::{Checker, repeated};
use traybit_packing::drawing::read;
use traybit_packing::pack::Packing;

use crate::answer::check::{self, Verdict};
use crate::answer::{Answer, Ending};
use crate::cli::pack::reading::Puzzle;
use crate::runner::Run;
use crate::runner::failure::Ended;
use crate::runner::options::{Options, sources};
use traybit_program::status::Status;
use traybit_program::text::Activity;

const EXAMPLES: &str = "\
Packings are drawn as `traybit pack solve` draws them, with an empty line between two.

Examples:
  traybit pack solve --all puzzles/packing/popinjay.txt | traybit pack check puzzles/packing/popinjay.txt
  traybit pack check PUZZLE PACKINGS";

/// Verify drawings of packings
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Arguments {
    #[command(flatten)]
    puzzle: Puzzle,

    /// The file of drawings
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
    let drawn = source.open().and_then(|file| read(&pack, &name, file))?;
    run.open()?;
    let none = drawn.is_empty().then(|| format!("{name}: expected a drawing, found none"));
    let checker = Checker::of(&pack);
    let wrong = || {
        drawn.iter().find_map(|drawn| {
            let refusal = checker.check(&drawn.packing).err()?;
            Some(format!("{name}, the drawing that begins on line {}: {refusal}", drawn.line))
        })
    };
    let packings: Vec<Packing> = drawn.iter().map(|drawn| drawn.packing.clone()).collect();
    let twice = || {
        let (first, second) = repeated(&packings)?;
        let [first, second] = [first, second].map(|index| drawn[index].line);
        Some(format!("{name}: the drawings that begin on lines {first} and {second} are the same"))
    };
    let (verdict, ending) = match none.or_else(wrong).or_else(twice) {
        Some(sentence) => (Verdict::NotValid, Ending::because(sentence, Status::Impossible)),
        None => (Verdict::Verified, Ending::DONE),
    };
    Ok(run.end_with(Answer::new(check::packings(verdict, drawn.len() as u64), ending)))
}
