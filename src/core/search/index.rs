//! The numbers of states by their hash, in parts that grow one at a time.
//!
//! ```text
//!   one part     up to 2¹⁶ states      a table is moved to a larger place at once, and nobody waits for that
//!   256 parts    from then on          the hash says which part; one is moved, the others stay
//! ```
//!
//! Moving a table of a hundred million states would take seconds in which no limit is checked.

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

/// Maximum number of states of a single part.
pub(super) const ALONE: usize = 1 << 16;
/// Bits of the hash that name one of several parts, from [`SHIFT`] on; a table uses the lowest and the highest ones.
pub(super) const BITS: u32 = 8;
const SHIFT: u32 = 48;

/// An index of the numbers of states, which are kept elsewhere.
#[derive(Debug)]
pub(super) struct Index {
    parts: Vec<HashTable<u32>>,
    last: usize,
    /// Maximum number of parts, a power of two.
    most: usize,
}

impl Index {
    /// An empty index, one of `indexes` (a power of two) that hold the states of one search together.
    pub(super) fn one_of(indexes: usize) -> Self {
        Self { parts: vec![HashTable::new()], last: 0, most: ((1 << BITS) / indexes).max(1) }
    }

    /// The number of the state with this hash for which `same` holds; if there is none, adds `number`. `hash_of` returns the
    /// hashes of the states added before.
    #[inline]
    pub(super) fn find_or_add(
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
    pub(super) fn find(&self, hash: u64, same: impl FnMut(&u32) -> bool) -> Option<u32> {
        self.parts[self.part(hash)].find(hash, same).copied()
    }

    #[inline(always)]
    fn part(&self, hash: u64) -> usize {
        (hash >> SHIFT) as usize & self.last
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

    pub(super) fn bytes(&self) -> usize {
        self.parts.capacity() * size_of::<HashTable<u32>>()
            + self.parts.iter().map(HashTable::allocation_size).sum::<usize>()
    }

    /// Bytes allocated at once when `more` states are added: those of the parts that may have to move.
    pub(super) fn growth(&self, more: usize) -> usize {
        // Hashes are spread evenly; with room for deviations.
        let each = if self.last == 0 { more } else { more / self.parts.len() * 2 + 32 };
        let full = |part: &&HashTable<u32>| part.len() + each > part.capacity();
        let moving = || self.parts.iter().filter(full).map(HashTable::allocation_size);
        // The old place of one is still there while the new one is filled.
        moving().sum::<usize>() + moving().max().unwrap_or(0)
    }
}
