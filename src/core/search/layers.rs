//! The states of a layer, or successors on their way to one, by bucket: pieces in memory or in a file.
//!
//! ```text
//!   bucket   │ 0            │ 1     │ 2 │ 3            │ …        the bits of a key that a partition names choose it
//!   pieces   │ held, stored │ held  │   │ stored, held │          held: keys and used-move masks
//!                    └──────────────────────┘                     stored: a block of the layer's file
//! ```
//!
//! A piece that finds no room in memory is stored.

mod writing;

use std::sync::{Arc, OnceLock};

use crate::search::disk::Disk;
use crate::search::disk::block_file::{Block, BlockFile};
use crate::search::disk::codec::{BEHIND, decode};
use crate::search::partition::Split;
use crate::sync::Mutex;
use crate::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use crate::{Columns, GaveUp, Key, UsedMoves};

pub(super) use crate::search::layers::writing::{Writer, Writing};

/// Keys that a bucket, or a part of one, should hold at most: with its table it fits the second-level cache.
const PART: usize = if cfg!(interleavings) { 4 } else { 16 << 10 };
/// Maximum number of parts: more cost more in scattering than smaller tables save.
const MOST_PARTS: usize = 1 << 12;

/// Binary logarithm of the number of parts that suits so many keys.
pub fn fitting_bits(keys: usize) -> u32 {
    keys.div_ceil(PART).next_power_of_two().min(MOST_PARTS).trailing_zeros()
}

/// Memory of the pieces of all layers of a search.
#[derive(Debug, Default)]
pub struct PieceMemory {
    held: AtomicUsize,
    peak: AtomicUsize,
    spills: AtomicBool,
}

impl PieceMemory {
    /// Bytes held now.
    pub fn held(&self) -> usize {
        self.held.load(Ordering::Relaxed)
    }

    /// The peak since the last call.
    pub fn take_peak(&self) -> usize {
        self.peak.swap(self.held(), Ordering::Relaxed)
    }

    /// True if some of the latest pieces were stored.
    pub fn spills(&self) -> bool {
        self.spills.load(Ordering::Relaxed)
    }

    /// Notes that a piece was stored, or that little is held now.
    pub fn spill(&self, spills: bool) {
        self.spills.store(spills, Ordering::Relaxed);
    }

    fn take(&self, bytes: usize) {
        let held = self.held.fetch_add(bytes, Ordering::Relaxed) + bytes;
        self.peak.fetch_max(held, Ordering::Relaxed);
    }

    fn give(&self, bytes: usize) {
        self.held.fetch_sub(bytes, Ordering::Relaxed);
    }
}

/// Contents of a piece: the size of its keys, and whether they have masks.
#[derive(Clone, Copy, Debug)]
pub struct Format {
    /// Limbs of a key.
    pub limbs: usize,
    /// Bytes that a key holds outside itself.
    pub heap: usize,
    /// True if there is a used-move mask for each key.
    pub with_masks: bool,
}

#[derive(Debug)]
pub(super) enum Piece<K> {
    Held(Columns<K, UsedMoves>),
    Stored(Block),
}

impl<K> Piece<K> {
    /// Number of states.
    fn len(&self) -> usize {
        match self {
            Self::Held(columns) => columns.len(),
            Self::Stored(block) => block.count as usize,
        }
    }

    /// The block, if it is stored.
    pub(super) fn block(&self) -> Option<Block> {
        if let Self::Stored(block) = self { Some(*block) } else { None }
    }
}

/// A growing or finished layer.
#[derive(Debug)]
pub struct Layer<K> {
    pub(super) split: Split,
    pub(super) buckets: Vec<Mutex<Vec<Piece<K>>>>,
    /// The file of its stored pieces.
    pub(super) file: OnceLock<Arc<BlockFile>>,
    states: AtomicUsize,
    held: AtomicUsize,
    pub(super) memory: Arc<PieceMemory>,
    pub(super) format: Format,
}

/// Room for decoding the blocks of a file.
#[derive(Debug, Default)]
pub(super) struct Scratch<K> {
    bytes: Vec<u8>,
    columns: Columns<K, UsedMoves>,
}

impl<K: Key> Scratch<K> {
    pub(super) fn bytes(&self, heap: usize) -> usize {
        self.bytes.capacity() + self.columns.bytes(heap)
    }
}

impl<K> Layer<K> {
    /// The file, if pieces are stored.
    pub(super) fn file(&self) -> Option<&BlockFile> {
        self.file.get().map(|file| &**file)
    }

    /// Number of states.
    pub fn count(&self) -> usize {
        self.states.load(Ordering::Relaxed)
    }

    /// Bytes of its pieces in memory.
    pub(super) fn bytes(&self) -> usize {
        self.held.load(Ordering::Relaxed)
    }
}

impl<K: Key> Layer<K> {
    /// An empty layer in the buckets of a partition.
    pub(super) fn new(split: Split, memory: &Arc<PieceMemory>, format: Format) -> Self {
        Self {
            split,
            buckets: (0..1 << split.bits).map(|_| Mutex::default()).collect(),
            file: OnceLock::new(),
            states: AtomicUsize::new(0),
            held: AtomicUsize::new(0),
            memory: Arc::clone(memory),
            format,
        }
    }

