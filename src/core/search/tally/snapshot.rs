//! A count under way, as bytes.
//!
//! ```text
//!   words of 64 bits, the lowest byte first
//!   │ "TRAYTALY" │ version │ digest │ limbs of a key │ limbs of a number │ stage │ expanded │ successors │ nanoseconds │
//!   │ entries │ key … number … │ key … number … │ … │ checksum of all words before │
//! ```
//!
//! An entry whose number of ways is zero is no state: the entries after it are of the stage that its first limb names.
//! A state may have several entries; its ways are their sum.

use std::io::{self, Read, Write};
use std::time::Duration;

use crate::bits::Key;
use crate::search::stored::{ReadError, WordReader, WordWriter};
use crate::search::tally::shard::{Meter, Record, Refusal, Shard};
use crate::search::tally::stages::{Search, Spent};
use crate::search::tally::table::Count;
use crate::space::Staged;

/// The first word of each snapshot.
const NAME: u64 = u64::from_le_bytes(*b"TRAYTALY");
/// The version of the form drawn above.
const VERSION: u64 = 1;

/// Calls its argument with each state that is not expanded, its stage first.
type EachLive<'a, K> = dyn Fn(&mut dyn FnMut(usize, K, u128)) + 'a;

/// A count at a moment in which no thread works on it. It borrows the tables; nothing is copied.
pub struct Snapshot<'a, K> {
    each_live: Box<EachLive<'a, K>>,
    limbs: usize,
    stage: usize,
    spent: Spent,
}

impl<'a, K: Key + Copy> Snapshot<'a, K> {
    pub(super) fn of<S: Staged<State = K>, C: Count>(search: &'a Search<'a, S, C>) -> Self {
        let spent = Spent {
            expanded: search.expanded(),
            successors: search.successors(),
            time: search.before.time + search.began.elapsed(),
        };
        let each_live = Box::new(|visit: &mut dyn FnMut(usize, K, u128)| search.each_live(visit));
        Self { each_live, limbs: C::LIMBS, stage: search.stage, spent }
    }

    /// The stage in hand.
    pub fn stage(&self) -> usize {
        self.stage
    }

    /// Writes it down; `digest` stands for the space, and [`Saved::read`] wants the same.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write(&self, digest: u64, mut to: impl Write) -> io::Result<()> {
        let mut entries = 0;
        let mut stage_now = None;
        (self.each_live)(&mut |stage, _, _| {
            entries += 1 + u64::from(stage_now.replace(stage) != Some(stage));
        });
        let mut words = WordWriter::new(&mut to);
        let key_limbs = size_of::<K>() / 8;
        let head = [NAME, VERSION, digest, key_limbs as u64, self.limbs as u64, self.stage as u64];
        let spent = [self.spent.expanded, self.spent.successors, self.spent.time.as_nanos() as u64, entries];
        head.into_iter().chain(spent).try_for_each(|word| words.put(word))?;
        let mut written = Ok(());
        let mut put = |key: K, count: u128| {
            (0..key_limbs).try_for_each(|limb| words.put(key.limb(limb)))?;
            (0..self.limbs).try_for_each(|limb| words.put(count.limb(limb)))
        };
        stage_now = None;
        (self.each_live)(&mut |stage, key, count| {
            if written.is_ok() && stage_now.replace(stage) != Some(stage) {
                written = put(K::from_limbs(&[stage as u64]), 0);
            }
            if written.is_ok() {
                written = put(key, count);
            }
        });
        written?;
        words.end()
    }
}

/// A count that can be gone on with.
pub struct Saved<K: Copy> {
    pub(super) live: Live<K>,
    pub(super) spent: Spent,
}

impl<K: Key + Copy> Saved<K> {
    pub(super) fn new(live: Live<K>) -> Self {
        Self { live, spent: Spent::default() }
    }

