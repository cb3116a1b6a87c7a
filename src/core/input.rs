//! Input: opening, reading and naming files, parsing numbers, and error messages about them.

pub mod current;

use std::error::Error;
use std::ffi::OsStr;
use std::fmt::{Display, Formatter, Result as FmtResult, Write};
use std::fs::File;
use std::io::{Error as IoError, Read};
use std::ops::RangeInclusive;
#[cfg(unix)]
use std::os::unix::fs::FileTypeExt;

/// The end of a message about a list in place of one puzzle: the commands that take lists.
pub const FOR_LISTS: &str =
    "which `traybit batch` takes; `traybit show` and `traybit convert` take one of them, --number N";

/// Error of an input, as a whole sentence without its full stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InputError {
    /// It cannot be opened or read.
    Unreadable(String),
    /// It is malformed or invalid.
    Invalid(String),
}

impl Display for InputError {
    fn fmt(&self, f: &mut Formatter<'_>) -> FmtResult {
        let (Self::Unreadable(sentence) | Self::Invalid(sentence)) = self;
        f.write_str(sentence)
    }
}

impl Error for InputError {}

/// Degree to which a file looks like those of a family.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Likeness {
    /// None.
    None,
    /// Only parsing it can decide.
    Possible,
    /// It looks like one, but so may other text.
    Likely,
    /// It can be nothing else.
    Certain,
}

/// Opens a file of any kind for reading, also a pipe or `/dev/fd/N`. A directory opens, but fails at the first read.
pub fn open(name: &OsStr) -> Result<File, InputError> {
    current::opened(&shown(name));
    File::open(name)
        .map_err(|reason| InputError::Unreadable(format!("{}: cannot be opened: {reason}", shown(name))))
}

/// Reads the rest of an open file or pipe. Fails for a device, which may have no end.
pub fn read_whole(mut file: &File) -> Result<Vec<u8>, IoError> {
    #[cfg(unix)]
    if file.metadata()?.file_type().is_char_device() {
        return Err(IoError::other("it is a device, not a file"));
    }
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).map(|_| bytes)
}

/// A file name for messages: control characters and invalid UTF-8 are escaped.
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

/// Reads a range of numbers: `3`, `0..4`, `2..` or `..4`, both ends included.
pub fn parse_counts(text: &str) -> Result<RangeInclusive<u32>, String> {
    let bound = |text: &str, absent: u32| match text.trim() {
        "" => Some(absent),
        number => number.parse().ok(),
    };
    let counts = match text.split_once("..") {
        None => text.trim().parse().ok().map(|count| count..=count),
        Some((least, most)) => bound(least, 0).zip(bound(most, u32::MAX)).map(|(least, most)| least..=most),
    };
    counts
        .filter(|counts| !counts.is_empty())
        .ok_or_else(|| unexpected("a number of them, such as 3, 0..4 or 2..", text))
}

/// A sentence that states what was expected and what was found.
pub fn unexpected(expected: &str, text: &str) -> String {
    format!("expected {expected}, found {text:?}")
}

/// Reads all bytes of `what` from the file `name`, at most `limit`, which is a whole number of MiB.
pub fn read_at_most(name: &str, reader: impl Read, limit: usize, what: &str) -> Result<Vec<u8>, InputError> {
    let mut bytes = Vec::new();
    let read = reader.take(limit as u64 + 1).read_to_end(&mut bytes);
    read.map_err(|reason| InputError::Unreadable(format!("{name}: cannot be read: {reason}")))?;
    if bytes.len() > limit {
        let most = limit >> 20;
        return Err(InputError::Invalid(format!(
            "{name}: expected {what} of at most {most} MiB, found more"
        )));
    }
    Ok(bytes)
}
