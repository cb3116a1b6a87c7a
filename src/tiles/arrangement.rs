//! A board with its tiles renamed: each is named after its home, the cell where the goal has it.
//!
//! ```text
//!   start        goal         homes              any goal becomes this one:
//!   3 1 2        1 2 3        2 0 1              0 1 2
//!   5 4 .        4 5 .        4 3 5              3 4 5    (each cell holds its own number)
//! ```
//!
//! So searches need not know how tiles are numbered, nor where the goal has its blank.

use crate::{Board, Direction};
use traybit_core::Size;

/// Permutation of the cells: by cell, the home of its tile or of the blank.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Arrangement {
    size: Size,
    homes: Vec<u16>,
    blank: usize,
    blank_home: usize,
}

impl Arrangement {
    /// Renames the tiles of `start` by their cells in `goal`, a board of the same size.
    pub fn new(start: &Board, goal: &Board) -> Self {
        assert_eq!(start.size(), goal.size(), "boards of one size");
        let mut home = vec![0; goal.tiles().len()];
        for (&tile, cell) in goal.tiles().iter().zip(0..=u16::MAX) {
            home[usize::from(tile)] = cell;
        }
        let homes = start.tiles().iter().map(|&tile| home[usize::from(tile)]).collect();
        Self::of_homes(start.size(), homes, goal.blank())
    }

    /// Arrangement of these homes by cell, a permutation of the cells.
    pub(super) fn of_homes(size: Size, homes: Vec<u16>, blank_home: usize) -> Self {
        let blank = homes.iter().position(|&home| usize::from(home) == blank_home);
        Self { size, homes, blank: blank.expect("a permutation"), blank_home }
    }

    /// The board with the tiles of `goal`, the inverse of [`Arrangement::new`]: its size and its blank are the arrangement's.
    pub fn board(&self, goal: &Board) -> Board {
        assert_eq!((self.size, self.blank_home), (goal.size(), goal.blank()), "the goal of the arrangement");
        let tiles = self.homes.iter().map(|&home| goal.tiles()[usize::from(home)]).collect();
        Board::new(self.size, tiles).expect("a permutation of the goal")
    }

    /// Height and width.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Homes by cell.
    pub fn homes(&self) -> &[u16] {
        &self.homes
    }

    /// Cell of the blank.
    pub fn blank(&self) -> usize {
        self.blank
    }

    /// Cell of the blank in the goal.
    pub fn blank_home(&self) -> usize {
        self.blank_home
    }

    /// Moves a tile into the blank; at the edge of the board, changes nothing and returns `false`.
    #[inline]
    pub fn slide(&mut self, direction: Direction) -> bool {
        let Some(cell) = direction.source(self.blank, self.size) else { return false };
        self.homes.swap(cell, self.blank);
        self.blank = cell;
        true
    }

    /// Makes moves one after the other, except for those that are impossible.
    pub fn follow(&mut self, moves: &[Direction]) {
        for &direction in moves {
            self.slide(direction);
        }
    }

    /// True if everything is at home.
    pub fn is_solved(&self) -> bool {
        (0..=u16::MAX).zip(&self.homes).all(|(cell, &home)| cell == home)
    }

    /// Manhattan distance, the sum of all tiles' distances from home: no solution has fewer moves.
    pub fn manhattan(&self) -> u64 {
        let cells = self.homes.iter().enumerate().filter(|&(cell, _)| cell != self.blank);
        cells.map(|(cell, &home)| u64::from(self.size.steps(cell, usize::from(home)))).sum()
    }

    /// Proof that the goal cannot be reached, if there is one. By parity: each move changes that of the permutation and
    /// that of the blank's distance from its home. On one row or column the tiles must stand in the goal's order, too.
    /// (W. W. Johnson and W. E. Story, "Notes on the '15' puzzle", 1879.)
    pub fn obstacle(&self) -> Option<Obstacle> {
        if self.size.height == 1 || self.size.width == 1 {
            let tiles = self.homes.iter().filter(|&&home| usize::from(home) != self.blank_home);
            return (!tiles.is_sorted()).then_some(Obstacle::Order);
        }
        let even = self.even_permutation() == self.size.steps(self.blank, self.blank_home).is_multiple_of(2);
        (!even).then_some(Obstacle::Parity)
    }

    fn even_permutation(&self) -> bool {
        let (mut homes, mut even) = (self.homes.clone(), true);
        for cell in 0..homes.len() {
            while usize::from(homes[cell]) != cell {
                let home = usize::from(homes[cell]);
                homes.swap(cell, home);
                even = !even;
            }
        }
        even
    }
}

/// Reason why the goal cannot be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// The permutation is of the wrong parity.
    Parity,
    /// On a single row or column no tile can pass another, and they are in a different order.
    Order,
}

/// Sentence about a board that has no solution, without its full stop.
#[must_use]
pub fn unsolvable(obstacle: Obstacle) -> String {
    let reason = match obstacle {
        Obstacle::Parity => {
            "every move exchanges the blank with a neighbour, and for such exchanges this order of the tiles has the \
             wrong parity, as half of all boards have"
        }
        Obstacle::Order => {
            "on a single row or column no tile can pass another, and the goal has them in another order"
        }
    };
    format!("no solution exists: {reason}")
}
