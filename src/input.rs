//! Files that are read: opening them, naming them, and sentences about what is wrong with them.

use std::error::Error;
use std::ffi::OsStr;
use std::fmt::{Display, Formatter, Result as FmtResult, Write};
use std::fs::File;

/// What is wrong with an input, as a whole sentence without its full stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It cannot be opened or read.
    Unreadable(String),
    /// It is malformed or invalid.
    Invalid(String),
}

impl Display for Fault {
    fn fmt(&self, f: &mut Formatter<'_>) -> FmtResult {
        let (Self::Unreadable(sentence) | Self::Invalid(sentence)) = self;
        f.write_str(sentence)
    }
}

impl Error for Fault {}

/// Opens a file of any kind for reading: a pipe or `/dev/fd/N` will do.
///
/// # Errors
/// [`Fault::Unreadable`] with the system's reason. A directory opens, and is found out by the first read.
pub fn open(name: &OsStr) -> Result<File, Fault> {
    File::open(name)
        .map_err(|reason| Fault::Unreadable(format!("{}: cannot be opened: {reason}", shown(name))))
}

/// A file name as sentences show it: control characters and bytes that are no text are escaped.
#[must_use]
pub fn shown(name: &OsStr) -> String {
    let mut text = String::new();
    for chunk in name.as_encoded_bytes().utf8_chunks() {
        for c in chunk.valid().chars() {
            if c.is_control() { text.extend(c.escape_default()) } else { text.push(c) }
        }
        // Writing to a string cannot fail.
        let _ = write!(text, "{}", chunk.invalid().escape_ascii());
    }
    if text.is_empty() { "(empty name)".to_owned() } else { text }
}
