//! File formats of boards, detected from a file's content.
//!
//! ```text
//! course             rows                line
//! 3                  # comments          8 0 3 4 1 5 2 6 7
//!  8     3           8 0 3
//!  4  1  5           4 1 5               a list has one such line for each board, and may
//!  2  6  7           2 6 7               have a name before it, a length after it
//! ```
//!
//! The course's rows have two characters for a cell and one space between two; spaces are the blank, and may be missing
//! at the end. Where 0 stands for the blank, the columns do not matter. A first line `3x4` is the size of any board.
//! Commas may stand between numbers, and bars in place of a row's end: `8 0 3/4 1 5/2 6 7`.

mod board_text;
mod course;
mod list;

use std::io::Read;

use crate::board::{Board, Size};
use crate::formats::board_text::{BoardText, Row, TIMES, side, write_rows};
use crate::formats::course::has_both_sides;
use traybit_core::input::{InputError, read_at_most};
use traybit_core::source_text::{SourceText, without_mark};

pub use crate::formats::board_text::parse_size;
pub use crate::formats::list::{Entry, read_list};

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
    fn detect(text: &BoardText<'_>) -> Self {
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
fn read_text(text: &BoardText<'_>, format: Option<FileFormat>) -> Result<Board, InputError> {
    match format.unwrap_or_else(|| FileFormat::detect(text)) {
        // A single column may begin with a number that could be its size.
        FileFormat::Course if format.is_none() && text.is_column() => {
            course::read(text).or_else(|error| read_rows(text).map_err(|_| error))
        }
        FileFormat::Course => course::read(text),
        FileFormat::Rows => read_rows(text),
        FileFormat::Line => read_line(text),
    }
}

fn read_rows(text: &BoardText<'_>) -> Result<Board, InputError> {
    let Some(first) = text.rows.first() else {
        return Err(text.source.lack("a board of tiles: rows of integers, 0 for the blank"));
    };
    if has_both_sides(text) {
        return course::read(text);
    }
    let width = first.words.len();
    let mut numbers = Vec::new();
    for row in &text.rows {
        let found = text.numbers(row)?;
        if found.len() != width {
            let expected = format!("a row of {width} numbers like the first one, 0 for the blank");
            return Err(text.source.error(row.start(), &expected, &found.len().to_string()));
        }
        numbers.extend(found);
    }
    text.board(text.size(text.rows.len(), width, first.start())?, &numbers)
}

fn read_line(text: &BoardText<'_>) -> Result<Board, InputError> {
    match &text.rows[..] {
        [] => Err(text.source.lack("a line of integers, one for each cell, 0 for the blank")),
        [row] => {
            let numbers = text.numbers(row)?;
            let Some(side) = side(numbers.len()) else {
                let expected = "as many integers as a square board has cells";
                return Err(text.source.error(row.start(), expected, &numbers.len().to_string()));
            };
            text.board(text.size(side, side, row.start())?, &numbers)
        }
        [_, second, ..] => Err(text.source.error(second.start(), "one line with one board", "a second row")),
    }
}

/// Writes a board in a format that [`FileFormat::holds`] its size.
pub fn write(board: &Board, format: FileFormat) -> String {
    let (Size { height, width }, digits) = (board.size(), board.digits());
    match format {
        FileFormat::Course => course::write(board),
        FileFormat::Rows => {
            // A single row or column might also be read as a square in one line, or as a size and its rows.
            let sides = if height == 1 || width == 1 { format!("{height}x{width}\n") } else { String::new() };
            sides + &write_rows(board, width.into(), |tile| format!("{tile:>digits$}"))
        }
        FileFormat::Line => write_rows(board, board.tiles().len(), |tile| tile.to_string()),
    }
}

/// Reads the bytes of a file of boards.
///
/// # Errors
/// [`InputError::Unreadable`] when a read fails, [`InputError::Invalid`] when they are too many.
pub fn read_bytes(name: &str, reader: impl Read) -> Result<Vec<u8>, InputError> {
    read_at_most(name, reader, LONGEST, "boards")
}

/// True if a file holds integers only, three or more in its first line (a tray begins with two): a file that is no board
/// then was to be one.
#[must_use]
pub fn has_only_integers(bytes: &[u8]) -> bool {
    let bytes = without_mark(bytes);
    let is_integer = |word: &&[u8]| word.iter().all(u8::is_ascii_digit);
    let words = |text: &'_ [u8]| text.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).count();
    let first = bytes.trim_ascii_start().split(|byte| *byte == b'\n').next().unwrap_or_default();
    words(first) > 2 && bytes.split(u8::is_ascii_whitespace).all(|word| is_integer(&word))
}

/// True if the first line of a file is a size: a file that is no board then was to be one.
#[must_use]
pub fn begins_with_size(bytes: &[u8]) -> bool {
    let mut lines = without_mark(bytes).split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
    let first = lines.find(|line| !line.is_empty()).and_then(|line| str::from_utf8(line).ok());
    let is_side = |side: &str| matches!(side.len(), 1..=3) && side.bytes().all(|byte| byte.is_ascii_digit());
    first.is_some_and(|line| {
        line.split_once(TIMES).map_or(is_side(line), |(height, width)| is_side(height) && is_side(width))
    })
}
