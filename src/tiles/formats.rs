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
//! at the end. If 0 stands for the blank, the columns do not matter. A first line `3x4` is the size of any board.
//! Commas may stand between numbers, and bars in place of a row's end: `8 0 3/4 1 5/2 6 7`. `x` is a wall, and `*` an open
//! cell of a goal.

mod board_text;
mod list;

use std::collections::HashSet;
use std::io::Read;

use crate::board::{Board, LONGEST_SIDE, Size};
use crate::formats::board_text::{BoardText, Row};
use traybit_core::input::{FOR_LISTS, InputError, Likeness, read_at_most, unexpected};
use traybit_core::source_text::{SourceText, Spot, Word, quoted, without_mark};

pub use crate::formats::list::{Entry, read_list};

/// Bytes of the longest file that is read: room for tens of thousands of boards, or for the largest one many times.
const LONGEST: usize = 1 << 24;
/// The longest side of squares whose tiles have two digits, and the cells of such boards.
const TWO_DIGIT_SIDE: u16 = 10;
const TWO_DIGIT_CELLS: usize = 100;
/// Characters from one cell of the course's format to the next.
const STRIDE: usize = 3;
/// Characters between the sides of a size.
const TIMES: [char; 3] = ['x', 'X', '×'];

/// File format of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FileFormat {
    /// A line with the size N, then N rows of N cells of two characters; when written, N is at most 10.
    Course,
    /// Rows of integers, 0 for the blank.
    Rows,
    /// One line of N² integers, 0 for the blank.
    Line,
}

impl FileFormat {
    /// All formats.
    pub const ALL: [Self; 3] = [Self::Course, Self::Rows, Self::Line];

    /// The default format for boards of a size.
    pub fn usual(size: Size) -> Self {
        if Self::Course.holds(size) { Self::Course } else { Self::Rows }
    }

    /// True if the format can hold boards of a size.
    pub fn holds(self, size: Size) -> bool {
        let is_square = size.height == size.width;
        match self {
            Self::Course => is_square && size.height <= TWO_DIGIT_SIDE,
            Self::Rows => true,
            Self::Line => is_square,
        }
    }

    /// Detects the format: the course's if the first line holds a single word, a size; a single line is [`Self::Line`] if
    /// its number of integers is that of a square's cells.
    fn detect(text: &BoardText<'_>) -> Self {
        match &text.rows[..] {
            [only] if square(only.len()).is_some() && (only.len() > 1 || only[0].text == "0") => Self::Line,
            [first, second, ..] if first[0].at.line.number == second[0].at.line.number => Self::Rows,
            [first, ..] if first.len() == 1 => Self::Course,
            _ => Self::Rows,
        }
    }
}

/// Reads one board in a given format or in the detected one; messages call the file `name`.
pub fn read(name: &str, reader: impl Read, format: Option<FileFormat>) -> Result<Board, InputError> {
    let bytes = read_bytes(name, reader)?;
    read_text(&BoardText::new(SourceText::new(name, &bytes)?, false), format).map_err(|error| {
        let listed = read_list(name, &bytes[..], None).unwrap_or_default();
        let sizes: HashSet<usize> = listed.iter().map(|entry| entry.board.size().cells()).collect();
        if format.is_some() || listed.len() < 2 || sizes.len() > 1 || sizes.contains(&1) {
            return error;
        }
        InputError::Invalid(format!("{name}: expected one board, found a list of boards, {FOR_LISTS}"))
    })
}

/// Reads a goal, which may have open cells, as [`read`] reads a board.
pub fn read_goal(name: &str, bytes: &[u8], format: Option<FileFormat>) -> Result<Board, InputError> {
    read_text(&BoardText::new(SourceText::new(name, bytes)?, true), format)
}

fn read_text(text: &BoardText<'_>, format: Option<FileFormat>) -> Result<Board, InputError> {
    let is_column = text.rows.len() > 1 && text.rows.iter().all(|row| row.len() == 1);
    match format.unwrap_or_else(|| FileFormat::detect(text)) {
        // A single column may begin with a number that could be its size.
        FileFormat::Course if format.is_none() && is_column => {
            read_course(text).or_else(|error| read_rows(text).map_err(|_| error))
        }
        FileFormat::Course => read_course(text),
        FileFormat::Rows => read_rows(text),
        FileFormat::Line => read_line(text),
    }
}

fn read_course(text: &BoardText<'_>) -> Result<Board, InputError> {
    let Some((first, rows)) = text.rows.split_first() else {
        return Err(text.source.lack("a board of tiles"));
    };
    let Word { text: typed, at } = first[0];
    let Some(size) = parse_size(typed).ok().filter(|_| first.len() == 1) else {
        let expected = format!("a size of 1 to {LONGEST_SIDE}");
        return Err(text.source.error(at, &expected, &quoted(at.line.text.trim())));
    };
    let height = usize::from(size.height);
    if size.cells() == 1 && rows.is_empty() {
        // The only cell is the blank, and spaces may be missing.
        return Ok(Board::blank_last(size));
    }
    let expected = format!("{height} row{} below the size {typed}", if height == 1 { "" } else { "s" });
    if let Some(extra) = rows.get(height) {
        return Err(text.source.error(Spot { column: 0, ..extra[0].at }, &expected, "one more"));
    }
    if rows.len() < height {
        let end = rows.last().unwrap_or(first)[0].at.line.end();
        return Err(text.source.error(end, &expected, &format!("{} and the end of the file", rows.len())));
    }
    let cells = rows.iter().map(|row| course_row(text, row, size)).collect::<Result<Vec<_>, _>>()?;
    text.board(size, &cells.concat())
}

