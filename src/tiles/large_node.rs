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
    pub fn new(start: &Arrangement) -> Self {
        let manhattan = u32::try_from(start.manhattan()).expect("65,536 times 510 at most");
        Self { board: start.clone(), manhattan }
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
        let (size, blank) = (self.board.size(), self.board.blank());
        let mut count = 0;
        for direction in Direction::ALL.into_iter().filter(|&direction| back != Some(direction)) {
            let Some(source) = direction.source(blank, size) else { continue };
            let home = usize::from(self.board.homes()[source]);
            let is_closer = size.steps(blank, home) < size.steps(source, home);
            let manhattan = if is_closer { self.manhattan - 1 } else { self.manhattan + 1 };
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
