//! Bloom filters of finished layers, for path reconstruction: all positions of a layer pass, and few others.
//!
//! ```text
//! part p   | 64-bit word | 64-bit word | …        each position sets four bits of one word; its hash tells
//!               ↑ ↑ ↑↑                            part, word and bits
//! ```
//!
//! That is three bytes a position, whatever the width of its key, and more only where a state has many neighbours.
//! The filter proves nothing: a position that passes may be of another layer, but the moves that lead from it to the
//! start are then missing in some earlier layer, and the reconstruction tries the next that passes. (A Bloom
//! filter, 1970, blocked by words as in Putze, Sanders and Singler, 2007.)

use crate::bits::Key;
use crate::search::layers::part_index;

/// Bits for each position where states have few neighbours.
const BITS: usize = 24;
/// So many neighbours are few; twice as many ask for so many more bits.
const FEW: usize = 16;
const MORE: usize = 6;

/// One layer.
#[derive(Clone, Debug)]
pub struct BloomFilter {
    parts: Vec<Box<[u64]>>,
}

impl BloomFilter {
    /// The filter of these parts, which must be a power of two.
    pub fn of(parts: Vec<Box<[u64]>>) -> Self {
        Self { parts }
    }

    /// The parts.
    pub fn parts(&self) -> &[Box<[u64]>] {
        &self.parts
    }

    /// One part's share of a filter, for states with so many neighbours each.
    ///
    /// Three in a thousand of those that should not pass do with the fewest bits, one in ten thousand with three times
    /// as many: the bits grow with the neighbours, so that a reconstruction seldom meets one such neighbour in a layer.
    pub fn part<K: Key>(keys: &[K], neighbours: usize) -> Box<[u64]> {
        let bits = BITS + MORE * (neighbours / FEW).max(1).ilog2() as usize;
        let mut words = vec![0; keys.len() * bits / 64 + 1].into_boxed_slice();
        for key in keys {
            let hash = key.hash64();
            words[place(hash, words.len())] |= pattern(hash);
        }
        words
    }

    /// True if a position with this hash passes; all that the filter was made of do.
    pub fn passes(&self, hash: u64) -> bool {
        let words = &self.parts[part_index(hash, self.parts.len().trailing_zeros())];
        let pattern = pattern(hash);
        words[place(hash, words.len())] & pattern == pattern
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.parts.iter().map(|part| size_of_val::<[u64]>(part)).sum()
    }
}

/// The word: the low half of the hash, scaled.
#[inline(always)]
fn place(hash: u64, words: usize) -> usize {
    (((hash & 0xffff_ffff) * words as u64) >> 32) as usize
}

/// Four bits, from a product that depends on all of the hash.
#[inline(always)]
fn pattern(hash: u64) -> u64 {
    let mixed = hash.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
    1 << (mixed & 63) | 1 << (mixed >> 6 & 63) | 1 << (mixed >> 12 & 63) | 1 << (mixed >> 18)
}
