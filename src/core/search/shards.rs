//! States that several threads find, each in the shard that its hash names, behind the lock of that shard.
//!
//! ```text
//!   hash     │ … │ shard │ … 32 bits │        a number fits 31 bits; a search on one thread has one shard,
//!   number   │ number in the shard │ shard │  whose numbers are those of the states as they were found
//! ```
//!
//! States are kept whole and compared whole. (Measured against other sets that threads share: docs/figures.md.)
//!
//! Nothing large is ever moved: a list in one piece would take up twice as much for a moment, and moving gigabytes would take
//! seconds in which no limit is checked.
//!
//! ```text
//!   list     │ 0 1 2 … 65,535 │ 65,536 … │ …     segment = number >> 16, place = number & 65,535
//!
//!   index    one part     up to 2¹⁶ states      numbers of states by their hash
//!            256 parts    from then on          the hash says which part; one grows, the others stay
//! ```

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

use crate::bits::Key;
use crate::sync::{Mutex, MutexGuard};

/// Shards for each thread: two threads seldom want the same one.
const EACH: usize = if cfg!(interleavings) { 1 } else { 16 };
/// Bits of the hash that name the shard; an index uses those above, its tables the highest and the lowest.
const SHIFT: u32 = 32;
/// Bits of a number.
pub(super) const BITS: u32 = 31;
/// States that all threads may add between two checks of the limits, with a margin.
const SLACK: usize = 1 << 16;

/// Maximum number of states of a single part.
const ALONE: usize = 1 << 16;
/// Bits of the hash that name one of several parts, from [`PART_SHIFT`] on; a table uses the lowest and the highest ones.
const PART_BITS: u32 = 8;
const PART_SHIFT: u32 = 48;

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
        let heap = if self.states.len() > 0 { self.states[0].heap_bytes() } else { 0 };
        self.states.bytes() + self.parents.bytes() + self.states.len() * heap + self.index.bytes()
    }

    /// Bytes allocated at once when `more` states are added.
    fn growth(&self, more: usize) -> usize {
        self.states.growth(more) + self.parents.growth(more) + self.index.growth(more)
    }
}

/// An index of the numbers of states, which are kept elsewhere.
#[derive(Debug)]
struct Index {
    parts: Vec<HashTable<u32>>,
    last: usize,
    /// Maximum number of parts, a power of two.
    most: usize,
}

impl Index {
    /// An empty index, one of `indexes` (a power of two) that hold the states of one search together.
    fn one_of(indexes: usize) -> Self {
        Self { parts: vec![HashTable::new()], last: 0, most: ((1 << PART_BITS) / indexes).max(1) }
    }

    /// The number of the state with this hash for which `same` holds; if there is none, adds `number`. `hash_of` returns the
    /// hashes of the states added before.
    #[inline]
    fn find_or_add(
        &mut self,
        hash: u64,
        number: u32,
        same: impl FnMut(&u32) -> bool,
        hash_of: impl Fn(&u32) -> u64,
    ) -> Option<u32> {
        // Before the new state comes, whose hash nobody can tell yet.
        if self.last == 0 && self.parts[0].len() == ALONE && self.most > 1 {
            self.divide(&hash_of);
        }
        let part = self.part(hash);
        match self.parts[part].entry(hash, same, hash_of) {
            Entry::Occupied(slot) => Some(*slot.get()),
            Entry::Vacant(slot) => {
                slot.insert(number);
                None
            }
        }
    }

    #[inline]
    fn find(&self, hash: u64, same: impl FnMut(&u32) -> bool) -> Option<u32> {
        self.parts[self.part(hash)].find(hash, same).copied()
    }

    #[inline(always)]
    fn part(&self, hash: u64) -> usize {
        (hash >> PART_SHIFT) as usize & self.last
    }

    #[cold]
    fn divide(&mut self, hash_of: impl Fn(&u32) -> u64) {
        let whole = std::mem::take(&mut self.parts[0]);
        self.parts.resize_with(self.most, HashTable::new);
        self.last = self.parts.len() - 1;
        for number in whole {
            let hash = hash_of(&number);
            let part = self.part(hash);
            self.parts[part].insert_unique(hash, number, &hash_of);
        }
    }

    fn bytes(&self) -> usize {
        self.parts.capacity() * size_of::<HashTable<u32>>()
            + self.parts.iter().map(HashTable::allocation_size).sum::<usize>()
    }

    /// Bytes allocated at once when `more` states are added: those of the parts that may have to move.
    fn growth(&self, more: usize) -> usize {
        // Hashes are spread evenly; with room for deviations.
        let each = if self.last == 0 { more } else { more / self.parts.len() * 2 + 32 };
        let full = |part: &&HashTable<u32>| part.len() + each > part.capacity();
        let moving = || self.parts.iter().filter(full).map(HashTable::allocation_size);
        // The old place of one is still there while the new one is filled.
        moving().sum::<usize>() + moving().max().unwrap_or(0)
    }
}

/// A list that grows without being moved: segments of one length, the first of which grows by itself.
#[derive(Debug)]
struct SegmentedVec<T> {
    /// Segments, at least one; all but the last are full.
    segments: Vec<Vec<T>>,
}

impl<T> SegmentedVec<T> {
    fn new() -> Self {
        Self { segments: vec![Vec::new()] }
    }

    #[inline]
    fn push(&mut self, item: T) {
        let last = self.segments.len() - 1;
        if self.segments[last].len() < SEGMENT {
            self.segments[last].push(item);
        } else {
            let mut segment = Vec::with_capacity(SEGMENT);
            segment.push(item);
            self.segments.push(segment);
        }
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
        // One that is not yet as long as all others moves to a place twice as large, or a new one begins.
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
