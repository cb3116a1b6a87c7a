//! A count under way: stage after stage, narrow ones by one thread, wide ones by all.
//!
//! A count begins with one partition and numbers of 64 bits. When a stage is wide, or a sum does not fit, all states move
//! into a new search with more partitions or wider numbers.

use std::collections::VecDeque;
use std::sync::OnceLock;
use web_time::{Duration, Instant};

use crate::search::counting::shard::{Meter, Record, Shard};
use crate::search::counting::table::{Halt, Last, Number, SEGMENT, Slot, Table, free, high, used};
use crate::search::counting::worker::{Stages, Worker};
use crate::search::counting::{Question, Reached, Unfinished};
use crate::search::parallel::{self, Pool};
use crate::sync::Mutex;
use crate::sync::atomic::{AtomicUsize, Ordering};
use crate::{Cost, GaveUp, Key, Limits};

/// Partitions per thread: enough that two threads seldom contend for one.
const PARTITIONS_EACH: usize = if cfg!(interleavings) { 1 } else { 16 };
const MOST_PARTITIONS: usize = 1 << 10;

fn most_partitions(limits: &Limits) -> usize {
    (limits.threads.max(1) * PARTITIONS_EACH).next_power_of_two().min(MOST_PARTITIONS)
}

/// Number of partitions for a count that begins with `states` states: one if they are few, or if the lists of the threads
/// would leave them no room.
pub(super) fn partitions<K: Key + Copy, N: Number>(states: u64, limits: &Limits) -> usize {
    let (partitions, slot) = (most_partitions(limits), size_of::<Slot<K, N>>() as u64);
    let lists = limits.threads.max(1) * Worker::<K, N>::bytes(partitions);
    let bytes = states.saturating_mul(slot).saturating_mul(3) / 2 + lists as u64;
    if states >= limits.wide as u64 && bytes <= limits.memory as u64 { partitions } else { 1 }
}

/// Head of a section: states of one stage and one partition that are not expanded.
pub(super) struct Section {
    pub(super) stage: usize,
    /// The partition, and the number of partitions.
    pub(super) partition: usize,
    pub(super) partitions: usize,
    /// Number of states that their table had, expanded ones included.
    pub(super) room: usize,
    pub(super) states: usize,
}

/// Counts from the start of a space, if it has one.
pub(super) fn reach<K: Key + Copy>(question: Question<K>) -> Result<Option<Box<dyn Reached<K>>>, Unfinished> {
    let Some((stage, start)) = question.space.start() else { return Ok(None) };
    // One state fits any memory; whether the search does is checked before it begins.
    let mut search = Search::<K, u64>::new(question, stage, 1, Cost::default(), Meter::new(usize::MAX));
    let added = search.put(stage, start, 1);
    debug_assert_eq!(added, Ok(()), "one state in an empty table");
    search.finish().map(Some)
}

pub(super) struct Search<'a, K: Key + Copy, N: Number> {
    began: Instant,
    /// States expanded, successors and time of earlier runs and narrower numbers.
    before: Cost,
    /// States of all stages up to the current one, including those.
    met: u64,
    /// True if all threads work on the stage.
    is_wide: bool,
    pub(super) stages: Stages<'a, K, N>,
    pub(super) workers: Vec<Worker<'a, K, N>>,
    /// The threads, once a stage was wide.
    pool: Option<Pool>,
}

impl<'a, K: Key + Copy, N: Number> Search<'a, K, N> {
    /// A count without states, all of whose stages are ahead; the meter counts the states put into it.
    pub(super) fn new(
        question: Question<'a, K>,
        stage: usize,
        partitions: usize,
        before: Cost,
        meter: Meter,
    ) -> Self {
        let shard = || Mutex::new(Shard { base: stage, tables: VecDeque::new(), spare: Vec::new() });
        question.limits.progress.positions.store(before.positions, Ordering::Relaxed);
        Self {
            began: Instant::now(),
            before,
            met: before.positions,
            is_wide: false,
            stages: Stages {
                question,
                stage,
                current: Vec::new(),
                taken: AtomicUsize::new(0),
                shards: (0..partitions).map(|_| shard()).collect(),
                meter,
                halt: OnceLock::new(),
            },
            workers: vec![Worker::new(question.space, partitions)],
            pool: None,
        }
    }

