//! Rows of integers, 0 for the blank.

use std::fmt::Write as _;

use crate::board::Board;
use crate::formats::board_text::BoardText;
use traybit_core::input::InputError;
use traybit_core::source_text::Spot;

pub(super) fn read(text: &BoardText<'_>) -> Result<Board, InputError> {
    let Some(&first) = text.lines.first() else {
        return Err(text.source.lack("a board of tiles: rows of integers, 0 for the blank"));
    };
    let width = first.words(0).len();
    let mut numbers = Vec::new();
    for &line in &text.lines {
        let row = text.numbers(line)?;
        if row.len() != width {
            let expected = format!("a row of {width} numbers like the first one, 0 for the blank");
            return Err(text.source.error(Spot { line, column: 0 }, &expected, &row.len().to_string()));
        }
        numbers.extend(row);
    }
    let size = text.size(text.lines.len(), width, Spot { line: first, column: 0 })?;
    text.board(size, &numbers)
}

pub(super) fn write(board: &Board) -> String {
    let (width, digits) = (usize::from(board.size().width), board.digits());
    let mut text = String::with_capacity((digits + 1) * board.tiles().len());
    for (cell, tile) in board.tiles().iter().enumerate() {
        let end = if (cell + 1).is_multiple_of(width) { '\n' } else { ' ' };
        // A string takes all.
        let _ = write!(text, "{tile:>digits$}{end}");
    }
    text
}
