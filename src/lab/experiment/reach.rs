//! Positions of a space, numbered in the order in which they are found, and their successors.

use std::ops::ControlFlow;

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

use crate::experiment::Bench;
use traybit_core::bits::Key;
use traybit_core::search::outcome::GaveUp;
use traybit_core::space::{Space, Walker};
use traybit_sliding::classes::Classes;
use traybit_sliding::compile::{AnySpace, Symmetric, compile};
use traybit_sliding::layout::Choice;
use traybit_sliding::metric::Metric;

/// States expanded between two checks of the limits.
const STRIDE: usize = 64;
/// Bytes of a plain tray besides its cells, and of each of its blocks.
const TRAY: usize = 128;
const BLOCK: usize = 32;

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

/// Explores a space breadth-first, up to `most` positions, or to as many plain trays as fit into half of the memory.
///
/// # Errors
/// The limit that was reached; that of memory only bounds the positions.
pub(super) fn reach<K: Key>(
    bench: &Bench<'_>,
    classes: &Classes,
    space: &dyn Space<K>,
    most: usize,
) -> Result<Reached<K>, GaveUp> {
    let tray = TRAY + BLOCK * classes.blocks() + size_of::<u16>() * classes.size.cells();
    let most = most.min(bench.memory() / 2 / tray).max(1);
    let start = space.start();
    let mut index = HashTable::new();
    index.insert_unique(start.hash64(), 0, |_| 0);
    let (mut states, mut targets, mut is_whole) = (vec![start], Vec::new(), true);
    let (mut walker, mut next) = (Walker::new(space), 0);
    while let Some(state) = states.get(next).cloned() {
        if next.is_multiple_of(STRIDE) {
            bench.limits.check()?;
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
