//! Reading and writing one board in any file format.

use std::io::Read;

use crate::board::{Board, Size};
use crate::formats::board_text::{BoardText, Row, side};
use crate::formats::{course, line, rows};
use traybit_core::input::{InputError, read_at_most};
use traybit_core::source_text::SourceText;

/// Bytes of the longest file that is read: room for tens of thousands of boards, or for the largest one many times.
const LONGEST: usize = 1 << 24;

/// File format of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FileFormat {
    /// A line with the size N, then N rows of N cells of two characters; N is 10 at most where it is written.
    Course,
    /// Rows of integers, 0 for the blank.
    Rows,
    /// One line of N² integers, 0 for the blank.
    Line,
}

impl FileFormat {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Course, Self::Rows, Self::Line];

    /// The default format for boards of a size.
    pub fn usual(size: Size) -> Self {
        let square = size.height == size.width && size.height <= course::LONGEST_SIDE;
        if square { Self::Course } else { Self::Rows }
    }

    /// True if the format can hold boards of a size.
    pub fn holds(self, size: Size) -> bool {
        match self {
            Self::Course => Self::usual(size) == Self::Course,
            Self::Rows => true,
            Self::Line => size.height == size.width,
        }
    }

    /// Detects the format: the course's if the first line holds a single word, a size; one line is a line if it holds
    /// as many integers as a square has cells.
    pub(super) fn detect(text: &BoardText<'_>) -> Self {
        let is_blank = |row: &Row<'_>| row.words.iter().all(|word| word.text == "0");
        match &text.rows[..] {
            [only] if only.words.len() == 1 && is_blank(only) => Self::Line,
            [only] if only.words.len() > 1 && side(only.words.len()).is_some() => Self::Line,
            [first, second, ..] if first.line.number == second.line.number => Self::Rows,
            [first, ..] if first.words.len() == 1 => Self::Course,
            _ => Self::Rows,
        }
    }
}

/// Reads one board in a given format or in the detected one; messages call the file `name`.
///
/// # Errors
/// [`InputError::Unreadable`] when a read fails, [`InputError::Invalid`] when the text is no board in that format.
pub fn read(name: &str, reader: impl Read, format: Option<FileFormat>) -> Result<Board, InputError> {
    let bytes = read_bytes(name, reader)?;
    read_text(&BoardText::new(SourceText::new(name, &bytes)?), format)
}

/// Reads one board from a text.
pub(super) fn read_text(text: &BoardText<'_>, format: Option<FileFormat>) -> Result<Board, InputError> {
    match format.unwrap_or_else(|| FileFormat::detect(text)) {
        // A single column may begin with a number that could be its size.
        FileFormat::Course if format.is_none() && text.is_column() => {
            course::read(text).or_else(|error| rows::read(text).map_err(|_| error))
        }
        FileFormat::Course => course::read(text),
        FileFormat::Rows => rows::read(text),
        FileFormat::Line => line::read(text),
    }
}

/// Writes a board in a format that [`FileFormat::holds`] its size.
pub fn write(board: &Board, format: FileFormat) -> String {
    match format {
        FileFormat::Course => course::write(board),
        FileFormat::Rows => rows::write(board),
        FileFormat::Line => line::write(board),
    }
}

/// Reads the bytes of a file of boards.
///
/// # Errors
/// [`InputError::Unreadable`] when a read fails, [`InputError::Invalid`] when they are too many.
pub fn read_bytes(name: &str, reader: impl Read) -> Result<Vec<u8>, InputError> {
    read_at_most(name, reader, LONGEST, "boards")
}
