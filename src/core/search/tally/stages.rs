//! The work of a count: stage after stage, narrow ones by one thread, wide ones by all.

use std::time::{Duration, Instant};

use crate::search::limits::Limits;
use crate::search::outcome::Cost;
use crate::search::side_by_side::{self, Pool};
use crate::search::tally::shard::{Meter, Refusal, Shard};
use crate::search::tally::snapshot::Snapshot;
use crate::search::tally::table::{Count, Segment, Spare, Table, used};
use crate::search::tally::worker::{Bell, Halt, Job, Worker};
use crate::search::tally::{Ended, Tally, Unfinished, Watch};
use crate::space::Staged;
use crate::sync::atomic::{AtomicUsize, Ordering};
use crate::sync::{Mutex, PoisonError};

/// Parts for each thread: enough that two seldom want the same one.
const PARTS_EACH: usize = 16;
/// Parts at most.
const MOST_PARTS: usize = 1 << 10;

/// What was done before a snapshot.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Spent {
    /// States expanded.
    pub(super) expanded: u64,
    pub(super) successors: u64,
    pub(super) time: Duration,
}

/// A count under way.
pub(super) struct Search<'a, S: Staged, C: Count> {
    space: &'a S,
    limits: &'a Limits,
    pub(super) began: Instant,
    /// What was done before it began.
    pub(super) before: Spent,
    /// The stage in hand, parted as the stages ahead were; and how many of its segments were taken.
    pub(super) stage: usize,
    current: Vec<Table<S::State, C>>,
    taken: AtomicUsize,
    /// Whether all threads work on it.
    is_wide: bool,
    /// The stages ahead.
    shards: Vec<Mutex<Shard<S::State, C>>>,
    /// States of all stages up to that in hand, those counted before among them.
    met: u64,
    meter: Meter,
    workers: Vec<Worker<S, C>>,
    /// The threads, once a stage was wide enough to need them.
    pool: Option<Pool>,
}

impl<'a, S: Staged, C: Count> Search<'a, S, C> {
    pub(super) fn new(space: &'a S, shard: Shard<S::State, C>, before: Spent, limits: &'a Limits) -> Self {
        limits.progress.positions.store(before.expanded, Ordering::Relaxed);
        Self {
            space,
            limits,
            began: Instant::now(),
            before,
            stage: shard.base(),
            current: Vec::new(),
            taken: AtomicUsize::new(0),
            is_wide: false,
            shards: vec![Mutex::new(shard)],
            met: before.expanded,
            meter: Meter::new(limits.memory),
            workers: vec![Worker::new(space, 1)],
            pool: None,
        }
    }

    /// Expands stage after stage from where it is. It can be run again after a halt.
    pub(super) fn run(&mut self, watch: &mut impl Watch<S::State>) -> Result<u128, Halt> {
        self.measure()?;
        loop {
            self.finish_stage(watch)?;
            if !self.advance() {
                return Ok(0);
            }
            if self.stage == self.space.last() {
                return self.sum().ok_or(Halt::TooMany);
            }
        }
    }

    /// Counts all that is held anew.
    fn measure(&mut self) -> Result<(), Refusal> {
        let ahead: usize = self.shards.iter_mut().map(|shard| lock_free(shard).bytes()).sum();
        let current = self.segments().count() * Spare::<S::State, C>::BYTES;
        let workers = self.workers.len() * Worker::<S, C>::bytes(self.shards.len());
        self.meter.give(self.meter.held());
        self.meter.take(ahead + current + workers)
    }

    /// Expands what is left of the stage in hand.
    fn finish_stage<W: Watch<S::State>>(&mut self, watch: &mut W) -> Result<(), Halt> {
        loop {
            let segments: Vec<_> = self.current.iter().flat_map(Table::segments).collect();
            let job = Job {
                space: self.space,
                stage: self.stage,
                segments: &segments,
                taken: &self.taken,
                shards: &self.shards,
                meter: &self.meter,
                limits: self.limits,
                watch,
                bell: Bell::default(),
            };
            match &self.pool {
                Some(pool) if self.is_wide => {
                    side_by_side::each(Some(pool), &mut self.workers, &|worker| worker.work(&job));
                }
                _ => self.workers[0].work(&job),
            }
            match job.bell.reason() {
                None => return Ok(()),
                Some(Halt::Snapshot) => watch.keep(&self.snapshot()),
                Some(halt) => return Err(halt),
            }
        }
    }

    /// Goes on to the next stage that has states; false when there is none.
    fn advance(&mut self) -> bool {
        let left = self.current.drain(..).flat_map(Table::into_segments);
        for (index, segment) in left.enumerate() {
            let part = index % self.shards.len();
            lock_free(&mut self.shards[part]).spare.give(segment);
        }
        while self.shards.iter_mut().any(|shard| lock_free(shard).tables().len() > 0) {
            self.stage = lock_free(&mut self.shards[0]).base();
            for shard in &mut self.shards {
                let table = lock_free(shard).take_first(&self.meter);
                self.current.push(table);
            }
            let states = self.current.iter().map(Table::len).sum::<usize>();
            if states > 0 {
                self.met += states as u64;
                self.taken = AtomicUsize::new(0);
                self.limits.progress.layer.store(self.stage as u32, Ordering::Relaxed);
                self.is_wide = self.successors_of(states) >= self.limits.wide;
                if self.is_wide && self.shards.len() == 1 {
                    self.part();
                }
                return true;
            }
            self.current.clear();
        }
        false
    }

