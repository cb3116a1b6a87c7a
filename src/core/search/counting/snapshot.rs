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
//! A question may take several counts, one after the other: those that ended stand before the one under way.
//! A stage may have several sections, and a state several entries; its number of paths is their sum. A section has states
//! of one partition in the order of their table, which is that of the hash. Its room is the number of states that the table
//! had, expanded ones included: a reader makes room for as many, so that states fall into their places one after the other.

use std::io::{self, Read, Write};
use std::mem::take;
use std::time::{Duration, Instant};

use num_bigint::BigUint;

use crate::bits::Key;
use crate::search::counting::number::Number;
use crate::search::counting::reached::Reached;
use crate::search::counting::search::{Search, partitions, run};
use crate::search::counting::shard::{Record, Shard};
use crate::search::counting::table::{Halt, SEGMENT, Slot, used};
use crate::search::counting::{Checkpoints, Count, Ended, Unfinished};
use crate::search::limits::Limits;
use crate::search::meter::Meter;
use crate::search::outcome::{Cost, GaveUp};
use crate::search::staged::Staged;
use crate::search::words::{Kind, ReadError, WordReader, WordWriter, halves};
use crate::sync::atomic::Ordering;

const KIND: Kind = Kind { name: b"TRAYCOUN", version: 4, search: "a count" };

/// Entries read between two checks of the limits.
const STRIDE: u64 = 1 << 14;

impl<'a, K: Key + Copy, N: Number> Search<'a, K, N> {
    /// Saves all that is needed to resume; no thread works on the count meanwhile.
    pub(super) fn save(&self, checkpoints: Option<Checkpoints>) {
        if let Some(Checkpoints { checkpoint, ended }) = checkpoints {
            checkpoint.store.save(&|to| self.write(checkpoint.digest, ended, to));
        }
    }

    fn write(&self, digest: u64, ended: &[Count], to: &mut dyn Write) -> io::Result<()> {
        let mut words = WordWriter::begin(to, &KIND, digest)?;
        put_ended(ended, &mut words)?;
        let mut states = 0;
        self.sections(|head, _| {
            states += head[4];
            Ok::<(), io::Error>(())
        })?;
        let time = self.before.time + self.began.elapsed();
        words.put_each(&[size_of::<K>() / 8, N::LIMBS, self.stage].map(|number| number as u64))?;
        words.put_each(&[self.expanded(), self.successors(), time.as_nanos() as u64, states as u64])?;
        self.sections(|head, entries| {
            if head[4] > 0 {
                words.put_each(&head.map(|number| number as u64))?;
            }
            for (key, number) in entries {
                (0..size_of::<K>() / 8).try_for_each(|limb| words.put(key.limb(limb)))?;
                (0..N::LIMBS).try_for_each(|limb| words.put(number.limb(limb)))?;
            }
            Ok::<(), io::Error>(())
        })?;
        words.end()
    }

    /// Number of states of all stages that are expanded.
    fn expanded(&self) -> u64 {
        let segments = self.current.iter().flat_map(|table| &table.segments);
        let left = segments.skip(self.taken.load(Ordering::Relaxed)).flat_map(|segment| used(&segment[..]));
        self.met - left.count() as u64
    }

    /// Visits all states that are not expanded, in sections: stage, partition, number of partitions, room, number of states.
    fn sections<E>(
        &self,
        mut visit: impl FnMut([usize; 5], &mut dyn Iterator<Item = (K, N)>) -> Result<(), E>,
    ) -> Result<(), E> {
        let (mut taken, partitions) = (self.taken.load(Ordering::Relaxed), self.current.len());
        for (partition, table) in self.current.iter().enumerate() {
            let left = || table.segments.iter().skip(taken).flat_map(|segment| used(&segment[..]));
            visit([self.stage, partition, partitions, table.len, left().count()], &mut left())?;
            taken = taken.saturating_sub(table.segments.len());
        }
        let partitions = self.shards.len();
        for (partition, shard) in self.shards.iter().enumerate() {
            for (stage, table) in shard.lock().tables() {
                visit([stage, partition, partitions, table.len, table.len], &mut table.states())?;
            }
        }
        for (index, list) in self.workers.iter().flat_map(|worker| &worker.lists).enumerate() {
            for records in list.chunk_by(|one, other| one.stage == other.stage) {
                let (stage, states) = (records[0].stage as usize, records.len());
                let mut entries = records.iter().map(|record| (record.key, record.number));
                visit([stage, index % partitions, partitions, states, states], &mut entries)?;
            }
        }
        Ok(())
    }

