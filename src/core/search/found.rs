//! States, each once, in the order in which they were found, with the one that each was found from.

use crate::bits::Key;
use crate::search::index::Index;
use crate::search::limits::Limits;
use crate::search::outcome::GaveUp;
use crate::search::segmented::SegmentedVec;
use crate::search::shorten::moves_along;
use crate::space::{Move, Space};
use crate::sync::atomic::Ordering;

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

    /// A list of the first state.
    pub(super) fn new(first: K) -> Self {
        let mut found = Self::one_of(1);
        let _ = found.add(first, 0);
        found
    }

    /// Adds a state and tells its number, or that of the same state if it is there.
    #[inline]
    pub(super) fn add(&mut self, state: K, parent: u32) -> Result<u32, u32> {
        self.add_hashed(state.hash64(), state, parent)
    }

    /// [`Self::add`] of a state with this hash.
    #[inline]
    pub(super) fn add_hashed(&mut self, hash: u64, state: K, parent: u32) -> Result<u32, u32> {
        let states = &self.states;
        let same = |&at: &u32| states[at] == state;
        let number = states.len() as u32;
        match self.index.find_or_add(hash, number, same, |&at| states[at].hash64()) {
            Some(known) => Err(known),
            None => Ok(self.push(state, parent)),
        }
    }

    /// Adds a state that is not looked for in the index, and tells its number.
    #[inline]
    pub(super) fn push(&mut self, state: K, parent: u32) -> u32 {
        self.states.push(state);
        self.parents.push(parent);
        self.states.len() as u32 - 1
    }

    /// The number of a state with this hash that was added.
    #[inline]
    pub(super) fn find_hashed(&self, hash: u64, state: &K) -> Option<u32> {
        self.index.find(hash, |&at| self.states[at] == *state)
    }

    /// The states from the first one to that of a number.
    pub(super) fn path(&self, number: u32) -> Vec<K> {
        let mut path = vec![self.states[number].clone()];
        let mut at = number;
        while at != 0 {
            at = self.parents[at];
            path.push(self.states[at].clone());
        }
        path.reverse();
        path
    }

    /// The moves from the first state to that of a number.
    pub(super) fn moves(&self, space: &dyn Space<K>, number: u32) -> Vec<Move> {
        moves_along(space, &self.path(number))
    }

    pub(super) fn bytes(&self) -> usize {
        let heap = self.states.get(0).map_or(0, Key::heap_bytes);
        self.states.bytes() + self.parents.bytes() + self.states.len() * heap + self.index.bytes()
    }

    /// Bytes taken besides at once if `more` states are added.
    pub(super) fn growth(&self, more: usize) -> usize {
        self.states.growth(more) + self.parents.growth(more) + self.index.growth(more)
    }

    /// Tells how many states there are, and looks at the limits before `more` are added; the search holds `bytes` and
    /// may take `growth` besides. Returns all bytes.
    pub(super) fn check(
        &self,
        limits: &Limits,
        more: usize,
        (bytes, growth): (usize, usize),
    ) -> Result<usize, GaveUp> {
        limits.progress.positions.store(self.states.len() as u64, Ordering::Relaxed);
        limits.check()?;
        if self.states.len() + more >= u32::MAX as usize {
            return Err(GaveUp::Memory);
        }
        let growth = growth + self.growth(more);
        let bytes = bytes + self.bytes() + growth;
        limits.within(bytes)?;
        limits.has_room(growth)?;
        Ok(bytes)
    }
}