/// Cells of a row: its words if it has all numbers, or else words by column, which shows where the blank is.
fn course_row<'a>(text: &BoardText<'a>, row: &Row<'a>, size: Size) -> Result<Row<'a>, InputError> {
    let (start, width) = (Spot { column: 0, ..row[0].at }, usize::from(size.width));
    if row.len() == width {
        return text.check_numbers(row).map(|()| row.clone());
    }
    if row.len() + 1 != width {
        let found = format!("{} number{}", row.len(), if row.len() == 1 { "" } else { "s" });
        return Err(text.source.error(start, &format!("a row of {width} cells"), &found));
    }
    if size.cells() > TWO_DIGIT_CELLS {
        let expected = format!("a row of {width} numbers, 0 for the blank");
        return Err(text.source.error(start, &expected, &row.len().to_string()));
    }
    let blank = |cell| Word { text: "0", at: Spot { column: STRIDE * cell, ..start } };
    let mut cells: Row<'a> = (0..width).map(blank).collect();
    for &word in row {
        let cell = word.at.column / STRIDE;
        // A word between commas may be empty.
        if cell >= width || word.at.column + word.text.chars().count() != STRIDE * cell + 2 {
            let expected = "cells of two characters, numbers on the right, one space between two and spaces for the blank";
            return Err(text.source.error(word.at, expected, &quoted(word.text)));
        }
        text.check_numbers(&[word])?;
        cells[cell] = word;
    }
    Ok(cells)
}

fn read_rows(text: &BoardText<'_>) -> Result<Board, InputError> {
    let Some(first) = text.rows.first() else {
        return Err(text.source.lack("a board of tiles: rows of integers, 0 for the blank"));
    };
    // Only the course's format begins with both sides of a board.
    if matches!(first[..], [word] if word.text.contains(TIMES) && parse_size(word.text).is_ok()) {
        return read_course(text);
    }
    let width = first.len();
    for row in &text.rows {
        text.check_numbers(row)?;
        if row.len() != width {
            let expected = format!("a row of {width} numbers like the first one, 0 for the blank");
            return Err(text.source.error(row[0].at, &expected, &row.len().to_string()));
        }
    }
    text.board(text.size(text.rows.len(), width, first[0].at)?, &text.rows.concat())
}

fn read_line(text: &BoardText<'_>) -> Result<Board, InputError> {
    match &text.rows[..] {
        [] => Err(text.source.lack("a line of integers, one for each cell, 0 for the blank")),
        [row] => {
            text.check_numbers(row)?;
            let Some(side) = square(row.len()) else {
                let expected = "as many integers as a square board has cells";
                return Err(text.source.error(row[0].at, expected, &row.len().to_string()));
            };
            text.board(text.size(side, side, row[0].at)?, row)
        }
        [_, second, ..] => Err(text.source.error(second[0].at, "one line with one board", "a second row")),
    }
}

fn square(cells: usize) -> Option<usize> {
    let side = cells.isqrt();
    (side * side == cells).then_some(side)
}

/// Writes a board in a format that [`FileFormat::holds`] its size.
pub fn write(board: &Board, format: FileFormat) -> String {
    let (Size { height, width }, digits) = (board.size(), board.digits());
    let rows = |width: usize, cell: &dyn Fn(u16) -> String| -> String {
        let row = |row: &[u16]| row.iter().map(|&tile| cell(tile)).collect::<Vec<_>>().join(" ") + "\n";
        board.tiles().chunks(width).map(row).collect()
    };
    match format {
        FileFormat::Course => {
            format!("{width}\n{}", rows(width.into(), &|tile| board.written(tile, 2, " ")))
        }
        FileFormat::Rows => {
            // A single row or column might also be read as a square in one line, or as a size and its rows.
            let sides = if height == 1 || width == 1 { format!("{height}x{width}\n") } else { String::new() };
            sides + &rows(width.into(), &|tile| board.written(tile, digits, "0"))
        }
        FileFormat::Line => rows(board.tiles().len(), &|tile| board.written(tile, 1, "0")),
    }
}

/// Size as typed: `4` is 4×4, `3x4` has 3 rows and 4 columns. The error is a sentence without its full stop.
pub fn parse_size(text: &str) -> Result<Size, String> {
    let square = || text.trim().parse().ok().and_then(|side| Size::of(side, side));
    let expected = format!("a size such as 4 or 3x4 (rows x columns), sides of 1 to {LONGEST_SIDE}");
    Size::parse(&text.replace('X', "x")).or_else(square).ok_or_else(|| unexpected(&expected, text))
}

/// Reads the bytes of a file of boards; fails if it is too long.
pub fn read_bytes(name: &str, reader: impl Read) -> Result<Vec<u8>, InputError> {
    read_at_most(name, reader, LONGEST, "boards")
}

/// Likeness of a file to a board: the first line is a size, or all words are integers and signs, three or more of them in
/// the first line, as a tray begins with two.
pub fn likeness(bytes: &[u8]) -> Likeness {
    let bytes = without_mark(bytes).trim_ascii_start();
    let first = bytes.split(|byte| *byte == b'\n').next().unwrap_or_default().trim_ascii_end();
    let words = first.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).count();
    let is_integer = |word: &[u8]| word.iter().all(u8::is_ascii_digit) || matches!(word, b"x" | b"*");
    let are_integers =
        bytes.split(u8::is_ascii_whitespace).all(is_integer) && bytes.iter().any(u8::is_ascii_digit);
    let is_side = |side: &str| matches!(side.len(), 1..=3) && side.bytes().all(|byte| byte.is_ascii_digit());
    let is_size = |line: &str| line.split(TIMES).all(is_side) && line.split(TIMES).count() <= 2;
    let is_likely = words > 2 && are_integers || str::from_utf8(first).is_ok_and(is_size);
    if is_likely { Likeness::Likely } else { Likeness::Possible }
}
