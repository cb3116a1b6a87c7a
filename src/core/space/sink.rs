//! The sink: passes successors from a space to a search.

use std::ops::ControlFlow;

use crate::{Key, Move, UsedMoves};

/// Two lists side by side: keys, and a tag of each. The second is empty if no tags are kept.
#[derive(Clone, Debug, Default)]
pub struct Columns<K, T> {
    /// The keys.
    pub keys: Vec<K>,
    /// The tag of each.
    pub tags: Vec<T>,
}

impl<K, T> Columns<K, T> {
    /// Adds a key, with its tag if tags are kept.
    #[inline(always)]
    pub fn add(&mut self, key: K, tag: Option<T>) {
        self.keys.push(key);
        self.tags.extend(tag);
    }

    /// Number of keys.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// True if there is none.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// Moves all of them, each to the one of the `parts` whose number `part` returns.
    #[inline(always)]
    pub fn scatter(&mut self, parts: &mut [Self], part: impl Fn(&K) -> usize) {
        if self.tags.is_empty() {
            for key in self.keys.drain(..) {
                parts[part(&key)].keys.push(key);
            }
            return;
        }
        for (key, tag) in self.keys.drain(..).zip(self.tags.drain(..)) {
            parts[part(&key)].add(key, Some(tag));
        }
    }

    /// Removes all of them; the allocated memory is kept.
    pub fn clear(&mut self) {
        self.keys.clear();
        self.tags.clear();
    }

    /// Bytes held, where each key has `heap` bytes of its own.
    pub fn bytes(&self, heap: usize) -> usize {
        self.keys.capacity() * size_of::<K>() + self.len() * heap + self.tags.capacity() * size_of::<T>()
    }
}

/// Called by a sink with its buffer, which it empties; breaks to stop.
type Look<'a, K, T> = dyn FnMut(&mut Columns<K, T>) -> ControlFlow<()> + 'a;

/// Takes successors from a space into a buffer that stays in cache. When this is full, the search takes them and decides
/// whether to continue: it can stop in the middle of a state with millions of successors.
pub struct Sink<'a, K, T> {
    buffer: &'a mut Columns<K, T>,
    with_tags: bool,
    /// Successors at which the buffer is full.
    bound: usize,
    look: &'a mut Look<'a, K, T>,
    stopped: bool,
}

impl<'a, K: Key, T> Sink<'a, K, T> {
    /// A sink that fills `buffer`, with tags or without, and calls `look` whenever it holds `most` keys.
    pub fn new(buffer: &'a mut Columns<K, T>, tags: bool, most: usize, look: &'a mut Look<'a, K, T>) -> Self {
        Self { buffer, with_tags: tags, bound: most, look, stopped: false }
    }

    /// Adds a successor; breaks when the search stops.
    #[inline(always)]
    pub fn push(&mut self, key: K, tag: T) -> ControlFlow<()> {
        self.buffer.keys.push(key);
        if self.with_tags {
            self.buffer.tags.push(tag);
        }
        if self.buffer.keys.len() < self.bound { ControlFlow::Continue(()) } else { self.flush() }
    }

    /// Adds what `fill` adds to the keys and the tags, as many tags as keys if they are kept; breaks when the search stops.
    #[inline(always)]
    pub fn extend(&mut self, fill: impl FnOnce(&mut Columns<K, T>, bool)) -> ControlFlow<()> {
        fill(self.buffer, self.with_tags);
        if self.buffer.keys.len() < self.bound { ControlFlow::Continue(()) } else { self.flush() }
    }

    /// Calls the search for what was pushed since the last call; breaks when the search stops.
    #[cold]
    pub fn flush(&mut self) -> ControlFlow<()> {
        if !self.stopped && !self.buffer.is_empty() {
            self.stopped = (self.look)(self.buffer).is_break();
        }
        self.buffer.clear();
        if self.stopped { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// True if the search has stopped.
    pub fn is_stopped(&self) -> bool {
        self.stopped
    }
}

impl<K: Key> Sink<'_, K, UsedMoves> {
    /// Applies `fill` to a sink that passes successors on to this one, without their moves.
    pub fn without_moves(&mut self, fill: impl FnOnce(&mut Sink<K, Move>)) {
        let (mut moves, bound) = (Columns::default(), self.bound);
        let mut look = |moves: &mut Columns<K, Move>| {
            moves.keys.drain(..).try_for_each(|key| self.push(key, UsedMoves::default()))
        };
        let mut sink = Sink::new(&mut moves, false, bound, &mut look);
        fill(&mut sink);
        let _ = sink.flush();
    }
}

/// The part, of 2^`bits`, that a hash belongs to.
#[inline(always)]
pub fn part_index(hash: u64, bits: u32) -> usize {
    // Shifted in two steps: a shift by 64, with one part only, would be undefined.
    (hash >> 1 >> (63 - bits)) as usize
}
