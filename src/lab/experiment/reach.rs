//! The positions of a space, numbered in the order in which they are found, and their successors.

use std::ops::ControlFlow;

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

use traybit_core::bits::Key;
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::GaveUp;
use traybit_core::space::{Space, Walker};

/// States expanded between two looks at the limits.
const STRIDE: usize = 64;

/// Positions, nearest to the start first.
#[derive(Debug)]
pub(super) struct Reached<K> {
    pub(super) states: Vec<K>,
    /// The numbers of all successors of all states, in the order in which a breadth-first search meets them; those that
    /// are not among the states are left out.
    pub(super) targets: Vec<u32>,
    /// True if there are no other states.
    pub(super) is_whole: bool,
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
    let mut reached = Reached { states: vec![start], targets: Vec::new(), is_whole: true };
    let mut index = HashTable::new();
    index.insert_unique(reached.states[0].hash64(), 0u32, |_| 0);
    let (mut walker, mut next) = (Walker::new(space), 0);
    while let Some(state) = reached.states.get(next).cloned() {
        if next.is_multiple_of(STRIDE) {
            limits.check()?;
            // Vectors double as they grow.
            let bytes = 2 * (reached.states.len() * each + reached.targets.len() * size_of::<u32>());
            if limits.within(bytes).is_err() {
                reached.is_whole = false;
                break;
            }
        }
        walker.successors(&state, |successor, _| {
            reached.meet(successor, &mut index, most);
            ControlFlow::Continue(())
        });
        next += 1;
    }
    Ok(reached)
}

impl<K: Key> Reached<K> {
    fn meet(&mut self, state: K, index: &mut HashTable<u32>, most: usize) {
        let states = &self.states;
        let same = |&at: &u32| states[at as usize] == state;
        match index.entry(state.hash64(), same, |&at| states[at as usize].hash64()) {
            Entry::Occupied(slot) => self.targets.push(*slot.get()),
            Entry::Vacant(slot) if states.len() < most => {
                let number = states.len() as u32;
                slot.insert(number);
                self.states.push(state);
                self.targets.push(number);
            }
            Entry::Vacant(_) => self.is_whole = false,
        }
    }

    /// Reason why there are no more positions, if there is one.
    pub(super) fn bounded(&self) -> Option<&'static str> {
        (!self.is_whole).then_some("positions")
    }
}
