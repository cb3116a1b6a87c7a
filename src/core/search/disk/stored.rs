//! Columns of keys and used-move masks in a file, by part.
//!
//! ```text
//!   part    │ 0      │ 1  │ 2      │ …           begin[part] is the first of its blocks: a part is a range of hashes, so
//!   blocks  │ a │ b  │ c  │ d │ e  │ …           a search with more or fewer parts still finds its own
//! ```

use std::sync::Arc;

use crate::bits::Key;
use crate::search::disk::Disk;
use crate::search::disk::block_file::{Appender, Block, BlockFile};
use crate::search::disk::codec::{Order, PREFIX, can_sort, decode, encode, prefix, width};
use crate::search::outcome::GaveUp;
use crate::space::{Columns, UsedMoves, part_index};

/// States of a block of successors, at most.
const PLAIN: usize = 1 << 14;

/// Columns in a file: a layer, or successors on their way to one.
#[derive(Debug)]
pub struct Stored {
    file: BlockFile,
    blocks: Vec<Block>,
    /// Binary logarithm of the number of parts.
    bits: u32,
    /// First block of each part, and the end.
    begin: Vec<u32>,
    states: u64,
    format: Format,
}

/// How blocks are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Format {
    /// The order of keys.
    pub order: Order,
    /// True if masks stand beside the keys.
    pub with_masks: bool,
}

/// Bytes and columns of one block, used again for the next.
#[derive(Debug)]
pub struct Scratch<K> {
    bytes: Vec<u8>,
    /// The columns.
    pub columns: Columns<K, UsedMoves>,
}

impl<K> Scratch<K> {
    /// Nothing yet.
    pub fn new() -> Self {
        Self { bytes: Vec::new(), columns: Columns::new() }
    }
}

impl<K> Default for Scratch<K> {
    fn default() -> Self {
        Self::new()
    }
}

/// Columns of one part in nearly ascending order, used again for the next.
#[derive(Debug)]
pub struct Sorting<K> {
    /// The upper bits of each key, and in the lower half its place.
    places: Vec<u64>,
    columns: Columns<K, UsedMoves>,
}

impl<K: Key> Sorting<K> {
    /// Nothing yet.
    pub fn new() -> Self {
        Self { places: Vec::new(), columns: Columns::new() }
    }

    /// Sorts by the upper bits, those that the longest key has: what comes after them hardly makes a block shorter.
    fn sort(&mut self, keys: &[K], masks: &[UsedMoves]) -> (&[K], &[UsedMoves]) {
        let Self { places, columns } = self;
        columns.clear();
        places.clear();
        let width = width(keys).max(PREFIX);
        places.extend((0..).zip(keys).map(|(place, key)| prefix(key, width) << u32::BITS | place));
        places.sort_unstable();
        let places = || places.iter().map(|place| (place & u64::from(u32::MAX)) as usize);
        columns.keys.extend(places().map(|place| keys[place].clone()));
        if !masks.is_empty() {
            columns.tags.extend(places().map(|place| masks[place]));
        }
        (&columns.keys, &columns.tags)
    }
}

impl<K: Key> Default for Sorting<K> {
    fn default() -> Self {
        Self::new()
    }
}

/// Columns that are being written.
pub struct Writing {
    file: BlockFile,
    format: Format,
    /// States of a block, at most.
    most: usize,
    /// True if it is a layer.
    is_layer: bool,
}

impl Writing {
    /// Begins a file of successors on their way to a layer.
    ///
    /// # Errors
    /// [`GaveUp::Disk`]
    pub fn successors(disk: &Arc<Disk>, with_masks: bool) -> Result<Self, GaveUp> {
        let format = Format { order: Order::Plain, with_masks };
        Ok(Self { file: BlockFile::create(disk)?, format, most: PLAIN, is_layer: false })
    }

    /// Begins a file of a layer whose states are like `state`, in blocks of at most so many.
    ///
    /// # Errors
    /// [`GaveUp::Disk`]
    pub fn layer<K: Key>(disk: &Arc<Disk>, state: &K, with_masks: bool, most: usize) -> Result<Self, GaveUp> {
        let order = if can_sort(state) { Order::Sorted } else { Order::Plain };
        let format = Format { order, with_masks };
        Ok(Self { file: BlockFile::create(disk)?, format, most, is_layer: true })
    }

    /// A thread's means to write.
    pub fn writer(&self) -> Writer<'_> {
        Writer { appender: self.file.appender(), format: self.format, most: self.most }
    }

    /// The columns, of 2^`bits` parts, once all is written.
    pub fn finish(self, bits: u32) -> Stored {
        let blocks = self.file.settle();
        let stored = Stored::of(self.file, blocks, bits, self.format);
        if self.is_layer {
            stored.file.note_layer(stored.states);
        }
        stored
    }
}

