//! A search by layers at the end of a layer, as words in a file.
//!
//! ```text
//!   head    │ "TRAYLAYR" │ version │ digest │ limbs of a key │ bits of a mask │ hash of the start's key │
//!   side    │ 0, or 1 and the layers from the start with what they cost │ goals in each layer │
//!           │ goals │ 0, or 1 and the file of more goals │ farthest positions │
//!   search  │ what it cost │ branching │ sizes │ the layer found last │ the one before │ 0, or 1 and the trail │
//!   end     │ checksum of all words before │
//!
//!   list    │ length │ word │ word │ …
//!   keys    │ length │ key │ key │ …                 a key is so many limbs as the head says
//!   layer   │ 0 │ b │ part 0 │ … │ part 2^b − 1 │    a part is its keys, and then its masks, two to a word, if any
//!           │ 1 │ file │                           where it is in a file
//!   trail   │ length │ filter │ filter │ …
//!   filter  │ 0 │ number of its parts │ list │ …      or │ 1 │ file │
//!   file    │ its number │ level, b │ blocks │ bucket, count │ offset │ bytes, checksum │ …
//!                                                two halves to a word, the lower first
//! ```
//!
//! The whole file is read for its checksum before anything in it is believed, and then once more, part by part, into the
//! memory that is allowed: so a layer is never held twice. Parts and filters depend on the hash of keys, and keys on how
//! positions are packed: the start's hash in the head stands for both. The checksum detects damage, not malice.

mod reading;

use std::io::{self, Write};

use crate::bits::Key;
use crate::search::bloom::BloomFilter;
use crate::search::checkpoint::Checkpoint;
use crate::search::disk::block::Block;
use crate::search::disk::block_file::BlockFile;
use crate::search::disk::stored::Stored;
use crate::search::layered::{Explored, Layered};
use crate::search::layers::Layer;
use crate::search::outcome::Cost;
use crate::search::partition::Split;
use crate::search::words::{Kind, WordWriter, pair};
use crate::space::{Columns, Neighbours, UsedMoves};

pub(super) use crate::search::layered::snapshot::reading::{SavedState, read};

/// The version is that of the words drawn above, and of hashes, parts and filters.
const KIND: Kind = Kind { name: b"TRAYLAYR", version: 5, search: "a search by layers" };

/// First word of a layer or a filter in memory, whose words follow.
const HELD: u64 = 0;
/// First word of a layer or a filter in a file, whose blocks follow.
const IN_FILE: u64 = 1;

/// Results of earlier stages, saved beside a search by layers.
pub(in crate::search) struct SideState<K> {
    /// The search from the start, once the search goes from all goals.
    pub(in crate::search) first: Option<Explored>,
    /// Goals in each layer from the start.
    pub(in crate::search) goal_counts: Vec<u64>,
    /// The goals; of a search to a goal the one found.
    pub(in crate::search) goals: Vec<K>,
    pub(in crate::search) stored_goals: Option<Stored>,
    /// Positions farthest from the start.
    pub(in crate::search) farthest: Vec<K>,
}

impl<K> Default for SideState<K> {
    fn default() -> Self {
        let (goal_counts, goals, farthest) = (Vec::new(), Vec::new(), Vec::new());
        Self { first: None, goal_counts, goals, stored_goals: None, farthest }
    }
}

impl<K> SideState<K> {
    /// The file of the goals.
    pub(in crate::search) fn file(&self) -> Option<&BlockFile> {
        self.stored_goals.as_ref().map(|stored| &*stored.file)
    }
}

/// The saved state of an earlier search.
pub(super) type Restored<'a, K> = (SideState<K>, Layered<'a, K>);

#[derive(Clone, Copy)]
pub(super) struct Head {
    digest: u64,
    limbs: usize,
    /// Bits of a used-move mask; 0 where none are kept.
    mask_bits: u32,
    start: u64,
}

impl Head {
    pub(super) fn new<K: Key>(checkpoint: Checkpoint, start: &K, near: Neighbours) -> Self {
        let mask_bits = if near.keeps_used_moves() { UsedMoves::BITS } else { 0 };
        Self { digest: checkpoint.digest, limbs: start.limbs(), mask_bits, start: start.hash64() }
    }

    /// The words after the digest.
    fn words(self) -> [u64; 3] {
        [self.limbs as u64, self.mask_bits.into(), self.start]
    }
}

