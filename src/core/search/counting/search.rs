//! A count under way: stage after stage, narrow ones by one thread, wide ones by all.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

use crate::bits::Key;
use crate::search::counting::number::Number;
use crate::search::counting::reached::{Last, Reached};
use crate::search::counting::shard::{Record, Shard};
use crate::search::counting::table::{Halt, Slot, Spare, Table};
use crate::search::counting::worker::{Job, Worker};
use crate::search::counting::{Checkpoints, Ended, Unfinished};
use crate::search::limits::Limits;
use crate::search::meter::Meter;
use crate::search::outcome::{Cost, GaveUp};
use crate::search::parallel::{self, Pool};
use crate::search::staged::Staged;
use crate::sync::Mutex;
use crate::sync::atomic::{AtomicUsize, Ordering};

/// Partitions for each thread: enough that two seldom want the same one.
const PARTITIONS_EACH: usize = if cfg!(interleavings) { 1 } else { 16 };
const MOST_PARTITIONS: usize = 1 << 10;

fn most_partitions(limits: &Limits) -> usize {
    (limits.threads.max(1) * PARTITIONS_EACH).next_power_of_two().min(MOST_PARTITIONS)
}

/// Number of partitions for a count of `states` that are there from the beginning: one if they are few, or if the lists of
/// the threads would leave them no room.
pub(super) fn partitions<K: Key + Copy, N: Number>(states: u64, limits: &Limits) -> usize {
    let (partitions, slot) = (most_partitions(limits), size_of::<Slot<K, N>>() as u64);
    let lists = limits.threads.max(1) * Worker::<K, N>::bytes(partitions);
    let bytes = states.saturating_mul(slot).saturating_mul(3) / 2 + lists as u64;
    if states >= limits.wide as u64 && bytes <= limits.memory as u64 { partitions } else { 1 }
}

/// Runs a count to its end, with numbers as wide as they have to be.
pub(super) fn run<K: Key + Copy, N: Number>(
    mut search: Search<'_, K, N>,
    checkpoints: Option<Checkpoints>,
) -> Result<Box<dyn Reached<K>>, Unfinished> {
    match search.run(checkpoints) {
        Err(Halt::TooMany) if N::Wider::LIMBS > N::LIMBS => match search.widened() {
            Some(wider) => {
                drop(search);
                run(wider, checkpoints)
            }
            None => search.answer(Err(Halt::GaveUp(GaveUp::Memory)), checkpoints),
        },
        ended => search.answer(ended, checkpoints),
    }
}

pub(super) struct Search<'a, K: Key + Copy, N: Number> {
    pub(super) space: &'a dyn Staged<K>,
    pub(super) limits: &'a Limits,
    pub(super) began: Instant,
    pub(super) before: Cost,
    /// The current stage, partitioned as the stages ahead were; and how many of its segments were taken.
    pub(super) stage: usize,
    pub(super) current: Vec<Table<K, N>>,
    pub(super) taken: AtomicUsize,
    /// True if all threads work on it.
    is_wide: bool,
    /// The stages ahead.
    pub(super) shards: Vec<Mutex<Shard<K, N>>>,
    /// States of all stages up to the current one, including earlier runs.
    pub(super) met: u64,
    pub(super) meter: Meter,
    pub(super) workers: Vec<Worker<'a, K, N>>,
    /// The threads, once a stage was wide.
    pool: Option<Pool>,
}

impl<'a, K: Key + Copy, N: Number> Search<'a, K, N> {
    /// A count of these partitions, and of paths on their way to them.
    pub(super) fn new(
        space: &'a dyn Staged<K>,
        shards: Vec<Shard<K, N>>,
        pending: Vec<Record<K, N>>,
        before: Cost,
        limits: &'a Limits,
    ) -> Self {
        limits.progress.positions.store(before.positions, Ordering::Relaxed);
        let mut search = Self {
            space,
            limits,
            began: Instant::now(),
            before,
            stage: shards.first().map_or(0, |shard| shard.base),
            current: Vec::new(),
            taken: AtomicUsize::new(0),
            is_wide: false,
            met: before.positions,
            meter: Meter::new(limits.memory),
            workers: vec![Worker::new(space, shards.len())],
            shards: shards.into_iter().map(Mutex::new).collect(),
            pool: None,
        };
        for record in pending {
            search.workers[0].put(record);
        }
        if search.shards.len() > 1 {
            search.staff();
        }
        search
    }

    /// Expands stage after stage. It can be called again after a halt.
    pub(super) fn run(&mut self, checkpoints: Option<Checkpoints>) -> Result<(), Halt> {
        self.measure()?;
        loop {
            self.finish_stage(checkpoints)?;
            if !self.advance() || self.stage == self.space.last() {
                return Ok(());
            }
        }
    }

    fn measure(&mut self) -> Result<(), GaveUp> {
        let bytes = self.bytes();
        self.meter.give(self.meter.held());
        self.meter.take_within(bytes)
    }

    fn bytes(&mut self) -> usize {
        let ahead: usize = self.shards.iter_mut().map(|shard| shard.get_mut().bytes()).sum();
        let current =
            self.current.iter().map(|table| table.segments.len()).sum::<usize>() * Spare::<K, N>::BYTES;
        let workers = self.workers.len() * Worker::<K, N>::bytes(self.shards.len());
        ahead + current + workers
    }

