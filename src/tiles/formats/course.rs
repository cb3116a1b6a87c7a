//! The course's format: a line with the size, then rows of cells of two characters. Boards that are not square have both
//! their sides in the first line, `3x4`.

use crate::board::{self, Board, Size};
use crate::formats::board_text::{BoardText, Number, Row, TIMES, parse_size, write_rows};
use traybit_core::input::InputError;
use traybit_core::source_text::{Spot, quoted};

/// The longest side whose tiles have two digits.
pub(super) const LONGEST_SIDE: u16 = 10;
/// Maximum number of cells whose tiles have two digits.
const MOST_CELLS: usize = 100;

/// Characters from one cell to the next.
const STRIDE: usize = 3;

pub(super) fn read(text: &BoardText<'_>) -> Result<Board, InputError> {
    let Some((first, rows)) = text.rows.split_first() else {
        return Err(text.source.lack("a board of tiles"));
    };
    let size = size(text, first)?;
    let height = size.height;
    if size.cells() == 1 && rows.is_empty() {
        // The one cell is empty, and spaces may be missing.
        return Ok(Board::blank_last(size));
    }
    let typed = first.words[0].text;
    let expected = format!("{height} row{} below the size {typed}", if height == 1 { "" } else { "s" });
    if let Some(extra) = rows.get(usize::from(height)) {
        return Err(text.source.error(Spot { line: extra.line, column: 0 }, &expected, "one more"));
    }
    if rows.len() < usize::from(height) {
        let at = rows.last().unwrap_or(first).line.end();
        return Err(text.source.error(at, &expected, &format!("{} and the end of the file", rows.len())));
    }
    let mut numbers = Vec::with_capacity(size.cells());
    for row in rows {
        numbers.extend(cells(text, row, size)?);
    }
    text.board(size, &numbers)
}

fn size(text: &BoardText<'_>, row: &Row<'_>) -> Result<Size, InputError> {
    let expected = format!("a size of 1 to {}", board::LONGEST_SIDE);
    let size = if let [word] = row.words[..] { parse_size(word.text) } else { None };
    size.ok_or_else(|| text.source.error(row.start(), &expected, &quoted(row.line.text.trim())))
}

/// True if a text begins with both sides of a board, `3x4`: only this format has such a line.
pub(super) fn has_both_sides(text: &BoardText<'_>) -> bool {
    let first = text.rows.first().map(|row| &row.words[..]);
    matches!(first, Some([word]) if word.text.contains(TIMES) && parse_size(word.text).is_some())
}

/// Reads a row: by words where it has all its numbers, or else by columns, which tell where the blank is.
fn cells<'a>(text: &BoardText<'a>, row: &Row<'a>, size: Size) -> Result<Vec<Number<'a>>, InputError> {
    let (words, width) = (&row.words, usize::from(size.width));
    if words.len() == width {
        return text.numbers(row);
    }
    let start = Spot { line: row.line, column: 0 };
    if words.len() + 1 != width {
        let expected = format!("a row of {width} cells");
        let found = format!("{} number{}", words.len(), if words.len() == 1 { "" } else { "s" });
        return Err(text.source.error(start, &expected, &found));
    }
    if size.cells() > MOST_CELLS {
        let expected = format!("a row of {width} numbers, 0 for the blank");
        return Err(text.source.error(start, &expected, &format!("{}", words.len())));
    }
    let mut numbers = vec![Number { value: 0, at: start }; width];
    for (cell, number) in numbers.iter_mut().enumerate() {
        number.at.column = STRIDE * cell;
    }
    for &word in words {
        let (first, last) = (word.at.column, word.at.column + word.text.chars().count() - 1);
        let cell = first / STRIDE;
        if cell >= width || last / STRIDE != cell || last % STRIDE != 1 {
            let expected = "cells of two characters, numbers on the right, one space between two and spaces for the blank";
            return Err(text.source.error(word.at, expected, &quoted(word.text)));
        }
        numbers[cell] = text.number(word)?;
    }
    Ok(numbers)
}

pub(super) fn write(board: &Board) -> String {
    let width = board.size().width;
    let cell = |tile| if tile == 0 { "  ".to_owned() } else { format!("{tile:>2}") };
    format!("{width}\n{}", write_rows(board, width.into(), cell))
}
