//! A file of blocks: each belongs to a bucket and has a checksum.
//!
//! ```text
//!   file    │ block │ block │ …                     in the order in which threads finished them
//!   index   bucket, count, offset, bytes, checksum  of each; in memory while the file is in use, and in checkpoints
//! ```
//!
//! Threads append at the same time: each reserves its place by adding to the length, and writes there. A file no longer
//! needed is overwritten by the next: existing pages of the system's cache take a fraction of the time of new ones.

use std::fs::File;
use std::io;
use std::sync::Arc;

use sync_file::{RandomAccessFile, ReadAt, WriteAt};

use crate::search::disk::codec::BEHIND;
use crate::search::disk::{AT_ONCE, Disk};
use crate::search::outcome::GaveUp;
use crate::search::peers::Peers;
use crate::sync::Mutex;
use crate::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Distance up to which blocks are read together.
const GAP: u64 = 64 << 10;
/// Bytes that a thread sends at once to each of perhaps many processes.
const SENT_AT_ONCE: usize = 64 << 10;

/// Place of a block in its file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Block {
    /// The bucket.
    pub bucket: u32,
    /// States, or whatever it has.
    pub count: u32,
    /// Its first byte.
    pub offset: u64,
    /// Its length.
    pub bytes: u32,
    /// Checksum (CRC-32) of its bytes.
    pub sum: u32,
}

impl Block {
    pub(in crate::search) fn end(&self) -> u64 {
        self.offset + u64::from(self.bytes)
    }
}

/// A file that grows by blocks, and is then only read.
#[derive(Debug)]
pub struct BlockFile {
    disk: Arc<Disk>,
    /// Its number among the files of the disk.
    pub number: u64,
    file: RandomAccessFile,
    /// Offset of the next piece.
    end: AtomicU64,
    /// Length of the file, or that before it was written over.
    length: AtomicU64,
    blocks: Mutex<Vec<Block>>,
    /// True if a checkpoint names the file.
    is_kept: AtomicBool,
}

impl BlockFile {
    /// A new file, which takes the place of a spare one if there is any.
    pub fn create(disk: &Arc<Disk>) -> Result<Self, GaveUp> {
        let number = disk.take_spare().unwrap_or_else(|| disk.next.fetch_add(1, Ordering::Relaxed));
        let path = disk.path(number);
        let file = File::options().read(true).write(true).create(true).truncate(false).open(&path);
        let opened = file.and_then(|file| Ok((file.metadata()?.len(), file)));
        let (length, file) = opened.map_err(|error| disk.failed(&path, &error))?;
        Ok(Self::of(disk, number, file, (0, length)))
    }

    /// A file that an earlier run has written, at least up to `end`; more may be appended.
    pub fn open(disk: &Arc<Disk>, number: u64, end: u64) -> io::Result<Self> {
        let path = disk.path(number);
        let named = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", path.display()));
        let file = File::options().read(true).write(true).open(&path).map_err(named)?;
        let length = file.metadata().map_err(named)?.len();
        if length < end {
            return Err(io::Error::other(format!("{}: is damaged: its end is missing", path.display())));
        }
        let file = Self::of(disk, number, file, (length, length));
        file.keep();
        Ok(file)
    }

    fn of(disk: &Arc<Disk>, number: u64, file: File, (end, length): (u64, u64)) -> Self {
        Self {
            disk: Arc::clone(disk),
            number,
            file: file.into(),
            end: AtomicU64::new(end),
            length: AtomicU64::new(length),
            blocks: Mutex::default(),
            is_kept: AtomicBool::new(false),
        }
    }

