//! One thread of a count: it expands states of the current stage, and adds their successors to the tables.
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

use crate::search::counting::Question;
use crate::search::counting::shard::{Meter, Record, Shard};
use crate::search::counting::table::{Halt, Number, SEGMENT, Segment, Table, high, used};
use crate::sync::Mutex;
use crate::sync::atomic::{AtomicUsize, Ordering};
use crate::{Key, StageExpander, Staged, Successor};

/// Approximate number of states that are taken together.
const BATCH: usize = if cfg!(interleavings) { 2 } else { 256 };
/// States that are expanded together: few enough that their successors stay in cache.
const EXPANDED: usize = if cfg!(interleavings) { 2 } else { 64 };
/// Initial room for successors.
const SUCCESSORS: usize = 16 * EXPANDED;
/// Records of one partition that are added together.
const LIST: usize = if cfg!(interleavings) { 2 } else { 256 };

/// The current stage and those ahead, shared by the threads.
pub(super) struct Stages<'a, K: Key + Copy, N: Number> {
    pub(super) question: Question<'a, K>,
    pub(super) stage: usize,
    /// The current stage, partitioned as the stages ahead were; and how many of its segments were taken.
    pub(super) current: Vec<Table<K, N>>,
    pub(super) taken: AtomicUsize,
    /// The stages ahead, by partition.
    pub(super) shards: Vec<Mutex<Shard<K, N>>>,
    pub(super) meter: Meter,
    /// The first reason to halt that any thread found.
    pub(super) halt: OnceLock<Halt>,
}

impl<K: Key + Copy, N: Number> Stages<'_, K, N> {
    /// Adds a list to its partition; if a record is refused, the rest stays in the list and `halt` is set.
    fn absorb(&self, list: &mut Vec<Record<K, N>>, partition: usize) {
        if self.halt.get().is_none()
            && let Err(halt) = self.shards[partition].lock().absorb(list, &self.meter)
        {
            self.halt.get_or_init(|| halt);
        }
    }
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
    pub(super) fn new(space: &'a dyn Staged<K>, partitions: usize) -> Self {
        Self {
            expander: space.expander(),
            states: Vec::with_capacity(BATCH + SEGMENT),
            numbers: Vec::with_capacity(BATCH + SEGMENT),
            successors: Vec::with_capacity(SUCCESSORS),
            lists: (0..partitions).map(|_| Vec::with_capacity(LIST)).collect(),
            emitted: 0,
        }
    }

    pub(super) fn bytes(partitions: usize) -> usize {
        (BATCH + SEGMENT) * (size_of::<K>() + size_of::<N>())
            + SUCCESSORS * size_of::<Successor<K>>()
            + partitions * LIST * size_of::<Record<K, N>>()
    }

    /// Expands batches of the stage, which has these segments, and adds all successors to their tables; sets `halt` if it
    /// cannot.
    pub(super) fn work(&mut self, stages: &Stages<K, N>, segments: &[&Segment<K, N>]) {
        let Question { limits, checkpoints, .. } = stages.question;
        while stages.halt.get().is_none() {
            if let Err(reason) = limits.check() {
                stages.halt.get_or_init(|| Halt::GaveUp(reason));
                return;
            }
            if !self.take_batch(&stages.taken, segments) {
                break;
            }
            self.expand(stages);
            // Checked after a batch, so that a writer that is always due does not hold up the count.
            if checkpoints.is_some_and(|checkpoints| checkpoints.checkpoint.store.is_due()) {
                stages.halt.get_or_init(|| Halt::Snapshot);
                return;
            }
        }
        for (partition, list) in self.lists.iter_mut().enumerate().filter(|(_, list)| !list.is_empty()) {
            stages.absorb(list, partition);
        }
    }

    fn take_batch(&mut self, taken: &AtomicUsize, segments: &[&Segment<K, N>]) -> bool {
        self.states.clear();
        self.numbers.clear();
        while self.states.len() < BATCH
            && let Some(segment) = segments.get(taken.fetch_add(1, Ordering::Relaxed))
        {
            for (state, number) in used(&segment[..]) {
                self.states.push(state);
                self.numbers.push(number);
            }
        }
        !self.states.is_empty()
    }

    fn expand(&mut self, stages: &Stages<K, N>) {
        let mask = self.lists.len() as u64 - 1;
        let Question { space, limits, .. } = stages.question;
        for (states, numbers) in self.states.chunks(EXPANDED).zip(self.numbers.chunks(EXPANDED)) {
            self.successors.clear();
            self.expander.expand(stages.stage, states, &mut self.successors);
            self.emitted += self.successors.len() as u64;
            for &Successor { state, parent, stage, .. } in &self.successors {
                let later = stages.stage + 1..=space.last();
                debug_assert!(later.contains(&(stage as usize)), "moves lead on");
                let hash = state.hash64();
                let index = (hash & mask) as usize;
                let list = &mut self.lists[index];
                list.push(Record { key: state, number: numbers[parent as usize], stage, high: high(hash) });
                if list.len() >= LIST {
                    stages.absorb(list, index);
                }
            }
        }
        limits.progress.positions.fetch_add(self.states.len() as u64, Ordering::Relaxed);
    }
}
