//! Rows of integers, 0 for the blank. A single row or column, whose numbers might also be a square in one line or a size
//! and its rows, is written with both its sides in a line before it.

use crate::board::{Board, Size};
use crate::formats::board_text::{self, BoardText};
use crate::formats::course::{self, has_both_sides};
use traybit_core::input::InputError;

pub(super) fn read(text: &BoardText<'_>) -> Result<Board, InputError> {
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
    let size = text.size(text.rows.len(), width, first.start())?;
    text.board(size, &numbers)
}

pub(super) fn write(board: &Board) -> String {
    let (Size { height, width }, digits) = (board.size(), board.digits());
    let sides = if height == 1 || width == 1 { format!("{height}x{width}\n") } else { String::new() };
    sides + &board_text::write(board, width.into(), |tile| format!("{tile:>digits$}"))
}
