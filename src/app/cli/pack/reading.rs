//! Packing puzzles as typed.

use std::ffi::OsStr;

use clap::Args;
use traybit_core::input::InputError;
use traybit_packing::formats;
use traybit_packing::pack::Pack;

use crate::registry::packing::FAMILY;
use crate::registry::{MAX_BYTES, elsewhere};
use traybit_program::files::Source;

/// The choice among the puzzles of a file, as typed.
#[derive(Args, Clone, Debug)]
pub(super) struct Problem {
    /// Number of the puzzle in a `BurrTools` file, counted from 1
    #[arg(long, value_name = "N", default_value_t = 1)]
    problem: usize,
}

impl Problem {
    /// Reads the puzzle of a file.
    pub(super) fn read(&self, file: &OsStr) -> Result<Pack, InputError> {
        let source = Source::or_input(file);
        let bytes = source.ahead(MAX_BYTES + 1)?;
        formats::read_numbered(&source.name(), &bytes[..], self.problem)
            .map_err(|error| elsewhere(&source, FAMILY.name, error))
    }
}