impl<K: Key> Layered<'_, K> {
    /// The filters of finished layers.
    fn finished_trail(&self) -> Option<&[BloomFilter]> {
        self.trail.as_ref().map(|trail| &trail[..self.sizes.len()])
    }

    /// The files that a snapshot names.
    pub(super) fn files(&self) -> impl Iterator<Item = &BlockFile> {
        let layers = [&self.current, &self.previous].into_iter().filter_map(Layer::stored);
        let layers = layers.map(|stored| &*stored.file);
        let filters = self.finished_trail().into_iter().flatten().filter_map(|filter| match filter {
            BloomFilter::Held(_) => None,
            BloomFilter::Stored(filter) => Some(&filter.file),
        });
        layers.chain(filters)
    }

    /// Writes the search as it was at the end of the last layer, and its side state.
    pub(super) fn write(&self, head: Head, side: &SideState<K>, to: &mut dyn Write) -> io::Result<()> {
        let mut words = WordWriter::begin(to, &KIND, head.digest)?;
        words.put_each(&head.words())?;
        words.put(side.first.is_some().into())?;
        if let Some(Explored { sizes, cost, .. }) = &side.first {
            words.put_all(sizes)?;
            put_cost(*cost, &mut words)?;
        }
        words.put_all(&side.goal_counts)?;
        put_keys(&side.goals, head.limbs, &mut words)?;
        words.put(side.stored_goals.is_some().into())?;
        if let Some(stored) = &side.stored_goals {
            put_file(&stored.file, stored.split, &stored.blocks, &mut words)?;
        }
        put_keys(&side.farthest, head.limbs, &mut words)?;
        let (successors, branching) = self.counters.settled;
        put_cost(Cost { successors, ..self.cost() }, &mut words)?;
        words.put_each(&[branching.0 as u64, branching.1 as u64])?;
        words.put_all(&self.sizes)?;
        put_layer(&self.current, head.limbs, &mut words)?;
        put_layer(&self.previous, head.limbs, &mut words)?;
        words.put(self.trail.is_some().into())?;
        if let Some(trail) = self.finished_trail() {
            words.put(trail.len() as u64)?;
            trail.iter().try_for_each(|filter| put_filter(filter, &mut words))?;
        }
        words.end()
    }
}

fn put_cost(Cost { successors, time, bytes, .. }: Cost, words: &mut WordWriter) -> io::Result<()> {
    let nanoseconds = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
    words.put_each(&[successors, nanoseconds, bytes as u64])
}

fn put_keys<K: Key>(keys: &[K], limbs: usize, words: &mut WordWriter) -> io::Result<()> {
    words.put(keys.len() as u64)?;
    for key in keys {
        (0..limbs).try_for_each(|limb| words.put(key.limb(limb)))?;
    }
    Ok(())
}

fn put_layer<K: Key>(layer: &Layer<K>, limbs: usize, words: &mut WordWriter) -> io::Result<()> {
    if let Some(stored) = layer.stored() {
        words.put(IN_FILE)?;
        return put_file(&stored.file, stored.split, &stored.blocks, words);
    }
    words.put_each(&[HELD, layer.bits().into()])?;
    for Columns { keys, tags } in &layer.parts {
        put_keys(keys, limbs, words)?;
        for some in tags.chunks((u64::BITS / UsedMoves::BITS) as usize) {
            words.put(some.iter().rev().fold(0, |word, &used| word << UsedMoves::BITS | u64::from(used)))?;
        }
    }
    Ok(())
}

fn put_filter(filter: &BloomFilter, words: &mut WordWriter) -> io::Result<()> {
    match filter {
        BloomFilter::Held(parts) => {
            words.put_each(&[HELD, parts.len() as u64])?;
            parts.iter().try_for_each(|part| words.put_all(part))
        }
        BloomFilter::Stored(filter) => {
            words.put(IN_FILE)?;
            let bits = filter.blocks.len().trailing_zeros();
            put_file(&filter.file, Split { level: filter.level, bits }, &filter.blocks, words)
        }
    }
}

fn put_file(file: &BlockFile, split: Split, blocks: &[Block], words: &mut WordWriter) -> io::Result<()> {
    words.put_each(&[file.number, pair(split.level, split.bits), blocks.len() as u64])?;
    blocks.iter().try_for_each(|&Block { bucket, count, offset, bytes, sum }| {
        words.put_each(&[pair(bucket, count), offset, pair(bytes, sum)])
    })
}
