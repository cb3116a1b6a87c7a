//! Snapshots of an enumeration: partial results of finished parts, and where the unfinished ones are.
//!
//! ```text
//!   │ "TRAYENUM" │ version │ digest │ spaces │ positions │ solutions │ nanoseconds │ stretches │ stretch │ … │
//!   │ checksum │
//!
//!   stretch │ 0 │ partial result                  one for all parts between two unfinished ones: a list of words
//!           │ 1 │ space │ floor │ stop │ ranks    an unfinished part: ranks are a list
//! ```
//!
//! A part is given by the ranks of its first node and of its ancestors among their siblings, so that nothing of a
//! state or a move is written. Stretches stand in the order of the walk.

use std::io::{self, Read, Write};
use std::time::Duration;

use crate::search::enumeration::collector::PartialResult;
use crate::search::enumeration::stack::Place;
use crate::search::words::{Kind, ReadError, WordReader, WordWriter};

const KIND: Kind = Kind { name: b"TRAYENUM", version: 2, search: "an enumeration" };

/// An enumeration that can be resumed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Saved<P> {
    /// Digest of the spaces and the collector.
    pub(super) digest: u64,
    pub(super) spaces: usize,
    /// Positions visited in finished parts.
    pub(super) positions: u64,
    pub(super) solutions: u64,
    /// Time of all runs so far.
    pub(super) time: Duration,
    pub(super) stretches: Vec<Stretch<P>>,
}

/// A stretch of the walk.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Stretch<P> {
    /// The result of finished parts.
    Finished(P),
    /// An unfinished part.
    Unfinished(Place),
}

impl<P: PartialResult> Saved<P> {
    /// Writes the snapshot.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write(&self, mut to: impl Write) -> io::Result<()> {
        let mut words = WordWriter::begin(&mut to, &KIND, self.digest)?;
        let (nanoseconds, stretches) = (self.time.as_nanos() as u64, self.stretches.len() as u64);
        words.put_each(&[self.spaces as u64, self.positions, self.solutions, nanoseconds, stretches])?;
        for stretch in &self.stretches {
            match stretch {
                Stretch::Finished(partial) => {
                    words.put(0)?;
                    words.put_all(&partial.to_words())?;
                }
                Stretch::Unfinished(Place { space, ranks, floor, stop }) => {
                    words.put_each(&[1, *space as u64, *floor as u64, (*stop).into()])?;
                    let ranks: Vec<u64> = ranks.iter().map(|&rank| rank.into()).collect();
                    words.put_all(&ranks)?;
                }
            }
        }
        words.end()
    }

    /// Reads what [`Saved::write`] wrote with this digest.
    ///
    /// # Errors
    /// When it is something else.
    pub fn read(from: impl Read, digest: u64) -> Result<Self, ReadError> {
        let mut words = WordReader::begin(Box::new(from), &KIND, digest)?;
        let (spaces, positions, solutions) = (words.number()?, words.word()?, words.word()?);
        let (time, stretches) = (Duration::from_nanos(words.word()?), words.word()?);
        let stretches = (0..stretches).map(|_| stretch(&mut words)).collect::<Result<_, _>>()?;
        words.end()?;
        // Numbers that no search could have reached would overflow later.
        if positions.max(solutions) > u64::MAX / 4 {
            return Err(ReadError::Damaged);
        }
        Ok(Self { digest, spaces, positions, solutions, time, stretches })
    }
}

fn stretch<P: PartialResult>(words: &mut WordReader) -> Result<Stretch<P>, ReadError> {
    match words.word()? {
        0 => P::from_words(&words.list()?).map(Stretch::Finished).ok_or(ReadError::Damaged),
        1 => {
            let (space, floor, stop) = (words.number()?, words.number()?, words.number()?);
            let ranks = words.list()?.into_iter().map(u32::try_from);
            let ranks = ranks.collect::<Result<_, _>>().map_err(|_| ReadError::Damaged)?;
            Ok(Stretch::Unfinished(Place { space, ranks, floor, stop }))
        }
        _ => Err(ReadError::Damaged),
    }
}
