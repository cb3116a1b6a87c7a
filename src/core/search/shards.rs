//! Visited set shared by threads: each state is in the shard that its hash selects, behind the lock of that shard.
//!
//! ```text
//!   hash     │ … │ shard │ … 32 bits │        a number fits 31 bits
//!   number   │ number in the shard │ shard │
//! ```
//!
//! States are kept whole and compared whole. (Measured against other sets that threads share: docs/figures.md.)
//!
//! Nothing large is ever moved: a list in one piece would take up twice as much for a moment, and moving gigabytes would take
//! seconds in which no limit is checked. So a search on one thread has shards, too, whose tables grow one by one, and lists
//! are cut into segments:
//!
//! ```text
//!   list     │ 0 1 2 … 65,535 │ 65,536 … │ …     segment = number >> 16, place = number & 65,535
//! ```

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

use crate::bits::Key;
use crate::sync::{Mutex, MutexGuard};

/// Shards per thread: enough that two threads seldom contend for one.
const EACH: usize = if cfg!(interleavings) { 1 } else { 16 };
/// Position of the bits of the hash that select the shard; its table uses the highest and the lowest bits.
const SHIFT: u32 = 32;
/// Bits of a number.
pub(super) const BITS: u32 = 31;
/// States that all threads may add between two checks of the limits, with a margin.
const SLACK: usize = 1 << 16;

/// Items of a segment.
const SEGMENT: usize = 1 << SEGMENT_BITS;
const SEGMENT_BITS: u32 = 16;

/// A shard in cache lines of its own.
#[derive(Debug)]
#[repr(align(128))]
struct Shard<K>(Mutex<Found<K>>);

/// States, each with its parent. The first is its own parent.
#[derive(Debug)]
pub(super) struct Shards<K> {
    shards: Box<[Shard<K>]>,
    /// Binary logarithm of the number of shards.
    bits: u32,
}

#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Held {
    pub(super) states: usize,
    pub(super) bytes: usize,
    /// Bytes allocated at once when the given number of states is added to each shard.
    pub(super) growth: usize,
    /// True if numbers may run out.
    pub(super) is_full: bool,
}

impl Held {
    pub(super) fn with(self, other: Self) -> Self {
        Self {
            states: self.states + other.states,
            bytes: self.bytes + other.bytes,
            growth: self.growth + other.growth,
            is_full: self.is_full || other.is_full,
        }
    }
}

impl<K: Key> Shards<K> {
    /// Shards for a number of threads, with the first state, and its number.
    pub(super) fn new(first: K, threads: usize) -> (Self, u32) {
        let count = (EACH * threads.max(1)).next_power_of_two();
        let shards = (0..count).map(|_| Shard(Mutex::default())).collect();
        let shards = Self { shards, bits: count.trailing_zeros() };
        let hash = first.hash64();
        let number = shards.shard_of(hash) as u32;
        // In its shard it is number 0.
        shards.lock(number as usize).add(hash, first, number);
        (shards, number)
    }

    #[inline(always)]
    fn shard_of(&self, hash: u64) -> usize {
        (hash >> SHIFT) as usize & (self.shards.len() - 1)
    }

    #[inline(always)]
    fn lock(&self, shard: usize) -> MutexGuard<'_, Found<K>> {
        self.shards[shard].0.lock()
    }

    /// The shard of a number, and the number in it.
    #[inline(always)]
    fn split(&self, number: u32) -> (usize, u32) {
        (number as usize & (self.shards.len() - 1), number >> self.bits)
    }

    /// Adds a state if it is new, copies it and returns its number.
    #[inline]
    pub(super) fn add(&self, state: K, parent: u32, copy: &mut K) -> Option<u32> {
        let hash = state.hash64();
        let shard = self.shard_of(hash);
        let mut found = self.lock(shard);
        let number = found.add(hash, state, parent)?;
        copy.clone_from(&found.states[number]);
        Some(number << self.bits | shard as u32)
    }

    #[inline]
    pub(super) fn find(&self, state: &K) -> Option<u32> {
        let hash = state.hash64();
        let shard = self.shard_of(hash);
        let found = self.lock(shard);
        let number = found.index.find(hash, |&at| found.states[at] == *state)?;
        Some(number << self.bits | shard as u32)
    }

    #[inline]
    pub(super) fn read(&self, number: u32, copy: &mut K) {
        let (shard, number) = self.split(number);
        copy.clone_from(&self.lock(shard).states[number]);
    }

    pub(super) fn path(&self, mut number: u32) -> Vec<K> {
        let mut path = Vec::new();
        loop {
            let (shard, within) = self.split(number);
            let found = self.lock(shard);
            path.push(found.states[within].clone());
            let parent = found.parents[within];
            if parent == number {
                path.reverse();
                return path;
            }
            number = parent;
        }
    }

    /// States and bytes held, and the growth when `more` states are added to each shard.
    pub(super) fn held(&self, more: usize) -> Held {
        let own = Held { bytes: self.shards.len() * size_of::<Shard<K>>(), ..Held::default() };
        let most = (1 << BITS >> self.bits) - SLACK;
        (0..self.shards.len()).fold(own, |held, shard| {
            let found = self.lock(shard);
            let states = found.states.len();
            let (bytes, growth) = (found.bytes(), found.growth(more));
            held.with(Held { states, bytes, growth, is_full: states >= most })
        })
    }
}

