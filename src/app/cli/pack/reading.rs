//! What puzzles are read.

use std::ffi::OsString;

use clap::Args;

use crate::cli::files::{FileFaults, Source};
use crate::cli::options::refuse_files;
use crate::cli::status::TraybitStatus;
use traybit_packing::formats;
use traybit_packing::pack::Pack;

/// A puzzle as typed.
#[derive(Args, Clone, Debug)]
pub(super) struct Puzzle {
    /// The puzzle's file; `-` is standard input
    pub(super) puzzle: OsString,

    /// Which puzzle of a `BurrTools` file, counted from 1
    #[arg(long, value_name = "N", default_value_t = 1)]
    problem: usize,
}

impl Puzzle {
    /// Reads it from its source.
    pub(super) fn read(&self, source: &Source) -> Result<Pack, TraybitStatus> {
        let pack = source.open().and_then(|file| formats::read_numbered(&source.name(), file, self.problem));
        pack.map_err(|fault| refuse_files(FileFaults::of([fault])))
    }
}
