//! A set of states, numbered in the order of insertion.
//!
//! ```text
//!   states  │ s₀ │ s₁ │ s₂ │ …         by number
//!   index   │  1 │    │  0 │  2 │ …    numbers, at the places that the hashes of the states give
//! ```

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

use crate::bits::Key;

/// A set of fewer than 2³² states.
#[derive(Debug, Default)]
pub struct StateSet<K> {
    /// States, by number.
    pub states: Vec<K>,
    index: HashTable<u32>,
}

impl<K: Key> StateSet<K> {
    /// The set of these states, which must be distinct.
    pub fn of(states: Vec<K>) -> Self {
        let mut index = HashTable::with_capacity(states.len());
        for (number, state) in (0..).zip(&states) {
            index.insert_unique(state.hash64(), number, |&at: &u32| states[at as usize].hash64());
        }
        Self { states, index }
    }

    /// Adds a state if it is new.
    #[inline]
    pub fn add(&mut self, state: K) {
        let states = &self.states;
        let same = |&at: &u32| states[at as usize] == state;
        let entry = self.index.entry(state.hash64(), same, |&at| states[at as usize].hash64());
        if let Entry::Vacant(slot) = entry {
            slot.insert(states.len() as u32);
            self.states.push(state);
        }
    }

    #[inline]
    pub fn find(&self, state: &K) -> Option<u32> {
        self.index.find(state.hash64(), |&at| self.states[at as usize] == *state).copied()
    }

    /// Bytes held, where each key has `heap` bytes of its own.
    pub(super) fn bytes(&self, heap: usize) -> usize {
        self.states.capacity() * size_of::<K>() + self.states.len() * heap + self.index.allocation_size()
    }
}
