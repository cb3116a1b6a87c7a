//! Visited table: the positions of one part, each once, with the used moves of all paths that found it.
//!
//! ```text
//! slots   | place | place | 0 | place | 0 | 0 | …     2^b words of 32 bits, at most half of them used
//!              │
//! keys    | k₀ | k₁ | k₂ | …        in the order in which they came; used moves likewise
//! ```
//!
//! A slot holds the place of a key, plus one. Whether a position is new is as unpredictable as a coin, so no branch depends
//! on it: each position is written behind the last one, an empty slot stands for that place, and the key at the place of the
//! slot, whichever it is, is compared whole. Only another key there, in a used slot, is a reason to look at the next slot; so
//! most slots are left empty.

use std::hint::select_unpredictable;

use crate::{Columns, Key, UsedMoves};

/// Positions that room is made for at a time.
const AT_ONCE: usize = 64;

/// A visited table: a set of positions that grows.
#[derive(Debug)]
pub struct VisitedTable<K> {
    slots: Vec<u32>,
    /// The positions, and room for more: a list that does not move is filled more quickly than one that may grow.
    keys: Vec<K>,
    /// Used-move masks of the positions, if the space keeps them.
    masks: Vec<UsedMoves>,
    count: usize,
    keeps_used_moves: bool,
    /// Number of positions, the first ones, that belong to older layers.
    known: usize,
}

impl<K: Key> VisitedTable<K> {
    /// An empty table, with or without used-move masks.
    pub fn new(keeps_used_moves: bool) -> Self {
        let (slots, keys, masks) = (Vec::new(), Vec::new(), Vec::new());
        let mut table = Self { slots, keys, masks, count: 0, keeps_used_moves, known: 0 };
        table.clear(0);
        table
    }

    /// Removes all positions and makes room for `keys`. Only as many slots as these need are used, so that a small set stays
    /// in cache; the memory of a larger one is kept.
    pub fn clear(&mut self, keys: usize) {
        let used = self.count.min(self.masks.len());
        self.masks[..used].fill(0);
        (self.count, self.known) = (0, 0);
        self.index(4 * keys);
    }

    /// Bytes held, where each key has `heap` bytes of its own.
    pub fn bytes(&self, heap: usize) -> usize {
        let keys = self.keys.capacity() * size_of::<K>() + self.count * heap;
        self.slots.capacity() * size_of::<u32>() + keys + self.masks.capacity() * size_of::<UsedMoves>()
    }

    /// Number of positions, the known ones among them.
    pub fn len(&self) -> usize {
        self.count
    }

    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Makes the new positions known ones.
    pub fn settle(&mut self) {
        self.known = self.count;
    }

    /// Adds positions of an older layer, before all others, so that they do not count as new.
    pub fn know(&mut self, keys: &[K]) {
        self.add(keys, &[]);
        self.settle();
    }

    /// Adds all positions of some columns and empties these.
    pub fn take(&mut self, columns: &mut Columns<K, UsedMoves>) {
        self.add(&columns.keys, &columns.tags);
        columns.clear();
    }

    /// Adds positions, with their used moves if these are kept and there are any.
    pub fn add(&mut self, keys: &[K], used: &[UsedMoves]) {
        if self.keeps_used_moves && !used.is_empty() {
            for (keys, used) in keys.chunks(AT_ONCE).zip(used.chunks(AT_ONCE)) {
                self.add_some::<true>(keys, used);
            }
        } else {
            keys.chunks(AT_ONCE).for_each(|keys| self.add_some::<false>(keys, &[]));
        }
    }

    /// Adds each position that is not there yet; the used moves of the others are added to theirs.
    #[inline(always)]
    fn add_some<const USED: bool>(&mut self, keys: &[K], used: &[UsedMoves]) {
        self.make_room(keys.len());
        let Self { slots, keys: list, masks, count, .. } = self;
        let (slots, list, masks, mut next) = (&mut slots[..], &mut list[..], &mut masks[..], *count);
        let last = slots.len() - 1;
        for (index, key) in keys.iter().enumerate() {
            let used = if USED { used[index] } else { 0 };
            let mut at = key.hash64() as usize;
            list[next].clone_from(key);
            loop {
                let slot = &mut slots[at & last];
                let is_new = *slot == 0;
                let place = select_unpredictable(is_new, next, (*slot as usize).wrapping_sub(1));
                if list[place] == *key {
                    if let Some(mask) = masks.get_mut(place) {
                        *mask |= used;
                    }
                    *slot = place as u32 + 1;
                    next += usize::from(is_new);
                    break;
                }
                at += 1;
            }
        }
        self.count = next;
    }

    /// Makes room for `more` positions.
    #[inline]
    fn make_room(&mut self, more: usize) {
        let count = self.count + more;
        if self.keys.len() < count {
            let room = count.max(2 * self.keys.len());
            self.keys.resize_with(room, || K::from_limbs(&[]));
            if self.keeps_used_moves {
                self.masks.resize(room, 0);
            }
        }
        if 2 * count > self.slots.len() {
            self.index(4 * count);
        }
    }

    /// Rebuilds the table with at least `slots` slots.
    #[cold]
    fn index(&mut self, slots: usize) {
        let slots = slots.next_power_of_two().max(64);
        self.slots.clear();
        self.slots.resize(slots, 0);
        let last = slots - 1;
        for (place, key) in self.keys[..self.count].iter().enumerate() {
            let hash = key.hash64();
            let mut at = hash as usize & last;
            while self.slots[at & last] != 0 {
                at += 1;
            }
            self.slots[at & last] = place as u32 + 1;
        }
    }

    /// The new positions.
    pub fn fresh(&self) -> &[K] {
        &self.keys[self.known..self.count]
    }

    /// The used-move masks of the new positions, if they are kept.
    pub fn fresh_masks(&self) -> &[UsedMoves] {
        if self.keeps_used_moves { &self.masks[self.known..self.count] } else { &[] }
    }
}