    /// Converts the count to wider numbers; `None` if they do not fit the memory.
    pub(super) fn widened(&self) -> Option<Search<'a, K, N::Wider>> {
        // Both are held at the same time.
        let (narrow, wide) = (size_of::<Slot<K, N>>(), size_of::<Slot<K, N::Wider>>());
        if !self.meter.has_room((self.meter.held() as u128 * wide as u128 / narrow as u128) as usize) {
            return None;
        }
        let unlimited = Meter::new(usize::MAX);
        let mut wide = States::starting_at(self.stage, self.shards.len());
        let added = self.sections(|[stage, partition, partitions, room, states], entries| {
            if states > 0 {
                wide.reserve(stage, (partition, partitions), room, &unlimited)?;
            }
            for (key, number) in entries {
                wide.add(stage, key, number.wider(), &unlimited)?;
            }
            Ok(())
        });
        debug_assert_eq!(added, Ok::<(), Halt>(()), "room was found beforehand");
        let before = Cost {
            positions: self.expanded(),
            successors: self.successors(),
            time: self.before.time + self.began.elapsed(),
            bytes: self.meter.peak(),
            ..Cost::default()
        };
        Some(Search::new(self.space, wide.shards, wide.left, before, self.limits))
    }
}

/// Writes the counts that ended.
fn put_ended(ended: &[Count], words: &mut WordWriter) -> io::Result<()> {
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
    words: WordReader<'a>,
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

/// A count that can be resumed.
pub struct Saved<K> {
    pub(super) frontier: Frontier<K>,
    /// States expanded, successors and time of earlier runs.
    pub(super) before: Cost,
}

/// Resumes counting from states ahead, with numbers of some width.
pub(super) type Frontier<K> = Box<
    dyn for<'a> FnOnce(
        &'a dyn Staged<K>,
        Cost,
        &'a Limits,
        Option<Checkpoints>,
    ) -> Result<Box<dyn Reached<K>>, Unfinished>,
>;

struct States<K: Copy, N: Copy> {
    shards: Vec<Shard<K, N>>,
    /// Paths whose sum with those of their state does not fit: found again, they widen all numbers.
    left: Vec<Record<K, N>>,
}

impl<K: Key + Copy, N: Number> States<K, N> {
    fn starting_at(stage: usize, partitions: usize) -> Self {
        Self { shards: (0..partitions).map(|_| Shard::starting_at(stage)).collect(), left: Vec::new() }
    }

    fn frontier(self) -> Frontier<K> {
        Box::new(|space, before, limits, checkpoints| {
            run(Search::new(space, self.shards, self.left, before, limits), checkpoints)
        })
    }
}

/// Reason why there is nothing to resume.
#[derive(Debug)]
pub enum Unread {
    /// There is no snapshot of this space.
    Error(ReadError),
    /// A limit was reached while it was read.
    GaveUp(Unfinished),
}

impl From<ReadError> for Unread {
    fn from(error: ReadError) -> Self {
        Self::Error(error)
    }
}

impl<K: Key + Copy> Saved<K> {
    /// Time of earlier runs.
    #[doc(hidden)]
    pub fn time(&self) -> Duration {
        self.before.time
    }

    /// The beginning of a count.
    pub(in crate::search) fn starting_at(stage: usize, state: K) -> Self {
        let mut states = States::<K, u64>::starting_at(stage, 1);
        // One state fits any memory; whether the search does is seen before it begins.
        let added = states.add(stage, state, 1, &Meter::new(usize::MAX));
        debug_assert_eq!(added, Ok(()), "one state in an empty table");
        Self { frontier: states.frontier(), before: Cost::default() }
    }

    /// [`read`](crate::search::counting::read) for any key.
    pub(in crate::search) fn read_in(
        Opened { mut words, .. }: Opened,
        last: usize,
        limits: &Limits,
    ) -> Result<Self, Unread> {
        let began = Instant::now();
        if words.word()? != (size_of::<K>() / 8) as u64 {
            return Err(ReadError::OtherSpace.into());
        }
        let limbs = words.word()?;
        let first = within(words.word()?, (0, last))?;
        let (expanded, successors) = (words.word()?, words.word()?);
        let time = Duration::from_nanos(words.word()?);
        // Numbers that no count could have reached would overflow later.
        if expanded.checked_add(successors).is_none_or(|sum| sum > u64::MAX / 4) {
            return Err(ReadError::Damaged.into());
        }
        let before = Cost { positions: expanded, successors, time, ..Cost::default() };
        let mut body = Body { words, stages: (first, last), limits, before, began };
        let frontier = body.read_in::<K, u64>(limbs)?;
        body.words.end()?;
        Ok(Self { frontier, before })
    }
}

