//! IDA* nodes of boards of any size, with one lower bound.

use crate::arrangement::Arrangement;
use crate::direction::Direction;
use crate::heuristics::Heuristic;
use traybit_core::search::ida_star::DepthFirst;

/// Boards of so many cells are copied without an allocation.
const NEAR: usize = 64;

/// Board with its lower bound, changed move by move.
#[derive(Clone)]
pub struct LargeNode<'a> {
    board: Arrangement,
    bound: u32,
    last: Option<Direction>,
    /// Computed anew for each board; none for the Manhattan distance, which each move changes by one.
    heuristic: Option<&'a dyn Heuristic>,
}

/// Move with the lower bound after it, or the change that undoes it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Change {
    direction: Direction,
    bound: u32,
    last: Option<Direction>,
}

impl<'a> LargeNode<'a> {
    /// Starts at a board, bounded by the Manhattan distance.
    pub fn new(start: &Arrangement) -> Self {
        let bound = u32::try_from(start.manhattan()).expect("65,536 times 510 at most");
        Self { board: start.clone(), bound, last: None, heuristic: None }
    }

    /// Starts at a board, bounded by any heuristic.
    pub(super) fn with(heuristic: &'a dyn Heuristic, start: &Arrangement) -> Self {
        let bound = heuristic.bound(start.homes(), start.blank());
        Self { board: start.clone(), bound, last: None, heuristic: Some(heuristic) }
    }
}

/// Heuristic of a board after its tile on `source` has moved into the blank.
fn bound_after(heuristic: &dyn Heuristic, board: &Arrangement, source: usize) -> u32 {
    let homes = board.homes();
    let (mut near, mut far) = ([0; NEAR], Vec::new());
    let next = if let Some(near) = near.get_mut(..homes.len()) {
        near
    } else {
        far.resize(homes.len(), 0);
        &mut far[..]
    };
    next.copy_from_slice(homes);
    next.swap(board.blank(), source);
    heuristic.bound(next, source)
}

impl DepthFirst<4> for LargeNode<'_> {
    type Move = Direction;
    type Change = Change;
    /// A move changes the parity of the permutation, and with it that of the Manhattan distance.
    const STEP: u32 = 2;
    /// The heuristic of a large board takes a millisecond or more.
    const STRIDE: u64 = 1 << 6;

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
            let bound = match self.heuristic {
                Some(heuristic) => bound_after(heuristic, &self.board, source),
                None if size.steps(blank, home) < size.steps(source, home) => self.bound - 1,
                None => self.bound + 1,
            };
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
