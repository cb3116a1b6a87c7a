//! States in the order in which they were found, each with the one it was found from.

use crate::bits::Key;
use crate::search::shorten::moves_along;
use crate::space::StateSpace;

/// Fewer than 2³² states, the start first, which is its own parent.
#[derive(Debug)]
pub(super) struct Found<K> {
    states: Vec<K>,
    parents: Vec<u32>,
}

impl<K: Key> Found<K> {
    /// Only the start.
    pub(super) fn new(start: K) -> Self {
        Self { states: vec![start], parents: vec![0] }
    }

    /// Adds a state and tells its number.
    pub(super) fn push(&mut self, state: K, parent: u32) -> u32 {
        self.states.push(state);
        self.parents.push(parent);
        self.states.len() as u32 - 1
    }

    /// Another way was found to a state.
    pub(super) fn set_parent(&mut self, number: u32, parent: u32) {
        self.parents[number as usize] = parent;
    }

    /// The states, by number.
    pub(super) fn states(&self) -> &[K] {
        &self.states
    }

    /// The moves from the start to a state.
    pub(super) fn moves<S: StateSpace<State = K>>(&self, space: &S, number: u32) -> Vec<S::Move> {
        let mut path = vec![self.states[number as usize].clone()];
        let mut at = number;
        while at != 0 {
            at = self.parents[at as usize];
            path.push(self.states[at as usize].clone());
        }
        path.reverse();
        moves_along(space, &path)
    }

    /// Whether no number is left for `more` states.
    pub(super) fn is_full(&self, more: usize) -> bool {
        self.states.len() + more >= u32::MAX as usize
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> usize {
        let heap = self.states[0].heap_bytes();
        self.room() + self.states.len() * heap
    }

    /// Bytes taken besides at once, while the lists move to a larger place, if `more` states may make them: what of
    /// that place is not filled yet takes up nothing.
    pub(super) fn growth(&self, more: usize) -> usize {
        if self.states.len() + more > self.states.capacity() { self.room() } else { 0 }
    }

    fn room(&self) -> usize {
        self.states.capacity() * size_of::<K>() + self.parents.capacity() * size_of::<u32>()
    }
}