    /// Makes room for the states of a section.
    pub(super) fn reserve(&mut self, section: &Section) -> Result<(), Halt> {
        let here = self.stages.shards.len();
        // Its states fall into one partition here, or about evenly into several.
        let share = match here / section.partitions {
            0 | 1 => section.room,
            several => section.room / several + section.room / several / 16 + SEGMENT,
        };
        if section.states == 0 || share < SEGMENT {
            return Ok(());
        }
        let meter = &self.stages.meter;
        let mut its =
            self.stages.shards.iter_mut().skip(section.partition % here).step_by(section.partitions);
        its.try_for_each(|shard| shard.get_mut().reserve(section.stage, share, meter))
    }

    /// Adds paths to a state ahead.
    pub(super) fn put(&mut self, stage: usize, key: K, number: N) -> Result<(), GaveUp> {
        let hash = key.hash64();
        let index = (hash & (self.stages.shards.len() as u64 - 1)) as usize;
        let record = Record { key, number, stage: stage as u32, high: high(hash) };
        match self.stages.shards[index].get_mut().add(&record, &self.stages.meter) {
            // The record is added again later, and then widens all numbers.
            Err(Halt::TooMany) => self.workers[0].lists[index].push(record),
            added => added.map_err(|_| GaveUp::Memory)?,
        }
        Ok(())
    }

