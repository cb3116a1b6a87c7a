//! States, each once, in the order in which they were found, with the one that each was found from.

use crate::bits::Key;
use crate::search::index::Index;
use crate::search::segmented::SegmentedVec;

/// A list of fewer than 2³² states, the first of which is its own parent.
#[derive(Debug)]
pub(super) struct Found<K> {
    /// States, by number.
    pub(super) states: SegmentedVec<K>,
    /// The number of the state that each was found from.
    pub(super) parents: SegmentedVec<u32>,
    index: Index,
}

impl<K: Key> Found<K> {
    /// An empty list: one of so many (a power of two) that hold the states of one search together.
    pub(super) fn one_of(lists: usize) -> Self {
        Self { states: SegmentedVec::new(), parents: SegmentedVec::new(), index: Index::one_of(lists) }
    }

    /// Adds a state with this hash and returns its number, or that of the same state if it is there.
    #[inline]
    pub(super) fn add_hashed(&mut self, hash: u64, state: K, parent: u32) -> Result<u32, u32> {
        let states = &self.states;
        let same = |&at: &u32| states[at] == state;
        let number = states.len() as u32;
        if let Some(known) = self.index.find_or_add(hash, number, same, |&at| states[at].hash64()) {
            return Err(known);
        }
        self.states.push(state);
        self.parents.push(parent);
        Ok(number)
    }

    /// The number of a state with this hash that was added.
    #[inline]
    pub(super) fn find_hashed(&self, hash: u64, state: &K) -> Option<u32> {
        self.index.find(hash, |&at| self.states[at] == *state)
    }

    pub(super) fn bytes(&self) -> usize {
        let heap = self.states.get(0).map_or(0, Key::heap_bytes);
        self.states.bytes() + self.parents.bytes() + self.states.len() * heap + self.index.bytes()
    }

    /// Bytes taken besides at once if `more` states are added.
    pub(super) fn growth(&self, more: usize) -> usize {
        self.states.growth(more) + self.parents.growth(more) + self.index.growth(more)
    }
}
