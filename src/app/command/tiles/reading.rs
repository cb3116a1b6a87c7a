//! Boards as typed: format, goal and size.

use std::ffi::{OsStr, OsString};

use clap::Args;

use crate::run::{Choices, Failure};
use traybit_core::grid::{LONGEST_SIDE, Size};
use traybit_core::input::InputError;
use traybit_family::MAX_BYTES;
use traybit_family::aim::{Aim, BLANK_FIRST, BLANK_LAST};
use traybit_program::files::Source;
use traybit_tiles::board::Board;
use traybit_tiles::formats::{self, FileFormat};

/// The hint for a second file where there can be one only.
pub(crate) const NO_GOAL_FILE: &str = "the goal of a board is an option, --goal FILE";

pub(crate) const FORMATS: Choices<FileFormat> = &[
    (
        "course",
        "the size, then rows of cells of two characters, spaces for the blank; 10×10 at most",
        FileFormat::Course,
    ),
    ("rows", "rows of integers, 0 for the blank", FileFormat::Rows),
    ("line", "one line of integers, 0 for the blank; square boards", FileFormat::Line),
];

#[derive(Args, Clone, Debug)]
pub(crate) struct Goal {
    /// Goal: blank-last (1, 2, 3 … and the blank; the default), blank-first (the blank, then 1, 2, 3 …), or a board's file
    #[arg(long, value_name = "GOAL")]
    goal: Option<OsString>,
}

impl Goal {
    /// True if it is another one than the default.
    pub(crate) fn is_given(&self) -> bool {
        self.goal.as_ref().is_some_and(|goal| goal != BLANK_LAST)
    }

    /// Reads the goal, if it is a file; it cannot come from standard input as well as `other`.
    pub(crate) fn read(&self, other: &[&OsStr]) -> Result<Aim, Failure> {
        let Some(goal) = self.goal.as_ref().filter(|goal| *goal != BLANK_LAST) else { return Ok(Aim::Last) };
        if goal == BLANK_FIRST {
            return Ok(Aim::First);
        }
        if goal == "-" && other.contains(&OsStr::new("-")) {
            let sentence = "standard input can be read only once, but the board and the goal are both to come from \
                            it; name one";
            return Err(Failure::usage(sentence));
        }
        let source = Source::or_input(goal);
        let bytes = source.open().and_then(|file| formats::read_bytes(&source.name(), file));
        let known = bytes.and_then(|bytes| {
            let read = |format| formats::read(&source.name(), &bytes[..], format);
            match read(None) {
                Err(error) if FORMATS.iter().all(|&(.., format)| read(Some(format)).is_err()) => Err(error),
                _ => Ok(Aim::File(source.name(), bytes)),
            }
        });
        Ok(known?)
    }
}

/// Reads a board in the format that is detected.
pub(crate) fn read_board(source: &Source) -> Result<Board, InputError> {
    let bytes = source.ahead(MAX_BYTES + 1)?;
    formats::read(&source.name(), &bytes[..], None)
}

/// A size as typed: `4` is 4×4, `3x4` has 3 rows and 4 columns.
pub(crate) fn parse_size(text: &str) -> Result<Size, String> {
    formats::parse_size(text).ok_or_else(|| {
        format!(
            "expected a size such as 4 or 3x4 (rows x columns), sides of 1 to {LONGEST_SIDE}, found {text:?}"
        )
    })
}

#[cfg(test)]
mod tests {
    use super::parse_size;
    use traybit_core::grid::Size;

    #[test]
    fn sizes_are_sides() {
        assert_eq!(parse_size("4"), Ok(Size { height: 4, width: 4 }));
        assert_eq!(parse_size("3x4"), Ok(Size { height: 3, width: 4 }));
        assert_eq!(parse_size("256 × 1"), Ok(Size { height: 256, width: 1 }));
        for wrong in ["", "0", "257", "1000", "-3", "3x", "3x4x5", "a"] {
            let told = parse_size(wrong).unwrap_err();
            assert!(told.ends_with(&format!("found {wrong:?}")), "{told}");
        }
    }
}
