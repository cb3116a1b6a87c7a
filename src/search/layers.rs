//! One layer of a breadth-first search, split into parts by hash.
//!
//! ```text
//!   hash  | part: the high bits |        …        | slot in the part's table: the low bits |
//! ```
//!
//! A layer has 2^b parts, chosen so that one part of two neighbouring layers and of the next one, with a table
//! over them, fits the second-level cache: random probes then never leave it, and parts can be worked on by
//! different threads without a lock. When layers grow or shrink, parts are split or joined; since a part is a
//! range of hashes, joining is concatenation.

use crate::bits::Key;

/// Keys of the current and the previous layer that one part should hold at most: with the new ones and a table
/// half full, 16-byte keys then take about 1 MB.
const PART: usize = 12 << 10;
/// More parts than this cost more in scattering than smaller tables save.
const MOST_PARTS: usize = 1 << 10;

/// A finished or growing layer.
#[derive(Debug, Clone)]
pub struct Layer<K> {
    parts: Vec<Vec<K>>,
}

impl<K: Key> Layer<K> {
    /// An empty layer with 2^`bits` parts.
    pub fn empty(bits: u32) -> Self {
        Self { parts: (0..1 << bits).map(|_| Vec::new()).collect() }
    }

    /// A layer in one part.
    pub fn whole(keys: Vec<K>) -> Self {
        Self { parts: vec![keys] }
    }

    /// How many parts' binary logarithm suits two layers of together `keys` keys.
    pub fn fitting_bits(keys: usize) -> u32 {
        keys.div_ceil(PART).next_power_of_two().min(MOST_PARTS).trailing_zeros()
    }

    /// Binary logarithm of the number of parts.
    pub fn bits(&self) -> u32 {
        self.parts.len().trailing_zeros()
    }

    /// The parts.
    pub fn parts(&self) -> &[Vec<K>] {
        &self.parts
    }

    /// The parts, to be filled.
    pub fn parts_mut(&mut self) -> &mut [Vec<K>] {
        &mut self.parts
    }

    /// Number of keys.
    pub fn len(&self) -> usize {
        self.parts.iter().map(Vec::len).sum()
    }

    /// Whether the layer has no key.
    pub fn is_empty(&self) -> bool {
        self.parts.iter().all(Vec::is_empty)
    }

    /// Bytes held, where each key has `heap` bytes of its own.
    pub fn bytes(&self, heap: usize) -> usize {
        let held: usize = self.parts.iter().map(Vec::capacity).sum();
        held * size_of::<K>() + self.len() * heap
    }

    /// The part that holds a key of this hash, if it is in the layer.
    pub fn part_of(&self, hash: u64) -> &[K] {
        &self.parts[part_index(hash, self.bits())]
    }

    /// Splits or joins parts until there are 2^`bits`.
    pub fn resplit(&mut self, bits: u32) {
        while self.bits() > bits {
            let mut old = std::mem::take(&mut self.parts).into_iter();
            while let (Some(mut low), Some(high)) = (old.next(), old.next()) {
                low.extend(high);
                self.parts.push(low);
            }
        }
        if self.bits() < bits {
            let old = std::mem::take(&mut self.parts);
            let room = old.iter().map(Vec::len).sum::<usize>() >> bits;
            self.parts = (0..1 << bits).map(|_| Vec::with_capacity(room + room / 8)).collect();
            for key in old.into_iter().flatten() {
                let part = part_index(key.hash64(), bits);
                self.parts[part].push(key);
            }
        }
    }
}

/// The part, of 2^`bits`, that a hash belongs to.
#[inline(always)]
pub fn part_index(hash: u64, bits: u32) -> usize {
    // Shifted in two steps: a shift by 64, with one part only, would be undefined.
    (hash >> 1 >> (63 - bits)) as usize
}

#[cfg(test)]
mod tests {
    use super::{Layer, part_index};
    use crate::bits::Key;

    #[test]
    fn splitting_and_joining_keeps_every_key_in_its_part() {
        let mut layer = Layer::whole((0..5000u64).collect());
        for bits in [3, 6, 1, 4, 0] {
            layer.resplit(bits);
            assert_eq!((layer.bits(), layer.len()), (bits, 5000));
            for (index, part) in layer.parts().iter().enumerate() {
                assert!(part.iter().all(|key| part_index(key.hash64(), bits) == index));
            }
        }
        let mut keys = layer.parts()[0].clone();
        keys.sort_unstable();
        assert_eq!(keys, (0..5000).collect::<Vec<u64>>());
    }
}