    /// An appender for one thread.
    pub fn appender(&self) -> Appender<'_> {
        Appender { to: Target::File(self), bytes: Vec::new(), blocks: Vec::new() }
    }

    /// Appends a piece and takes its blocks, whose offsets count from its first byte.
    pub fn append(&self, piece: &[u8], blocks: &mut Vec<Block>) -> Result<(), GaveUp> {
        let begin = self.end.fetch_add(piece.len() as u64, Ordering::Relaxed);
        let end = begin + piece.len() as u64;
        let before = self.length.fetch_max(end, Ordering::Relaxed);
        self.disk.reserve(end.saturating_sub(before), piece.len() as u64)?;
        let written = self.file.write_all_at(piece, begin);
        written.map_err(|error| self.failed(&error))?;
        let blocks = blocks.drain(..).map(|block| Block { offset: begin + block.offset, ..block });
        self.blocks.lock().extend(blocks);
        Ok(())
    }

    /// The blocks appended, in order of buckets; no more may follow.
    pub fn settle(&self) -> Vec<Block> {
        let mut blocks = std::mem::take(&mut *self.blocks.lock());
        blocks.sort_unstable_by_key(|block| (block.bucket, block.offset));
        blocks.shrink_to_fit();
        blocks
    }

    /// Passes on the bytes of each of some blocks, with [`BEHIND`] more after them. Blocks near to one another are read
    /// together. Fails if the bytes are not those that were written.
    pub fn read(
        &self,
        blocks: &[Block],
        buffer: &mut Vec<u8>,
        mut visit: impl FnMut(&Block, &[u8]) -> Result<(), GaveUp>,
    ) -> Result<(), GaveUp> {
        let mut rest = blocks;
        while let Some(&first) = rest.first() {
            let begin = first.offset;
            let follows = |pair: &[Block]| {
                (pair[0].end()..=pair[0].end() + GAP).contains(&pair[1].offset)
                    && pair[1].end() - begin <= AT_ONCE as u64
            };
            let together = 1 + rest.windows(2).take_while(|pair| follows(pair)).count();
            let (now, later) = rest.split_at(together);
            rest = later;
            let length = (now[together - 1].end() - begin) as usize;
            buffer.resize(buffer.len().max(length + BEHIND), 0);
            let read = self.file.read_exact_at(&mut buffer[..length], begin);
            read.map_err(|error| self.failed(&error))?;
            self.disk.figures.lock().1.read += length as u64;
            for block in now {
                let at = (block.offset - begin) as usize;
                let end = at + block.bytes as usize;
                if crc32fast::hash(&buffer[at..end]) != block.sum {
                    return Err(self.damaged(block));
                }
                visit(block, &buffer[at..end + BEHIND])?;
            }
        }
        Ok(())
    }

    /// The error of a block whose bytes are not those that were written.
    pub fn damaged(&self, block: &Block) -> GaveUp {
        self.failed(&io::Error::other(format!("is damaged at byte {}", block.offset)))
    }

    fn failed(&self, error: &io::Error) -> GaveUp {
        self.disk.failed(&self.disk.path(self.number), error)
    }

    /// Keeps the file after its last use: a checkpoint names it.
    pub fn keep(&self) {
        self.is_kept.store(true, Ordering::Relaxed);
    }

    /// Accounts for the file of a layer.
    pub fn note_layer(&self, states: u64) {
        let (_, traffic) = &mut *self.disk.figures.lock();
        traffic.layers += self.end.load(Ordering::Relaxed);
        traffic.states += states;
    }
}

impl Drop for BlockFile {
    fn drop(&mut self) {
        if !self.is_kept.load(Ordering::Relaxed) {
            self.disk.discard(self.number);
        }
    }
}

/// Collects blocks of one thread, and appends many at once.
pub struct Appender<'a> {
    to: Target<'a>,
    bytes: Vec<u8>,
    blocks: Vec<Block>,
}

enum Target<'a> {
    File(&'a BlockFile),
    /// To another process, by its number.
    Peer(&'a dyn Peers, usize),
}

impl<'a> Appender<'a> {
    /// An appender to another process.
    pub fn to_peer(peers: &'a dyn Peers, number: usize) -> Self {
        Self { to: Target::Peer(peers, number), bytes: Vec::new(), blocks: Vec::new() }
    }

    /// Adds a block of `count` items, whose bytes `put` appends.
    pub fn add(&mut self, bucket: usize, count: usize, put: impl FnOnce(&mut Vec<u8>)) -> Result<(), GaveUp> {
        let at_once = if matches!(self.to, Target::File(_)) { AT_ONCE } else { SENT_AT_ONCE };
        if self.bytes.capacity() == 0 {
            self.bytes.reserve_exact(at_once + at_once / 4);
        }
        let begin = self.bytes.len();
        put(&mut self.bytes);
        let bytes = &self.bytes[begin..];
        let sum = crc32fast::hash(bytes);
        // What no block can hold, no buffer could, either.
        let number = |of: usize| u32::try_from(of).map_err(|_| GaveUp::Memory);
        let (bucket, count, bytes) = (number(bucket)?, number(count)?, number(bytes.len())?);
        self.blocks.push(Block { bucket, count, offset: begin as u64, bytes, sum });
        if self.bytes.len() < at_once { Ok(()) } else { self.flush() }
    }

    /// Writes what was collected.
    pub fn flush(&mut self) -> Result<(), GaveUp> {
        if self.blocks.is_empty() {
            return Ok(());
        }
        let written = match self.to {
            Target::File(file) => file.append(&self.bytes, &mut self.blocks),
            Target::Peer(peers, number) => peers.send(number, &self.bytes, &self.blocks),
        };
        self.blocks.clear();
        self.bytes.clear();
        written
    }
}
