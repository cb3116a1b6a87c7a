//! `traybit pack check PUZZLE [PACKINGS]`: whether drawings are packings of a puzzle, and different ones.

use std::ffi::OsString;

use clap::Args;

use crate::cli::files::FileFaults;
use crate::cli::options::{Options, give, refuse_files, say, sources};
use crate::cli::pack::reading::Puzzle;
use crate::cli::status::TraybitStatus;
use crate::report::json;
use crate::report::packing::Check;
use crate::report::text::counted;
use traybit_packing::checker::{Checker, repeated};
use traybit_packing::drawing::read;
use traybit_packing::pack::Packing;

const EXAMPLES: &str = "\
Packings are drawn as `traybit pack solve` draws them, an empty line between two.

Examples:
  traybit pack solve --all puzzles/packing/popinjay.txt | traybit pack check puzzles/packing/popinjay.txt
  traybit pack check PUZZLE PACKINGS";

/// Verify packings that were drawn
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

/// Checks and reports; both results are exit statuses.
pub(super) fn run(arguments: &Arguments) -> Result<TraybitStatus, TraybitStatus> {
    let options = &arguments.options;
    options.budget()?;
    let [puzzle, source] =
        sources([("PUZZLE", &arguments.puzzle.puzzle), ("PACKINGS", &arguments.packings)])?;
    let pack = arguments.puzzle.read(&puzzle)?;
    let drawn = source.open().and_then(|file| read(&pack, &source.name(), file));
    let drawn = drawn.map_err(|fault| refuse_files(FileFaults::of([fault])))?;
    let output = options.output()?;
    let checker = Checker::of(&pack);
    let wrong = drawn.iter().find_map(|drawn| {
        let refusal = checker.check(&drawn.packing).err()?;
        Some(format!("{}, the drawing that begins on line {}: {refusal}", source.name(), drawn.line))
    });
    let packings: Vec<Packing> = drawn.iter().map(|drawn| drawn.packing.clone()).collect();
    let twice = || {
        let (first, second) = repeated(&packings)?;
        let [first, second] = [first, second].map(|index| drawn[index].line);
        Some(format!("{}: the drawings that begin on lines {first} and {second} are the same", source.name()))
    };
    let none = drawn.is_empty().then(|| format!("{}: expected a drawing, found none", source.name()));
    let reason = none.or(wrong).or_else(twice);
    if let Some(sentence) = &reason {
        say(sentence);
    }
    let status = if reason.is_none() { TraybitStatus::Done } else { TraybitStatus::Impossible };
    let number = drawn.len() as u64;
    let answer = match (options.json, &reason) {
        (true, _) => json::document(&Check::new(number, reason)),
        (false, None) => format!("Verified: {}, all valid and different.\n", counted(number, "packing")),
        (false, Some(_)) => String::new(),
    };
    Ok(give(&output, &answer, status))
}
