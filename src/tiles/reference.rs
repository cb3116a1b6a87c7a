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

#[cfg(test)]
mod tests {
    use super::{expand, position};
    use crate::board::Board;
    use traybit_core::grid::Size;
    use traybit_core::reference::Position;
    use traybit_core::reference::layers::Layers;

    /// Half of 6! boards, a single one of them 21 moves from the goal, which is the farthest.
    #[test]
    fn two_by_three_has_360_positions() {
        let goal = position(&Board::blank_last(Size { height: 2, width: 3 }));
        let mut layers =
            Layers::new(goal, |at: &Position, found: &mut Vec<Position>| expand(2, 3, at, found));
        let mut sizes = Vec::new();
        while !layers.layer().is_empty() {
            sizes.push(layers.layer().len());
            assert!(layers.advance(1000));
        }
        assert_eq!((layers.positions(), sizes.len() - 1, sizes[21]), (360, 21, 1));
    }
}
