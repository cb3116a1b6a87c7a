//! The open list of a best-first search: a queue for each rank of novelty and estimate.
//!
//! Newest rank first, in it the smallest estimate, in that first come, first served (which keeps paths short:
//! within a plateau the search is breadth-first).
//!
//! ```text
//!   open list  ──take: some of the first──▶  a thread expands them
//!              ◀──put: their successors───   that is done, and they are out no longer
//! ```
//!
//! If several threads share the list, its being empty proves something only when no thread has taken anything.

use std::collections::VecDeque;

use crate::search::novelty::RANKS;
use crate::sync::atomic::{AtomicBool, Ordering};
use crate::sync::{Condvar, Mutex};

/// A state with its rank and estimate before it.
pub(super) type Entry = (usize, u32, u32);

/// Numbers of states still to be expanded, shared by threads.
#[derive(Debug, Default)]
pub(super) struct OpenList {
    shared: Mutex<Shared>,
    /// Something was put, or the search has ended.
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Shared {
    ranks: [Rank; RANKS],
    /// Threads that have taken states and not yet put their successors.
    out: usize,
    waiting: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ended {
    /// Nothing is in the list, and nothing is out.
    Empty,
    /// Another thread has ended the search.
    Elsewhere,
}

impl OpenList {
    /// Takes at least one and at most `most` of the first states; waits while all are out. The same thread calls [`Self::put`]
    /// afterwards, unless the search ends.
    pub(super) fn take(&self, most: usize, taken: &mut Vec<Entry>, ended: &AtomicBool) -> Result<(), Ended> {
        let mut shared = self.shared.lock();
        loop {
            if ended.load(Ordering::Relaxed) {
                return Err(Ended::Elsewhere);
            }
            taken.extend(std::iter::from_fn(|| shared.pop()).take(most));
            if !taken.is_empty() {
                // The first is the last to be put there, and is popped first.
                taken.reverse();
                shared.out += 1;
                return Ok(());
            }
            if shared.out == 0 {
                return Err(Ended::Empty);
            }
            shared.waiting += 1;
            shared = self.changed.wait(shared);
            shared.waiting -= 1;
        }
    }

    /// Adds the successors of the states that were taken.
    pub(super) fn put(&self, states: &mut Vec<Entry>) {
        let mut shared = self.shared.lock();
        shared.out -= 1;
        for (rank, estimate, state) in states.drain(..) {
            shared.push(rank, estimate, state);
        }
        if shared.waiting > 0 {
            self.changed.notify_all();
        }
    }

    pub(super) fn begin(&self, state: u32) {
        self.shared.lock().push(0, 0, state);
    }

    /// Wakes the threads that wait, after the search was ended.
    pub(super) fn wake(&self) {
        let _held = self.shared.lock();
        self.changed.notify_all();
    }
}

impl Shared {
    #[inline]
    fn push(&mut self, rank: usize, estimate: u32, state: u32) {
        let rank = &mut self.ranks[rank];
        let estimate = estimate as usize;
        if estimate >= rank.buckets.len() {
            rank.buckets.resize_with(estimate + 1, VecDeque::new);
        }
        rank.buckets[estimate].push_back(state);
        rank.lowest = rank.lowest.min(estimate);
    }

    /// Takes the state to be expanded next.
    #[inline]
    fn pop(&mut self) -> Option<Entry> {
        let mut ranks = self.ranks.iter_mut().enumerate();
        ranks.find_map(|(index, rank)| rank.pop().map(|(estimate, state)| (index, estimate, state)))
    }
}

/// States of one rank, by estimate.
#[derive(Debug, Default)]
struct Rank {
    buckets: Vec<VecDeque<u32>>,
    /// Lower bound of the first bucket that holds anything.
    lowest: usize,
}

impl Rank {
    fn pop(&mut self) -> Option<(u32, u32)> {
        while let Some(bucket) = self.buckets.get_mut(self.lowest) {
            if let Some(state) = bucket.pop_front() {
                return Some((self.lowest as u32, state));
            }
            self.lowest += 1;
        }
        None
    }
}