/// A list of fewer than 2³² states, the first of which is its own parent.
#[derive(Debug, Default)]
struct Found<K> {
    states: SegmentedVec<K>,
    /// The number of the state that each was found from.
    parents: SegmentedVec<u32>,
    /// Numbers of the states, at the places that their hashes give.
    index: HashTable<u32>,
}

impl<K: Key> Found<K> {
    /// Adds a state with this hash, if it is new, and returns its number.
    #[inline]
    fn add(&mut self, hash: u64, state: K, parent: u32) -> Option<u32> {
        let states = &self.states;
        let same = |&at: &u32| states[at] == state;
        let number = states.len() as u32;
        let Entry::Vacant(slot) = self.index.entry(hash, same, |&at| states[at].hash64()) else {
            return None;
        };
        slot.insert(number);
        self.states.push(state);
        self.parents.push(parent);
        Some(number)
    }

    fn bytes(&self) -> usize {
        let heap = if self.states.len() > 0 { self.states[0].heap_bytes() } else { 0 };
        self.states.bytes() + self.parents.bytes() + self.states.len() * heap + self.index.allocation_size()
    }

    /// Bytes allocated at once when `more` states are added.
    fn growth(&self, more: usize) -> usize {
        let index = &self.index;
        let moved = if index.len() + more > index.capacity() { 2 * index.allocation_size() } else { 0 };
        self.states.growth(more) + self.parents.growth(more) + moved
    }
}

/// A list that grows without being moved: segments of one length, the first of which grows by itself.
#[derive(Debug)]
struct SegmentedVec<T> {
    /// Segments, at least one; all but the last are full.
    segments: Vec<Vec<T>>,
}

impl<T> Default for SegmentedVec<T> {
    fn default() -> Self {
        Self { segments: vec![Vec::new()] }
    }
}

impl<T> SegmentedVec<T> {
    #[inline]
    fn push(&mut self, item: T) {
        if self.segments[self.segments.len() - 1].len() == SEGMENT {
            self.segments.push(Vec::with_capacity(SEGMENT));
        }
        let last = self.segments.len() - 1;
        self.segments[last].push(item);
    }

    #[inline]
    fn len(&self) -> usize {
        let last = self.segments.len() - 1;
        last * SEGMENT + self.segments[last].len()
    }

    /// Bytes held, without what items hold outside themselves.
    fn bytes(&self) -> usize {
        let room: usize = self.segments.iter().map(Vec::capacity).sum();
        room * size_of::<T>() + self.segments.capacity() * size_of::<Vec<T>>()
    }

    /// Bytes allocated at once when `more` items are added.
    fn growth(&self, more: usize) -> usize {
        let last = &self.segments[self.segments.len() - 1];
        if last.len() + more <= last.capacity() {
            return 0;
        }
        // A segment that has not reached full length is reallocated at twice its size; otherwise a new one begins.
        let moved = if last.capacity() < SEGMENT { 2 * last.capacity() } else { 0 };
        let begun = (last.len() + more).saturating_sub(1) / SEGMENT * SEGMENT;
        moved.max(begun) * size_of::<T>()
    }
}

impl<T> std::ops::Index<u32> for SegmentedVec<T> {
    type Output = T;

    #[inline(always)]
    fn index(&self, number: u32) -> &T {
        &self.segments[(number >> SEGMENT_BITS) as usize][number as usize % SEGMENT]
    }
}
