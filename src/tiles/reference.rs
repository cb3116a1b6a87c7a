//! Sliding tiles, by the rules alone: a position is the number on each cell, row by row, 0 for the gap.

use crate::board::Board;
use traybit_core::reference::Position;

/// Adds the positions one move on from a position of a board `height` × `width`.
pub fn expand(height: usize, width: usize, position: &Position, found: &mut Vec<Position>) {
    let Some(gap) = position.iter().position(|&tile| tile == 0) else { return };
    let (row, column) = (gap / width, gap % width);
    let above = (row > 0).then(|| gap - width);
    let left = (column > 0).then(|| gap - 1);
    let right = (column + 1 < width).then_some(gap + 1);
    let below = (row + 1 < height).then_some(gap + width);
    for neighbour in [above, left, right, below].into_iter().flatten() {
        let mut next = position.clone();
        next.swap(gap, neighbour);
        found.push(next);
    }
}

/// A board as a position.
#[must_use]
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

    /// The 8-puzzle: half of 9! boards, the farthest 31 moves from the goal.
    #[test]
    fn half_of_all_boards_are_reached() {
        let goal = position(&Board::gap_last(Size { height: 2, width: 3 }));
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
