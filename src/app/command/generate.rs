//! `traybit generate blocks|tiles|packing`: random puzzles with a proven answer.

mod blocks;
mod packing;
mod tiles;

use std::ffi::OsStr;

use clap::{Args, Subcommand};

use crate::report::generated::Entry;
use crate::report::{Ending, Word, given_up};
use crate::run::folder::Folder;
use crate::run::{Ended, Failure, Run, SearchOptions, Status};
use traybit_core::generation::GenerateError;
use traybit_core::search::outcome::{Cost, GaveUp};
use traybit_program::text::{Activity, counted};

const EXAMPLES: &str = "\
Examples:
  traybit generate blocks --tray 5x4 --pieces '2x2=1,1x2=1..3,2x1,1x1' --empty 2 --goal '2x2 3 1'
  traybit generate tiles --size 4
  traybit generate packing --size 5x6 --distinct";

/// Make random puzzles: sliding blocks, tiles or packings
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(subcommand)]
    family: Command,
}

#[derive(Subcommand, Clone, Debug)]
enum Command {
    Blocks(blocks::Arguments),
    Tiles(tiles::Arguments),
    Packing(packing::Arguments),
}

pub(crate) fn run(arguments: &Arguments) -> Ended {
    match arguments.family.clone() {
        Command::Blocks(arguments) => arguments.run(),
        Command::Tiles(arguments) => arguments.run(),
        Command::Packing(arguments) => arguments.run(),
    }
}

/// Starts to make puzzles. Several need a folder, unless they are written as one document.
fn begin<'a>(
    options: &'a SearchOptions,
    files: Option<&OsStr>,
    count: u32,
) -> Result<(Run<'a>, Option<Folder>), Failure> {
    if files.is_none() && count > 1 && !options.common.json {
        let sentence = format!("{count} puzzles need as many files: name a folder with --files DIR");
        return Err(Failure::usage(sentence));
    }
    let mut run = Run::start_searching(options, Activity::Generating)?;
    let folder = Folder::place(files, count as usize)?;
    run.open()?;
    Ok((run, folder))
}

/// Writes the puzzles to the folder, if there is one.
pub(crate) fn written(mut puzzles: Vec<Entry>, folder: Option<&Folder>) -> Result<Vec<Entry>, Failure> {
    let texts: Vec<(usize, &String)> =
        puzzles.iter().map(|entry| (entry.number as usize, &entry.text)).collect();
    let files = folder.map(|folder| folder.write(&texts)).transpose().map_err(Failure::unwritable)?;
    for (entry, file) in puzzles.iter_mut().zip(files.into_iter().flatten()) {
        entry.file = Some(file);
    }
    Ok(puzzles)
}

/// The answer and the ending if puzzles are missing after `tries` boards for each; `words` are a sentence for options that no
/// board meets, and advice if none was found.
pub(crate) fn missing(
    reason: Option<GenerateError>,
    tries: u64,
    words: [&str; 2],
    cost: &Cost,
    run: &Run,
) -> (Word, Ending) {
    let [no_board, advice] = words;
    match reason {
        None => (Word::Generated, Ending::DONE),
        Some(GenerateError::GaveUp(reason)) => (given_up(reason), run.gave_up(reason, cost)),
        Some(GenerateError::NoBoard) => (Word::Unsolvable, Ending::because(no_board, Status::Impossible)),
        Some(GenerateError::NotFound { number, too_large }) => {
            let tried = counted(tries, "random board");
            let advice = match too_large {
                0 => advice.to_owned(),
                1 => format!("1 has more positions than --max-positions: raise that; or {advice}"),
                more => format!("{more} have more positions than --max-positions: raise that; or {advice}"),
            };
            let sentence = format!("gave up: none of {tried} for puzzle {number} fits; {advice}");
            (given_up(GaveUp::Exhausted), Ending::because(sentence, Status::GaveUp))
        }
    }
}
