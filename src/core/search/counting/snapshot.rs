//! Snapshots of a count.
//!
//! ```text
//!   │ "TRAYCOUN" │ version │ digest │ counts │ count │ … │ limbs of a key │ limbs of a number │ stage │ expanded
//!   │ successors │ nanoseconds │ states │ section │ section │ … │ checksum of all words before │
//!
//!   count   │ digits │ digit … │ positions │ layers │ successors │ nanoseconds │ bytes │
//!   section │ stage │ partition │ partitions │ room │ states │ key … number … │ key … number … │ …
//! ```
//!
//! A question may take several counts, one after the other: those that ended come before the one under way.
//! A stage may have several sections, and a state several entries; its number of paths is their sum. A section has states
//! of one partition in the order of their table, which is that of the hash. Its room is the number of states that the table
//! had, expanded ones included: a reader makes room for that number, so that states are placed one after the other.

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::ops::RangeInclusive;
use std::time::Duration;

use num_bigint::BigUint;

use crate::search::counting::search::{Search, Section, partitions};
use crate::search::counting::shard::Meter;
use crate::search::counting::table::{Number, Slot, used};
use crate::search::counting::{Checkpoints, Count, Question, Resumed};
use crate::search::words::{Kind, WordReader, WordWriter, halves};
use crate::sync::atomic::Ordering;
use crate::{Cost, GaveUp, Key, ReadError};

const KIND: Kind = Kind { name: b"TRAYCOUN", version: 4, search: "a count" };

/// Entries read between two checks of the limits.
const STRIDE: usize = 1 << 14;

/// Visitor of sections: it receives the head of each, and its states with their numbers of paths.
type Visit<'a, K, N, E> = dyn FnMut(Section, &mut dyn Iterator<Item = (K, N)>) -> Result<(), E> + 'a;

impl<K: Key + Copy, N: Number> Search<'_, K, N> {
    /// Saves all that is needed to resume; no thread works on the count meanwhile.
    pub(super) fn save(&self) {
        if let Some(Checkpoints { checkpoint, ended }) = self.stages.question.checkpoints {
            checkpoint.store.save(&|to| self.write(checkpoint.digest, ended, to));
        }
    }

    fn write(&self, digest: u64, ended: &[Count], to: &mut dyn Write) -> io::Result<()> {
        let mut words = WordWriter::begin(to, &KIND, digest)?;
        words.put(ended.len() as u64)?;
        for Count { total, cost } in ended {
            words.put_all(&total.to_u64_digits())?;
            words.put_cost(cost)?;
        }
        let mut all = 0;
        self.sections(&mut |section, _| {
            all += section.states as u64;
            Ok::<(), io::Error>(())
        })?;
        let limbs = [size_of::<K>() / 8, size_of::<N>() / 8].map(|limbs| limbs as u64);
        words.put_each(&limbs)?;
        let Cost { positions, successors, time, .. } = self.spent();
        words.put_each(&[self.stages.stage as u64, positions, successors, time.as_nanos() as u64, all])?;
        self.sections(&mut |Section { stage, partition, partitions, room, states }, entries| {
            if states > 0 {
                let head = [stage, partition, partitions, room, states];
                words.put_each(&head.map(|number| number as u64))?;
            }
            for (key, number) in entries {
                (0..key.limbs()).try_for_each(|limb| words.put(key.limb(limb)))?;
                (0..number.limbs()).try_for_each(|limb| words.put(number.limb(limb)))?;
            }
            Ok::<(), io::Error>(())
        })?;
        words.end()
    }

    /// Visits all states that are not expanded.
    pub(super) fn sections<E>(&self, visit: &mut Visit<K, N, E>) -> Result<(), E> {
        let stages = &self.stages;
        let (mut taken, partitions) = (stages.taken.load(Ordering::Relaxed), stages.current.len());
        for (partition, table) in stages.current.iter().enumerate() {
            let left = || table.segments.iter().skip(taken).flat_map(|segment| used(&segment[..]));
            let (room, states) = (table.len, left().count());
            visit(Section { stage: stages.stage, partition, partitions, room, states }, &mut left())?;
            taken = taken.saturating_sub(table.segments.len());
        }
        let partitions = stages.shards.len();
        for (partition, shard) in stages.shards.iter().enumerate() {
            for (stage, table) in shard.lock().tables() {
                let (room, states) = (table.len, table.len);
                visit(Section { stage, partition, partitions, room, states }, &mut table.states())?;
            }
        }
        for (index, list) in self.workers.iter().flat_map(|worker| &worker.lists).enumerate() {
            for records in list.chunk_by(|one, other| one.stage == other.stage) {
                let (stage, partition) = (records[0].stage as usize, index % partitions);
                let (room, states) = (records.len(), records.len());
                let mut entries = records.iter().map(|record| (record.key, record.number));
                visit(Section { stage, partition, partitions, room, states }, &mut entries)?;
            }
        }
        Ok(())
    }
}

