//! File formats of packing puzzles, detected from their content.

pub mod burr;
pub mod text;

use std::io::Read;

use flate2::read::MultiGzDecoder;

use crate::Pack;
use traybit_core::{InputError, Likeness, read_at_most, without_mark};

pub use crate::formats::text::write;

/// Maximum length of a file in bytes, compressed or not: room for a hundred thousand pieces.
const LONGEST: usize = 1 << 24;

const GZIP: [u8; 2] = [0x1f, 0x8b];

/// Likeness of a file to a packing puzzle, which is gzip, XML, or text with a line `board:`; certain with one of a `piece`, too.
pub fn likeness(bytes: &[u8]) -> Likeness {
    let has = |start: &[u8]| {
        let mut lines = without_mark(bytes).split(|byte| *byte == b'\n');
        lines.any(|line| line.trim_ascii_start().starts_with(start))
    };
    match (has(b"board:"), has(b"piece ")) {
        (true, true) => Likeness::Certain,
        (is_text, _) if is_text || bytes.starts_with(&GZIP) || is_xml(bytes) => Likeness::Likely,
        _ => Likeness::None,
    }
}

fn is_xml(bytes: &[u8]) -> bool {
    without_mark(bytes).trim_ascii_start().starts_with(b"<")
}

/// Reads a puzzle in any format from the file `name`; the first one, if a `BurrTools` file has several.
pub fn read(name: &str, reader: impl Read) -> Result<Pack, InputError> {
    read_numbered(name, reader, 1)
}

/// Reads puzzle `number` of a file, counted from 1.
pub fn read_numbered(name: &str, reader: impl Read, number: usize) -> Result<Pack, InputError> {
    let mut bytes = read_at_most(name, reader, LONGEST, "a puzzle")?;
    if bytes.starts_with(&GZIP) {
        bytes = read_at_most(name, MultiGzDecoder::new(&bytes[..]), LONGEST, "a puzzle")?;
    }
    if is_xml(&bytes) {
        burr::read(name, &bytes, number)
    } else if number == 1 {
        text::read(name, &bytes)
    } else {
        Err(InputError::Invalid(format!("{name}: there is no puzzle {number}; the file has 1")))
    }
}
