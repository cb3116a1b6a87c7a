//! Positions of a space, numbered in the order in which they are found, and their successors.

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

/// Positions, nearest to the start first.
#[derive(Debug)]
pub(super) struct Reached<K> {
    pub(super) states: Vec<K>,
    /// The numbers of all successors of all states, in the order in which a breadth-first search meets them; those that
    /// are not among the states are left out.
    pub(super) targets: Vec<u32>,
    /// Limit that left out other states, if there are any.
    pub(super) bounded: Option<&'static str>,
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
    let mut index = HashTable::new();
    index.insert_unique(start.hash64(), 0, |_| 0);
    let (mut states, mut targets, mut is_whole) = (vec![start], Vec::new(), true);
    let (mut walker, mut next) = (Walker::new(space), 0);
    while let Some(state) = states.get(next).cloned() {
        if next.is_multiple_of(STRIDE) {
            limits.check()?;
            // Vectors double as they grow.
            let bytes = 2 * (states.len() * each + targets.len() * size_of::<u32>());
            if limits.within(bytes).is_err() {
                is_whole = false;
                break;
            }
        }
        walker.successors(&state, |successor, _| {
            let same = |&at: &u32| states[at as usize] == successor;
            match index.entry(successor.hash64(), same, |&at| states[at as usize].hash64()) {
                Entry::Occupied(slot) => targets.push(*slot.get()),
                Entry::Vacant(slot) if states.len() < most => {
                    let number = states.len() as u32;
                    slot.insert(number);
                    targets.push(number);
                    states.push(successor);
                }
                Entry::Vacant(_) => is_whole = false,
            }
            ControlFlow::Continue(())
        });
        next += 1;
    }
    Ok(Reached { states, targets, bounded: (!is_whole).then_some("positions") })
}
