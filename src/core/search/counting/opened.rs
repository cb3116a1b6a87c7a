//! The beginning of a snapshot: the counts that ended before the one whose states follow.

use std::io::{self, Read};
use std::mem::take;
use std::time::Duration;

use num_bigint::BigUint;

use crate::search::counting::Count;
use crate::search::outcome::Cost;
use crate::search::words::{Kind, ReadError, WordReader, WordWriter, halves};

pub(super) const KIND: Kind = Kind { name: b"TRAYCOUN", version: 4, search: "a count" };

/// Writes the counts that ended.
pub(super) fn write(words: &mut WordWriter, ended: &[Count]) -> io::Result<()> {
    words.put(ended.len() as u64)?;
    for Count { total, cost } in ended {
        words.put_all(&total.to_u64_digits())?;
        let time = cost.time.as_nanos() as u64;
        words.put_each(&[cost.positions, cost.layers.into(), cost.successors, time, cost.bytes as u64])?;
    }
    Ok(())
}

/// A snapshot of which the counts that ended were read, and the states were not.
pub struct Opened<'a> {
    pub(super) words: WordReader<'a>,
    ended: Vec<Count>,
}

impl<'a> Opened<'a> {
    /// Reads the beginning of a snapshot with this digest.
    ///
    /// # Errors
    /// When the bytes are no snapshot of this question or are damaged.
    pub fn read(from: impl Read + 'a, digest: u64) -> Result<Self, ReadError> {
        let mut words = WordReader::begin(Box::new(from), &KIND, digest)?;
        let number = words.word()?;
        let ended = (0..number).map(|_| Self::count(&mut words)).collect::<Result<_, _>>()?;
        Ok(Self { words, ended })
    }

    fn count(words: &mut WordReader) -> Result<Count, ReadError> {
        let total = BigUint::new(words.list()?.into_iter().flat_map(halves).collect());
        let (positions, layers, successors) = (words.word()?, words.number()?, words.word()?);
        let time = Duration::from_nanos(words.word()?);
        let cost = Cost { positions, layers, successors, time, bytes: words.number()?, ..Cost::default() };
        Ok(Count { total, cost })
    }

    /// Takes the counts that ended.
    pub fn take_ended(&mut self) -> Vec<Count> {
        take(&mut self.ended)
    }
}
