//! The partition of a wide layer: buckets of states that agree in bits which few moves change.
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

use std::ops::ControlFlow;

use crate::bits::Key;
use crate::space::{Columns, Sink, Space, UsedMoves, part_index};

/// Maximum number of states sampled from a layer to choose a level.
pub(super) const SAMPLE: usize = 1 << 12;
/// States of a bucket up to which its table fits the second-level cache, about.
const TABLE: usize = 16 << 10;
/// Maximum number of states of a bucket: the parts of a larger one leave every cache.
const LARGEST: usize = 512 << 10;
/// Cost of a successor that leaves its bucket, where one that is scattered costs 1 more than one that is not.
const LEAVING: usize = 8;

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

    /// The level at which `states`, a sample of a layer of `count`, cause the least work: a successor that leaves its bucket
    /// costs more than one that is scattered because the bucket is too large for a table. No bucket has more than `most`
    /// states, which are expanded in one round, or than a thread's share; the largest are taken first, so all threads have
    /// work to the end.
    pub(super) fn level_for(
        space: &dyn Space<K>,
        sample: &Columns<K, UsedMoves>,
        (count, threads): (usize, usize),
        most: usize,
    ) -> u32 {
        let masks = space.slow_bits();
        let mut expander = space.expander();
        let mut successors = |mask: &K, may_change| {
            let (mut buffer, mut found) = (Columns::default(), 0);
            let mut look = |buffer: &mut Columns<K, UsedMoves>| {
                found += buffer.len();
                ControlFlow::Continue(())
            };
            let mut sink = Sink::new(&mut buffer, false, SAMPLE, &mut look);
            expander.expand_partly(&sample.keys, &sample.tags, (mask, may_change), &mut sink);
            let _ = sink.flush();
            found
        };
        let mut work = |mask: &K| {
            let mut buckets: Vec<u64> = sample.keys.iter().map(|key| key.masked(mask).hash64()).collect();
            buckets.sort_unstable();
            let largest = buckets.chunk_by(|one, other| one == other).map(<[u64]>::len).max().unwrap_or(0);
            let states = largest * (count / sample.len().max(1));
            if largest * threads > sample.len() || states > most.min(LARGEST) {
                return None;
            }
            let (leaving, staying) = (successors(mask, true), successors(mask, false));
            let scattered = if states > TABLE { staying } else { 0 };
            Some((scattered + LEAVING * leaving, leaving + staying))
        };
        let mut best = (masks.len(), LEAVING, 1);
        for (level, mask) in masks.iter().enumerate() {
            if let Some((work, all)) = work(mask)
                && work * best.2 < best.1 * all
            {
                best = (level, work, all);
            }
        }
        best.0 as u32
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
