//! Columns of keys and used-move masks in a file, by bucket.
//!
//! ```text
//!   bucket  │ 0      │ 1  │ 2      │ …           begin[b] is the first of its blocks
//!   blocks  │ a │ b  │ c  │ d │ e  │ …
//! ```

use std::sync::Arc;

use crate::bits::Key;
use crate::search::disk::Disk;
use crate::search::disk::block_file::{Appender, Block, BlockFile};
use crate::search::disk::codec::{decode, encode};
use crate::search::outcome::GaveUp;
use crate::search::partition::Split;
use crate::space::UsedMoves;

/// Blocks that a thread takes at once.
const GROUP: usize = 16;

/// Columns in a file: a layer, or successors on their way to one.
#[derive(Debug)]
pub struct Stored {
    pub file: BlockFile,
    /// Blocks, in order of buckets.
    pub blocks: Vec<Block>,
    pub split: Split,
    /// Limbs of a key.
    limbs: usize,
    /// First block of each bucket, and the end.
    begin: Vec<u32>,
    states: u64,
    with_masks: bool,
}

/// Columns that are being written.
pub struct Writing {
    file: BlockFile,
    split: Split,
    limbs: usize,
    with_masks: bool,
}

impl Writing {
    /// Begins a file of states in the buckets of a partition, with so many limbs each.
    pub fn begin(disk: &Arc<Disk>, split: Split, limbs: usize, with_masks: bool) -> Result<Self, GaveUp> {
        Ok(Self { file: BlockFile::create(disk)?, split, limbs, with_masks })
    }

    /// A thread's means to write.
    pub fn appender(&self) -> Appender<'_> {
        self.file.appender()
    }

    /// The columns, once all is written.
    pub fn finish(self) -> Stored {
        let blocks = self.file.settle();
        Stored::of(self.file, blocks, self.split, (self.limbs, self.with_masks))
    }
}

impl Appender<'_> {
    /// Adds columns of a bucket; the masks are as many as the keys, or none.
    pub fn put<K: Key>(&mut self, bucket: usize, keys: &[K], masks: &[UsedMoves]) -> Result<(), GaveUp> {
        if keys.is_empty() {
            return Ok(());
        }
        self.add(bucket, keys.len(), |to| encode(keys, masks, to))
    }
}

impl Stored {
    /// The columns of a file, whose blocks are in order of buckets.
    pub fn of(file: BlockFile, blocks: Vec<Block>, split: Split, (limbs, with_masks): (usize, bool)) -> Self {
        let mut begin = Vec::with_capacity((1 << split.bits) + 1);
        let mut at = 0;
        for bucket in 0..=1 << split.bits {
            while blocks.get(at).is_some_and(|block| block.bucket < bucket) {
                at += 1;
            }
            begin.push(at as u32);
        }
        let states = blocks.iter().map(|block| u64::from(block.count)).sum();
        Self { file, blocks, split, limbs, begin, states, with_masks }
    }

    /// Accounts for a layer.
    pub fn note(&self) {
        self.file.note_layer(self.states);
    }

    /// The blocks, some at a time.
    pub fn groups(&self) -> Vec<&[Block]> {
        self.blocks.chunks(GROUP).collect()
    }

    pub fn len(&self) -> usize {
        self.states as usize
    }

    pub fn is_empty(&self) -> bool {
        self.states == 0
    }

    /// Bytes of memory held.
    pub fn bytes(&self) -> usize {
        self.blocks.capacity() * size_of::<Block>() + self.begin.capacity() * size_of::<u32>()
    }

    /// Number of states in a bucket.
    pub fn bucket_len(&self, bucket: usize) -> usize {
        self.blocks_of(bucket).iter().map(|block| block.count as usize).sum()
    }

    /// Hands over the states of some blocks, with their masks.
    pub fn for_each<K: Key>(
        &self,
        blocks: &[Block],
        buffer: &mut Vec<u8>,
        mut visit: impl FnMut(K, Option<UsedMoves>) -> Result<(), GaveUp>,
    ) -> Result<(), GaveUp> {
        self.file.read(blocks, buffer, |block, bytes| {
            let read = decode(bytes, block.count as usize, (self.limbs, self.with_masks), &mut visit);
            read.unwrap_or_else(|| Err(self.file.damaged(block)))
        })
    }

    /// The states of some blocks, without their masks.
    pub fn states<K: Key>(&self, blocks: &[Block]) -> Result<Vec<K>, GaveUp> {
        let mut states = Vec::new();
        self.for_each(blocks, &mut Vec::new(), |key, _| {
            states.push(key);
            Ok(())
        })?;
        Ok(states)
    }

    /// The blocks of a bucket.
    pub fn blocks_of(&self, bucket: usize) -> &[Block] {
        &self.blocks[self.begin[bucket] as usize..self.begin[bucket + 1] as usize]
    }
}
