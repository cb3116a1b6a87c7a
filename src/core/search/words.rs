//! Snapshots of searches in files: words of 64 bits, the lowest byte first.
//!
//! ```text
//!   │ name │ version │ digest │ … words of this kind of snapshot … │ checksum of all words before │
//!
//!   list    │ length │ word │ word │ …
//! ```
//!
//! The digest identifies the puzzle and the options. The checksum detects damage, not malice.

use std::fmt::{self, Display, Formatter};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::time::Duration;

use crate::search::outcome::{Cost, GaveUp};

/// Bytes of the buffers.
const BUFFER: usize = 1 << 18;

/// Checksum of some words and one more. Each step is invertible, so any change of one word changes the sum.
fn summed(sum: u64, word: u64) -> u64 {
    (sum ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29).wrapping_add(1)
}

/// A kind of snapshot.
#[doc(hidden)]
pub struct Kind {
    /// First word, as text.
    pub name: &'static [u8; 8],
    /// Version of the words after the digest.
    pub version: u64,
    /// Name of the search, for error messages.
    pub search: &'static str,
}

/// Writes the words of a snapshot.
#[doc(hidden)]
pub struct WordWriter<'a> {
    to: BufWriter<&'a mut dyn Write>,
    sum: u64,
}

#[doc(hidden)]
impl<'a> WordWriter<'a> {
    /// Begins a snapshot of some kind.
    pub fn begin(to: &'a mut dyn Write, kind: &Kind, digest: u64) -> io::Result<Self> {
        let mut words = Self { to: BufWriter::with_capacity(BUFFER, to), sum: 0 };
        words.put_each(&[u64::from_le_bytes(*kind.name), kind.version, digest])?;
        Ok(words)
    }

    pub fn put(&mut self, word: u64) -> io::Result<()> {
        self.sum = summed(self.sum, word);
        self.to.write_all(&word.to_le_bytes())
    }

    /// Writes words without a length.
    pub fn put_each(&mut self, words: &[u64]) -> io::Result<()> {
        words.iter().try_for_each(|&word| self.put(word))
    }

    /// Writes a list: the number of words, and the words.
    pub fn put_all(&mut self, words: &[u64]) -> io::Result<()> {
        self.put(words.len() as u64)?;
        self.put_each(words)
    }

    /// Writes a cost, without what only searches by layers have.
    pub(super) fn put_cost(&mut self, cost: &Cost) -> io::Result<()> {
        let Cost { positions, layers, successors, time, bytes, .. } = *cost;
        self.put_each(&[positions, layers.into(), successors, time.as_nanos() as u64, bytes as u64])
    }

    pub fn end(mut self) -> io::Result<()> {
        let sum = self.sum;
        self.put(sum)?;
        self.to.flush()
    }
}

/// Reads the words of a snapshot.
#[doc(hidden)]
pub struct WordReader<'a> {
    from: BufReader<Box<dyn Read + 'a>>,
    sum: u64,
    /// Bytes that lists may take in memory; without a limit they grow as far as there are words.
    pub(super) room: Option<usize>,
}

#[doc(hidden)]
impl<'a> WordReader<'a> {
    /// Begins to read a snapshot of some kind; fails if it is of another kind, version or digest.
    pub fn begin(from: Box<dyn Read + 'a>, kind: &Kind, digest: u64) -> Result<Self, ReadError> {
        let mut words = Self { from: BufReader::with_capacity(BUFFER, from), sum: 0, room: None };
        match (words.word(), words.word()) {
            (Err(ReadError::Io(error)), _) => return Err(ReadError::Io(error)),
            (Ok(name), Ok(found)) if name.to_le_bytes() == *kind.name => {
                if found != kind.version {
                    return Err(ReadError::Version { found, readable: kind.version });
                }
            }
            _ => return Err(ReadError::NoSnapshot(kind.search)),
        }
        if words.word()? == digest { Ok(words) } else { Err(ReadError::OtherSpace) }
    }

    /// Reads a word; fails if there is none.
    pub fn word(&mut self) -> Result<u64, ReadError> {
        let mut bytes = [0; 8];
        self.from.read_exact(&mut bytes)?;
        let word = u64::from_le_bytes(bytes);
        self.sum = summed(self.sum, word);
        Ok(word)
    }

    /// Reads a number of things; fails if there is none, or one that is too large.
    pub fn number<T: TryFrom<u64>>(&mut self) -> Result<T, ReadError> {
        T::try_from(self.word()?).map_err(|_| ReadError::Damaged)
    }

