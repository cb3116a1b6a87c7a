//! A board of any size as a depth-first search changes it, bounded by the Manhattan distance.

use crate::arrangement::Arrangement;
use crate::direction::Direction;
use traybit_core::grid::Size;

/// A board on its way.
#[derive(Clone, Debug)]
pub struct Plain {
    size: Size,
    /// The home of who stands on each cell.
    homes: Vec<u16>,
    gap: usize,
    manhattan: u32,
}

/// A move with the Manhattan distance after it, or what takes it back.
#[derive(Clone, Copy, Debug)]
pub struct Change {
    /// The move.
    pub direction: Direction,
    manhattan: u32,
}

impl Default for Change {
    fn default() -> Self {
        Self { direction: Direction::Up, manhattan: 0 }
    }
}

impl Plain {
    /// Begins at a board.
    ///
    /// # Panics
    /// Never: 65,536 tiles, each at most 510 steps from home, are less than 2³² steps.
    #[must_use]
    pub fn new(start: &Arrangement) -> Self {
        let manhattan = u32::try_from(start.manhattan()).expect("65,536 times 510 at most");
        Self { size: start.size(), homes: start.homes().to_vec(), gap: start.gap(), manhattan }
    }

    /// No solution from here has fewer moves; it is 0 in the goal only.
    #[must_use]
    pub fn bound(&self) -> u32 {
        self.manhattan
    }

    /// Puts first the moves after which the bound is at most `left`, and tells how many they are; the one that undoes
    /// `last` is left out.
    pub fn expand(&self, last: Option<Direction>, left: u32, changes: &mut [Change; 4]) -> usize {
        let back = last.map(Direction::opposite);
        let mut count = 0;
        for direction in Direction::ALL {
            if let Some(source) = direction.source(self.gap, self.size).filter(|_| back != Some(direction)) {
                let manhattan =
                    if self.gets_closer(source) { self.manhattan - 1 } else { self.manhattan + 1 };
                changes[count % 4] = Change { direction, manhattan };
                count += usize::from(manhattan <= left);
            }
        }
        count
    }

    /// Whether the tile at `source` gets closer to its home by moving into the gap.
    fn gets_closer(&self, source: usize) -> bool {
        let home = usize::from(self.homes[source]);
        self.size.steps(self.gap, home) < self.size.steps(source, home)
    }

    /// Makes a move, or takes it back; what comes back undoes that.
    ///
    /// # Panics
    /// When the board has no such move.
    pub fn apply(&mut self, change: &Change) -> Change {
        let source = change.direction.source(self.gap, self.size).expect("a move of this board");
        self.homes.swap(source, self.gap);
        self.gap = source;
        let manhattan = std::mem::replace(&mut self.manhattan, change.manhattan);
        Change { direction: change.direction.opposite(), manhattan }
    }
}

#[cfg(test)]
mod tests {
    use super::{Change, Plain};
    use crate::arrangement::Arrangement;
    use crate::board::Board;
    use crate::direction::Direction;
    use traybit_core::grid::Size;

    #[test]
    fn moves_change_the_distance_and_are_taken_back() {
        for (height, width) in [(1, 1), (1, 40), (7, 9), (33, 1)] {
            let size = Size { height, width };
            let mut at = Arrangement::new(&Board::gap_first(size), &Board::gap_last(size));
            let mut plain = Plain::new(&at);
            for turn in 0..200 {
                let mut changes = [Change::default(); 4];
                let count = plain.expand(None, u32::MAX, &mut changes);
                let open = Direction::ALL.into_iter().filter(|way| way.source(at.gap(), size).is_some());
                let ways: Vec<Direction> = changes[..count].iter().map(|change| change.direction).collect();
                assert_eq!(ways, open.collect::<Vec<_>>());
                let Some(change) = changes[..count].get(turn % count.max(1)) else { continue };
                let undo = plain.apply(change);
                assert_eq!(undo.direction, change.direction.opposite());
                let before = plain.apply(&undo);
                assert_eq!(u64::from(plain.bound()), at.manhattan());
                plain.apply(&before);
                assert!(at.slide(change.direction));
                assert_eq!(u64::from(plain.bound()), at.manhattan());
                assert_eq!(plain.expand(Some(change.direction), 0, &mut changes), 0);
            }
        }
    }
}
