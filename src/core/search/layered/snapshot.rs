//! A search by layers at the end of a layer, as words in a file.
//!
//! ```text
//!   head    │ "TRAYLAYR" │ version │ digest │
//!   side    │ sizes from the start, perhaps none │ what they cost │ goals in each layer │
//!           │ goals │ 0, or 1 and a layer of more goals │ farthest positions │
//!   search  │ what it cost │ branching │ sizes │ the layer found last │ the one before │ the trail, perhaps empty │
//!   end     │ checksum of all words before │
//!
//!   list    │ length │ word │ word │ …
//!   keys    │ length │ key │ key │ …                 all keys have the same number of limbs
//!   layer   │ level, b │ 0, or 1 and its file │ pieces in memory │ bucket │ keys │ masks, two to a word │ bucket │ …
//!   trail   │ length │ filter │ filter │ …
//!   filter  │ level │ 0 │ b, parts │ bucket │ list │ bucket │ list │ …      or │ level │ 1 │ file │
//!   file    │ its number │ blocks │ bucket, count │ offset │ bytes, checksum │ …
//!                                                two halves to a word, the lower first
//! ```
//!
//! The whole file is read for its checksum before anything in it is believed, and then once more, piece by piece, into the
//! memory that is allowed: so a layer is never held twice. Buckets and filters depend on the hash of keys, and keys on how
//! positions are packed: the digest has the start's hash, which stands for both. The checksum detects damage, not malice.

mod reading;

use std::io::{self, Write};

use crate::search::bloom::{BloomFilter, Parts};
use crate::search::disk::block_file::{Block, BlockFile};
use crate::search::layered::Layered;
use crate::search::layers::{Layer, Piece};
use crate::search::peers::words_of;
use crate::search::words::{Kind, WordWriter, pair};
use crate::{Columns, Explored, Key};

pub(super) use crate::search::layered::snapshot::reading::{SavedState, read};

/// The version is that of the words drawn above, of the blocks in files, and of hashes, buckets and filters.
const KIND: Kind = Kind { name: b"TRAYLAYR", version: 9, search: "a search by layers" };

/// Results of earlier stages, saved beside a search by layers.
#[derive(Default)]
pub(in crate::search) struct SideState<K> {
    /// The search from the start, once the search goes from all goals.
    pub(in crate::search) first: Option<Explored>,
    /// Goals in each layer from the start.
    pub(in crate::search) goal_counts: Vec<u64>,
    /// The goal that a search to a goal has found.
    pub(in crate::search) goals: Vec<K>,
    /// The goals from which a second search begins.
    pub(in crate::search) sources: Option<Layer<K>>,
    /// Positions farthest from the start.
    pub(in crate::search) farthest: Vec<K>,
}

/// The saved state of an earlier search.
pub(super) type Restored<'a, K> = (SideState<K>, Layered<'a, K>);

impl<K: Key> Layered<'_, K> {
    /// The filters of finished layers.
    fn finished_trail(&self) -> impl ExactSizeIterator<Item = &BloomFilter> {
        self.trail.iter().take(self.sizes.len())
    }

    /// The files that a snapshot names.
    pub(super) fn files<'s>(&'s self, side: &'s SideState<K>) -> impl Iterator<Item = &'s BlockFile> {
        let layers = [&self.current, &self.previous].into_iter().chain(&side.sources).filter_map(Layer::file);
        let filters = self.finished_trail().filter_map(|filter| match &filter.parts {
            Parts::Held(..) => None,
            Parts::Stored { file, .. } => Some(file),
        });
        layers.chain(filters)
    }

    /// Writes the search as it was at the end of the last layer, and its side state.
    pub(super) fn write(&self, digest: u64, side: &SideState<K>, to: &mut dyn Write) -> io::Result<()> {
        let mut words = WordWriter::begin(to, &KIND, digest)?;
        let Explored { sizes, cost, .. } = side.first.clone().unwrap_or_default();
        words.put_all(&sizes)?;
        words.put_cost(&cost)?;
        words.put_all(&side.goal_counts)?;
        put_keys(&side.goals, &mut words)?;
        words.put(side.sources.is_some().into())?;
        if let Some(sources) = &side.sources {
            put_layer(sources, &mut words)?;
        }
        put_keys(&side.farthest, &mut words)?;
        words.put_cost(&self.cost())?;
        let branching = self.branching;
        words.put_each(&[branching.0 as u64, branching.1 as u64])?;
        words.put_all(&self.sizes)?;
        put_layer(&self.current, &mut words)?;
        put_layer(&self.previous, &mut words)?;
        words.put(self.finished_trail().len() as u64)?;
        self.finished_trail().try_for_each(|filter| put_filter(filter, &mut words))?;
        words.end()
    }
}

fn put_keys<K: Key>(keys: &[K], words: &mut WordWriter) -> io::Result<()> {
    words.put(keys.len() as u64)?;
    keys.iter().flat_map(words_of).try_for_each(|word| words.put(word))
}

fn put_layer<K: Key>(layer: &Layer<K>, words: &mut WordWriter) -> io::Result<()> {
    words.put_each(&[pair(layer.split.level, layer.split.bits), layer.file().is_some().into()])?;
    let blocks = layer.blocks();
    if let Some(file) = layer.file() {
        put_file(file, &blocks, words)?;
    }
    let pieces: usize = layer.buckets.iter().map(|pieces| pieces.lock().len()).sum();
    words.put((pieces - blocks.len()) as u64)?;
    for (bucket, pieces) in layer.buckets.iter().enumerate() {
        for piece in &*pieces.lock() {
            let Piece::Held(Columns { keys, tags }) = piece else { continue };
            words.put(bucket as u64)?;
            put_keys(keys, words)?;
            for two in tags.chunks(2) {
                words.put(pair(two[0], two.get(1).copied().unwrap_or(0)))?;
            }
        }
    }
    Ok(())
}

fn put_filter(filter: &BloomFilter, words: &mut WordWriter) -> io::Result<()> {
    words.put(filter.level.into())?;
    match &filter.parts {
        Parts::Held(bits, parts) => {
            words.put_each(&[0, pair(*bits, parts.len() as u32)])?;
            parts.iter().try_for_each(|(bucket, part)| {
                words.put(u64::from(*bucket))?;
                words.put_all(part)
            })
        }
        Parts::Stored { file, blocks, .. } => {
            words.put(1)?;
            put_file(file, blocks, words)
        }
    }
}

fn put_file(file: &BlockFile, blocks: &[Block], words: &mut WordWriter) -> io::Result<()> {
    words.put_each(&[file.number, blocks.len() as u64])?;
    blocks.iter().try_for_each(|&Block { bucket, count, offset, bytes, sum }| {
        words.put_each(&[pair(bucket, count), offset, pair(bytes, sum)])
    })
}
