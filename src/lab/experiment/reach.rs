//! The positions of a space, numbered in the order in which they are found, and their successors.

use std::ops::ControlFlow;

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

use traybit_core::bits::Key;
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::GaveUp;
use traybit_core::space::{Space, Walker};
use traybit_sliding::classes::Classes;
use traybit_sliding::compile::{AnySpace, Symmetric, compile};
use traybit_sliding::layout::Choice;
use traybit_sliding::metric::Metric;

/// States expanded between two looks at the limits.
const STRIDE: usize = 64;

/// The space of a tray in the layout that the searches choose, whose blocks move by one cell.
pub(super) fn steps(classes: &Classes) -> AnySpace {
    compile(classes, Choice::of(classes), Metric::Step, Symmetric::Apart)
}

/// Different states, numbered in the order in which they are found.
#[derive(Debug)]
pub(super) struct Numbered<K> {
    pub(super) states: Vec<K>,
    index: HashTable<u32>,
}

impl<K: Key> Numbered<K> {
    /// The start alone.
    pub(super) fn new(start: K) -> Self {
        let mut index = HashTable::new();
        index.insert_unique(start.hash64(), 0, |_| 0);
        Self { states: vec![start], index }
    }

    /// The number of a state, and true if it is new; none where there are `most` others.
    pub(super) fn number(&mut self, state: K, most: usize) -> Option<(u32, bool)> {
        let states = &self.states;
        let same = |&at: &u32| states[at as usize] == state;
        match self.index.entry(state.hash64(), same, |&at| states[at as usize].hash64()) {
            Entry::Occupied(slot) => Some((*slot.get(), false)),
            Entry::Vacant(slot) if states.len() < most => {
                let number = states.len() as u32;
                slot.insert(number);
                self.states.push(state);
                Some((number, true))
            }
            Entry::Vacant(_) => None,
        }
    }

    /// Bytes taken.
    pub(super) fn bytes(&self) -> usize {
        let heap = self.states.first().map_or(0, Key::heap_bytes);
        self.states.capacity() * size_of::<K>() + self.states.len() * heap + self.index.allocation_size()
    }
}

/// Positions, nearest to the start first.
#[derive(Debug)]
pub(super) struct Reached<K> {
    pub(super) states: Vec<K>,
    /// The numbers of all successors of all states, in the order in which a breadth-first search meets them; those that
    /// are not among the states are left out.
    pub(super) targets: Vec<u32>,
    /// True if there are no other states.
    is_whole: bool,
}

/// Explores a space breadth-first, up to `most` positions.
///
/// # Errors
/// The limit that was reached; that of memory only bounds the positions.
pub(super) fn reach<K: Key>(
    space: &dyn Space<K>,
    most: usize,
    limits: &Limits,
) -> Result<Reached<K>, GaveUp> {
    let start = space.start();
    let each = size_of::<K>() + start.heap_bytes() + 2 * size_of::<u32>();
    let (mut found, mut targets, mut is_whole) = (Numbered::new(start), Vec::new(), true);
    let (mut walker, mut next) = (Walker::new(space), 0);
    while let Some(state) = found.states.get(next).cloned() {
        if next.is_multiple_of(STRIDE) {
            limits.check()?;
            // Vectors double as they grow.
            let bytes = 2 * (found.states.len() * each + targets.len() * size_of::<u32>());
            if limits.within(bytes).is_err() {
                is_whole = false;
                break;
            }
        }
        walker.successors(&state, |successor, _| {
            match found.number(successor, most) {
                Some((number, _)) => targets.push(number),
                None => is_whole = false,
            }
            ControlFlow::Continue(())
        });
        next += 1;
    }
    Ok(Reached { states: found.states, targets, is_whole })
}

impl<K> Reached<K> {
    /// Reason why there are no more positions, if there is one.
    pub(super) fn bounded(&self) -> Option<&'static str> {
        (!self.is_whole).then_some("positions")
    }
}
