//! Bloom filters of finished layers, for path reconstruction: all positions of a layer pass, and few others.
//!
//! ```text
//! part p   | 64-bit word | 64-bit word | …        each position sets four bits of one word; its hash gives
//!               ↑ ↑ ↑↑                            part, word and bits
//! ```
//!
//! A filter takes three bytes per position for any width of key, and more only if states have many neighbours. It
//! proves nothing: a position that passes may be of another layer, but then the moves from it to the start are missing in
//! some earlier layer, and the reconstruction tries the next that passes. (A Bloom filter, 1970, blocked by words as in
//! Putze, Sanders and Singler, 2007.)

use crate::search::disk::block_file::{Block, BlockFile};
use crate::search::partition::{Split, bucket};
use crate::sync::Mutex;
use crate::{GaveUp, Key};

/// Bits per position if states have few neighbours.
const BITS: usize = 24;
/// Number of neighbours that counts as few; from there on each doubling adds `MORE` bits.
const FEW: usize = 16;
const MORE: usize = 6;

/// One layer: a part for each bucket, in memory or in a file.
#[derive(Debug)]
pub struct BloomFilter {
    /// The level of the partition.
    pub level: u32,
    pub(super) parts: Parts,
}

/// A part in memory, with its bucket.
pub(super) type Part = (u32, Box<[u64]>);

#[derive(Debug)]
pub(super) enum Parts {
    /// In memory: the binary logarithm of the number of buckets, and in order those that have states.
    Held(u32, Vec<Part>),
    /// In a file, a block for each.
    Stored {
        file: BlockFile,
        blocks: Vec<Block>,
        /// The bucket read last, and its words.
        last: Mutex<(usize, Vec<u64>)>,
    },
}

/// The bytes of a part in a file.
pub fn put_part(part: &[u64], to: &mut Vec<u8>) {
    to.extend(part.iter().flat_map(|word| word.to_le_bytes()));
}

impl BloomFilter {
    /// An empty part with room for `positions` with this many neighbours each. The rate of false positives is three in a
    /// thousand with the fewest bits, one in ten thousand with three times as many: bits grow with the neighbours, so that a
    /// reconstruction seldom meets a false positive in a layer.
    pub fn empty_part(positions: usize, neighbours: usize) -> Box<[u64]> {
        let bits = BITS + MORE * (neighbours / FEW).max(1).ilog2() as usize;
        vec![0; positions * bits / 64 + 1].into_boxed_slice()
    }

    /// Adds positions to a part.
    pub fn add<K: Key>(words: &mut [u64], keys: &[K]) {
        for key in keys {
            let hash = key.hash64();
            words[place(hash, words.len())] |= pattern(hash);
        }
    }

    /// A filter in memory of one part.
    pub fn of<K: Key>(keys: &[K], neighbours: usize) -> Self {
        let mut words = Self::empty_part(keys.len(), neighbours);
        Self::add(&mut words, keys);
        Self::held(vec![(0, words)], Split::default())
    }

    /// A filter in memory with a part for each bucket of a partition that has states.
    pub fn held(mut parts: Vec<Part>, Split { level, bits }: Split) -> Self {
        parts.sort_unstable_by_key(|&(bucket, _)| bucket);
        Self { level, parts: Parts::Held(bits, parts) }
    }

    /// A filter in a file with a block for each bucket, in their order.
    pub fn stored(file: BlockFile, blocks: Vec<Block>, level: u32) -> Self {
        Self { level, parts: Parts::Stored { file, blocks, last: Mutex::new((usize::MAX, Vec::new())) } }
    }

    /// True if a position passes, as all positions added to the filter do. The masks are those of the space
    /// ([`Space::slow_bits`](crate::space::Space::slow_bits)).
    pub fn passes<K: Key>(&self, key: &K, masks: &[K]) -> Result<bool, GaveUp> {
        let bucket = |bits: u32| bucket(key, masks.get(self.level as usize), bits);
        let hash = key.hash64();
        let pattern = pattern(hash);
        let has = |words: &[u64]| words[place(hash, words.len())] & pattern == pattern;
        match &self.parts {
            Parts::Held(bits, parts) => {
                let part = parts.binary_search_by_key(&(bucket(*bits) as u32), |&(bucket, _)| bucket);
                Ok(part.is_ok_and(|part| has(&parts[part].1)))
            }
            Parts::Stored { file, blocks, last } => {
                let bucket = bucket(blocks.len().trailing_zeros());
                let (number, words) = &mut *last.lock();
                if *number != bucket {
                    *number = usize::MAX;
                    file.read(&blocks[bucket..=bucket], &mut Vec::new(), |block, bytes| {
                        let (whole, _) = bytes[..block.bytes as usize].as_chunks();
                        words.clear();
                        words.extend(whole.iter().map(|word| u64::from_le_bytes(*word)));
                        Ok(())
                    })?;
                    *number = bucket;
                }
                Ok(has(words))
            }
        }
    }

    /// Bytes of memory held.
    pub fn bytes(&self) -> usize {
        match &self.parts {
            Parts::Held(_, parts) => {
                let words: usize = parts.iter().map(|(_, part)| size_of_val::<[u64]>(part)).sum();
                size_of_val(&parts[..]) + words
            }
            Parts::Stored { blocks, .. } => blocks.capacity() * size_of::<Block>(),
        }
    }
}

/// Place of the word: the low half of the hash, scaled.
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
