//! The partition of states in files: buckets of states that agree in bits which few moves change.
//!
//! ```text
//!   key      | 2×2 and 1×3 blocks | 1×2 blocks | units |       a space names masks, those first that the fewest moves change
//!   level 0  | xxxxxxxxxxxxxxxxxx |            |       |   ─▶  hash of these bits  ─▶  its upper bits: the bucket
//!   level 1  | xxxxxxxxxxxxxxxxxx | xxxxxxxxxx |       |
//!   level 2  | xxxxxxxxxxxxxxxxxx | xxxxxxxxxx | xxxxx |   the last level: all bits
//! ```
//!
//! A move of a unit stays in the bucket of level 0: most successors are in their parent's bucket, and only those by moves
//! of large blocks are written to others. (Structured duplicate detection: Zhou and Hansen, 2004.)

use crate::bits::Key;
use crate::space::{Space, part_index};

/// Maximum number of states sampled from a layer to choose a level.
const SAMPLE: usize = 1 << 12;

/// The level of a partition, and the binary logarithm of the number of buckets.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Split {
    pub level: u32,
    pub bits: u32,
}

#[derive(Clone, Debug)]
pub(super) struct Partition<K> {
    /// The bits of a key that determine its bucket; `None` if all do.
    pub(super) mask: Option<K>,
    /// The number of this mask among those of the space, and the number of buckets.
    pub(super) split: Split,
}

impl<K: Key> Partition<K> {
    /// The partition of a level; beyond the last mask of the space all bits count.
    pub(super) fn of(space: &dyn Space<K>, Split { level, bits }: Split) -> Self {
        let masks = space.slow_bits();
        let level = level.min(masks.len() as u32);
        Self { mask: masks.into_iter().nth(level as usize), split: Split { level, bits } }
    }

    pub(super) fn buckets(&self) -> usize {
        1 << self.split.bits
    }

    /// The first level at which no bucket has more than half of a thread's share, so that all threads have work to the end.
    pub(super) fn level_for<'k>(
        space: &dyn Space<K>,
        (states, count): (impl Iterator<Item = &'k K>, usize),
        threads: usize,
    ) -> u32
    where
        K: 'k,
    {
        let sample: Vec<&K> = states.step_by(count.div_ceil(SAMPLE).max(1)).collect();
        let splits = |mask: &K| {
            let mut buckets: Vec<u64> = sample.iter().map(|key| key.masked(mask).hash64()).collect();
            buckets.sort_unstable();
            let largest = buckets.chunk_by(|one, other| one == other).map(<[u64]>::len).max();
            largest.unwrap_or(0) * 2 * threads <= sample.len()
        };
        let masks = space.slow_bits();
        masks.iter().position(splits).unwrap_or(masks.len()) as u32
    }

    #[inline(always)]
    pub(super) fn bucket(&self, key: &K) -> usize {
        bucket(key, self.mask.as_ref(), self.split.bits)
    }
}

/// Bucket of a state, one of 2^`bits`; it depends on the bits of a mask, or on all.
#[inline(always)]
pub(super) fn bucket<K: Key>(key: &K, mask: Option<&K>, bits: u32) -> usize {
    let hash = mask.map_or_else(|| key.hash64(), |mask| key.masked(mask).hash64());
    part_index(hash, bits)
}
