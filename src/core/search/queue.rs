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
//! If several threads share the list, an empty list proves nothing while a thread still holds states taken from it.
//!
//! Ranks are those of best-first width search (Lipovetzky and Geffner, AAAI 2017): of states with equal estimates, those that
//! hold a fact, or a pair of facts, not yet seen at that estimate come first. This reduces a plateau of millions of states
//! to some thousands that differ in something.

use std::collections::VecDeque;

use crate::search::outcome::GaveUp;
use crate::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use crate::sync::{Condvar, Mutex};

/// Number of ranks; the lower, the newer.
const RANKS: usize = 3;
/// Bits kept: 1 MiB stays in the second-level cache, and the pairs of a 6×6 tray hardly ever collide.
const BITS: u32 = if cfg!(interleavings) { 8 } else { 23 };

/// Rank, estimate and number of a state.
pub(super) type Entry = (usize, u32, u32);

/// Numbers of states still to be expanded, shared by threads.
#[derive(Debug, Default)]
pub(super) struct OpenList {
    shared: Mutex<Shared>,
    /// Signalled when states were put, or the search has ended.
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Shared {
    ranks: [Rank; RANKS],
    /// Threads that have taken states and not yet put their successors.
    out: usize,
    waiting: usize,
}

/// Reason why a thread leaves a search; of several the greatest decides.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Left {
    /// Another thread has ended the search, or the turn is over.
    Over,
    GaveUp(GaveUp),
    /// The list is empty, and no states are out.
    Empty,
    /// A goal found from the start, or a state found from both ends.
    Met(u32, Option<u32>),
}

impl From<GaveUp> for Left {
    fn from(reason: GaveUp) -> Self {
        Self::GaveUp(reason)
    }
}

impl OpenList {
    /// Takes at least one and at most `most` of the first states; waits while all are out. The same thread calls [`Self::put`]
    /// afterwards, unless the search ends.
    pub(super) fn take(&self, most: usize, taken: &mut Vec<Entry>, ended: &AtomicBool) -> Result<(), Left> {
        let mut shared = self.shared.lock();
        loop {
            if ended.load(Ordering::Relaxed) {
                return Err(Left::Over);
            }
            taken.extend(std::iter::from_fn(|| shared.pop()).take(most));
            if !taken.is_empty() {
                // The first is the last to be put there, and is popped first.
                taken.reverse();
                shared.out += 1;
                return Ok(());
            }
            if shared.out == 0 {
                return Err(Left::Empty);
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
        states.drain(..).for_each(|entry| shared.push(entry));
        if shared.waiting > 0 {
            self.changed.notify_all();
        }
    }

    pub(super) fn begin(&self, state: u32) {
        self.shared.lock().push((0, 0, state));
    }

    /// Wakes the threads that wait, after the search was ended.
    pub(super) fn wake(&self) {
        let _held = self.shared.lock();
        self.changed.notify_all();
    }
}

impl Shared {
    #[inline]
    fn push(&mut self, (rank, estimate, state): Entry) {
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
        for (rank, Rank { buckets, lowest }) in self.ranks.iter_mut().enumerate() {
            while let Some(bucket) = buckets.get_mut(*lowest) {
                if let Some(state) = bucket.pop_front() {
                    return Some((rank, *lowest as u32, state));
                }
                *lowest += 1;
            }
        }
        None
    }
}

/// States of one rank, by estimate.
#[derive(Debug, Default)]
struct Rank {
    buckets: Vec<VecDeque<u32>>,
    /// Lower bound of the first bucket that holds anything.
    lowest: usize,
}

/// Facts and pairs of facts seen so far: bits at hashed places. A collision makes a state look older than it is, which may
/// delay it but never loses it. Threads that set bits of one word at the same time may lose one, which makes a later state
/// look newer: that is cheaper than setting them atomically.
#[derive(Debug)]
pub(super) struct Novelty {
    seen: Vec<AtomicU64>,
}

impl Default for Novelty {
    fn default() -> Self {
        // Zeroed memory from the system, of which untouched pages cost nothing.
        Self { seen: vec![0; 1 << (BITS - 6)].into_iter().map(AtomicU64::new).collect() }
    }
}

impl Novelty {
    pub(super) fn bytes(&self) -> usize {
        self.seen.len() * size_of::<u64>()
    }

    /// Notes a state at an estimate, with the fact that the last move brought about and all facts that hold. Returns 0 if
    /// that fact is new at this estimate, 1 if only a pair of it and another one is, else 2.
    #[inline]
    pub(super) fn rank(&self, estimate: u32, brought: u32, features: &[u32]) -> usize {
        let salt = u64::from(estimate).wrapping_mul(0xd6e8_feb8_6659_fd93);
        let fact = spread(brought);
        let single = self.is_new(fact.rotate_left(32) ^ salt);
        let mut pair = false;
        for &other in features {
            pair |= self.is_new((fact ^ spread(other)).wrapping_add(salt));
        }
        if single { 0 } else { 2 - usize::from(pair) }
    }

    #[inline(always)]
    fn is_new(&self, code: u64) -> bool {
        let at = code.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - BITS);
        let (word, bit) = (&self.seen[(at >> 6) as usize], 1 << (at & 63));
        let seen = word.load(Ordering::Relaxed);
        let new = seen & bit == 0;
        if new {
            word.store(seen | bit, Ordering::Relaxed);
        }
        new
    }
}

#[inline(always)]
fn spread(feature: u32) -> u64 {
    u64::from(feature + 1).wrapping_mul(0xa076_1d64_78bd_642f)
}
