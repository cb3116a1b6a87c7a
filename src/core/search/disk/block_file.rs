//! A file of blocks: each belongs to a part, has a checksum, and was written in one piece.
//!
//! ```text
//!   file    │ block │ block │ …                   in the order in which threads finished them
//!   index   part, count, offset, bytes, checksum  of each; in memory while the file is in use, and in checkpoints
//! ```
//!
//! Threads append at the same time: each reserves its place by adding to the length, and writes there.

use std::fs::{self, File};
use std::io;
use std::os::unix::fs::FileExt;
use std::path::PathBuf;
use std::sync::Arc;

use crate::search::disk::Disk;
use crate::search::disk::codec::BEHIND;
use crate::search::outcome::GaveUp;
use crate::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use crate::sync::{Mutex, PoisonError};

/// Bytes that a thread collects before it writes them.
const WRITTEN_AT_ONCE: usize = 1 << 20;

/// Place of a block in its file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Block {
    /// The part.
    pub part: u32,
    /// States, or whatever it has.
    pub count: u32,
    /// Its first byte.
    pub offset: u64,
    /// Its length.
    pub bytes: u32,
    /// Checksum (CRC-32) of its bytes.
    pub sum: u32,
}

/// A file that grows by blocks, and is then only read.
#[derive(Debug)]
pub struct BlockFile {
    disk: Arc<Disk>,
    number: u64,
    file: File,
    end: AtomicU64,
    /// Those appended.
    blocks: Mutex<Vec<Block>>,
    /// True if a checkpoint speaks of the file.
    is_kept: AtomicBool,
}

impl BlockFile {
    /// A new file.
    ///
    /// # Errors
    /// [`GaveUp::Disk`]
    pub fn create(disk: &Arc<Disk>) -> Result<Self, GaveUp> {
        let number = disk.next_number();
        let path = disk.path(number);
        let file = File::options().read(true).write(true).create_new(true).open(&path);
        Ok(Self {
            file: file.map_err(|error| disk.failed(&path, &error))?,
            disk: Arc::clone(disk),
            number,
            end: AtomicU64::new(0),
            blocks: Mutex::default(),
            is_kept: AtomicBool::new(false),
        })
    }

    /// A file that an earlier run has written, up to `end` at least.
    ///
    /// # Errors
    /// When it is not there, or shorter.
    pub fn open(disk: &Arc<Disk>, number: u64, end: u64) -> io::Result<Self> {
        let path = disk.path(number);
        let named = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", path.display()));
        let file = File::open(&path).map_err(named)?;
        let length = file.metadata().map_err(named)?.len();
        if length < end {
            return Err(io::Error::other(format!("{}: is damaged: its end is missing", path.display())));
        }
        Ok(Self {
            disk: Arc::clone(disk),
            number,
            file,
            end: AtomicU64::new(length),
            blocks: Mutex::default(),
            is_kept: AtomicBool::new(true),
        })
    }

    /// Its number among the files of its disk.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// A thread's means to append blocks.
    pub fn appender(&self) -> Appender<'_> {
        Appender { file: self, bytes: Vec::new(), blocks: Vec::new() }
    }

    /// Appends bytes, with blocks whose offsets count from their first.
    fn append(&self, bytes: &[u8], blocks: &mut Vec<Block>) -> Result<(), GaveUp> {
        self.disk.reserve(bytes.len() as u64)?;
        let begin = self.end.fetch_add(bytes.len() as u64, Ordering::Relaxed);
        self.file.write_all_at(bytes, begin).map_err(|error| self.disk.failed(&self.path(), &error))?;
        let blocks = blocks.drain(..).map(|block| Block { offset: begin + block.offset, ..block });
        self.blocks.lock().unwrap_or_else(PoisonError::into_inner).extend(blocks);
        Ok(())
    }

    /// The blocks appended, in order of parts; no more may follow.
    pub fn settle(&self) -> Vec<Block> {
        let mut blocks = std::mem::take(&mut *self.blocks.lock().unwrap_or_else(PoisonError::into_inner));
        blocks.sort_unstable_by_key(|block| (block.part, block.offset));
        blocks.shrink_to_fit();
        blocks
    }

    /// Reads a block into `bytes`, with [`BEHIND`] zeros after it.
    ///
    /// # Errors
    /// [`GaveUp::Disk`], also where the bytes are not those that were written.
    pub fn read(&self, block: &Block, bytes: &mut Vec<u8>) -> Result<(), GaveUp> {
        let length = block.bytes as usize;
        bytes.clear();
        bytes.resize(length + BEHIND, 0);
        let read = self.file.read_exact_at(&mut bytes[..length], block.offset);
        read.map_err(|error| self.disk.failed(&self.path(), &error))?;
        self.disk.note_read(block.bytes.into());
        if crc32fast::hash(&bytes[..length]) == block.sum { Ok(()) } else { Err(self.damaged(block)) }
    }

    /// The error of a block whose bytes are not those that were written.
    pub fn damaged(&self, block: &Block) -> GaveUp {
        let error = io::Error::other(format!("is damaged at byte {}", block.offset));
        self.disk.failed(&self.path(), &error)
    }

    /// A checkpoint speaks of the file from now on: it stays when it is no longer in use.
    pub fn keep(&self) {
        self.is_kept.store(true, Ordering::Relaxed);
    }

    /// Accounts for a layer with so many states.
    pub fn note_layer(&self, states: u64) {
        self.disk.note_layer(self.end.load(Ordering::Relaxed), states);
    }

    fn path(&self) -> PathBuf {
        self.disk.path(self.number)
    }
}

impl Drop for BlockFile {
    fn drop(&mut self) {
        if !self.is_kept.load(Ordering::Relaxed) {
            // It may be gone already; what cannot be removed now is removed by the next run.
            if fs::remove_file(self.path()).is_ok() {
                self.disk.release(self.end.load(Ordering::Relaxed));
            }
        }
    }
}

/// Collects blocks of one thread, and appends many at once.
pub struct Appender<'a> {
    file: &'a BlockFile,
    bytes: Vec<u8>,
    blocks: Vec<Block>,
}

impl Appender<'_> {
    /// Adds a block of so many things, whose bytes `put` appends.
    ///
    /// # Errors
    /// [`GaveUp::Disk`]
    pub fn add(&mut self, part: usize, count: usize, put: impl FnOnce(&mut Vec<u8>)) -> Result<(), GaveUp> {
        let begin = self.bytes.len();
        put(&mut self.bytes);
        let bytes = &self.bytes[begin..];
        let sum = crc32fast::hash(bytes);
        let (part, count, bytes) = (part as u32, count as u32, bytes.len() as u32);
        self.blocks.push(Block { part, count, offset: begin as u64, bytes, sum });
        if self.bytes.len() < WRITTEN_AT_ONCE { Ok(()) } else { self.flush() }
    }

    /// Writes what was collected.
    ///
    /// # Errors
    /// [`GaveUp::Disk`]
    pub fn flush(&mut self) -> Result<(), GaveUp> {
        if !self.blocks.is_empty() {
            self.file.append(&self.bytes, &mut self.blocks)?;
            self.bytes.clear();
        }
        Ok(())
    }
}