    /// The count with other numbers or partitions; `None` if the old and the new one do not fit in memory together.
    fn rebuilt<M: Number>(&self, partitions: usize) -> Option<Search<'a, K, M>> {
        let question = self.stages.question;
        let workers = question.limits.threads.max(1) * Worker::<K, M>::bytes(partitions);
        let meter = Meter::new(question.limits.memory.checked_sub(self.stages.meter.held() + workers)?);
        meter.note(self.stages.meter.peak());
        let mut new = Search::new(question, self.stages.stage, partitions, self.spent(), meter);
        let mut limbs = vec![0; size_of::<N>() / 8];
        let put = self.sections(&mut |section, states| {
            new.reserve(&section)?;
            for (key, number) in states {
                limbs.iter_mut().enumerate().for_each(|(index, limb)| *limb = number.limb(index));
                new.put(section.stage, key, M::from_limbs(&limbs))?;
            }
            Ok::<(), Halt>(())
        });
        put.ok().map(|()| new)
    }

    /// Counts to the end, with numbers as wide as they have to be.
    pub(super) fn finish(mut self) -> Result<Box<dyn Reached<K>>, Unfinished> {
        let mut ended = self.run();
        if ended == Err(Halt::TooMany) && size_of::<N::Wider>() > size_of::<N>() {
            if let Some(wider) = self.rebuilt::<N::Wider>(self.stages.shards.len()) {
                drop(self);
                return wider.finish();
            }
            ended = Err(Halt::GaveUp(GaveUp::Memory));
        }
        // Nothing is counted if the first measurement found no room.
        debug_assert!(
            [0, self.bytes()].contains(&self.stages.meter.held()),
            "the memory counted is the memory held"
        );
        match ended {
            Ok(()) => {
                let cost = self.cost();
                Ok(Box::new(Last { tables: self.stages.current, cost }))
            }
            Err(Halt::GaveUp(reason)) => {
                self.save();
                Err(self.gave_up(reason))
            }
            Err(Halt::TooMany | Halt::Snapshot) => Err(self.gave_up(GaveUp::Exhausted)),
        }
    }

    /// Expands stage after stage.
    fn run(&mut self) -> Result<(), Halt> {
        self.staff()?;
        loop {
            self.finish_stage()?;
            if !self.advance()? || self.stages.stage == self.stages.question.space.last() {
                return Ok(());
            }
        }
    }

    /// Starts the threads if there are partitions for them, and measures what the count holds.
    fn staff(&mut self) -> Result<(), GaveUp> {
        let (Question { space, limits, .. }, partitions) = (self.stages.question, self.stages.shards.len());
        if partitions > 1 && limits.threads > 1 {
            self.pool = parallel::pool(limits.threads);
            self.workers.resize_with(limits.threads, || Worker::new(space, partitions));
        }
        let meter = Meter::new(limits.memory);
        meter.note(self.stages.meter.peak());
        let measured = meter.take_within(self.bytes());
        self.stages.meter = meter;
        measured
    }

    fn bytes(&mut self) -> usize {
        let ahead: usize = self.stages.shards.iter_mut().map(|shard| shard.get_mut().bytes()).sum();
        let current = self.stages.current.iter().map(|table| table.segments.len()).sum::<usize>();
        let workers = self.workers.len() * Worker::<K, N>::bytes(self.stages.shards.len());
        ahead + current * Table::<K, N>::SEGMENT_BYTES + workers
    }

    /// Expands what is left of the current stage.
    fn finish_stage(&mut self) -> Result<(), Halt> {
        loop {
            self.stages.halt = OnceLock::new();
            let stages = &self.stages;
            let segments: Vec<_> = stages.current.iter().flat_map(|table| &table.segments).collect();
            match &self.pool {
                Some(pool) if self.is_wide => {
                    parallel::each(Some(pool), &mut self.workers, &|worker| worker.work(stages, &segments));
                }
                _ => self.workers[0].work(stages, &segments),
            }
            match stages.halt.get() {
                None => return Ok(()),
                Some(Halt::Snapshot) => self.save(),
                Some(&halt) => return Err(halt),
            }
        }
    }

    /// Advances to the next stage that has states; false when there is none.
    fn advance(&mut self) -> Result<bool, Halt> {
        let Question { limits, .. } = self.stages.question;
        let left = self.stages.current.drain(..).flat_map(|table| table.segments);
        for (index, mut segment) in left.enumerate() {
            let partition = index % self.stages.shards.len();
            segment.fill(free());
            self.stages.shards[partition].get_mut().spare.push(segment);
        }
        loop {
            let shards = self.stages.shards.iter_mut();
            let firsts = shards.filter_map(|shard| shard.get_mut().tables().next());
            let Some(states) = firsts.map(|(_, table)| table.len).reduce(|sum, states| sum + states) else {
                return Ok(false);
            };
            self.stages.stage = self.stages.shards[0].get_mut().base;
            self.is_wide = self.successors_of(states) >= limits.wide;
            if states > 0 && self.is_wide && self.stages.shards.len() == 1 {
                self.partition()?;
            }
            let stages = &mut self.stages;
            let tables = stages.shards.iter_mut().map(|shard| shard.get_mut().take_first(&stages.meter));
            stages.current = tables.collect();
            if states > 0 {
                self.met += states as u64;
                stages.taken = AtomicUsize::new(0);
                limits.progress.layer.store(stages.stage as u32, Ordering::Relaxed);
                return Ok(true);
            }
        }
    }

    /// Estimated number of successors of `states` states, from the average so far.
    fn successors_of(&self, states: usize) -> usize {
        let (expanded, successors) = (u128::from(self.met), u128::from(self.successors()));
        (states as u128 * (successors + 4) / (expanded + 1)).try_into().unwrap_or(usize::MAX)
    }

    /// Partitions the stages ahead and starts the threads, if there is room for both.
    fn partition(&mut self) -> Result<(), GaveUp> {
        let partitions = most_partitions(self.stages.question.limits);
        let shard = self.stages.shards[0].get_mut();
        // Most stages may have a table in each partition.
        let tables =
            partitions * shard.tables().len() * (Table::<K, N>::SEGMENT_BYTES + size_of::<Table<K, N>>());
        let bytes = shard.bytes() + tables;
        if self.stages.meter.has_room(bytes)
            && let Some(new) = self.rebuilt::<N>(partitions)
        {
            *self = Self { is_wide: true, ..new };
            self.staff()?;
        }
        Ok(())
    }

    fn successors(&self) -> u64 {
        self.before.successors + self.workers.iter().map(|worker| worker.emitted).sum::<u64>()
    }

    /// States of all stages that are expanded, their successors, and the time so far.
    pub(super) fn spent(&self) -> Cost {
        let segments = self.stages.current.iter().flat_map(|table| &table.segments);
        let left = segments.skip(self.stages.taken.load(Ordering::Relaxed));
        let left = left.map(|segment| used(&segment[..]).count() as u64).sum::<u64>();
        let (successors, time) = (self.successors(), self.before.time + self.began.elapsed());
        Cost { positions: self.met - left, successors, time, ..Cost::default() }
    }

    pub(super) fn gave_up(&mut self, reason: GaveUp) -> Unfinished {
        Unfinished { ended: reason, cost: self.cost() }
    }

    fn cost(&mut self) -> Cost {
        let shards = self.stages.shards.iter_mut();
        let ahead: usize = shards.flat_map(|one| one.get_mut().tables()).map(|(_, table)| table.len).sum();
        Cost {
            positions: self.met + ahead as u64,
            layers: self.stages.stage as u32,
            successors: self.successors(),
            time: (self.before.time + self.began.elapsed()).max(Duration::from_nanos(1)),
            // If there was no room to begin, nothing was counted.
            bytes: self.stages.meter.peak().max(self.bytes()),
            ..Cost::default()
        }
    }
}
