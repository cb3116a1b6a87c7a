//! Plain rules of sliding tiles: a position is the number on each cell, row by row, 0 for the blank.

use crate::board::Board;
use traybit_core::reference::Position;

/// Adds the successors of a position on a board of `height` × `width` cells.
pub fn expand(height: usize, width: usize, position: &Position, found: &mut Vec<Position>) {
    let Some(blank) = position.iter().position(|&tile| tile == 0) else { return };
    let (row, column) = (blank / width, blank % width);
    let above = (row > 0).then(|| blank - width);
    let left = (column > 0).then(|| blank - 1);
    let right = (column + 1 < width).then_some(blank + 1);
    let below = (row + 1 < height).then_some(blank + width);
    for neighbour in [above, left, right, below].into_iter().flatten() {
        let mut next = position.clone();
        next.swap(blank, neighbour);
        found.push(next);
    }
}

/// Position of a board.
pub fn position(board: &Board) -> Position {
    board.tiles().into()
}
