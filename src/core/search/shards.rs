//! States that several threads find, each in the shard that its hash names, behind the lock of that shard.
//!
//! ```text
//!   hash     │ … │ shard │ … 32 bits │        a number fits 31 bits; a search on one thread has one shard,
//!   number   │ number in the shard │ shard │  whose numbers are those of the states as they were found
//! ```
//!
//! States are kept whole and compared whole. (Measured against other sets that threads share: docs/figures.md.)

use crate::bits::Key;
use crate::search::index::Index;
use crate::search::segmented::SegmentedVec;
use crate::sync::{Mutex, MutexGuard};

/// Shards for each thread: two threads seldom want the same one.
const EACH: usize = if cfg!(interleavings) { 1 } else { 16 };
/// Bits of the hash that name the shard; an index uses those above, its tables the highest and the lowest.
const SHIFT: u32 = 32;
/// Bits of a number.
pub(super) const BITS: u32 = 31;
/// States that all threads may add between two checks of the limits, with a margin.
const SLACK: usize = 1 << 16;

/// A shard in cache lines of its own.
#[derive(Debug)]
#[repr(align(128))]
struct Shard<K>(Mutex<Found<K>>);

/// States, each with its parent. The first is its own parent.
#[derive(Debug)]
pub(super) struct Shards<K> {
    shards: Box<[Shard<K>]>,
    /// Binary logarithm of their number.
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
        let count = if threads > 1 { (EACH * threads).next_power_of_two() } else { 1 };
        let shards = (0..count).map(|_| Shard(Mutex::new(Found::one_of(count)))).collect();
        let shards = Self { shards, bits: count.trailing_zeros() };
        let number = shards.shard_of(first.hash64()) as u32;
        let mut copy = first.clone();
        let added = shards.add(first, number, &mut copy);
        debug_assert_eq!(added, Some(number), "the first of its shard");
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
        let number = found.add_hashed(hash, state, parent).ok()?;
        copy.clone_from(&found.states[number]);
        Some(number << self.bits | shard as u32)
    }

    #[inline]
    pub(super) fn find(&self, state: &K) -> Option<u32> {
        let hash = state.hash64();
        let shard = self.shard_of(hash);
        let number = self.lock(shard).find_hashed(hash, state)?;
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
#[derive(Debug)]
struct Found<K> {
    states: SegmentedVec<K>,
    /// The number of the state that each was found from.
    parents: SegmentedVec<u32>,
    index: Index,
}

impl<K: Key> Found<K> {
    /// An empty list, one of `lists` (a power of two) that hold the states of one search together.
    fn one_of(lists: usize) -> Self {
        Self { states: SegmentedVec::new(), parents: SegmentedVec::new(), index: Index::one_of(lists) }
    }

    /// Adds a state with this hash and returns its number; `Err` is the number of the same state, already there.
    #[inline]
    fn add_hashed(&mut self, hash: u64, state: K, parent: u32) -> Result<u32, u32> {
        let states = &self.states;
        let same = |&at: &u32| states[at] == state;
        let number = states.len() as u32;
        if let Some(known) = self.index.find_or_add(hash, number, same, |&at| states[at].hash64()) {
            return Err(known);
        }
        self.states.push(state);
        self.parents.push(parent);
        Ok(number)
    }

    #[inline]
    fn find_hashed(&self, hash: u64, state: &K) -> Option<u32> {
        self.index.find(hash, |&at| self.states[at] == *state)
    }

    fn bytes(&self) -> usize {
        let heap = self.states.get(0).map_or(0, Key::heap_bytes);
        self.states.bytes() + self.parents.bytes() + self.states.len() * heap + self.index.bytes()
    }

    /// Bytes allocated at once when `more` states are added.
    fn growth(&self, more: usize) -> usize {
        self.states.growth(more) + self.parents.growth(more) + self.index.growth(more)
    }
}
