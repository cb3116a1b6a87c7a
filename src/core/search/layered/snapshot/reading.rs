//! Reading a snapshot: nothing in it is believed before its checksum, nor any length beyond the memory.

use std::io::{self, Error, Read};
use std::sync::Arc;
use std::time::Duration;

use crate::bits::Key;
use crate::search::bloom::{BloomFilter, StoredFilter};
use crate::search::disk::Disk;
use crate::search::disk::block::Block;
use crate::search::disk::block_file::BlockFile;
use crate::search::disk::stored::Stored;
use crate::search::layered::Explored;
use crate::search::layered::files::MOST;
use crate::search::layered::snapshot::{Head, KIND, Restored, Saved, SideState};
use crate::search::layers::{Layer, MOST_PARTS, part_index};
use crate::search::limits::Limits;
use crate::search::outcome::Cost;
use crate::search::partition::Split;
use crate::search::words::{ReadError, WordReader, halves};
use crate::space::UsedMoves;

impl Head {
    /// Reads up to the words of the search.
    fn read(self, from: Box<dyn Read + '_>) -> Result<WordReader<'_>, ReadError> {
        let mut words = WordReader::begin(from, &KIND, self.digest)?;
        for word in self.words() {
            if words.word()? != word {
                return Err(ReadError::OtherSpace);
            }
        }
        Ok(words)
    }
}

/// The state of a store, read from its beginning.
pub(in crate::search::layered) type SavedState<'s> = dyn Fn() -> io::Result<Option<Box<dyn Read + 's>>> + 's;

/// Reads what [`Snapshot::write`](super::Snapshot::write) wrote with this head within the memory allowed, if there is something to read. A
/// trail is there or not, as `with_path` says.
pub(in crate::search::layered) fn read<K: Key>(
    saved: &SavedState,
    head: Head,
    with_path: bool,
    limits: &Limits,
) -> Result<Option<Restored<K>>, ReadError> {
    let Some(once) = saved()? else { return Ok(None) };
    head.read(once)?.check()?;
    let Some(again) = saved()? else { return Ok(None) };
    let mut words = head.read(again)?;
    words.room = Some(limits.memory);
    let mut reading = Reading {
        words,
        limbs: head.limbs,
        keeps_used_moves: head.mask_bits > 0,
        disk: limits.disk.as_ref(),
        is_shared: limits.peers.is_some(),
    };
    let side = reading.side()?;
    let saved = reading.search(with_path)?;
    reading.words.end()?;
    let is_sound = is_sound(&side, saved.sizes.len(), with_path);
    if is_sound { Ok(Some((side, saved))) } else { Err(ReadError::Damaged) }
}

/// True if what is beside a search can belong to one of so many layers.
fn is_sound<K>(side: &SideState<K>, layers: usize, with_path: bool) -> bool {
    let looked = side.goal_counts.len();
    match &side.first {
        // A search to a goal goes from one state and finds one goal.
        first if with_path => first.is_none() && looked == 0 && side.goals.len() <= 1,
        Some(first) => [0, first.sizes.len()].contains(&looked),
        // The layer found last may not have been looked at.
        None => looked == 0 || (layers - 1..=layers).contains(&looked),
    }
}

/// A snapshot being read: a length is believed as far as what it tells of fits the memory.
struct Reading<'a> {
    words: WordReader<'a>,
    limbs: usize,
    keeps_used_moves: bool,
    /// Folder of the files.
    disk: Option<&'a Arc<Disk>>,
    /// True if other processes may have a part of each layer.
    is_shared: bool,
}

