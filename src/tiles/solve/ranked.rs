//! Beams ranked by pattern databases: short solutions, which the search for the shortest one then only has to prove.

use crate::lower_bounds::LowerBounds;
use crate::node::{Change, Node};
use crate::{Arrangement, in_node};
use traybit_core::search::ida_star::DepthFirst;
use traybit_core::search::tour::{self, Walker};
use traybit_core::{GaveUp, Key, Limits};

/// Searches with a beam of a width for at most so many moves to the goal; `positions` counts the successors. The `salt` decides
/// between boards of equal rank.
pub fn ranked(
    bounds: &LowerBounds,
    start: &Arrangement,
    breadth: (usize, u32),
    salt: u64,
    positions: &mut u64,
    limits: &Limits,
) -> Result<Option<Vec<u8>>, GaveUp> {
    in_node!(bounds, start, &bounds.reversals, node => {
        let mut walk = Ranked { node, hash: 0, salt };
        tour::search(&mut walk, breadth, positions, limits)
    })
}

/// Node, ranked by the sum of its partitions' bounds, with the sum of its tiles' hashes, less that of the start.
struct Ranked<'a, const PARTITIONS: usize> {
    node: Node<'a, PARTITIONS>,
    hash: u64,
    salt: u64,
}

impl<const PARTITIONS: usize> Walker for Ranked<'_, PARTITIONS> {
    /// Change that takes a move back, and the hash before it.
    type Undo = (Change<PARTITIONS>, u64);

    #[inline]
    fn make(&mut self, step: u8, undos: &mut Vec<Self::Undo>) -> bool {
        let Some((tile, from, to)) = self.node.moved(step) else { return false };
        let of = |cell: usize| ((tile << 8 | cell) as u64 + 1).hash64();
        let change = self.node.change(step.into()).0;
        undos.push((self.node.apply(&change), self.hash));
        self.hash = self.hash.wrapping_add(of(to)).wrapping_sub(of(from));
        true
    }

    #[inline]
    fn take_back(&mut self, (change, hash): Self::Undo) {
        self.node.apply(&change);
        self.hash = hash;
    }

    #[inline]
    fn score(&self) -> (i32, u64) {
        let noise = self.hash.wrapping_mul(2 * self.salt + 1) >> 56;
        ((self.node.sum() << 8) as i32 | noise as i32, self.hash)
    }

    #[inline]
    fn least(&self) -> u32 {
        self.node.bound()
    }
}
