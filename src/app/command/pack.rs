//! What the commands about packings share: reading, finding, drawing.

pub(crate) mod enumeration;

use std::ffi::OsStr;

use clap::Args;

use crate::report::Ending;
use crate::run::{Run, Status};
use traybit_core::input::InputError;
use traybit_core::search::outcome::Cost;
use traybit_family::MAX_BYTES;
use traybit_packing::formats;
use traybit_packing::pack::Pack;
use traybit_packing::solve::Unknown;
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
    }
}

/// Reason why something is not known, and the status.
pub(crate) fn unknown(reason: Unknown, cost: &Cost, run: &Run) -> Ending {
    let sentence = match reason {
        Unknown::GaveUp(reason) => return run.gave_up(reason, cost),
        Unknown::Overflow => "gave up: there are 2^8,192 packings or more, too many to count".to_owned(),
        Unknown::TooWide(bits) => format!(
            "gave up: a boundary takes {bits} bits, and the widest word has 512; the board's short side or its pieces \
             are too long"
        ),
    };
    Ending::because(sentence, Status::GaveUp)
}
