//! The course's format: a line with the size, then rows of cells of two characters.

use std::fmt::Write as _;

use crate::board::{self, Board, Size};
use crate::formats::board_text::{BoardText, Number};
use traybit_core::input::InputError;
use traybit_core::source_text::{Line, Spot, quoted};

/// The longest side whose tiles have two digits.
pub(super) const LONGEST_SIDE: u16 = 10;

/// Characters from one cell to the next.
const STRIDE: usize = 3;

pub(super) fn read(text: &BoardText<'_>) -> Result<Board, InputError> {
    let Some((&first, rows)) = text.lines.split_first() else {
        return Err(text.source.lack("a board of tiles"));
    };
    let side = side(text, first)?;
    let size = Size { height: side, width: side };
    if side == 1 && rows.is_empty() {
        // The one cell is empty, and spaces may be missing.
        return Ok(Board::blank_last(size));
    }
    let expected = format!("{side} row{} below the size {side}", if side == 1 { "" } else { "s" });
    if let Some(extra) = rows.get(usize::from(side)) {
        let at = Spot { line: *extra, column: 0 };
        return Err(text.source.error(at, &expected, "one more"));
    }
    if rows.len() < usize::from(side) {
        let at = text.end().expect("the first line is there");
        return Err(text.source.error(at, &expected, &format!("{} and the end of the file", rows.len())));
    }
    let mut numbers = Vec::with_capacity(size.cells());
    for &line in rows {
        numbers.extend(row(text, line, side)?);
    }
    text.board(size, &numbers)
}

fn side(text: &BoardText<'_>, line: Line<'_>) -> Result<u16, InputError> {
    let words = line.words(0);
    let expected = format!("a size of 1 to {}", board::LONGEST_SIDE);
    let side = match words[..] {
        [word] => word.text.parse().ok().filter(|side| (1..=board::LONGEST_SIDE).contains(side)),
        _ => None,
    };
    side.ok_or_else(|| text.source.error(words[0].at, &expected, &quoted(line.text.trim())))
}

/// Reads a row: by words where it has all its numbers, or else by columns, which tell where the blank is.
fn row<'a>(text: &BoardText<'a>, line: Line<'a>, side: u16) -> Result<Vec<Number<'a>>, InputError> {
    let words = line.words(0);
    let side = usize::from(side);
    if words.len() == side {
        return text.numbers(line);
    }
    let start = Spot { line, column: 0 };
    if words.len() + 1 != side {
        let expected = format!("a row of {side} cells");
        let found = format!("{} number{}", words.len(), if words.len() == 1 { "" } else { "s" });
        return Err(text.source.error(start, &expected, &found));
    }
    if side > usize::from(LONGEST_SIDE) {
        let expected = format!("a row of {side} numbers, 0 for the blank");
        return Err(text.source.error(start, &expected, &format!("{}", words.len())));
    }
    let mut numbers = vec![Number { value: 0, at: start }; side];
    for (cell, number) in numbers.iter_mut().enumerate() {
        number.at.column = STRIDE * cell;
    }
    for word in words {
        let (first, last) = (word.at.column, word.at.column + word.text.chars().count() - 1);
        let cell = first / STRIDE;
        if cell >= side || last / STRIDE != cell || last % STRIDE != 1 {
            let expected = "cells of two characters, numbers on the right, one space between two and spaces for the blank";
            return Err(text.source.error(word.at, expected, &quoted(word.text)));
        }
        numbers[cell] = text.number(word)?;
    }
    Ok(numbers)
}

pub(super) fn write(board: &Board) -> String {
    let width = usize::from(board.size().width);
    let mut text = format!("{width}\n");
    for (cell, &tile) in board.tiles().iter().enumerate() {
        let end = if (cell + 1).is_multiple_of(width) { '\n' } else { ' ' };
        // A string takes all.
        let _ = match tile {
            0 => write!(text, "  {end}"),
            _ => write!(text, "{tile:>2}{end}"),
        };
    }
    text
}
