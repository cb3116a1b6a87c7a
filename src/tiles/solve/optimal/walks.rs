//! Boards as the depth-first search takes them.

use crate::direction::Direction;
use crate::plain::{self, Plain};
use crate::walk::{self, Walk};
use traybit_core::search::ida_star::DepthFirst;

/// Each move changes the parity of the Manhattan distance, as it does that of all other bounds.
const PARITY: u32 = 2;

impl DepthFirst<4> for Walk<'_> {
    type Move = Direction;
    type Change = walk::Change;
    const STEP: u32 = PARITY;

    fn bound(&self) -> u32 {
        self.bound()
    }
    #[inline(always)]
    fn expand(&self, last: Option<Direction>, left: u32, changes: &mut [walk::Change; 4]) -> usize {
        self.expand(last, left, changes)
    }
    #[inline(always)]
    fn step(change: &walk::Change) -> Direction {
        change.direction()
    }
    #[inline(always)]
    fn apply(&mut self, change: &walk::Change) -> walk::Change {
        self.apply(change)
    }
}

impl DepthFirst<4> for Plain {
    type Move = Direction;
    type Change = plain::Change;
    const STEP: u32 = PARITY;

    fn bound(&self) -> u32 {
        self.bound()
    }
    fn expand(&self, last: Option<Direction>, left: u32, changes: &mut [plain::Change; 4]) -> usize {
        self.expand(last, left, changes)
    }
    fn step(change: &plain::Change) -> Direction {
        change.direction
    }
    fn apply(&mut self, change: &plain::Change) -> plain::Change {
        self.apply(change)
    }
}
