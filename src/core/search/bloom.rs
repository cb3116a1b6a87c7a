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

use crate::bits::Key;
use crate::search::disk::block::Block;
use crate::search::disk::block_file::BlockFile;
use crate::search::layers::part_index;
use crate::search::outcome::GaveUp;
use crate::search::partition::bucket;
use crate::sync::Mutex;

/// Bits per position if states have few neighbours.
const BITS: usize = 24;
/// Number of neighbours that counts as few; from there on each doubling adds `MORE` bits.
const FEW: usize = 16;
const MORE: usize = 6;

/// One layer: its parts, whose number is a power of two, in memory or in a file.
#[derive(Debug)]
pub enum BloomFilter {
    /// In memory.
    Held(Vec<Box<[u64]>>),
    /// In a file.
    Stored(StoredFilter),
}

/// A filter in a file, one block per part.
#[derive(Debug)]
pub struct StoredFilter {
    pub file: BlockFile,
    /// Blocks, by bucket.
    pub blocks: Vec<Block>,
    /// The level of the partition.
    pub level: u32,
    /// The bucket read last, and its bytes.
    last: Mutex<(usize, Vec<u8>)>,
}

impl StoredFilter {
    /// The filter in a file with a block for each bucket of a partition, in their order.
    pub fn of(file: BlockFile, blocks: Vec<Block>, level: u32) -> Self {
        Self { file, blocks, level, last: Mutex::new((usize::MAX, Vec::new())) }
    }

    fn passes<K: Key>(&self, key: &K, masks: &[K]) -> Result<bool, GaveUp> {
        let bucket = bucket(key, masks.get(self.level as usize), self.blocks.len().trailing_zeros());
        let mut last = self.last.lock();
        let (number, bytes) = &mut *last;
        if *number != bucket {
            *number = usize::MAX;
            self.file.read(&self.blocks[bucket..=bucket], &mut Vec::new(), |block, read| {
                bytes.clear();
                bytes.extend_from_slice(&read[..block.bytes as usize]);
                Ok(())
            })?;
            *number = bucket;
        }
        let words = bytes.len() / size_of::<u64>();
        let mut word = [0; size_of::<u64>()];
        let hash = key.hash64();
        word.copy_from_slice(&bytes[place(hash, words) * size_of::<u64>()..][..size_of::<u64>()]);
        Ok(u64::from_le_bytes(word) & pattern(hash) == pattern(hash))
    }
}

/// The bytes of a part in a file.
pub fn put_part(part: &[u64], to: &mut Vec<u8>) {
    to.extend(part.iter().flat_map(|word| word.to_le_bytes()));
}

impl BloomFilter {
    /// One part of a filter, for states with this many neighbours each. The rate of false positives is three in a thousand
    /// with the fewest bits, one in ten thousand with three times as many: bits grow with the neighbours, so that a
    /// reconstruction seldom meets a false positive in a layer.
    pub fn part<K: Key>(keys: &[K], neighbours: usize) -> Box<[u64]> {
        let mut words = Self::empty_part(keys.len(), neighbours);
        Self::add(&mut words, keys);
        words
    }

    /// An empty part with room for `positions`.
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

    /// True if a position passes, as all positions added to the filter do. The masks are those of the space
    /// ([`Space::slow_bits`](crate::space::Space::slow_bits)).
    pub fn passes<K: Key>(&self, key: &K, masks: &[K]) -> Result<bool, GaveUp> {
        match self {
            Self::Held(parts) => {
                let hash = key.hash64();
                let words = &parts[part_index(hash, parts.len().trailing_zeros())];
                let pattern = pattern(hash);
                Ok(words[place(hash, words.len())] & pattern == pattern)
            }
            Self::Stored(filter) => filter.passes(key, masks),
        }
    }

    pub fn bytes(&self) -> usize {
        match self {
            Self::Held(parts) => parts.iter().map(|part| size_of_val::<[u64]>(part)).sum(),
            Self::Stored(filter) => filter.blocks.capacity() * size_of::<Block>(),
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
