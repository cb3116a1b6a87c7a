//! The numbers of states by their hash, in parts that grow one at a time.
//!
//! ```text
//!   one part     up to 2¹⁶ states      a table is moved to a larger place at once, and nobody waits for that
//!   256 parts    from then on          the hash says which part; one is moved, the others stay
//! ```
//!
//! A table of a hundred million states would take seconds to be moved, in which nobody looks at the clock.

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

/// States of the only part, at most.
const ALONE: usize = 1 << 16;
/// Parts after that: so many bits of the hash, in its upper half; a table itself uses the lowest and the highest ones.
const BITS: u32 = 8;
const SHIFT: u32 = 48;

/// An index. What a number stands for is kept elsewhere.
#[derive(Debug)]
pub(super) struct Index {
    parts: Vec<HashTable<u32>>,
    /// One less than there are parts.
    last: usize,
}

impl Index {
    /// No state.
    pub(super) fn new() -> Self {
        Self { parts: vec![HashTable::new()], last: 0 }
    }

    /// The number of the state with this hash that is the `same`; if there is none, `number` becomes the one of such a
    /// state. `hash_of` tells the hashes of states that are there, which
    /// the new one need not be yet.
    #[inline]
    pub(super) fn find_or_add(
        &mut self,
        hash: u64,
        number: u32,
        same: impl FnMut(&u32) -> bool,
        hash_of: impl Fn(&u32) -> u64,
    ) -> Option<u32> {
        // Before the new state comes, whose hash nobody can tell yet.
        if self.last == 0 && self.parts[0].len() == ALONE {
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

    /// The number of the state with this hash that is the `same`.
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
        self.parts.resize_with(1 << BITS, HashTable::new);
        self.last = self.parts.len() - 1;
        for number in whole {
            let hash = hash_of(&number);
            let part = self.part(hash);
            self.parts[part].insert_unique(hash, number, &hash_of);
        }
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> usize {
        self.parts.capacity() * size_of::<HashTable<u32>>()
            + self.parts.iter().map(HashTable::allocation_size).sum::<usize>()
    }

    /// Bytes taken besides at once if `more` states are added: those of the parts that may have to move.
    pub(super) fn growth(&self, more: usize) -> usize {
        // Hashes are spread evenly; with some room for chance.
        let each = if self.last == 0 { more } else { more / self.parts.len() * 2 + 32 };
        let full = |part: &&HashTable<u32>| part.len() + each > part.capacity();
        let moving = || self.parts.iter().filter(full).map(HashTable::allocation_size);
        // The old place of one is still there while the new one is filled.
        moving().sum::<usize>() + moving().max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use hashbrown::HashTable;

    use super::{ALONE, BITS, Index};
    use crate::bits::Key;

    #[test]
    fn each_state_has_one_number_before_and_after_the_index_is_divided() {
        let mut index = Index::new();
        let states: Vec<u64> = (0..3 * ALONE as u64).map(|state| state * 7).collect();
        let hash_of = |&at: &u32| states[at as usize].hash64();
        for (number, &state) in (0..).zip(&states) {
            let same = |&at: &u32| states[at as usize] == state;
            assert_eq!(index.find(state.hash64(), same), None);
            let only_known = |&at: &u32| {
                assert!(at < number);
                states[at as usize].hash64()
            };
            assert_eq!(index.find_or_add(state.hash64(), number, same, only_known), None);
            assert_eq!(index.parts.len(), if number as usize >= ALONE { 1 << BITS } else { 1 });
            assert_eq!(index.find_or_add(state.hash64(), u32::MAX, same, hash_of), Some(number));
        }
        for (number, &state) in (0..).zip(&states) {
            assert_eq!(index.find(state.hash64(), |&at| states[at as usize] == state), Some(number));
        }
        let most = index.parts.iter().map(HashTable::len).max().unwrap();
        assert!(most < (2 * states.len()) >> BITS, "spread evenly: {most}");
    }

    #[test]
    fn equal_hashes_are_told_apart() {
        let mut index = Index::new();
        assert_eq!(index.find_or_add(5, 0, |_| false, |_| 5), None);
        assert_eq!(index.find_or_add(5, 1, |&at| at == 1, |_| 5), None);
        assert_eq!(index.find_or_add(5, 2, |&at| at == 1, |_| 5), Some(1));
        assert_eq!(index.find(5, |&at| at == 2), None);
    }

    #[test]
    fn what_it_takes_up_is_foreseen() {
        let mut index = Index::new();
        let (step, mut most) = (1 << 10, 0);
        for first in (0..4 * ALONE as u64).step_by(step) {
            let foreseen = index.bytes() + index.growth(step);
            for state in first..first + step as u64 {
                index.find_or_add(state.hash64(), state as u32, |_| false, |&at| u64::from(at).hash64());
            }
            let divided = (ALONE as u64..ALONE as u64 + step as u64).contains(&(first + step as u64 - 1));
            assert!(
                index.bytes() <= foreseen || first == 0 || divided,
                "{first}: {} {foreseen}",
                index.bytes()
            );
            most = most.max(index.bytes());
        }
        assert!(most < 4 * ALONE * 12, "{most}");
    }
}
