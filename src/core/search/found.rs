//! States in the order in which they were found, each with the one it was found from.

use crate::bits::Key;
use crate::search::segmented::SegmentedVec;
use crate::search::shorten::moves_along;
use crate::space::{Move, Space};

/// Fewer than 2³² states, the start first, which is its own parent.
#[derive(Debug)]
pub(super) struct Found<K> {
    states: SegmentedVec<K>,
    parents: SegmentedVec<u32>,
}

impl<K: Key> Found<K> {
    /// Only the start.
    pub(super) fn new(start: K) -> Self {
        let mut found = Self { states: SegmentedVec::new(), parents: SegmentedVec::new() };
        found.push(start, 0);
        found
    }

    /// Adds a state and tells its number.
    pub(super) fn push(&mut self, state: K, parent: u32) -> u32 {
        self.states.push(state);
        self.parents.push(parent);
        self.states.len() as u32 - 1
    }

    /// Another path was found to a state.
    pub(super) fn set_parent(&mut self, number: u32, parent: u32) {
        self.parents[number] = parent;
    }

    /// The states, by number.
    pub(super) fn states(&self) -> &SegmentedVec<K> {
        &self.states
    }

    /// The moves from the start to a state.
    pub(super) fn moves(&self, space: &dyn Space<K>, number: u32) -> Vec<Move> {
        let mut path = vec![self.states[number].clone()];
        let mut at = number;
        while at != 0 {
            at = self.parents[at];
            path.push(self.states[at].clone());
        }
        path.reverse();
        moves_along(space, &path)
    }

    /// True if no number is left for `more` states.
    pub(super) fn is_full(&self, more: usize) -> bool {
        self.states.len() + more >= u32::MAX as usize
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> usize {
        let heap = self.states[0].heap_bytes();
        self.states.bytes() + self.parents.bytes() + self.states.len() * heap
    }

    /// Bytes taken besides at once if `more` states are added.
    pub(super) fn growth(&self, more: usize) -> usize {
        self.states.growth(more) + self.parents.growth(more)
    }
}
