//! Packing puzzles as typed.

use std::ffi::OsString;

use clap::Args;
use traybit_core::input::InputError;
use traybit_packing::formats;
use traybit_packing::pack::Pack;

use traybit_program::files::Source;

/// A puzzle as typed.
#[derive(Args, Clone, Debug)]
pub(super) struct Puzzle {
    /// The puzzle's file; `-` is standard input
    pub(super) puzzle: OsString,

    /// Number of the puzzle in a `BurrTools` file, counted from 1
    #[arg(long, value_name = "N", default_value_t = 1)]
    problem: usize,
}

impl Puzzle {
    /// Reads it.
    pub(super) fn read(&self) -> Result<Pack, InputError> {
        let source = Source::or_input(&self.puzzle);
        source.open().and_then(|file| formats::read_numbered(&source.name(), file, self.problem))
    }
}
