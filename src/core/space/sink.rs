//! The sink: takes successors from a space and distributes them over the parts of a search's next layer.

use std::ops::ControlFlow;
use std::slice;

use crate::bits::Key;
use crate::space::{Move, UsedMoves};

/// Two lists side by side: keys, and a tag of each. The second is empty if no tags are kept.
#[derive(Clone, Debug)]
pub struct Columns<K, T> {
    /// The keys.
    pub keys: Vec<K>,
    /// The tag of each.
    pub tags: Vec<T>,
}

impl<K, T> Default for Columns<K, T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K, T> Columns<K, T> {
    /// Empty columns.
    pub const fn new() -> Self {
        Self { keys: Vec::new(), tags: Vec::new() }
    }

    /// Adds a key with its tag.
    #[inline(always)]
    pub fn push(&mut self, key: K, tag: T) {
        self.keys.push(key);
        self.tags.push(tag);
    }

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

    /// Makes room for `count` keys in empty columns, and for as many tags if they are kept. Each layer is a little larger
    /// than the last, so there is some room to spare: memory that is given back has to be cleared by the system again.
    pub fn reserve(&mut self, count: usize, with_tags: bool) {
        if self.keys.capacity() < count {
            let room = count + count / 8;
            // The old allocation is freed first.
            *self = Self::new();
            self.keys.reserve_exact(room);
            if with_tags {
                self.tags.reserve_exact(room);
            }
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

/// Called by a sink with its parts after a number of successors; breaks to stop.
type Look<'a, K, T> = dyn FnMut(&mut [Columns<K, T>], usize) -> ControlFlow<()> + 'a;

/// Takes successors from a space. Each goes to the part selected by the hash of all or some of its bits, as in layers.
/// After a bounded number of them the search decides whether to continue: it may empty a buffer, which stays in cache, and
/// it can stop in the middle of a state with millions of successors.
pub struct Sink<'a, K, T> {
    /// Their number is a power of two.
    parts: &'a mut [Columns<K, T>],
    bits: u32,
    /// The bits of a key that determine its part, if not all do.
    mask: Option<K>,
    with_tags: bool,
    /// Successors between two calls of `look`, and until the next.
    bound: usize,
    left: usize,
    look: &'a mut Look<'a, K, T>,
    stopped: bool,
}

impl<'a, K: Key, T> Sink<'a, K, T> {
    /// A sink that fills `parts`, with tags or without, and calls `look` after every `bound` keys.
    pub fn new(
        parts: &'a mut [Columns<K, T>],
        with_tags: bool,
        bound: usize,
        look: &'a mut Look<'a, K, T>,
    ) -> Self {
        debug_assert!(parts.len().is_power_of_two());
        let bits = parts.len().trailing_zeros();
        Self { parts, bits, mask: None, with_tags, bound, left: bound, look, stopped: false }
    }

    /// Makes the parts depend only on the bits of a mask, if there is one.
    #[must_use]
    pub fn by(self, mask: Option<K>) -> Self {
        Self { mask, ..self }
    }

    /// Adds a successor; breaks when the search stops.
    #[inline(always)]
    pub fn push(&mut self, key: K, tag: T) -> ControlFlow<()> {
        // One part needs no hash.
        let part = match &self.mask {
            _ if self.bits == 0 => 0,
            None => part_index(key.hash64(), self.bits),
            Some(mask) => part_index(key.masked(mask).hash64(), self.bits),
        };
        let part = &mut self.parts[part];
        part.keys.push(key);
        if self.with_tags {
            part.tags.push(tag);
        }
        self.left -= 1;
        if self.left == 0 { self.flush() } else { ControlFlow::Continue(()) }
    }

    /// Calls the search for what was pushed since the last call; breaks when the search stops.
    #[cold]
    pub fn flush(&mut self) -> ControlFlow<()> {
        let pushed = self.bound - self.left;
        self.left = self.bound;
        if pushed > 0 && !self.stopped {
            self.stopped = (self.look)(self.parts, pushed).is_break();
        }
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
        let (mut moves, bound) = (Columns::new(), self.bound);
        let mut look = |moves: &mut [Columns<K, Move>], _| {
            moves[0].keys.drain(..).try_for_each(|key| self.push(key, UsedMoves::default()))
        };
        let mut sink = Sink::new(slice::from_mut(&mut moves), false, bound, &mut look);
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