    /// Reads what [`Snapshot::write`] wrote for a space with this digest, whose last stage is `last`, into at most
    /// `memory` bytes.
    ///
    /// # Errors
    /// When the bytes are no snapshot of this space, are damaged, or do not fit the memory.
    pub fn read(from: impl Read, digest: u64, last: usize, memory: usize) -> Result<Self, ReadError> {
        let mut words = WordReader::new(Box::new(from));
        match (words.next(), words.next()) {
            (Ok(NAME), Ok(VERSION)) => {}
            (Ok(NAME), Ok(found)) => return Err(ReadError::Version { found, readable: VERSION }),
            (Err(ReadError::Io(error)), _) => return Err(ReadError::Io(error)),
            _ => return Err(ReadError::NoSnapshot("a count")),
        }
        let key_limbs = size_of::<K>() / 8;
        if words.next()? != digest || words.next()? != key_limbs as u64 {
            return Err(ReadError::OtherSpace);
        }
        let limbs = words.next()?;
        let first = within(words.next()?, 0, last)?;
        let (expanded, successors) = (words.next()?, words.next()?);
        let time = Duration::from_nanos(words.next()?);
        let entries = words.next()?;
        if !(1..=2).contains(&limbs) {
            return Err(ReadError::Damaged);
        }
        let mut live = Live::starting_at(first);
        let meter = Meter::new(memory);
        let (mut key, mut stage) = (vec![0; key_limbs], None);
        for _ in 0..entries {
            for limb in &mut key {
                *limb = words.next()?;
            }
            let low = words.next()?;
            let high = if limbs == 2 { words.next()? } else { 0 };
            match (u128::from(high) << 64 | u128::from(low), stage) {
                (0, _) => stage = Some(within(key[0], first, last)?),
                (count, Some(stage)) => live.add(stage, K::from_limbs(&key), count, &meter)?,
                (_, None) => return Err(ReadError::Damaged),
            }
        }
        words.end()?;
        // Numbers that no count could have reached would overflow later.
        if expanded.checked_add(successors).is_none_or(|sum| sum > u64::MAX / 4) {
            return Err(ReadError::Damaged);
        }
        Ok(Self { live, spent: Spent { expanded, successors, time } })
    }
}

/// States ahead in one part, with numbers as wide as they have to be.
pub(super) enum Live<K: Copy> {
    Narrow(Shard<K, u64>),
    Wide(Shard<K, u128>),
}

impl<K: Key + Copy> Live<K> {
    pub(super) fn starting_at(stage: usize) -> Self {
        Self::Narrow(Shard::starting_at(stage))
    }

    /// Adds ways to a state.
    pub(super) fn add(&mut self, stage: usize, key: K, count: u128, meter: &Meter) -> Result<(), Refusal> {
        if let Self::Narrow(shard) = self {
            let refusal = match u64::from_wide(count) {
                Some(count) => shard.add(&Record::new(stage, key, key.hash64(), count), meter),
                None => Err(Refusal::TooMany),
            };
            if refusal != Err(Refusal::TooMany) {
                return refusal;
            }
            // The narrow tables and the wide ones are held at the same time.
            meter.take(2 * shard.bytes())?;
            let narrow = std::mem::replace(shard, Shard::starting_at(stage));
            *self = Self::Wide(narrow.widened());
        }
        match self {
            Self::Wide(shard) => shard.add(&Record::new(stage, key, key.hash64(), count), meter),
            Self::Narrow(_) => Ok(()),
        }
    }
}

impl From<Refusal> for ReadError {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::TooMany => Self::Damaged,
            Refusal::Memory => Self::Memory,
        }
    }
}

/// A stage, if it is one of these.
fn within(stage: u64, first: usize, last: usize) -> Result<usize, ReadError> {
    let stage = usize::try_from(stage).map_err(|_| ReadError::Damaged)?;
    if (first..=last).contains(&stage) { Ok(stage) } else { Err(ReadError::Damaged) }
}
