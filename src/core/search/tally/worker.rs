//! One thread of a count: it expands states of the stage in hand, and carries what they lead to into the tables.
//!
//! ```text
//!   segments of the stage ─▶ a batch of states ─expand▶ successors ─▶ [part 0][part 1][part 2]…
//!                                                                       │ a full list, under the part's lock
//!                                                                       ▼
//!                                                                  tables of the later stages
//! ```
//!
//! No thread waits for another one before the stage is done, other than for the lock of a part.

use crate::bits::Key;
use crate::search::limits::Limits;
use crate::search::outcome::GaveUp;
use crate::search::tally::Watch;
use crate::search::tally::shard::{Meter, Record, Refusal, Shard};
use crate::search::tally::table::{Count, SEGMENT, Segment, used};
use crate::space::Staged;
use crate::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use crate::sync::{Mutex, PoisonError};

/// States that are expanded together, about.
const BATCH: usize = 256;
/// Records of one part that are carried together.
const LIST: usize = 256;

/// Why threads leave a stage before it is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Halt {
    /// A snapshot is wanted.
    Snapshot,
    /// A count would not fit its word.
    TooMany,
    /// A limit is reached.
    GaveUp(GaveUp),
}

impl From<Refusal> for Halt {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::TooMany => Self::TooMany,
            Refusal::Memory => Self::GaveUp(GaveUp::Memory),
        }
    }
}

/// The first reason to halt that any thread found.
#[derive(Default)]
pub(super) struct Bell {
    rung: AtomicBool,
    reason: Mutex<Option<Halt>>,
}

impl Bell {
    fn ring(&self, halt: Halt) {
        self.reason.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(halt);
        self.rung.store(true, Ordering::Relaxed);
    }

    fn has_rung(&self) -> bool {
        self.rung.load(Ordering::Relaxed)
    }

    pub(super) fn reason(self) -> Option<Halt> {
        self.reason.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The stage in hand, shared by the threads.
pub(super) struct Job<'a, S: Staged, C: Count, W> {
    pub(super) space: &'a S,
    pub(super) stage: usize,
    /// The stage's states, and how many of the segments were taken.
    pub(super) segments: &'a [&'a Segment<S::State, C>],
    pub(super) taken: &'a AtomicUsize,
    pub(super) shards: &'a [Mutex<Shard<S::State, C>>],
    pub(super) meter: &'a Meter,
    pub(super) limits: &'a Limits,
    pub(super) watch: &'a W,
    pub(super) bell: Bell,
}

/// A thread's working storage.
pub(super) struct Worker<S: Staged, C: Count> {
    scratch: S::Scratch,
    /// The batch.
    states: Vec<S::State>,
    counts: Vec<C>,
    /// Successors on their way, by part.
    lists: Vec<Vec<Record<S::State, C>>>,
    /// Successors so far.
    pub(super) emitted: u64,
}

impl<S: Staged, C: Count> Worker<S, C> {
    pub(super) fn new(space: &S, shards: usize) -> Self {
        let mut worker = Self {
            scratch: space.scratch(),
            states: Vec::with_capacity(BATCH + SEGMENT),
            counts: Vec::with_capacity(BATCH + SEGMENT),
            lists: Vec::new(),
            emitted: 0,
        };
        worker.part(shards);
        worker
    }

    /// Bytes that a worker holds for so many parts.
    pub(super) fn bytes(shards: usize) -> usize {
        let state = size_of::<S::State>() + size_of::<C>();
        (BATCH + SEGMENT) * state + shards * LIST * size_of::<Record<S::State, C>>()
    }

    /// Prepares for another number of parts; no successor is on its way.
    pub(super) fn part(&mut self, shards: usize) {
        self.lists.resize_with(shards, || Vec::with_capacity(LIST));
    }

    /// Successors that are not in a table.
    pub(super) fn pending(&self) -> impl Iterator<Item = &Record<S::State, C>> {
        self.lists.iter().flatten()
    }

    /// Expands what it can get of the stage and carries all successors; rings when it cannot.
    pub(super) fn work<W: Watch<S::State>>(&mut self, job: &Job<S, C, W>) {
        while !job.bell.has_rung() {
            if let Err(reason) = job.limits.check() {
                return job.bell.ring(Halt::GaveUp(reason));
            }
            if !self.gather(job) {
                break;
            }
            self.expand(job);
            // Asked after a batch, so that whoever always wants one does not hold up the count.
            if job.watch.wants_snapshot() {
                return job.bell.ring(Halt::Snapshot);
            }
        }
        for (list, shard) in self.lists.iter_mut().zip(job.shards) {
            if !job.bell.has_rung() && !list.is_empty() {
                carry(list, shard, job);
            }
        }
    }

    /// Takes a batch of states; false when none is left.
    fn gather<W>(&mut self, job: &Job<S, C, W>) -> bool {
        self.states.clear();
        self.counts.clear();
        while self.states.len() < BATCH
            && let Some(segment) = job.segments.get(job.taken.fetch_add(1, Ordering::Relaxed))
        {
            for (state, count) in used(&segment[..]) {
                self.states.push(state);
                self.counts.push(count);
            }
        }
        !self.states.is_empty()
    }

    fn expand<W>(&mut self, job: &Job<S, C, W>) {
        let Self { scratch, states, counts, lists, emitted } = self;
        let mask = lists.len() as u64 - 1;
        job.space.expand_stage(job.stage, states, scratch, |place, stage, successor, _| {
            debug_assert!(job.stage < stage && stage <= job.space.last(), "a move leads to a later stage");
            let hash = successor.hash64();
            let index = (hash & mask) as usize;
            let list = &mut lists[index];
            list.push(Record::new(stage, successor, hash, counts[place]));
            *emitted += 1;
            if list.len() >= LIST && !job.bell.has_rung() {
                carry(list, &job.shards[index], job);
            }
        });
        job.limits.progress.positions.fetch_add(states.len() as u64, Ordering::Relaxed);
    }

    /// The same with counts of another width.
    pub(super) fn widened(self) -> Worker<S, u128> {
        let widen = |list: Vec<Record<S::State, C>>| {
            let mut wide = Vec::with_capacity(list.len().max(LIST));
            wide.extend(list.into_iter().map(Record::widened));
            wide
        };
        Worker {
            scratch: self.scratch,
            states: self.states,
            counts: Vec::with_capacity(BATCH + SEGMENT),
            lists: self.lists.into_iter().map(widen).collect(),
            emitted: self.emitted,
        }
    }
}

/// Carries a list to its part; what is refused stays in the list, and the bell rings.
fn carry<S: Staged, C: Count, W>(
    list: &mut Vec<Record<S::State, C>>,
    shard: &Mutex<Shard<S::State, C>>,
    job: &Job<S, C, W>,
) {
    let mut shard = shard.lock().unwrap_or_else(PoisonError::into_inner);
    if let Err(refusal) = shard.absorb(list, job.meter) {
        job.bell.ring(refusal.into());
    }
}