    pub(super) fn fill(&mut self, words: &mut [u64]) -> Result<(), ReadError> {
        words.iter_mut().try_for_each(|word| self.word().map(|read| *word = read))
    }

    /// Reads 0 or 1.
    pub(super) fn flag(&mut self) -> Result<bool, ReadError> {
        match self.word()? {
            flag @ 0..=1 => Ok(flag == 1),
            _ => Err(ReadError::Damaged),
        }
    }

    /// Reads the number of items that follow, and returns it with an empty list as in [`Self::room_for`].
    pub(super) fn list_of<T>(&mut self, bytes: usize) -> Result<(usize, Vec<T>), ReadError> {
        let length = self.number()?;
        Ok((length, self.room_for(length, bytes)?))
    }

    /// An empty list for `length` items of `bytes` each, which are deducted from the room.
    pub(super) fn room_for<T>(&mut self, length: usize, bytes: usize) -> Result<Vec<T>, ReadError> {
        let Some(room) = &mut self.room else { return Ok(Vec::new()) };
        let taken = length.checked_mul(bytes).ok_or(ReadError::Damaged)?;
        *room = room.checked_sub(taken).ok_or(ReadError::Memory)?;
        Ok(Vec::with_capacity(length))
    }

    /// Reads a cost.
    pub(super) fn cost(&mut self) -> Result<Cost, ReadError> {
        let (positions, layers, successors) = (self.word()?, self.number()?, self.word()?);
        let time = Duration::from_nanos(self.word()?);
        Ok(Cost { positions, layers, successors, time, bytes: self.number()?, ..Cost::default() })
    }

    /// Reads a list.
    pub fn list(&mut self) -> Result<Vec<u64>, ReadError> {
        let (length, mut list) = self.list_of(size_of::<u64>())?;
        for _ in 0..length {
            list.push(self.word()?);
        }
        Ok(list)
    }

    /// Reads the checksum; fails if it is another one, or if something follows.
    pub fn end(mut self) -> Result<(), ReadError> {
        let sum = self.sum;
        if self.word()? != sum || self.from.read(&mut [0])? > 0 {
            return Err(ReadError::Damaged);
        }
        Ok(())
    }

    /// Reads on to the end and verifies the checksum. Holds no words in memory, whatever lengths they give.
    pub(super) fn check(mut self) -> Result<(), ReadError> {
        let mut whole = false;
        loop {
            let sum = self.sum;
            match self.word() {
                Ok(word) => whole = word == sum,
                Err(ReadError::Damaged) if whole => return Ok(()),
                Err(error) => return Err(error),
            }
        }
    }
}

/// Reason why bytes are no snapshot that can be resumed.
#[derive(Debug)]
pub enum ReadError {
    /// They could not be read.
    Io(io::Error),
    /// They do not begin as a snapshot of this kind does.
    NoSnapshot(&'static str),
    /// Another version wrote them.
    Version {
        /// The version found.
        found: u64,
        /// The one that can be read.
        readable: u64,
    },
    /// They belong to another space, or to other options.
    OtherSpace,
    /// They differ from what was written.
    Damaged,
    /// They do not fit the memory.
    Memory,
    /// The search ended while a snapshot was read, or while processes compared what they have.
    Ended(GaveUp),
    /// The process of this number has no state, and others have one.
    NoState(usize),
}

impl Display for ReadError {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        match self {
            Self::Io(error) => write!(f, "the checkpoint cannot be read: {error}"),
            Self::NoSnapshot(kind) => write!(f, "this is not the checkpoint of {kind}"),
            Self::Version { found, readable } => {
                write!(f, "the checkpoint has version {found}, and only version {readable} can be read")
            }
            Self::OtherSpace => {
                write!(f, "the checkpoint is of another puzzle or other options; remove it, or name another")
            }
            Self::Damaged => write!(f, "the checkpoint is damaged"),
            Self::Ended(_) => write!(f, "the search ended before it had resumed"),
            Self::NoState(process) => write!(
                f,
                "process {process} has no state in its folder, and others have one: give it the folder of its earlier run, or clear all"
            ),
            Self::Memory => write!(f, "the checkpoint does not fit the memory allowed"),
        }
    }
}

impl std::error::Error for ReadError {}

impl From<io::Error> for ReadError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => Self::Damaged,
            _ => Self::Io(error),
        }
    }
}

/// Two halves in a word, the lower first.
pub(super) fn pair(low: u32, high: u32) -> u64 {
    u64::from(low) | u64::from(high) << 32
}

/// The halves of a word, the lower first.
pub(super) fn halves(word: u64) -> [u32; 2] {
    [word as u32, (word >> 32) as u32]
}
