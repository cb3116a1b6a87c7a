//! Visited table: the positions of one part, each once, with the used moves of all paths that found it.
//!
//! ```text
//! slots   | tag, place | tag, place | 0 | tag, place | …     2^b words of 32 bits, at most half of them used
//!                │
//! keys    | k₀ | k₁ | k₂ | …        in the order in which they came; used moves likewise
//! ```
//!
//! A slot holds the place of a key (plus one, in its low *b* bits) and a tag: bits of its hash, in the bits left. Only a
//! key whose tag agrees is read, and compared whole. The positions are stored densely, so that a finished part is two plain
//! lists, and the slots, a quarter of a key's size or less, stay in cache.

use crate::bits::Key;
use crate::space::{Columns, UsedMoves};

/// A visited table: a set of positions that grows.
#[derive(Debug)]
pub struct VisitedTable<K> {
    slots: Vec<u32>,
    /// The positions, with their used-move masks if the space keeps them.
    columns: Columns<K, UsedMoves>,
    keeps_used_moves: bool,
    /// Number of positions, the first ones, that belong to older layers.
    known: usize,
}

impl<K: Key> VisitedTable<K> {
    /// An empty table, with or without used-move masks.
    pub fn new(keeps_used_moves: bool) -> Self {
        let mut table = Self { slots: Vec::new(), columns: Columns::new(), keeps_used_moves, known: 0 };
        table.clear(0);
        table
    }

    /// Removes all positions and makes room for `keys`. Only as many slots as these need are used, so that a small set stays
    /// in cache; the memory of a larger one is kept.
    pub fn clear(&mut self, keys: usize) {
        self.columns.clear();
        self.known = 0;
        self.index(2 * keys);
    }

    /// Bytes held, where each key has `heap` bytes of its own.
    pub fn bytes(&self, heap: usize) -> usize {
        self.slots.capacity() * size_of::<u32>() + self.columns.bytes(heap)
    }

    /// Number of positions, the known ones among them.
    pub fn len(&self) -> usize {
        self.columns.len()
    }

    pub fn is_empty(&self) -> bool {
        self.columns.is_empty()
    }

    /// Makes the new positions known ones.
    pub fn settle(&mut self) {
        self.known = self.columns.len();
    }

    /// Adds positions of an older layer, before all others, so that they do not count as new.
    pub fn know(&mut self, keys: &[K]) {
        for key in keys {
            self.insert::<false>(key.clone(), 0, key.hash64());
        }
        if self.keeps_used_moves {
            self.columns.tags.resize(self.columns.keys.len(), 0);
        }
        self.settle();
    }

    /// Adds all positions of some columns and empties these.
    #[inline]
    pub fn take(&mut self, columns: &mut Columns<K, UsedMoves>) {
        if self.keeps_used_moves {
            for (key, used) in columns.keys.drain(..).zip(columns.tags.drain(..)) {
                let hash = key.hash64();
                self.insert::<true>(key, used, hash);
            }
        } else {
            for key in columns.keys.drain(..) {
                let hash = key.hash64();
                self.insert::<false>(key, 0, hash);
            }
        }
    }

    /// Adds a position with its hash, or only its used moves if it is already there.
    #[inline(always)]
    pub fn insert<const KEEPS_USED_MOVES: bool>(&mut self, key: K, used: UsedMoves, hash: u64) {
        let last = self.slots.len() - 1;
        let tag = tag(hash, last);
        let mut at = hash as usize & last;
        loop {
            let slot = self.slots[at & last];
            if slot == 0 {
                self.columns.keys.push(key);
                if KEEPS_USED_MOVES {
                    self.columns.tags.push(used);
                }
                let count = self.columns.len();
                self.slots[at & last] = tag | count as u32;
                if 2 * count > last {
                    self.index(4 * count);
                }
                return;
            }
            if (slot ^ tag) & !(last as u32) == 0 {
                let place = (slot & last as u32) as usize - 1;
                if self.columns.keys[place] == key {
                    if KEEPS_USED_MOVES {
                        self.columns.tags[place] |= used;
                    }
                    return;
                }
            }
            at += 1;
        }
    }

    /// Rebuilds the table with at least `slots` slots.
    #[cold]
    fn index(&mut self, slots: usize) {
        let slots = slots.next_power_of_two().max(64);
        self.slots.clear();
        self.slots.resize(slots, 0);
        let last = slots - 1;
        for (place, key) in self.columns.keys.iter().enumerate() {
            let hash = key.hash64();
            let mut at = hash as usize & last;
            while self.slots[at & last] != 0 {
                at += 1;
            }
            self.slots[at & last] = tag(hash, last) | (place as u32 + 1);
        }
    }

    /// The new positions.
    pub fn fresh(&self) -> &[K] {
        &self.columns.keys[self.known..]
    }

    /// The used-move masks of the new positions, if they are kept.
    pub fn fresh_masks(&self) -> &[UsedMoves] {
        if self.keeps_used_moves { &self.columns.tags[self.known..] } else { &[] }
    }

    /// Replaces the content of `part` by the new positions.
    pub fn give(&self, part: &mut Columns<K, UsedMoves>) {
        part.clear();
        part.reserve(self.columns.len() - self.known, self.keeps_used_moves);
        part.keys.extend_from_slice(self.fresh());
        part.tags.extend_from_slice(self.fresh_masks());
    }
}

/// Bits of the hash above those of `last`, which determine neither the part nor the slot.
#[inline(always)]
fn tag(hash: u64, last: usize) -> u32 {
    (hash >> 22) as u32 & !(last as u32)
}
