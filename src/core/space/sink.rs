//! What a space puts successors into, and what a search takes them from.

use std::ops::ControlFlow;

use crate::bits::Key;
use crate::space::{Move, UsedMoves};

/// Two lists side by side: keys, and what is told of each. The second stays empty where nothing is.
#[derive(Clone, Debug)]
pub struct Columns<K, T> {
    /// The keys.
    pub keys: Vec<K>,
    /// What is told of each.
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

    /// How many keys there are.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// True if there is none.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// Makes room for `count` keys in empty columns, and for as many tags if they are kept. Layer after layer is a
    /// little larger than the last, so there is always some room to spare: what is given back to the system has to be
    /// cleared by it once more.
    pub fn reserve(&mut self, count: usize, with_tags: bool) {
        if self.keys.capacity() < count {
            let room = count + count / 8;
            // The old room goes first.
            *self = Self::new();
            self.keys.reserve_exact(room);
            if with_tags {
                self.tags.reserve_exact(room);
            }
        }
    }

    /// Takes all of them out; the room stays.
    pub fn clear(&mut self) {
        self.keys.clear();
        self.tags.clear();
    }

    /// Bytes held, where each key has `heap` bytes of its own.
    pub fn bytes(&self, heap: usize) -> usize {
        self.keys.capacity() * size_of::<K>() + self.len() * heap + self.tags.capacity() * size_of::<T>()
    }
}

/// A buffer that is drained when it is full: bounded, so that it stays in cache, and so that a state with millions of
/// successors can be left between them.
pub struct Sink<'a, K, T> {
    columns: &'a mut Columns<K, T>,
    bound: usize,
    drain: &'a mut dyn FnMut(&mut Columns<K, T>) -> ControlFlow<()>,
    stopped: bool,
}

impl<'a, K, T> Sink<'a, K, T> {
    /// A sink that fills `columns` and has `drain` empty them when they hold `bound` keys.
    pub fn new(
        columns: &'a mut Columns<K, T>,
        bound: usize,
        drain: &'a mut dyn FnMut(&mut Columns<K, T>) -> ControlFlow<()>,
    ) -> Self {
        columns.clear();
        Self { columns, bound, drain, stopped: false }
    }

    /// Adds a successor; whether more are wanted.
    #[inline(always)]
    pub fn push(&mut self, key: K, tag: T) -> ControlFlow<()> {
        self.columns.push(key, tag);
        if self.columns.keys.len() < self.bound { ControlFlow::Continue(()) } else { self.flush() }
    }

    /// The columns, to be filled without a look at their bound by what has few successors, and then flushed.
    #[inline(always)]
    pub fn columns(&mut self) -> &mut Columns<K, T> {
        self.columns
    }

    /// Has the columns drained; whether more successors are wanted.
    pub fn flush(&mut self) -> ControlFlow<()> {
        if !self.stopped && !self.columns.is_empty() {
            self.stopped = (self.drain)(self.columns).is_break();
        }
        self.columns.clear();
        if self.stopped { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// True if no more successors are wanted.
    pub fn is_stopped(&self) -> bool {
        self.stopped
    }
}

impl<K: Key> Sink<'_, K, UsedMoves> {
    /// Lets `fill` put successors with moves into this sink, without the moves.
    pub fn without_moves(&mut self, fill: impl FnOnce(&mut Sink<K, Move>)) {
        let (mut moves, bound) = (Columns::new(), self.bound);
        let mut drain = |successors: &mut Columns<K, Move>| {
            self.columns.keys.append(&mut successors.keys);
            self.flush()
        };
        let mut sink = Sink::new(&mut moves, bound, &mut drain);
        fill(&mut sink);
        let _ = sink.flush();
    }
}