    /// How many successors so many states are likely to have, from what the others had.
    fn successors_of(&self, states: usize) -> usize {
        let expanded = u128::from(self.met) - states as u128;
        let successors = u128::from(self.successors());
        (states as u128 * (successors + 4) / (expanded + 1)).try_into().unwrap_or(usize::MAX)
    }

    /// Parts the stages ahead and gets the threads to work, if there is room for both.
    fn part(&mut self) {
        let threads = self.limits.threads.max(1);
        let parts = (threads * PARTS_EACH).next_power_of_two().min(MOST_PARTS);
        let old = lock_free(&mut self.shards[0]);
        let (stages, base) = (old.tables().len(), old.base());
        let lists = threads * Worker::<S, C>::bytes(parts);
        // Most stages may have a table in each part, and a table may grow as the last of its states comes.
        let tables = parts * stages * (Spare::<S::State, C>::BYTES + size_of::<Table<S::State, C>>());
        if !self.meter.has_room(old.bytes() + lists + tables) {
            return;
        }
        let mut new: Vec<_> = (0..parts).map(|_| Shard::starting_at(base)).collect();
        old.part(&mut new);
        self.shards = new.into_iter().map(Mutex::new).collect();
        self.workers.iter_mut().for_each(|worker| worker.part(parts));
        if threads > 1 {
            self.pool = side_by_side::pool(threads);
            let space = self.space;
            self.workers.resize_with(threads, || Worker::new(space, parts));
        }
        let measured = self.measure();
        debug_assert_eq!(measured, Ok(()), "room was found beforehand");
    }

    /// All ways to the stage in hand; none when there are more than fit.
    fn sum(&self) -> Option<u128> {
        let states = self.current.iter().flat_map(Table::states);
        states.map(|(_, count)| count.wide()).try_fold(0_u128, u128::checked_add)
    }

    /// Successors so far.
    pub(super) fn successors(&self) -> u64 {
        self.before.successors + self.workers.iter().map(|worker| worker.emitted).sum::<u64>()
    }

    /// What it cost so far.
    fn cost(&mut self) -> Cost {
        let ahead: usize = self
            .shards
            .iter_mut()
            .flat_map(|shard| lock_free(shard).tables())
            .map(|(_, table)| table.len())
            .sum();
        Cost {
            positions: self.met + ahead as u64,
            layers: self.stage as u32,
            successors: self.successors(),
            time: (self.before.time + self.began.elapsed()).max(Duration::from_nanos(1)),
            bytes: self.meter.peak(),
            ..Cost::default()
        }
    }

    /// The answer that a run comes to.
    pub(super) fn answer(
        mut self,
        ended: Result<u128, Halt>,
        watch: &mut impl Watch<S::State>,
    ) -> Result<Tally, Unfinished> {
        let ended = match ended {
            Ok(count) => return Ok(Tally { count, cost: self.cost() }),
            Err(Halt::GaveUp(reason)) => {
                watch.keep(&self.snapshot());
                Ended::GaveUp(reason)
            }
            Err(Halt::TooMany | Halt::Snapshot) => Ended::Overflow,
        };
        Err(Unfinished { ended, cost: self.cost() })
    }

    /// Whether wider counts fit the memory.
    pub(super) fn can_widen(&self) -> bool {
        // A table and its wider copy are held at the same time.
        self.meter.has_room(self.meter.held())
    }

    /// The same with counts of another width.
    pub(super) fn widened(self) -> Search<'a, S, u128> {
        let widen = |shard: Mutex<Shard<S::State, C>>| {
            Mutex::new(shard.into_inner().unwrap_or_else(PoisonError::into_inner).widened())
        };
        Search {
            space: self.space,
            limits: self.limits,
            began: self.began,
            before: self.before,
            stage: self.stage,
            current: self.current.into_iter().map(Table::widened).collect(),
            taken: self.taken,
            is_wide: self.is_wide,
            shards: self.shards.into_iter().map(widen).collect(),
            met: self.met,
            meter: self.meter,
            workers: self.workers.into_iter().map(Worker::widened).collect(),
            pool: self.pool,
        }
    }

    /// The stage in hand, in the order in which it is taken.
    fn segments(&self) -> impl Iterator<Item = &Segment<S::State, C>> {
        self.current.iter().flat_map(Table::segments)
    }

    /// What is left of it.
    fn left(&self) -> impl Iterator<Item = (S::State, C)> {
        self.segments().skip(self.taken.load(Ordering::Relaxed)).flat_map(|segment| used(&segment[..]))
    }

    /// States expanded so far.
    pub(super) fn expanded(&self) -> u64 {
        self.met - self.left().count() as u64
    }

    /// All that is needed to go on.
    fn snapshot(&self) -> Snapshot<'_, S::State> {
        Snapshot::of(self)
    }

    /// States that are not expanded, by stage; some come in several shares.
    pub(super) fn each_live(&self, visit: &mut dyn FnMut(usize, S::State, u128)) {
        self.left().for_each(|(state, count)| visit(self.stage, state, count.wide()));
        for shard in &self.shards {
            for (stage, table) in shard.lock().unwrap_or_else(PoisonError::into_inner).tables() {
                table.states().for_each(|(state, count)| visit(stage, state, count.wide()));
            }
        }
        for record in self.workers.iter().flat_map(Worker::pending) {
            visit(record.stage as usize, record.key, { record.count }.wide());
        }
    }
}

/// What a lock holds that nobody else can hold now.
fn lock_free<T>(lock: &mut Mutex<T>) -> &mut T {
    lock.get_mut().unwrap_or_else(PoisonError::into_inner)
}