/// The states of a snapshot that is being read.
struct Body<'a> {
    words: WordReader<'a>,
    /// The first and the last stage that there may be.
    stages: (usize, usize),
    limits: &'a Limits,
    /// Work of earlier runs, and when reading began.
    before: Cost,
    began: Instant,
}

impl Body<'_> {
    fn gave_up(&self, reason: GaveUp, meter: &Meter) -> Unread {
        let (layers, time) = (self.stages.0 as u32, self.before.time + self.began.elapsed());
        let cost = Cost { layers, time, bytes: meter.peak(), ..self.before };
        Unread::GaveUp(Unfinished { ended: Ended::GaveUp(reason), cost })
    }

    /// Reads all states, whose numbers have `limbs`.
    fn read_in<K: Key + Copy, N: Number>(&mut self, limbs: u64) -> Result<Frontier<K>, Unread> {
        if limbs == N::LIMBS as u64 {
            Ok(self.states::<K, N>(&Meter::new(self.limits.memory))?.frontier())
        } else if N::Wider::LIMBS > N::LIMBS {
            self.read_in::<K, N::Wider>(limbs)
        } else {
            Err(ReadError::Damaged.into())
        }
    }

    fn states<K: Key + Copy, N: Number>(&mut self, meter: &Meter) -> Result<States<K, N>, Unread> {
        let mut left = self.words.word()?;
        let partitions = partitions::<K, N>(left, self.limits);
        let mut states = States::starting_at(self.stages.0, partitions);
        let mut limbs = vec![0; size_of::<K>() / 8 + N::LIMBS];
        while left > 0 {
            let stage = within(self.words.word()?, self.stages)?;
            let (partition, partitions) = (self.words.number()?, self.words.number::<usize>()?);
            let (room, number) = (self.words.number()?, self.words.number::<usize>()?);
            if number == 0 || number > room || partition >= partitions || !partitions.is_power_of_two() {
                return Err(ReadError::Damaged.into());
            }
            left = left.checked_sub(number as u64).ok_or(ReadError::Damaged)?;
            let fits = room <= self.limits.memory / size_of::<Slot<K, N>>();
            if !fits || states.reserve(stage, (partition, partitions), room, meter).is_err() {
                return Err(self.gave_up(GaveUp::Memory, meter));
            }
            for entry in 0..number as u64 {
                if entry % STRIDE == 0 {
                    self.limits.check().map_err(|reason| self.gave_up(reason, meter))?;
                }
                self.words.fill(&mut limbs)?;
                let (key, number) = limbs.split_at(size_of::<K>() / 8);
                let (key, number) = (K::from_limbs(key), N::from_limbs(number));
                if number == N::ZERO {
                    return Err(ReadError::Damaged.into());
                }
                states.add(stage, key, number, meter).map_err(|reason| self.gave_up(reason, meter))?;
            }
        }
        Ok(states)
    }
}

impl<K: Key + Copy, N: Number> States<K, N> {
    /// Makes room for the states of a section that comes from one of `partitions`.
    fn reserve(
        &mut self,
        stage: usize,
        (partition, partitions): (usize, usize),
        room: usize,
        meter: &Meter,
    ) -> Result<(), Halt> {
        let here = self.shards.len();
        // Its states fall into one partition here, or about evenly into several.
        let share = match here / partitions {
            0 | 1 => room,
            several => room / several + room / several / 16 + SEGMENT,
        };
        if share < SEGMENT {
            return Ok(());
        }
        let mut its = self.shards.iter_mut().skip(partition % here).step_by(partitions);
        its.try_for_each(|shard| shard.reserve(stage, share, meter))
    }

    fn add(&mut self, stage: usize, key: K, number: N, meter: &Meter) -> Result<(), GaveUp> {
        let hash = key.hash64();
        let index = (hash & (self.shards.len() as u64 - 1)) as usize;
        let record = Record::new(stage as u32, key, hash, number);
        match self.shards[index].add(&record, meter) {
            Ok(()) => Ok(()),
            Err(Halt::TooMany) => {
                self.left.push(record);
                Ok(())
            }
            Err(_) => Err(GaveUp::Memory),
        }
    }
}

/// A stage, if it is one of these.
fn within(stage: u64, (first, last): (usize, usize)) -> Result<usize, ReadError> {
    let stage = usize::try_from(stage).map_err(|_| ReadError::Damaged)?;
    if (first..=last).contains(&stage) { Ok(stage) } else { Err(ReadError::Damaged) }
}
