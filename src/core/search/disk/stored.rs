//! Columns of keys and used-move masks in a file, by bucket.
//!
//! ```text
//!   bucket  │ 0      │ 1  │ 2      │ …           begin[b] is the first of its blocks
//!   blocks  │ a │ b  │ c  │ d │ e  │ …
//! ```

use std::sync::Arc;

use crate::bits::Key;
use crate::search::disk::block::Block;
use crate::search::disk::block_file::{Appender, BlockFile};
use crate::search::disk::codec::{decode, encode};
use crate::search::disk::{AT_ONCE, Disk};
use crate::search::outcome::GaveUp;
use crate::search::partition::Split;
use crate::search::peers::{Peers, owner};
use crate::space::UsedMoves;

/// Blocks that a thread takes at once.
const GROUP: usize = 16;

/// Columns in a file: a layer, or successors on their way to one.
#[derive(Debug)]
pub struct Stored {
    pub file: Arc<BlockFile>,
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
    file: Arc<BlockFile>,
    split: Split,
    limbs: usize,
    with_masks: bool,
    foreign: Foreign,
}

/// Treatment of states in buckets of other processes.
pub enum Foreign {
    /// There are none.
    None,
    /// They are left out, since each process has them.
    LeftOut(Arc<dyn Peers>),
    /// They are sent.
    Sent(Arc<dyn Peers>),
}

/// Writes columns, for one thread.
pub struct Writer<'a> {
    own: Appender<'a>,
    /// Appenders to other processes, by their numbers, if states are sent.
    others: Vec<Appender<'a>>,
    /// The number of this process and of all, if there are others.
    place: Option<(usize, usize)>,
    bits: u32,
}

impl Writing {
    /// Begins a file of states in the buckets of a partition, with `limbs` each.
    pub fn begin(
        disk: &Arc<Disk>,
        split: Split,
        (limbs, with_masks): (usize, bool),
        foreign: Foreign,
    ) -> Result<Self, GaveUp> {
        let file = Arc::new(BlockFile::create(disk)?);
        if let Foreign::Sent(peers) = &foreign {
            let file = Arc::clone(&file);
            peers.begin_pass(Arc::new(move |piece, mut blocks| file.append(piece, &mut blocks)));
        }
        Ok(Self { file, split, limbs, with_masks, foreign })
    }

    pub fn writer(&self) -> Writer<'_> {
        let peers = match &self.foreign {
            Foreign::None => None,
            Foreign::LeftOut(peers) | Foreign::Sent(peers) => Some(&**peers),
        };
        let others = match &self.foreign {
            Foreign::Sent(peers) => {
                (0..peers.count()).map(|number| Appender::to_peer(&**peers, number)).collect()
            }
            _ => Vec::new(),
        };
        let place = peers.map(|peers| (peers.number(), peers.count()));
        Writer { own: self.file.appender(), others, place, bits: self.split.bits }
    }

    /// The columns, once all processes have written them.
    pub fn finish(self) -> Result<Stored, GaveUp> {
        if let Foreign::Sent(peers) = &self.foreign {
            peers.end_pass()?;
        }
        let blocks = self.file.settle();
        Ok(Stored::of(self.file, blocks, self.split, (self.limbs, self.with_masks)))
    }
}

impl Writer<'_> {
    /// Adds columns of a bucket, in blocks that are read at once; there is a mask for each key, or none.
    pub fn put<K: Key>(&mut self, bucket: usize, keys: &[K], masks: &[UsedMoves]) -> Result<(), GaveUp> {
        if keys.is_empty() {
            return Ok(());
        }
        let owner = self.place.map(|(own, count)| (own, owner(bucket, self.bits, count)));
        let appender = match owner.filter(|(own, owner)| own != owner) {
            None => &mut self.own,
            Some((_, owner)) => match self.others.get_mut(owner) {
                Some(other) => other,
                None => return Ok(()),
            },
        };
        let most = (AT_ONCE / size_of::<u64>() / keys[0].limbs()).max(1);
        let mut masks = masks.chunks(most);
        keys.chunks(most).try_for_each(|keys| {
            let masks = masks.next().unwrap_or_default();
            appender.add(bucket, keys.len(), |to| encode(keys, masks, to))
        })
    }

    /// Writes what was collected.
    pub fn flush(&mut self) -> Result<(), GaveUp> {
        self.others.iter_mut().chain([&mut self.own]).try_for_each(Appender::flush)
    }
}

impl Stored {
    /// The columns of a file, whose blocks are in order of buckets.
    pub fn of(
        file: Arc<BlockFile>,
        blocks: Vec<Block>,
        split: Split,
        (limbs, with_masks): (usize, bool),
    ) -> Self {
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

    /// Passes on the states of some blocks, with their masks.
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

    /// The states of the first blocks.
    pub fn first_states<K: Key>(&self) -> Result<Vec<K>, GaveUp> {
        self.states(self.groups().first().copied().unwrap_or_default())
    }

    /// The blocks of a bucket.
    pub fn blocks_of(&self, bucket: usize) -> &[Block] {
        &self.blocks[self.begin[bucket] as usize..self.begin[bucket + 1] as usize]
    }
}
