//! Snapshots of an enumeration: partial results of finished parts, and the places of the unfinished ones.
//!
//! ```text
//!   │ "TRAYENUM" │ version │ digest │ spaces │ positions │ solutions │ nanoseconds │ stretches │ stretch │ … │
//!   │ checksum │
//!
//!   stretch │ 0 │ partial result                  one for all parts between two unfinished ones: a list of words
//!           │ 1 │ space │ floor │ stop │ ranks    an unfinished part: ranks are a list
//! ```
//!
//! A part is given by the ranks of its first node and of its ancestors among their siblings: neither states nor moves are
//! written. Stretches stand in the order of the walk.

use std::io::{Read, Result as IoResult, Write};
use std::time::Duration;

use crate::bits::Key;
use crate::search::enumeration::collector::PartialResult;
use crate::search::enumeration::queue::{Item, Queue};
use crate::search::enumeration::stack::{Part, Place, Stack};
use crate::search::staged::Staged;
use crate::search::words::{Kind, ReadError, WordReader, WordWriter};

const KIND: Kind = Kind { name: b"TRAYENUM", version: 2, search: "an enumeration" };

impl<P: PartialResult> Queue<P> {
    /// Writes the snapshot; the first result must not be away for delivery.
    pub(super) fn write(&self, to: &mut dyn Write, digest: u64, spaces: usize) -> IoResult<()> {
        let mut words = WordWriter::begin(to, &KIND, digest)?;
        let (nanoseconds, stretches) = (self.time().as_nanos() as u64, self.items.len() as u64);
        words.put_each(&[spaces as u64, self.positions, self.solutions, nanoseconds, stretches])?;
        for item in self.items.iter().rev() {
            match item {
                Item::Done(partial) => {
                    words.put(0)?;
                    words.put_all(&partial.to_words())?;
                }
                Item::Running(part, _) | Item::Waiting(part) => {
                    let Place { space, ranks, floor, stop } = &part.place;
                    words.put_each(&[1, *space as u64, *floor as u64, (*stop).into()])?;
                    words.put_all(&ranks.iter().map(|&rank| rank.into()).collect::<Vec<u64>>())?;
                }
            }
        }
        words.end()
    }

    /// Reads a snapshot of the enumeration of these spaces with this digest.
    pub(super) fn read<K: Key + Copy>(
        from: impl Read,
        digest: u64,
        spaces: &[&dyn Staged<K>],
    ) -> Result<Self, ReadError> {
        let mut words = WordReader::begin(Box::new(from), &KIND, digest)?;
        let mut queue = Self::new();
        let count = words.number::<usize>()?;
        (queue.positions, queue.solutions) = (words.word()?, words.word()?);
        queue.before = Duration::from_nanos(words.word()?);
        let stretches = words.word()?;
        queue.items = (0..stretches).map(|_| item(&mut words)).collect::<Result<_, _>>()?;
        queue.items.reverse();
        words.end()?;
        // Numbers that no search could have reached would overflow later.
        if queue.positions.max(queue.solutions) > u64::MAX / 4 {
            return Err(ReadError::Damaged);
        }
        if count != spaces.len() {
            return Err(ReadError::OtherSpace);
        }
        for item in &mut queue.items {
            if let Item::Waiting(Part { place, weight }) = item {
                let space = *spaces.get(place.space).ok_or(ReadError::OtherSpace)?;
                let found = Stack::new(0).go_to(place, space, &mut *space.expander());
                *weight = found.ok_or(ReadError::OtherSpace)?;
            }
        }
        Ok(queue)
    }
}

/// Reads a stretch; the weight of a part is not known yet.
fn item<P: PartialResult>(words: &mut WordReader) -> Result<Item<P>, ReadError> {
    if !words.flag()? {
        return P::from_words(&words.list()?).map(Item::Done).ok_or(ReadError::Damaged);
    }
    let (space, floor, stop) = (words.number()?, words.number()?, words.number()?);
    let ranks = words.list()?.into_iter().map(u32::try_from);
    let ranks = ranks.collect::<Result<_, _>>().map_err(|_| ReadError::Damaged)?;
    Ok(Item::Waiting(Part { place: Place { space, ranks, floor, stop }, weight: 0.0 }))
}
