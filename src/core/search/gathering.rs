//! The positions of one part, each once, with the marks of all who found it.
//!
//! ```text
//! slots   | tag, place | tag, place | 0 | tag, place | …     2^b words of 32 bits, at most half of them used
//!                │
//! keys    | k₀ | k₁ | k₂ | …        in the order in which they came; marks likewise
//! ```
//!
//! A slot holds the place of a key (plus one, in its low *b* bits) and as many bits of the key's hash as are left.
//! A key is looked at only where the tag agrees, and is then compared whole. The positions stand densely, so that
//! a finished part is two plain lists, and the slots, a quarter of a key's size or less, stay in cache.

use crate::bits::Key;
use crate::space::Mark;

/// Positions with their marks: two lists of one length.
#[derive(Clone, Debug, Default)]
pub struct Bag<K, M> {
    /// The positions.
    pub keys: Vec<K>,
    /// Their marks.
    pub marks: Vec<M>,
}

impl<K, M> Bag<K, M> {
    /// No position.
    pub const fn empty() -> Self {
        Self { keys: Vec::new(), marks: Vec::new() }
    }

    /// Adds one.
    #[inline(always)]
    pub fn push(&mut self, key: K, mark: M) {
        self.keys.push(key);
        self.marks.push(mark);
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// Makes room for `count` positions in an empty bag. Layer after layer is a little larger than the last, so
    /// there is always some room to spare: what is given back to the system has to be cleared by it once more.
    pub fn reserve(&mut self, count: usize) {
        if self.keys.capacity() < count {
            let room = count + count / 8;
            // The old room goes first.
            *self = Self::empty();
            self.keys.reserve_exact(room);
            self.marks.reserve_exact(room);
        }
    }

    /// Takes all of them out; the room stays.
    pub fn clear(&mut self) {
        self.keys.clear();
        self.marks.clear();
    }

    /// Bytes held, where each key has `heap` bytes of its own.
    pub fn bytes(&self, heap: usize) -> usize {
        self.keys.capacity() * size_of::<K>() + self.len() * heap + self.marks.capacity() * size_of::<M>()
    }
}

/// A set of positions under way.
#[derive(Debug)]
pub struct Gathering<K, M> {
    slots: Vec<u32>,
    bag: Bag<K, M>,
    /// How many positions at the beginning of the bag belong to older layers.
    known: usize,
}

impl<K: Key, M: Mark> Default for Gathering<K, M> {
    fn default() -> Self {
        let mut gathering = Self { slots: Vec::new(), bag: Bag::empty(), known: 0 };
        gathering.clear(0);
        gathering
    }
}

impl<K: Key, M: Mark> Gathering<K, M> {
    /// Takes everything out and makes room for `keys` positions. Only as many slots as these need are used, so that
    /// a small set stays in cache; the memory of a larger one is kept for the next.
    pub fn clear(&mut self, keys: usize) {
        self.bag.clear();
        self.known = 0;
        self.index(2 * keys);
    }

    /// Bytes held, where each key has `heap` bytes of its own.
    pub fn bytes(&self, heap: usize) -> usize {
        self.slots.capacity() * size_of::<u32>() + self.bag.bytes(heap)
    }

    /// How many positions there are, the known ones among them.
    pub fn len(&self) -> usize {
        self.bag.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.bag.is_empty()
    }

    /// What was new is known from now on.
    pub fn settle(&mut self) {
        self.known = self.bag.len();
    }

    /// Adds positions of an older layer, so that they are not taken for new ones; before all others.
    pub fn know(&mut self, keys: &[K]) {
        for key in keys {
            self.insert(key.clone(), M::default(), key.hash64());
        }
        self.settle();
    }

    /// Adds all positions of a bag, which is empty then.
    pub fn take(&mut self, bag: &mut Bag<K, M>) {
        for (key, mark) in bag.keys.drain(..).zip(bag.marks.drain(..)) {
            let hash = key.hash64();
            self.insert(key, mark, hash);
        }
    }

    /// Adds a position with its hash, or a mark to the one that is there.
    #[inline(always)]
    pub fn insert(&mut self, key: K, mark: M, hash: u64) {
        let last = self.slots.len() - 1;
        let tag = tag(hash, last);
        let mut at = hash as usize & last;
        loop {
            let slot = self.slots[at & last];
            if slot == 0 {
                self.bag.push(key, mark);
                let count = self.bag.len();
                self.slots[at & last] = tag | count as u32;
                if 2 * count > last {
                    self.index(4 * count);
                }
                return;
            }
            if (slot ^ tag) & !(last as u32) == 0 {
                let place = (slot & last as u32) as usize - 1;
                if self.bag.keys[place] == key {
                    self.bag.marks[place].merge(mark);
                    return;
                }
            }
            at += 1;
        }
    }

    /// Rebuilds the slots, at least so many.
    #[cold]
    fn index(&mut self, slots: usize) {
        let slots = slots.next_power_of_two().max(64);
        self.slots.clear();
        self.slots.resize(slots, 0);
        let last = slots - 1;
        for (place, key) in self.bag.keys.iter().enumerate() {
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
        &self.bag.keys[self.known..]
    }

    /// Puts the new positions into `part`, in place of what is there.
    pub fn give(&self, part: &mut Bag<K, M>) {
        part.clear();
        part.reserve(self.bag.len() - self.known);
        part.keys.extend_from_slice(self.fresh());
        part.marks.extend_from_slice(&self.bag.marks[self.known..]);
    }
}

/// Bits of a hash that neither the part nor the slot tells, above those of `last`.
#[inline(always)]
fn tag(hash: u64, last: usize) -> u32 {
    (hash >> 22) as u32 & !(last as u32)
}

#[cfg(test)]
mod tests {
    use super::Gathering;
    use crate::bits::Key;

    #[test]
    fn each_key_is_there_once_with_all_its_marks() {
        let mut gathering = Gathering::<u64, u16>::default();
        for round in 0..3 {
            for key in 0..1000u64 {
                gathering.insert(key, 1 << round, key.hash64());
            }
        }
        assert_eq!(gathering.fresh(), (0..1000).collect::<Vec<u64>>());
        assert!(gathering.bag.marks.iter().all(|&marks| marks == 0b111));
        gathering.clear(0);
        assert!(gathering.fresh().is_empty());
    }

    #[test]
    fn known_keys_are_not_fresh() {
        let mut gathering = Gathering::<u64, ()>::default();
        gathering.know(&[1, 2, 3]);
        gathering.know(&[4]);
        for key in [2, 5, 4, 6, 5] {
            gathering.insert(key, (), key.hash64());
        }
        assert_eq!(gathering.fresh(), [5, 6]);
    }

    #[test]
    fn equal_hashes_do_not_stand_for_equal_keys() {
        let mut gathering = Gathering::<u128, ()>::default();
        for key in [7, 8, 7, 9, 8] {
            gathering.insert(key, (), 1);
        }
        assert_eq!(gathering.fresh(), [7, 8, 9]);
    }
}
