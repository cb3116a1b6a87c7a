//! `traybit generate blocks|tiles|packing`: random puzzles with a proven answer.

mod blocks;
mod packing;
pub(crate) mod tiles;

use std::ffi::OsStr;

use clap::{Args, Subcommand};

use crate::answer::generated::needs_folder;
use crate::runner::folder::Folder;
use crate::runner::{Ended, Failure, Run, SearchOptions};
use traybit_program::text::Activity;

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
        return Err(needs_folder(count));
    }
    let mut run = Run::start_searching(options, Activity::Generating)?;
    let folder = Folder::place(files, count as usize)?;
    run.open()?;
    Ok((run, folder))
}
