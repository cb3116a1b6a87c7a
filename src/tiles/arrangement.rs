//! A board seen from its goal: who stands on a cell is called by the cell that it has to get to.
//!
//! ```text
//!   start        goal         homes              any goal becomes this one:
//!   3 1 2        1 2 3        2 0 1              0 1 2
//!   5 4 .        4 5 .        4 3 5              3 4 5    (each cell holds its own number)
//! ```
//!
//! So no search has to know how tiles are numbered nor where the goal has its gap.

use crate::board::Board;
use crate::direction::Direction;
use traybit_core::grid::Size;

/// For each cell the home of who stands there, the gap among them: a permutation of the cells.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Arrangement {
    size: Size,
    homes: Vec<u16>,
    /// The cell of the gap.
    gap: usize,
    /// The cell of the gap in the goal.
    rest: usize,
}

impl Arrangement {
    /// How `start` looks from `goal`.
    ///
    /// # Panics
    /// When the sizes of the two are not the same.
    #[must_use]
    pub fn new(start: &Board, goal: &Board) -> Self {
        assert_eq!(start.size(), goal.size(), "boards of one size");
        let mut home = vec![0; goal.tiles().len()];
        for (&tile, cell) in goal.tiles().iter().zip(0..=u16::MAX) {
            home[usize::from(tile)] = cell;
        }
        let homes = start.tiles().iter().map(|&tile| home[usize::from(tile)]).collect();
        Self { size: start.size(), homes, gap: start.gap(), rest: goal.gap() }
    }

    /// The board that looks like this from `goal`.
    ///
    /// # Panics
    /// When the goal is of another size, or has its gap elsewhere.
    #[must_use]
    pub fn board(&self, goal: &Board) -> Board {
        assert_eq!((self.size, self.rest), (goal.size(), goal.gap()), "the goal that it is seen from");
        let tiles = self.homes.iter().map(|&home| goal.tiles()[usize::from(home)]).collect();
        Board::new(self.size, tiles).expect("a permutation of the goal")
    }

    /// Height and width.
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// For each cell the home of who stands there.
    #[must_use]
    pub fn homes(&self) -> &[u16] {
        &self.homes
    }

    /// The cell of the gap.
    #[must_use]
    pub fn gap(&self) -> usize {
        self.gap
    }

    /// The cell of the gap in the goal: its home.
    #[must_use]
    pub fn rest(&self) -> usize {
        self.rest
    }

    /// Moves a tile into the gap; false, and nothing changes, where the board ends.
    #[inline]
    pub fn slide(&mut self, direction: Direction) -> bool {
        let Some(cell) = direction.source(self.gap, self.size) else { return false };
        self.homes.swap(cell, self.gap);
        self.gap = cell;
        true
    }

    /// Makes moves one after the other; those that are impossible are passed over.
    pub fn follow(&mut self, moves: &[Direction]) {
        for &direction in moves {
            self.slide(direction);
        }
    }

    /// Whether everything is at home.
    #[must_use]
    pub fn is_solved(&self) -> bool {
        (0..=u16::MAX).zip(&self.homes).all(|(cell, &home)| cell == home)
    }

    /// The sum of the steps that each tile is from its home: no solution has fewer moves.
    #[must_use]
    pub fn manhattan(&self) -> u64 {
        let cells = self.homes.iter().enumerate().filter(|&(cell, _)| cell != self.gap);
        cells.map(|(cell, &home)| u64::from(self.size.steps(cell, usize::from(home)))).sum()
    }

    /// Whether the goal can be reached, by parity: each move changes that of the permutation and that of the gap's
    /// distance from its home. On a board of one row or column the tiles must stand in the goal's order, too.
    /// (W. W. Johnson and W. E. Story, "Notes on the '15' puzzle", 1879.)
    #[must_use]
    pub fn obstacle(&self) -> Option<Obstacle> {
        if self.size.height == 1 || self.size.width == 1 {
            let tiles = |homes: &[u16], gap: usize| {
                homes.iter().copied().filter(|&home| usize::from(home) != gap).collect::<Vec<_>>()
            };
            return (!tiles(&self.homes, self.rest).is_sorted()).then_some(Obstacle::Order);
        }
        let even = self.even_permutation() == self.size.steps(self.gap, self.rest).is_multiple_of(2);
        (!even).then_some(Obstacle::Parity)
    }

    /// Whether an even number of exchanges brings everything home.
    fn even_permutation(&self) -> bool {
        let mut seen = vec![false; self.homes.len()];
        let mut exchanges = 0;
        for cell in 0..self.homes.len() {
            let mut at = cell;
            while !seen[at] {
                seen[at] = true;
                at = usize::from(self.homes[at]);
                exchanges += usize::from(at != cell);
            }
        }
        exchanges.is_multiple_of(2)
    }
}

/// Why the goal cannot be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// The permutation is of the wrong parity.
    Parity,
    /// On a single row or column no tile can pass another, and they stand in another order.
    Order,
}

#[cfg(test)]
mod tests {
    use super::{Arrangement, Obstacle};
    use crate::board::Board;
    use crate::distances::distances;
    use traybit_core::grid::Size;

    fn arrangement(size: Size, start: &[u16]) -> Arrangement {
        Arrangement::new(&Board::new(size, start.to_vec()).unwrap(), &Board::gap_last(size))
    }

    #[test]
    fn cells_are_called_by_the_goal() {
        let size = Size { height: 2, width: 3 };
        let seen = arrangement(size, &[3, 1, 2, 5, 4, 0]);
        assert_eq!(seen.homes(), [2, 0, 1, 4, 3, 5]);
        assert_eq!((seen.gap(), seen.rest(), seen.manhattan()), (5, 5, 6));
        assert_eq!(seen.board(&Board::gap_last(size)).tiles(), [3, 1, 2, 5, 4, 0]);
        let first = Arrangement::new(&Board::gap_last(size), &Board::gap_first(size));
        assert_eq!(first.homes(), [1, 2, 3, 4, 5, 0]);
        assert_eq!((first.gap(), first.rest()), (5, 0));
        assert!(Arrangement::new(&Board::gap_first(size), &Board::gap_first(size)).is_solved());
    }

    /// Every permutation of the cells of a board, as tiles.
    fn permutations(tiles: &mut Vec<u16>, left: &mut Vec<u16>, visit: &mut impl FnMut(&[u16])) {
        if left.is_empty() {
            visit(tiles);
        }
        for index in 0..left.len() {
            tiles.push(left.remove(index));
            permutations(tiles, left, visit);
            left.insert(index, tiles.pop().unwrap());
        }
    }

    #[test]
    fn an_obstacle_is_told_exactly_where_no_moves_lead_to_the_goal() {
        for (height, width) in [(1, 1), (1, 2), (1, 5), (4, 1), (2, 2), (2, 3), (3, 2)] {
            let size = Size { height, width };
            let reached = distances(&Board::gap_last(size));
            let mut count = 0;
            let cells = height * width;
            permutations(&mut Vec::new(), &mut (0..cells).collect(), &mut |tiles| {
                let start = arrangement(size, tiles);
                assert_eq!(start.obstacle().is_none(), reached.contains_key(&start), "{tiles:?}");
                count += u32::from(start.obstacle().is_none());
            });
            assert_eq!(count as usize, reached.len());
        }
        let row = arrangement(Size { height: 1, width: 3 }, &[2, 1, 0]);
        assert_eq!(row.obstacle(), Some(Obstacle::Order));
        let swapped = arrangement(Size { height: 2, width: 2 }, &[2, 1, 3, 0]);
        assert_eq!(swapped.obstacle(), Some(Obstacle::Parity));
    }
}