/// A snapshot whose ended counts have been read, but not its states.
pub struct Opened<'a> {
    /// The counts that ended.
    pub ended: VecDeque<Count>,
    words: WordReader<'a>,
}

impl<'a> Opened<'a> {
    /// Reads the beginning of a snapshot with this digest.
    pub fn read(from: impl Read + 'a, digest: u64) -> Result<Self, ReadError> {
        let mut words = WordReader::begin(Box::new(from), &KIND, digest)?;
        let number = words.word()?;
        let ended = (0..number).map(|_| Self::count(&mut words)).collect::<Result<_, _>>()?;
        Ok(Self { ended, words })
    }

    fn count(words: &mut WordReader) -> Result<Count, ReadError> {
        let total = BigUint::new(words.list()?.into_iter().flat_map(halves).collect());
        Ok(Count { total, cost: words.cost()? })
    }
}

/// Reads the states of a count and resumes it.
pub(super) fn resume<K: Key + Copy>(question: Question<K>, Opened { mut words, .. }: Opened) -> Resumed<K> {
    if words.word()? != (size_of::<K>() / 8) as u64 {
        return Err(ReadError::OtherSpace);
    }
    let limbs = words.number()?;
    resume_with::<K, u64>(question, words, limbs)
}

/// Reads a count whose numbers have `limbs`, if that is their width.
fn resume_with<K: Key + Copy, N: Number>(
    question: Question<K>,
    mut words: WordReader,
    limbs: usize,
) -> Resumed<K> {
    if limbs != size_of::<N>() / 8 {
        let has_wider = size_of::<N::Wider>() > size_of::<N>();
        return if has_wider {
            resume_with::<K, N::Wider>(question, words, limbs)
        } else {
            Err(ReadError::Damaged)
        };
    }
    let last = question.space.last();
    let stage = words.number()?;
    let (positions, successors) = (words.word()?, words.word()?);
    let (time, states) = (Duration::from_nanos(words.word()?), words.word()?);
    // Numbers that no count could have reached would overflow later.
    if stage > last || positions.checked_add(successors).is_none_or(|sum| sum > u64::MAX / 4) {
        return Err(ReadError::Damaged);
    }
    let before = Cost { positions, successors, time, ..Cost::default() };
    let partitions = partitions::<K, N>(states, question.limits);
    let meter = Meter::new(question.limits.memory);
    let mut search = Search::<K, N>::new(question, stage, partitions, before, meter);
    let mut left = states;
    while left > 0 {
        match read_section(&mut search, stage..=last, &mut words) {
            Ok(states) => left = left.checked_sub(states).ok_or(ReadError::Damaged)?,
            Err(ReadError::Ended(reason)) => return Ok(Err(search.gave_up(reason))),
            Err(error) => return Err(error),
        }
    }
    words.end()?;
    Ok(search.finish())
}

/// Reads a section of one of these stages; returns the number of its states.
fn read_section<K: Key + Copy, N: Number>(
    search: &mut Search<K, N>,
    stages: RangeInclusive<usize>,
    words: &mut WordReader,
) -> Result<u64, ReadError> {
    let mut head = [0; 5];
    for number in &mut head {
        *number = words.number()?;
    }
    let [stage, partition, partitions, room, states] = head;
    let is_one = stages.contains(&stage) && partition < partitions && partitions.is_power_of_two();
    if !is_one || states == 0 || states > room {
        return Err(ReadError::Damaged);
    }
    let limits = search.stages.question.limits;
    let fits = room <= limits.memory / size_of::<Slot<K, N>>();
    if !fits || search.reserve(&Section { stage, partition, partitions, room, states }).is_err() {
        return Err(ReadError::Ended(GaveUp::Memory));
    }
    let mut limbs = vec![0; (size_of::<K>() + size_of::<N>()) / 8];
    for entry in 0..states {
        if entry % STRIDE == 0 {
            limits.check().map_err(ReadError::Ended)?;
        }
        words.fill(&mut limbs)?;
        let (key, number) = limbs.split_at(size_of::<K>() / 8);
        let (key, number) = (K::from_limbs(key), N::from_limbs(number));
        if number.is_empty() {
            return Err(ReadError::Damaged);
        }
        search.put(stage, key, number).map_err(ReadError::Ended)?;
    }
    Ok(states as u64)
}
