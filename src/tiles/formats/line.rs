//! Boards on one line: as many integers as a square has cells, 0 for the blank.

use crate::board::Board;
use crate::formats::board_text::{self, BoardText, side};
use traybit_core::input::InputError;

pub(super) fn read(text: &BoardText<'_>) -> Result<Board, InputError> {
    match &text.rows[..] {
        [] => Err(text.source.lack("a line of integers, one for each cell, 0 for the blank")),
        [row] => {
            let numbers = text.numbers(row)?;
            let start = row.start();
            let Some(side) = side(numbers.len()) else {
                let expected = "as many integers as a square board has cells";
                return Err(text.source.error(start, expected, &numbers.len().to_string()));
            };
            text.board(text.size(side, side, start)?, &numbers)
        }
        [_, second, ..] => Err(text.source.error(second.start(), "one line with one board", "a second row")),
    }
}

pub(super) fn write(board: &Board) -> String {
    board_text::write(board, board.tiles().len(), |tile| tile.to_string())
}
