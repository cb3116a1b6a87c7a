//! Plain rules of sliding tiles: a position is the number on each cell, row by row, 0 for the blank, [`WALL`] for a wall.

use crate::board::{Board, MOST_CELLS, WALL};
use traybit_core::grid::Size;
use traybit_core::reference::Position;

/// Adds the successors of a position on a board of some size.
pub fn expand(size: Size, position: &Position, found: &mut Vec<Position>) {
    let Some(blank) = position.iter().position(|&tile| tile == 0) else { return };
    let is_open = |&cell: &usize| position[cell] != WALL || position.len() == MOST_CELLS;
    for neighbour in size.beside(size.cell(blank)).map(|cell| size.number(cell)).filter(is_open) {
        let mut next = position.clone();
        next.swap(blank, neighbour);
        found.push(next);
    }
}

/// Position of a board.
pub fn position(board: &Board) -> Position {
    board.tiles().into()
}
