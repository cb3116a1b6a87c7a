//! Reading a snapshot: nothing in it is believed before its checksum, nor any length beyond the memory.

use std::io::{self, Error, Read};
use std::sync::Arc;

use crate::search::bloom::{BloomFilter, Part};
use crate::search::disk::Disk;
use crate::search::disk::block_file::{Block, BlockFile};
use crate::search::layered::snapshot::{KIND, Restored, SideState};
use crate::search::layered::wide::MOST;
use crate::search::layered::{Layered, format_of};
use crate::search::layers::{Format, Layer, PieceMemory};
use crate::search::partition::Split;
use crate::search::words::{WordReader, halves};
use crate::{Columns, Explored, Key, Limits, ReadError, Space, UsedMoves};

/// The state of a store, read from its beginning.
pub(in crate::search::layered) type SavedState<'s> = dyn Fn() -> io::Result<Option<Box<dyn Read + 's>>> + 's;

/// Reads what [`Layered::write`] wrote with this digest, within the memory allowed, if there is anything. It has a trail
/// exactly if `with_path`.
pub(in crate::search::layered) fn read<'a, K: Key>(
    (space, limits): (&'a dyn Space<K>, &'a Limits),
    saved: &SavedState,
    digest: u64,
    with_path: bool,
) -> Result<Option<Restored<'a, K>>, ReadError> {
    let Some(once) = saved()? else { return Ok(None) };
    WordReader::begin(once, &KIND, digest)?.check()?;
    let Some(again) = saved()? else { return Ok(None) };
    let mut words = WordReader::begin(again, &KIND, digest)?;
    words.room = Some(limits.memory);
    let (format, disk, pieces) = (format_of(space), limits.disk.as_ref(), Arc::default());
    let mut reading = Reading { words, format, disk, pieces };
    let (side, search) = (reading.side()?, reading.search(space, limits)?);
    reading.words.end()?;
    if search.trail.is_empty() == with_path { Err(ReadError::Damaged) } else { Ok(Some((side, search))) }
}

/// A snapshot being read, whose checksum is right.
struct Reading<'a> {
    words: WordReader<'a>,
    format: Format,
    disk: Option<&'a Arc<Disk>>,
    pieces: Arc<PieceMemory>,
}

impl Reading<'_> {
    fn side<K: Key>(&mut self) -> Result<SideState<K>, ReadError> {
        let first = Explored { sizes: self.words.list()?, ended: None, cost: self.words.cost()? };
        let first = Some(first).filter(|first| !first.sizes.is_empty());
        let (goal_counts, goals) = (self.words.list()?, self.keys()?);
        let sources = if self.words.flag()? { Some(self.layer()?) } else { None };
        Ok(SideState { first, goal_counts, goals, sources, farthest: self.keys()? })
    }

    fn search<'a, K: Key>(
        &mut self,
        space: &'a dyn Space<K>,
        limits: &'a Limits,
    ) -> Result<Layered<'a, K>, ReadError> {
        let (cost, branching) = (self.words.cost()?, (self.words.number()?, self.words.number()?));
        let sizes = self.words.list()?;
        let (current, previous) = (self.layer()?, self.layer()?);
        let mut search = Layered {
            found: sizes.last().copied().unwrap_or(0),
            spent: cost,
            branching,
            sizes,
            previous,
            trail: self.trail()?,
            ..Layered::from_layer(space, limits, current)
        };
        // The start's own filter is not counted.
        search.spent.trail_bytes = search.trail.iter().skip(1).map(BloomFilter::bytes).sum();
        Ok(search)
    }

    fn keys<K: Key>(&mut self) -> Result<Vec<K>, ReadError> {
        let (length, mut keys) = self.words.list_of(size_of::<K>() + self.format.heap)?;
        let mut limbs = vec![0; self.format.limbs];
        for _ in 0..length {
            self.words.fill(&mut limbs)?;
            keys.push(K::from_limbs(&limbs));
        }
        Ok(keys)
    }

    fn layer<K: Key>(&mut self) -> Result<Layer<K>, ReadError> {
        let [level, bits] = halves(self.words.word()?);
        if bits > MOST {
            return Err(ReadError::Damaged);
        }
        let has = |bucket: usize| if bucket < 1 << bits { Ok(()) } else { Err(ReadError::Damaged) };
        let layer = Layer::new(Split { level, bits }, &self.pieces, self.format);
        if self.words.flag()? {
            let (file, blocks) = self.file()?;
            layer.file.get_or_init(|| Arc::new(file));
            self.pieces.spill(true);
            for block in blocks {
                has(block.bucket as usize)?;
                layer.store(block);
            }
        }
        for _ in 0..self.words.number::<usize>()? {
            let bucket = self.words.number()?;
            has(bucket)?;
            let keys = self.keys()?;
            let tags = self.used_moves(keys.len())?;
            layer.hold(bucket, Columns { keys, tags });
        }
        Ok(layer)
    }

    fn used_moves(&mut self, count: usize) -> Result<Vec<UsedMoves>, ReadError> {
        if !self.format.with_masks {
            return Ok(Vec::new());
        }
        let mut masks = self.words.room_for(count, size_of::<UsedMoves>())?;
        while masks.len() < count {
            let left = count - masks.len();
            masks.extend(halves(self.words.word()?).into_iter().take(left));
        }
        Ok(masks)
    }

    fn file(&mut self) -> Result<(BlockFile, Vec<Block>), ReadError> {
        let number = self.words.word()?;
        let (length, mut blocks) = self.words.list_of::<Block>(size_of::<Block>())?;
        for _ in 0..length {
            let ([bucket, count], offset) = (halves(self.words.word()?), self.words.word()?);
            let [bytes, sum] = halves(self.words.word()?);
            blocks.push(Block { bucket, count, offset, bytes, sum });
        }
        let no_folder = || Error::other("its layers are in files, and their folder is not given");
        let disk = self.disk.ok_or_else(no_folder)?;
        let end = blocks.iter().map(Block::end).max().unwrap_or(0);
        Ok((BlockFile::open(disk, number, end)?, blocks))
    }

    fn trail(&mut self) -> Result<Vec<BloomFilter>, ReadError> {
        let (length, mut trail) = self.words.list_of(size_of::<BloomFilter>())?;
        for _ in 0..length {
            trail.push(self.filter()?);
        }
        Ok(trail)
    }

    fn filter(&mut self) -> Result<BloomFilter, ReadError> {
        let level = self.words.number()?;
        if self.words.flag()? {
            let (file, blocks) = self.file()?;
            return Ok(BloomFilter::stored(file, blocks, level));
        }
        let [bits, count] = halves(self.words.word()?);
        if bits > MOST {
            return Err(ReadError::Damaged);
        }
        let part = |_| Ok((self.words.number()?, self.words.list()?.into_boxed_slice()));
        let parts = (0..count).map(part).collect::<Result<Vec<Part>, ReadError>>()?;
        if parts.iter().any(|(_, words)| words.is_empty()) {
            return Err(ReadError::Damaged);
        }
        Ok(BloomFilter::held(parts, Split { level, bits }))
    }
}