impl Reading<'_> {
    fn side<K: Key>(&mut self) -> Result<SideState<K>, ReadError> {
        let first = if self.words.flag()? { Some(self.explored()?) } else { None };
        let (goal_counts, goals) = (self.words.list()?, self.keys()?);
        let stored_goals = if self.words.flag()? { Some(self.stored()?) } else { None };
        Ok(SideState { first, goal_counts, goals, stored_goals, farthest: self.keys()? })
    }

    fn search<K: Key>(&mut self, with_path: bool) -> Result<Saved<K>, ReadError> {
        let cost = self.cost()?;
        let branching = (self.positive()?, self.positive()?);
        let sizes = self.sizes()?;
        let (current, previous) = (self.layer()?, self.layer()?);
        let trail = if self.words.flag()? { Some(self.trail(sizes.len())?) } else { None };
        let before =
            sizes.len().checked_sub(2).filter(|_| !self.keeps_used_moves).map_or(0, |index| sizes[index]);
        let [now, earlier] = [current.len() as u64, previous.len() as u64];
        let last = sizes[sizes.len() - 1];
        let fits =
            if self.is_shared { now <= last && earlier <= before } else { (now, earlier) == (last, before) };
        if !fits || trail.is_some() != with_path {
            return Err(ReadError::Damaged);
        }
        Ok(Saved { cost, branching, sizes, current, previous, trail })
    }

    /// A number that counts something, and could be added to others of its kind.
    fn positive(&mut self) -> Result<usize, ReadError> {
        let number: usize = self.words.number()?;
        let fits = (1..=u64::MAX / 4).contains(&(number as u64));
        if fits { Ok(number) } else { Err(ReadError::Damaged) }
    }

    fn cost(&mut self) -> Result<Cost, ReadError> {
        let (successors, time) = (self.words.word()?, Duration::from_nanos(self.words.word()?));
        let bytes = self.words.number()?;
        if successors > u64::MAX / 4 {
            return Err(ReadError::Damaged);
        }
        Ok(Cost { successors, time, bytes, ..Cost::default() })
    }

    /// A space of which all layers were found.
    fn explored(&mut self) -> Result<Explored, ReadError> {
        let (sizes, cost) = (self.sizes()?, self.cost()?);
        let (positions, layers) = (sizes.iter().sum(), sizes.len() as u32 - 1);
        Ok(Explored { sizes, ended: None, cost: Cost { positions, layers, ..cost } })
    }

    /// Sizes of layers, of which none is empty.
    fn sizes(&mut self) -> Result<Vec<u64>, ReadError> {
        let sizes = self.words.list()?;
        let sum = sizes.iter().try_fold(0u64, |sum, &size| sum.checked_add(size));
        let fits = sum.is_some_and(|sum| sum <= u64::MAX / 4);
        if fits && !sizes.is_empty() && !sizes.contains(&0) { Ok(sizes) } else { Err(ReadError::Damaged) }
    }

    fn keys<K: Key>(&mut self) -> Result<Vec<K>, ReadError> {
        let boxed = K::from_limbs(&[]).limbs() != self.limbs;
        let heap = if boxed { self.limbs * size_of::<u64>() } else { 0 };
        let (length, mut keys) = self.words.list_of(size_of::<K>() + heap)?;
        let mut limbs = vec![0; self.limbs];
        for _ in 0..length {
            self.words.fill(&mut limbs)?;
            keys.push(K::from_limbs(&limbs));
        }
        Ok(keys)
    }

    fn layer<K: Key>(&mut self) -> Result<Layer<K>, ReadError> {
        if self.words.flag()? {
            return self.stored().map(Layer::stored_in);
        }
        let bits = self.words.word()?;
        if bits > MOST_PARTS.ilog2().into() {
            return Err(ReadError::Damaged);
        }
        let bits = bits as u32;
        let mut layer = Layer::empty();
        layer.clear(bits);
        for (index, part) in layer.parts.iter_mut().enumerate() {
            part.keys = self.keys::<K>()?;
            part.tags = self.used_moves(part.keys.len())?;
            if part.keys.iter().any(|key| part_index(key.hash64(), bits) != index) {
                return Err(ReadError::Damaged);
            }
        }
        Ok(layer)
    }

    fn stored(&mut self) -> Result<Stored, ReadError> {
        let (file, split, blocks) = self.file()?;
        let format = (self.limbs, self.keeps_used_moves);
        Ok(Stored::of(Arc::new(file), blocks, split, format))
    }

    /// A file with its blocks.
    fn file(&mut self) -> Result<(BlockFile, Split, Vec<Block>), ReadError> {
        let (number, [level, bits]) = (self.words.word()?, halves(self.words.word()?));
        let split = Split { level, bits };
        if split.bits > MOST {
            return Err(ReadError::Damaged);
        }
        let (length, mut blocks) = self.words.list_of::<Block>(size_of::<Block>())?;
        for _ in 0..length {
            let ([bucket, count], offset) = (halves(self.words.word()?), self.words.word()?);
            let [bytes, sum] = halves(self.words.word()?);
            if bucket >> split.bits > 0 || blocks.last().is_some_and(|block| block.bucket > bucket) {
                return Err(ReadError::Damaged);
            }
            blocks.push(Block { bucket, count, offset, bytes, sum });
        }
        let Some(disk) = self.disk else {
            return Err(ReadError::Io(Error::other(
                "its layers are in files, and their folder is not given",
            )));
        };
        let ends = blocks.iter().map(|block| block.offset.checked_add(block.bytes.into()));
        let end = ends.max().unwrap_or(Some(0)).ok_or(ReadError::Damaged)?;
        BlockFile::open(disk, number, end).map(|file| (file, split, blocks)).map_err(ReadError::Io)
    }

    fn used_moves(&mut self, count: usize) -> Result<Vec<UsedMoves>, ReadError> {
        if !self.keeps_used_moves {
            return Ok(Vec::new());
        }
        let mut masks = self.words.room_for(count, size_of::<UsedMoves>())?;
        while masks.len() < count {
            let word = self.words.word()?;
            let some = (u64::BITS / UsedMoves::BITS).min((count - masks.len()) as u32);
            masks.extend((0..some).map(|index| (word >> (index * UsedMoves::BITS)) as UsedMoves));
        }
        Ok(masks)
    }

    /// The trail through so many layers.
    fn trail(&mut self, layers: usize) -> Result<Vec<BloomFilter>, ReadError> {
        let (length, mut trail) = self.words.list_of(size_of::<BloomFilter>())?;
        if length != layers {
            return Err(ReadError::Damaged);
        }
        for _ in 0..length {
            trail.push(self.filter()?);
        }
        Ok(trail)
    }

    fn filter(&mut self) -> Result<BloomFilter, ReadError> {
        if self.words.flag()? {
            let (file, split, blocks) = self.file()?;
            let is_whole =
                blocks.iter().zip(0..).all(|(block, bucket)| block.bucket == bucket && block.count > 0)
                    && blocks.len() == 1 << split.bits;
            return if is_whole {
                Ok(BloomFilter::Stored(StoredFilter::of(file, blocks, split.level)))
            } else {
                Err(ReadError::Damaged)
            };
        }
        let (parts, _) = self.words.list_of::<()>(size_of::<Box<[u64]>>())?;
        if !parts.is_power_of_two() || parts > MOST_PARTS {
            return Err(ReadError::Damaged);
        }
        let part = |_| match self.words.list()? {
            part if part.is_empty() => Err(ReadError::Damaged),
            part => Ok(part.into_boxed_slice()),
        };
        (0..parts).map(part).collect::<Result<_, _>>().map(BloomFilter::Held)
    }
}
