//! One thread of a count: it expands states of the current stage, and moves what they lead to into the tables.
//!
//! ```text
//!   segments of the stage ─▶ a batch of states ─expand▶ successors ─▶ [partition 0][partition 1][partition 2]…
//!                                                                       │ a full list, under the partition's lock
//!                                                                       ▼
//!                                                                  tables of the later stages
//! ```
//!
//! No thread waits for another one before the stage is done, other than for the lock of a partition.

use std::sync::OnceLock;

use crate::bits::Key;
use crate::search::counting::Checkpoints;
use crate::search::counting::number::Number;
use crate::search::counting::shard::{Record, Shard};
use crate::search::counting::table::{Halt, SEGMENT, Segment, used};
use crate::search::limits::Limits;
use crate::search::meter::Meter;
use crate::search::staged::{StageExpander, Staged, Successor};
use crate::sync::Mutex;
use crate::sync::atomic::{AtomicUsize, Ordering};

/// Number of states that are taken together, about.
const BATCH: usize = if cfg!(interleavings) { 2 } else { 256 };
/// States that are expanded together: few enough that their successors stay in cache.
const EXPANDED: usize = if cfg!(interleavings) { 2 } else { 64 };
/// Initial room for successors.
const SUCCESSORS: usize = 16 * EXPANDED;
/// Records of one partition that are added together.
const LIST: usize = if cfg!(interleavings) { 2 } else { 256 };

/// The current stage, shared by the threads.
pub(super) struct Job<'a, K: Key + Copy, N: Number> {
    pub(super) last: usize,
    pub(super) stage: usize,
    /// The stage's states, and how many of the segments were taken.
    pub(super) segments: &'a [&'a Segment<K, N>],
    pub(super) taken: &'a AtomicUsize,
    pub(super) shards: &'a [Mutex<Shard<K, N>>],
    pub(super) meter: &'a Meter,
    pub(super) limits: &'a Limits,
    pub(super) checkpoints: Option<Checkpoints<'a>>,
    /// The first reason to halt that any thread found.
    pub(super) halt: OnceLock<Halt>,
}

pub(super) struct Worker<'a, K: Key + Copy, N: Number> {
    expander: Box<dyn StageExpander<K> + 'a>,
    states: Vec<K>,
    numbers: Vec<N>,
    successors: Vec<Successor<K>>,
    /// Successors on their way to tables, by partition.
    pub(super) lists: Vec<Vec<Record<K, N>>>,
    pub(super) emitted: u64,
}

impl<'a, K: Key + Copy, N: Number> Worker<'a, K, N> {
    pub(super) fn new(space: &'a dyn Staged<K>, shards: usize) -> Self {
        let mut worker = Self {
            expander: space.expander(),
            states: Vec::with_capacity(BATCH + SEGMENT),
            numbers: Vec::with_capacity(BATCH + SEGMENT),
            successors: Vec::with_capacity(SUCCESSORS),
            lists: Vec::new(),
            emitted: 0,
        };
        worker.partition(shards);
        worker
    }

    pub(super) fn bytes(shards: usize) -> usize {
        (BATCH + SEGMENT) * (size_of::<K>() + size_of::<N>())
            + SUCCESSORS * size_of::<Successor<K>>()
            + shards * LIST * size_of::<Record<K, N>>()
    }

    /// Changes the number of partitions; no successor is on its way.
    pub(super) fn partition(&mut self, shards: usize) {
        self.lists.resize_with(shards, || Vec::with_capacity(LIST));
    }

    pub(super) fn put(&mut self, record: Record<K, N>) {
        let index = ({ record.key }.hash64() & (self.lists.len() as u64 - 1)) as usize;
        self.lists[index].push(record);
    }

    /// Expands batches of the stage and adds all successors to their tables; sets `halt` if it cannot.
    pub(super) fn work(&mut self, job: &Job<K, N>) {
        while job.halt.get().is_none() {
            if let Err(reason) = job.limits.check() {
                job.halt.get_or_init(|| Halt::GaveUp(reason));
                return;
            }
            if !self.take_batch(job) {
                break;
            }
            self.expand(job);
            // Checked after a batch, so that a writer that is always due does not hold up the count.
            if job.checkpoints.is_some_and(|checkpoints| checkpoints.checkpoint.store.is_due()) {
                job.halt.get_or_init(|| Halt::Snapshot);
                return;
            }
        }
        for (list, shard) in self.lists.iter_mut().zip(job.shards) {
            if job.halt.get().is_none() && !list.is_empty() {
                absorb(list, shard, job);
            }
        }
    }

    fn take_batch(&mut self, job: &Job<K, N>) -> bool {
        self.states.clear();
        self.numbers.clear();
        while self.states.len() < BATCH
            && let Some(segment) = job.segments.get(job.taken.fetch_add(1, Ordering::Relaxed))
        {
            for (state, number) in used(&segment[..]) {
                self.states.push(state);
                self.numbers.push(number);
            }
        }
        !self.states.is_empty()
    }

    fn expand(&mut self, job: &Job<K, N>) {
        let mask = self.lists.len() as u64 - 1;
        for (states, numbers) in self.states.chunks(EXPANDED).zip(self.numbers.chunks(EXPANDED)) {
            self.successors.clear();
            self.expander.expand(job.stage, states, &mut self.successors);
            self.emitted += self.successors.len() as u64;
            for &Successor { state, parent, stage, .. } in &self.successors {
                debug_assert!(job.stage < stage as usize && stage as usize <= job.last, "moves lead on");
                let hash = state.hash64();
                let index = (hash & mask) as usize;
                let list = &mut self.lists[index];
                list.push(Record::new(stage, state, hash, numbers[parent as usize]));
                if list.len() >= LIST && job.halt.get().is_none() {
                    absorb(list, &job.shards[index], job);
                }
            }
        }
        job.limits.progress.positions.fetch_add(self.states.len() as u64, Ordering::Relaxed);
    }
}

/// Adds a list to its partition; if a record is refused, the rest stays in the list and `halt` is set.
fn absorb<K: Key + Copy, N: Number>(
    list: &mut Vec<Record<K, N>>,
    shard: &Mutex<Shard<K, N>>,
    job: &Job<K, N>,
) {
    let mut shard = shard.lock();
    if let Err(halt) = shard.absorb(list, job.meter) {
        job.halt.get_or_init(|| halt);
    }
}
