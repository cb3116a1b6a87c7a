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
//! Where several threads share the list, that it is empty proves something only when no thread has taken anything.

use std::collections::VecDeque;

use crate::search::novelty::RANKS;
use crate::sync::atomic::{AtomicBool, Ordering};
use crate::sync::{Condvar, Mutex, MutexGuard};

/// Numbers of states still to be expanded.
#[derive(Debug, Default)]
pub(super) struct OpenList {
    ranks: [Rank; RANKS],
}

#[derive(Debug, Default)]
struct Rank {
    buckets: Vec<VecDeque<u32>>,
    /// Lower bound of the first bucket that holds anything.
    lowest: usize,
}

impl OpenList {
    #[inline]
    pub(super) fn push(&mut self, rank: usize, estimate: u32, state: u32) {
        let rank = &mut self.ranks[rank];
        let estimate = estimate as usize;
        if estimate >= rank.buckets.len() {
            rank.buckets.resize_with(estimate + 1, VecDeque::new);
        }
        rank.buckets[estimate].push_back(state);
        rank.lowest = rank.lowest.min(estimate);
    }

    /// Takes the state to be expanded next, with its rank and estimate.
    #[inline]
    pub(super) fn pop(&mut self) -> Option<Entry> {
        let mut ranks = self.ranks.iter_mut().enumerate();
        ranks.find_map(|(index, rank)| rank.pop().map(|(estimate, state)| (index, estimate, state)))
    }
}

/// A state with its rank and estimate before it.
pub(super) type Entry = (usize, u32, u32);

/// An open list that threads share.
#[derive(Debug, Default)]
pub(super) struct SharedOpenList {
    shared: Mutex<Shared>,
    /// Something was put, or the search has ended.
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Shared {
    list: OpenList,
    /// Threads that have taken something and not put what came of it.
    out: usize,
    waiting: usize,
}

/// The end of a search, seen where something is taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ended {
    /// Nothing is in the list, and nothing is out.
    Empty,
    /// Another thread has ended the search.
    Elsewhere,
}

impl SharedOpenList {
    fn lock(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock()
    }

    /// Takes at most so many of the first states, one at least; waits while all are out. Each is followed by a
    /// [`Self::put`] of the same thread, unless that ends the search.
    pub(super) fn take(&self, most: usize, taken: &mut Vec<Entry>, ended: &AtomicBool) -> Result<(), Ended> {
        let mut shared = self.lock();
        loop {
            if ended.load(Ordering::Relaxed) {
                return Err(Ended::Elsewhere);
            }
            taken.extend(std::iter::from_fn(|| shared.list.pop()).take(most));
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

    /// Adds states, what came of those that were taken.
    pub(super) fn put(&self, states: &mut Vec<Entry>) {
        let mut shared = self.lock();
        shared.out -= 1;
        for (rank, estimate, state) in states.drain(..) {
            shared.list.push(rank, estimate, state);
        }
        if shared.waiting > 0 {
            self.changed.notify_all();
        }
    }

    /// Adds the first state.
    pub(super) fn begin(&self, state: u32) {
        self.lock().list.push(0, 0, state);
    }

    /// Wakes the threads that wait, after the search was ended.
    pub(super) fn wake(&self) {
        let _held = self.lock();
        self.changed.notify_all();
    }
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
