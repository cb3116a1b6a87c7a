//! Snapshots of a count.
//!
//! ```text
//!   │ "TRAYCOUN" │ version │ digest │ limbs of a key │ limbs of a number │ stage │ expanded │ successors │ nanoseconds │
//!   │ entries │ key … number … │ key … number … │ … │ checksum of all words before │
//! ```
//!
//! An entry whose number of paths is zero is no state: the entries after it are of the stage that its first limb names.
//! A state may have several entries; its number of paths is their sum.

use std::io::{self, Read, Write};
use std::time::Duration;

use crate::bits::Key;
use crate::search::counting::shard::{Meter, Record, Refusal, Shard};
use crate::search::counting::table::Number;
use crate::search::words::{Kind, ReadError, WordReader, WordWriter};

const KIND: Kind = Kind { name: b"TRAYCOUN", version: 1, search: "a count" };

/// Keeps snapshots of a count, so that it can be resumed later.
pub trait CheckpointWriter<K>: Sync {
    /// True if a snapshot has to be written now; asked often, by all threads.
    fn is_due(&self) -> bool;
    /// Writes a snapshot, which [`Saved::read`] can read again. Besides those that were due there is a last one when a
    /// limit ends the count.
    fn write(&mut self, snapshot: &Snapshot<K>);
}

/// Keeps none.
impl<K> CheckpointWriter<K> for () {
    fn is_due(&self) -> bool {
        false
    }
    fn write(&mut self, _: &Snapshot<K>) {}
}

/// Work that earlier runs did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Spent {
    /// States expanded.
    pub(super) expanded: u64,
    pub(super) successors: u64,
    pub(super) time: Duration,
}

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
    pub(super) fn new(each_live: Box<EachLive<'a, K>>, limbs: usize, stage: usize, spent: Spent) -> Self {
        Self { each_live, limbs, stage, spent }
    }

    /// The current stage.
    pub fn stage(&self) -> usize {
        self.stage
    }

    /// Writes it; `digest` stands for the space, and [`Saved::read`] expects the same.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write(&self, digest: u64, mut to: impl Write) -> io::Result<()> {
        let mut entries = 0;
        let mut last_stage = None;
        (self.each_live)(&mut |stage, _, _| {
            entries += 1 + u64::from(last_stage.replace(stage) != Some(stage));
        });
        let mut words = WordWriter::begin(&mut to, &KIND, digest)?;
        let key_limbs = size_of::<K>() / 8;
        let Spent { expanded, successors, time } = self.spent;
        let [key, number, stage] = [key_limbs, self.limbs, self.stage].map(|number| number as u64);
        words.put_each(&[key, number, stage, expanded, successors, time.as_nanos() as u64, entries])?;
        let mut written = Ok(());
        let mut put = |key: K, number: u128| {
            (0..key_limbs).try_for_each(|limb| words.put(key.limb(limb)))?;
            (0..self.limbs).try_for_each(|limb| words.put(number.limb(limb)))
        };
        last_stage = None;
        (self.each_live)(&mut |stage, key, number| {
            if written.is_ok() && last_stage.replace(stage) != Some(stage) {
                written = put(K::from_limbs(&[stage as u64]), 0);
            }
            if written.is_ok() {
                written = put(key, number);
            }
        });
        written?;
        words.end()
    }
}

/// A count that can be resumed.
pub struct Saved<K: Copy> {
    pub(super) live: Live<K>,
    pub(super) spent: Spent,
}

impl<K: Key + Copy> Saved<K> {
    pub(super) fn new(live: Live<K>) -> Self {
        Self { live, spent: Spent::default() }
    }

    /// Reads a snapshot of a space with this digest, whose last stage is `last`, into at most `memory` bytes.
    ///
    /// # Errors
    /// When the bytes are no snapshot of this space, are damaged, or do not fit the memory.
    pub fn read(from: impl Read, digest: u64, last: usize, memory: usize) -> Result<Self, ReadError> {
        let mut words = WordReader::begin(Box::new(from), &KIND, digest)?;
        let key_limbs = size_of::<K>() / 8;
        if words.next()? != key_limbs as u64 {
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
                (number, Some(stage)) => live.add(stage, K::from_limbs(&key), number, &meter)?,
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

/// States ahead in one partition, with numbers as wide as they have to be.
pub(super) enum Live<K: Copy> {
    Narrow(Shard<K, u64>),
    Wide(Shard<K, u128>),
}

impl<K: Key + Copy> Live<K> {
    pub(super) fn starting_at(stage: usize) -> Self {
        Self::Narrow(Shard::starting_at(stage))
    }

    /// Adds paths to a state.
    pub(super) fn add(&mut self, stage: usize, key: K, number: u128, meter: &Meter) -> Result<(), Refusal> {
        if let Self::Narrow(shard) = self {
            let refusal = match u64::from_wide(number) {
                Some(number) => shard.add(&Record::new(stage as u32, key, key.hash64(), number), meter),
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
            Self::Wide(shard) => shard.add(&Record::new(stage as u32, key, key.hash64(), number), meter),
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
