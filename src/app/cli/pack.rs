//! What the commands about packings share: reading, finding, drawing.

pub(crate) mod collector;
pub(crate) mod enumeration;
pub(crate) mod packings;

use std::ffi::OsStr;

use clap::Args;

use crate::registry::packing::FAMILY;
use crate::registry::{MAX_BYTES, elsewhere};
use traybit_core::input::InputError;
use traybit_packing::formats;
use traybit_packing::pack::Pack;
use traybit_program::files::Source;

/// The hint for a second file where there can be one only.
pub(crate) const NO_GOAL: &str = "a packing has no goal; --output FILE writes the answer";

/// The choice among the puzzles of a file, as typed.
#[derive(Args, Clone, Debug)]
pub(crate) struct Numbered {
    /// Number of the puzzle in a `BurrTools` file, counted from 1
    #[arg(long, value_name = "N", default_value_t = 1)]
    number: usize,
}

impl Numbered {
    pub(crate) fn read(&self, file: &OsStr) -> Result<Pack, InputError> {
        let source = Source::or_input(file);
        let bytes = source.ahead(MAX_BYTES + 1)?;
        formats::read_numbered(&source.name(), &bytes[..], self.number)
            .map_err(|error| elsewhere(&source, FAMILY.name, error))
    }
}
