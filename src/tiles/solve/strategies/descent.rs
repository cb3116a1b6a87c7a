//! IDA* nodes as in textbooks: any heuristic, computed anew for each board.

use crate::arrangement::Arrangement;
use crate::direction::Direction;
use crate::heuristics::Heuristic;
use traybit_core::search::ida_star::DepthFirst;

/// Boards of so many cells are copied without an allocation.
const NEAR: usize = 64;

/// Board with its heuristic.
#[derive(Clone)]
pub(super) struct Descent<'a> {
    bound: &'a dyn Heuristic,
    at: Arrangement,
}

impl<'a> Descent<'a> {
    pub(super) fn new(bound: &'a dyn Heuristic, start: &Arrangement) -> Self {
        Self { bound, at: start.clone() }
    }

    /// The bound after a move, if the board has that.
    fn after(&self, direction: Direction) -> Option<u32> {
        let (homes, blank) = (self.at.homes(), self.at.blank());
        let source = direction.source(blank, self.at.size())?;
        let (mut near, mut far) = ([0; NEAR], Vec::new());
        let next = if let Some(near) = near.get_mut(..homes.len()) {
            near
        } else {
            far.resize(homes.len(), 0);
            &mut far[..]
        };
        next.copy_from_slice(homes);
        next.swap(blank, source);
        Some(self.bound.bound(next, source))
    }
}

impl DepthFirst<4> for Descent<'_> {
    type Move = Direction;
    type Change = Direction;
    /// Each move changes the parity of the permutation.
    const STEP: u32 = 2;
    /// A large board takes a millisecond or more.
    const STRIDE: u64 = 1 << 6;

    fn bound(&self) -> u32 {
        self.bound.bound(self.at.homes(), self.at.blank())
    }
    fn expand(&self, last: Option<Direction>, left: u32, changes: &mut [Direction; 4]) -> usize {
        let back = last.map(Direction::opposite);
        let mut count = 0;
        for direction in Direction::ALL.into_iter().filter(|&direction| back != Some(direction)) {
            if self.after(direction).is_some_and(|bound| bound <= left) {
                changes[count] = direction;
                count += 1;
            }
        }
        count
    }
    fn step(&direction: &Direction) -> Direction {
        direction
    }
    fn apply(&mut self, direction: &Direction) -> Direction {
        self.at.slide(*direction);
        direction.opposite()
    }
}