    /// Expands what is left of the current stage.
    fn finish_stage(&mut self, checkpoints: Option<Checkpoints>) -> Result<(), Halt> {
        loop {
            let segments: Vec<_> = self.current.iter().flat_map(|table| &table.segments).collect();
            let job = Job {
                last: self.space.last(),
                stage: self.stage,
                segments: &segments,
                taken: &self.taken,
                shards: &self.shards,
                meter: &self.meter,
                limits: self.limits,
                checkpoints,
                halt: OnceLock::new(),
            };
            match &self.pool {
                Some(pool) if self.is_wide => {
                    parallel::each(Some(pool), &mut self.workers, &|worker| worker.work(&job));
                }
                _ => self.workers[0].work(&job),
            }
            match job.halt.into_inner() {
                None => return Ok(()),
                Some(Halt::Snapshot) => self.save(checkpoints),
                Some(halt) => return Err(halt),
            }
        }
    }

    /// Advances to the next stage that has states; false when there is none.
    fn advance(&mut self) -> bool {
        let left = self.current.drain(..).flat_map(|table| table.segments);
        for (index, segment) in left.enumerate() {
            let partition = index % self.shards.len();
            self.shards[partition].get_mut().spare.give(segment);
        }
        while self.shards.iter_mut().any(|shard| shard.get_mut().tables().len() > 0) {
            self.stage = self.shards[0].get_mut().base;
            for shard in &mut self.shards {
                let table = shard.get_mut().take_first(&self.meter);
                self.current.push(table);
            }
            let states = self.current.iter().map(|table| table.len).sum::<usize>();
            if states > 0 {
                self.met += states as u64;
                self.taken = AtomicUsize::new(0);
                self.limits.progress.layer.store(self.stage as u32, Ordering::Relaxed);
                self.is_wide = self.successors_of(states) >= self.limits.wide;
                if self.is_wide && self.shards.len() == 1 {
                    self.partition();
                }
                return true;
            }
            self.current.clear();
        }
        false
    }

    /// Estimated number of successors of `states`, from those of the others.
    fn successors_of(&self, states: usize) -> usize {
        let expanded = u128::from(self.met) - states as u128;
        let successors = u128::from(self.successors());
        (states as u128 * (successors + 4) / (expanded + 1)).try_into().unwrap_or(usize::MAX)
    }

    /// Partitions the stages ahead and starts the threads, if there is room for both.
    fn partition(&mut self) {
        let threads = self.limits.threads.max(1);
        let partitions = most_partitions(self.limits);
        let old = self.shards[0].get_mut();
        let (stages, base) = (old.tables().len(), old.base);
        let lists = threads * Worker::<K, N>::bytes(partitions);
        // Most stages may have a table in each partition, and a table may grow as the last of its states comes.
        let tables = partitions * stages * (Spare::<K, N>::BYTES + size_of::<Table<K, N>>());
        if !self.meter.has_room(old.bytes() + lists + tables) {
            return;
        }
        let mut new: Vec<_> = (0..partitions).map(|_| Shard::starting_at(base)).collect();
        old.distribute(&mut new);
        self.shards = new.into_iter().map(Mutex::new).collect();
        self.workers.iter_mut().for_each(|worker| worker.partition(partitions));
        self.staff();
        let measured = self.measure();
        debug_assert_eq!(measured, Ok(()), "room was found beforehand");
    }

    fn staff(&mut self) {
        let (space, threads, partitions) = (self.space, self.limits.threads, self.shards.len());
        if threads > 1 {
            self.pool = parallel::pool(threads);
            self.workers.resize_with(threads, || Worker::new(space, partitions));
        }
    }

    pub(super) fn successors(&self) -> u64 {
        self.before.successors + self.workers.iter().map(|worker| worker.emitted).sum::<u64>()
    }

    fn cost(&mut self) -> Cost {
        let ahead: usize = self
            .shards
            .iter_mut()
            .flat_map(|shard| shard.get_mut().tables())
            .map(|(_, table)| table.len)
            .sum();
        Cost {
            positions: self.met + ahead as u64,
            layers: self.stage as u32,
            successors: self.successors(),
            time: (self.before.time + self.began.elapsed()).max(Duration::from_nanos(1)),
            // Where there was no room to begin, nothing was counted.
            bytes: self.before.bytes.max(self.meter.peak()).max(self.bytes()),
            ..Cost::default()
        }
    }

    /// The answer that a run comes to.
    pub(super) fn answer(
        mut self,
        ended: Result<(), Halt>,
        checkpoints: Option<Checkpoints>,
    ) -> Result<Box<dyn Reached<K>>, Unfinished> {
        // Nothing is counted where the first measurement found no room.
        debug_assert!(
            [0, self.bytes()].contains(&self.meter.held()),
            "the memory counted is the memory held"
        );
        let ended = match ended {
            Ok(()) => {
                let cost = self.cost();
                return Ok(Box::new(Last { tables: self.current, cost }));
            }
            Err(Halt::GaveUp(reason)) => {
                self.save(checkpoints);
                Ended::GaveUp(reason)
            }
            Err(Halt::TooMany | Halt::Snapshot) => Ended::Overflow,
        };
        Err(Unfinished { ended, cost: self.cost() })
    }
}
