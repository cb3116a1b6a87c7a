//! IDA* nodes of boards of any size, bounded by the Manhattan distance.

use crate::arrangement::Arrangement;
use crate::direction::Direction;
use traybit_core::search::ida_star::DepthFirst;

/// Board with its lower bound, changed move by move.
#[derive(Clone)]
pub struct LargeNode {
    board: Arrangement,
    bound: u32,
    last: Option<Direction>,
}

/// Move with the lower bound after it, or the change that undoes it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Change {
    direction: Direction,
    bound: u32,
    last: Option<Direction>,
}

impl LargeNode {
    /// Starts at a board.
    pub fn new(start: &Arrangement) -> Self {
        let bound = u32::try_from(start.manhattan()).expect("65,536 times 510 at most");
        Self { board: start.clone(), bound, last: None }
    }
}

impl DepthFirst<4> for LargeNode {
    type Move = Direction;
    type Change = Change;
    /// A move changes the parity of the permutation, and with it that of the Manhattan distance.
    const STEP: u32 = 2;

    fn bound(&self) -> u32 {
        self.bound
    }

    fn expand(&self, left: u32, changes: &mut [Change; 4]) -> usize {
        let back = self.last.map(Direction::opposite);
        let (size, blank) = (self.board.size(), self.board.blank());
        let mut count = 0;
        for direction in Direction::ALL.into_iter().filter(|&direction| back != Some(direction)) {
            let Some(source) = direction.source(blank, size) else { continue };
            let home = usize::from(self.board.homes()[source]);
            let is_nearer = size.steps(blank, home) < size.steps(source, home);
            let bound = if is_nearer { self.bound - 1 } else { self.bound + 1 };
            changes[count % 4] = Change { direction, bound, last: Some(direction) };
            count += usize::from(bound <= left);
        }
        count
    }

    fn estimate(change: &Change) -> u32 {
        change.bound
    }

    fn step(change: &Change) -> Direction {
        change.direction
    }

    fn apply(&mut self, change: &Change) -> Change {
        self.board.slide(change.direction);
        let bound = std::mem::replace(&mut self.bound, change.bound);
        let last = std::mem::replace(&mut self.last, change.last);
        Change { direction: change.direction.opposite(), bound, last }
    }
}