/// A thread's means to write columns.
pub struct Writer<'a> {
    appender: Appender<'a>,
    format: Format,
    most: usize,
}

impl Writer<'_> {
    /// Writes columns of a part.
    ///
    /// # Errors
    /// [`GaveUp::Disk`]
    pub fn put<K: Key>(
        &mut self,
        part: usize,
        keys: &[K],
        masks: &[UsedMoves],
        scratch: &mut Sorting<K>,
    ) -> Result<(), GaveUp> {
        let (keys, masks) = match self.format.order {
            Order::Plain => (keys, masks),
            Order::Sorted => scratch.sort(keys, masks),
        };
        let mut masks = masks.chunks(self.most);
        for keys in keys.chunks(self.most) {
            let masks = masks.next().unwrap_or_default();
            self.appender.add(part, keys.len(), |to| encode(keys, masks, self.format.order, to))?;
        }
        Ok(())
    }

    /// Writes what is left.
    ///
    /// # Errors
    /// [`GaveUp::Disk`]
    pub fn flush(&mut self) -> Result<(), GaveUp> {
        self.appender.flush()
    }
}

impl Stored {
    /// The columns of a file, whose blocks are in order of parts.
    pub fn of(file: BlockFile, blocks: Vec<Block>, bits: u32, format: Format) -> Self {
        let mut begin = Vec::with_capacity((1 << bits) + 1);
        let mut at = 0;
        for part in 0..=1 << bits {
            while blocks.get(at).is_some_and(|block| block.part < part) {
                at += 1;
            }
            begin.push(at as u32);
        }
        let states = blocks.iter().map(|block| u64::from(block.count)).sum();
        Self { file, blocks, bits, begin, states, format }
    }

    /// Number of states.
    pub fn len(&self) -> usize {
        self.states as usize
    }

    /// True if there is none.
    pub fn is_empty(&self) -> bool {
        self.states == 0
    }

    /// Binary logarithm of the number of parts.
    pub fn bits(&self) -> u32 {
        self.bits
    }

    /// How blocks are written.
    pub fn format(&self) -> Format {
        self.format
    }

    /// The file.
    pub fn file(&self) -> &BlockFile {
        &self.file
    }

    /// The blocks, in order of parts.
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// Bytes of memory held.
    pub fn bytes(&self) -> usize {
        self.blocks.capacity() * size_of::<Block>() + self.begin.capacity() * size_of::<u32>()
    }

    /// Reads a block, in place of what `scratch` has.
    ///
    /// # Errors
    /// [`GaveUp::Disk`]
    pub fn read<K: Key>(&self, block: &Block, scratch: &mut Scratch<K>) -> Result<(), GaveUp> {
        scratch.columns.clear();
        let Scratch { bytes, columns } = scratch;
        self.file.read(block, bytes)?;
        let format = (self.format.order, self.format.with_masks);
        decode(bytes, block.count as usize, format, columns).ok_or_else(|| self.file.damaged(block))
    }

    /// Number of states in a part of 2^`bits`, or a little more where the file has larger parts.
    pub fn part_len(&self, part: usize, bits: u32) -> usize {
        let all: usize = self.blocks_of(part, bits).iter().map(|block| block.count as usize).sum();
        if bits > self.bits { (all >> (bits - self.bits)) + all / 64 + 16 } else { all }
    }

    /// Hands over the states of one part of 2^`bits`, block by block.
    ///
    /// # Errors
    /// [`GaveUp::Disk`]
    pub fn for_each_in_part<K: Key>(
        &self,
        part: usize,
        bits: u32,
        scratch: &mut Scratch<K>,
        mut visit: impl FnMut(&mut Columns<K, UsedMoves>),
    ) -> Result<(), GaveUp> {
        for block in self.blocks_of(part, bits) {
            self.read(block, scratch)?;
            if bits > self.bits {
                scratch.columns.retain(|key| part_index(key.hash64(), bits) == part);
            }
            visit(&mut scratch.columns);
        }
        Ok(())
    }

    /// The blocks that have states of one part of 2^`bits`.
    fn blocks_of(&self, part: usize, bits: u32) -> &[Block] {
        let (first, last) = if bits <= self.bits {
            let finer = self.bits - bits;
            (part << finer, (part + 1) << finer)
        } else {
            let own = part >> (bits - self.bits);
            (own, own + 1)
        };
        &self.blocks[self.begin[first] as usize..self.begin[last] as usize]
    }
}
