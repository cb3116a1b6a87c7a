//! A board with its tiles renamed: each is named after its home, the cell where the goal has it.
//!
//! ```text
//!   start        goal         homes              any goal becomes this one:
//!   3 1 2        1 2 3        2 0 1              0 1 2
//!   5 4 .        4 5 .        4 3 5              3 4 5    (each cell holds its own number)
//! ```
//!
//! Walls and tiles that the goal does not name have no home: their cells hold [`WALL`] and [`ANY`].
//!
//! So searches need not know how tiles are numbered, nor where the goal has its blank.

use crate::board::{ANY, WALL};
use crate::{Board, Direction};
use traybit_core::Size;

/// By cell, the home of its tile or of the blank; a permutation of the cells, if the board and the goal are plain.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Arrangement {
    size: Size,
    homes: Vec<u16>,
    blank: usize,
    blank_home: usize,
    /// True if the board has no walls and every tile a home.
    pub(super) is_plain: bool,
}

impl Arrangement {
    /// Renames the tiles of `start` by their cells in `goal`, a board of the same size.
    pub fn new(start: &Board, goal: &Board) -> Self {
        assert_eq!(start.size(), goal.size(), "boards of one size");
        let mut home = vec![ANY; goal.tiles().len()];
        for (cell, at) in (0..home.len()).zip(0..=u16::MAX) {
            goal.number(cell).into_iter().for_each(|tile| home[usize::from(tile)] = at);
        }
        let homes = start.numbers().into_iter().map(|n| n.map_or(WALL, |tile| home[usize::from(tile)]));
        let (homes, is_plain) = (homes.collect(), start.is_plain() && goal.is_plain());
        let blank_home = if goal.number(goal.blank()) == Some(0) { goal.blank() } else { ANY.into() };
        Self { size: start.size(), homes, blank: start.blank(), blank_home, is_plain }
    }

    /// Arrangement of these homes by cell, a permutation of the cells.
    pub(super) fn of_homes(size: Size, homes: Vec<u16>, blank_home: usize) -> Self {
        let blank = homes.iter().position(|&home| usize::from(home) == blank_home);
        Self { size, homes, blank: blank.expect("a permutation"), blank_home, is_plain: true }
    }

    /// The board with the tiles of a plain `goal`, the inverse of [`Arrangement::new`]: its size and its blank are the
    /// arrangement's.
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

    /// Cell of the blank in the goal; [`ANY`] if the goal leaves it open.
    pub fn blank_home(&self) -> usize {
        self.blank_home
    }

    /// Home of what stands on a cell; `None` for a wall, and for a tile or a blank that may stand on any open cell.
    #[inline]
    pub fn home(&self, cell: usize) -> Option<usize> {
        Some(self.homes[cell]).filter(|&home| self.is_plain || home < ANY).map(usize::from)
    }

    /// True if the cell is a wall.
    #[inline]
    pub fn is_wall(&self, cell: usize) -> bool {
        !self.is_plain && self.homes[cell] == WALL
    }

    /// Moves a tile into the blank; at the edge of the board or a wall, changes nothing and returns `false`.
    #[inline]
    pub fn slide(&mut self, direction: Direction) -> bool {
        let Some(cell) = direction.source(self.blank, self.size).filter(|&cell| !self.is_wall(cell)) else {
            return false;
        };
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

    /// Manhattan distance, the sum of all tiles' distances from home: no solution has fewer moves.
    pub fn manhattan(&self) -> u64 {
        let cells = (0..self.homes.len()).filter(|&cell| cell != self.blank);
        cells.filter_map(|cell| Some(u64::from(self.size.steps(cell, self.home(cell)?)))).sum()
    }

    /// Proof that the goal cannot be reached, if there is one. By parity: each move changes that of the permutation and
    /// that of the blank's distance from its home. On one row or column the tiles must stand in the goal's order, too.
    /// Where tiles have no home, there is none; between walls, a search may prove what this does not.
    /// (W. W. Johnson and W. E. Story, "Notes on the '15' puzzle", 1879.)
    pub fn obstacle(&self) -> Option<Obstacle> {
        let cells = || (0..self.homes.len()).filter(|&cell| !self.is_wall(cell));
        if cells().any(|cell| self.home(cell).is_none()) {
            return None;
        }
        if self.size.height == 1 || self.size.width == 1 {
            let tiles = cells().filter(|&cell| cell != self.blank).map(|cell| self.homes[cell]);
            return (!tiles.is_sorted()).then_some(Obstacle::Order);
        }
        let even = self.even_permutation() == self.size.steps(self.blank, self.blank_home).is_multiple_of(2);
        (!even).then_some(Obstacle::Parity)
    }

    fn even_permutation(&self) -> bool {
        let (mut homes, mut even) = (self.homes.clone(), true);
        for cell in 0..homes.len() {
            while !self.is_wall(cell) && usize::from(homes[cell]) != cell {
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
    /// A search has visited every position, and none meets the goal.
    Exhausted,
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
        Obstacle::Exhausted => "none of the positions that can be reached meets the goal",
    };
    format!("no solution exists: {reason}")
}
