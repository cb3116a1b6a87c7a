//! IDA* nodes of boards of any size, bounded by the Manhattan distance.

use crate::arrangement::Arrangement;
use crate::direction::Direction;
use traybit_core::search::ida_star::DepthFirst;

/// Board with its Manhattan distance, changed move by move.
#[derive(Clone, Debug)]
pub struct LargeNode {
    board: Arrangement,
    manhattan: u32,
}

/// Move with the Manhattan distance after it, or the change that undoes it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Change {
    direction: Direction,
    manhattan: u32,
}

impl LargeNode {
    /// Starts at a board.
    ///
    /// # Panics
    /// Never: 65,536 tiles, each at most 510 steps from home, are less than 2³² steps.
    pub fn new(start: &Arrangement) -> Self {
        let manhattan = u32::try_from(start.manhattan()).expect("65,536 times 510 at most");
        Self { board: start.clone(), manhattan }
    }

    /// True if the tile at `source` gets closer to its home by moving into the blank.
    fn gets_closer(&self, source: usize) -> bool {
        let (size, home) = (self.board.size(), usize::from(self.board.homes()[source]));
        size.steps(self.board.blank(), home) < size.steps(source, home)
    }
}

impl DepthFirst<4> for LargeNode {
    type Move = Direction;
    type Change = Change;
    /// A move changes the parity of the Manhattan distance.
    const STEP: u32 = 2;

    fn bound(&self) -> u32 {
        self.manhattan
    }

    fn expand(&self, last: Option<Direction>, left: u32, changes: &mut [Change; 4]) -> usize {
        let back = last.map(Direction::opposite);
        let mut count = 0;
        for direction in Direction::ALL.into_iter().filter(|&direction| back != Some(direction)) {
            let Some(source) = direction.source(self.board.blank(), self.board.size()) else { continue };
            let manhattan = if self.gets_closer(source) { self.manhattan - 1 } else { self.manhattan + 1 };
            changes[count % 4] = Change { direction, manhattan };
            count += usize::from(manhattan <= left);
        }
        count
    }

    fn step(change: &Change) -> Direction {
        change.direction
    }

    fn apply(&mut self, change: &Change) -> Change {
        self.board.slide(change.direction);
        let manhattan = std::mem::replace(&mut self.manhattan, change.manhattan);
        Change { direction: change.direction.opposite(), manhattan }
    }
}

#[cfg(test)]
mod tests {
    use super::{Change, LargeNode};
    use crate::arrangement::Arrangement;
    use crate::board::Board;
    use crate::direction::Direction;
    use traybit_core::grid::Size;
    use traybit_core::search::ida_star::DepthFirst;

    #[test]
    fn moves_change_the_distance_and_are_undone() {
        for (height, width) in [(1, 1), (1, 40), (7, 9), (33, 1)] {
            let size = Size { height, width };
            let mut at = Arrangement::new(&Board::blank_first(size), &Board::blank_last(size));
            let mut node = LargeNode::new(&at);
            for turn in 0..200 {
                let mut changes = [Change::default(); 4];
                let count = node.expand(None, u32::MAX, &mut changes);
                let can = |direction: &Direction| direction.source(at.blank(), size).is_some();
                let made: Vec<Direction> = changes[..count].iter().map(LargeNode::step).collect();
                assert_eq!(made, Direction::ALL.into_iter().filter(can).collect::<Vec<_>>());
                let Some(change) = changes[..count].get(turn % count.max(1)) else { continue };
                let undo = node.apply(change);
                assert_eq!(undo.direction, change.direction.opposite());
                let before = node.apply(&undo);
                assert_eq!(u64::from(node.bound()), at.manhattan());
                node.apply(&before);
                assert!(at.slide(change.direction));
                assert_eq!(u64::from(node.bound()), at.manhattan());
                assert_eq!(node.expand(Some(change.direction), 0, &mut changes), 0);
            }
        }
    }
}