    /// A layer of one piece.
    pub(super) fn of(columns: Columns<K, UsedMoves>, memory: &Arc<PieceMemory>, format: Format) -> Self {
        let layer = Self::new(Split::default(), memory, format);
        layer.hold(0, columns);
        layer
    }

    /// The file, made if there is none.
    fn file_in(&self, disk: &Arc<Disk>) -> Result<&Arc<BlockFile>, GaveUp> {
        if let Some(file) = self.file.get() {
            return Ok(file);
        }
        let file = Arc::new(BlockFile::create(disk)?);
        Ok(self.file.get_or_init(|| file))
    }

    /// Bytes of a piece, with its place among the others and what the allocator adds: an eighth of most sizes.
    fn bytes_of(&self, columns: &Columns<K, UsedMoves>) -> usize {
        let bytes = columns.bytes(self.format.heap);
        bytes + bytes / 8 + 2 * size_of::<Piece<K>>()
    }

    /// Adds a piece in memory.
    pub(super) fn hold(&self, bucket: usize, columns: Columns<K, UsedMoves>) {
        let bytes = self.bytes_of(&columns);
        self.memory.take(bytes);
        self.held.fetch_add(bytes, Ordering::Relaxed);
        self.states.fetch_add(columns.len(), Ordering::Relaxed);
        self.buckets[bucket].lock().push(Piece::Held(columns));
    }

    /// Takes the blocks of a piece that another process has sent: into the file if there is one, or into memory, while all
    /// pieces have at most `most` bytes.
    fn receive(&self, piece: &[u8], mut blocks: Vec<Block>, most: usize) -> Result<(), GaveUp> {
        if blocks.iter().any(|block| block.bucket as usize >= self.buckets.len()) {
            return Err(GaveUp::Peer);
        }
        if let Some(file) = self.file() {
            return file.append(piece, &mut blocks);
        }
        let piece = [piece, &[0; BEHIND]].concat();
        for block in blocks {
            let bytes = &piece[block.offset as usize..block.end() as usize + BEHIND];
            let mut columns = Columns::default();
            let is_whole = crc32fast::hash(&bytes[..block.bytes as usize]) == block.sum
                && decode(bytes, block.count as usize, self.format, &mut columns).is_some();
            if !is_whole {
                return Err(GaveUp::Peer);
            }
            if self.memory.held() + columns.bytes(self.format.heap) > most {
                return Err(GaveUp::Memory);
            }
            self.hold(block.bucket as usize, columns);
        }
        Ok(())
    }

    /// Adds a piece of the file.
    pub(super) fn store(&self, block: Block) {
        self.states.fetch_add(block.count as usize, Ordering::Relaxed);
        self.buckets[block.bucket as usize].lock().push(Piece::Stored(block));
    }

    /// The blocks of stored pieces, in order of their buckets.
    pub(super) fn blocks(&self) -> Vec<Block> {
        let blocks = |pieces: &Mutex<Vec<Piece<K>>>| pieces.lock().iter().filter_map(Piece::block).collect();
        self.buckets.iter().flat_map::<Vec<Block>, _>(blocks).collect()
    }

    /// Number of states in a bucket.
    pub(super) fn bucket_len(&self, bucket: usize) -> usize {
        self.buckets[bucket].lock().iter().map(Piece::len).sum()
    }

    /// Passes the states of a bucket to `visit`, with their masks if there are any, some at a time.
    pub(super) fn visit(
        &self,
        bucket: usize,
        scratch: &mut Scratch<K>,
        mut visit: impl FnMut(&[K], &[UsedMoves]) -> Result<(), GaveUp>,
    ) -> Result<(), GaveUp> {
        let pieces = self.buckets[bucket].lock();
        let mut blocks = Vec::new();
        for piece in &*pieces {
            match piece {
                Piece::Held(columns) => visit(&columns.keys, &columns.tags)?,
                Piece::Stored(block) => blocks.push(*block),
            }
        }
        let Some(file) = self.file.get() else { return Ok(()) };
        let Scratch { bytes, columns } = scratch;
        file.read(&blocks, bytes, |block, bytes| {
            if decode(bytes, block.count as usize, self.format, columns).is_some() {
                visit(&columns.keys, &columns.tags)
            } else {
                Err(file.damaged(block))
            }
        })
    }

    /// Passes all states to `visit` in batches, each once, in no particular order, with their masks if there are any.
    pub fn for_each(
        &self,
        mut visit: impl FnMut(&[K], &[UsedMoves]) -> Result<(), GaveUp>,
    ) -> Result<(), GaveUp> {
        let mut scratch = Scratch::default();
        (0..self.buckets.len()).try_for_each(|bucket| self.visit(bucket, &mut scratch, &mut visit))
    }

    /// Frees the memory of a bucket, which is not visited any more.
    pub(super) fn release(&self, bucket: usize) {
        let pieces = std::mem::take(&mut *self.buckets[bucket].lock());
        let held = |piece: &_| if let Piece::Held(columns) = piece { self.bytes_of(columns) } else { 0 };
        let bytes = pieces.iter().map(held).sum();
        self.states.fetch_sub(pieces.iter().map(Piece::len).sum(), Ordering::Relaxed);
        self.held.fetch_sub(bytes, Ordering::Relaxed);
        self.memory.give(bytes);
    }
}

impl<K> Drop for Layer<K> {
    fn drop(&mut self) {
        self.memory.give(self.bytes());
    }
}
