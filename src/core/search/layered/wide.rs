//! Wide layers: structured duplicate detection, bucket by bucket, by all threads.
//!
//! ```text
//!   layer d, by bucket ──▶ moves that change a bucket ──▶ leaving successors, by bucket        first pass
//!
//!   bucket of layer d  ──▶ all other moves ──▶ ┐
//!   its leaving successors ──────────────────▶ ├ table ──▶ bucket of layer d+1                 second pass
//!   its states that are known ───────────────▶ ┘
//! ```
//!
//! States of a bucket agree in bits that few moves change ([`Partition`]): nearly all successors are met and compared where
//! they are found, in a table that fits the cache, and only new states and the few that leave their bucket are written: into
//! memory, or to files where that does not suffice. (Structured duplicate detection: Zhou and Hansen, 2004; where every move
//! changes the bucket, it is the delayed one of Korf, 2004.)

use std::cmp::Reverse;
use std::ops::Range;

use crate::search::bloom::BloomFilter;
use crate::search::disk::AT_ONCE;
use crate::search::disk::block_file::BlockFile;
use crate::search::layered::passes::{Find, Pass};
use crate::search::layered::workers::{Job, Workers};
use crate::search::layered::{Layered, Next, bound};
use crate::search::layers::{Layer, Writing, fitting_bits};
use crate::search::partition::{Partition, SAMPLE, Split};
use crate::search::peers::words_of;
use crate::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use crate::{Columns, GaveUp, Key, Limits, UsedMoves, sorted};

/// Approximate number of successors of a bucket of a layer that processes share.
const SHARED_BUCKET: usize = 1 << 10;
/// Maximum number of rounds of a bucket: each expands all of its states.
const ROUNDS: usize = 8;
/// Maximum number of turns: each expands all states of the layer. It is a power of two, below the fewest buckets.
const TURNS: usize = 16;
/// Bytes of the program itself, about. A search with a disk leaves room for them, and for pages that are touched in part, since
/// it has a place for what it does not hold.
const UNCOUNTED: usize = 24 << 20;
/// Binary logarithms of the fewest and the most buckets.
const FEWEST: u32 = 6;
pub(super) const MOST: u32 = 12;

impl<'a, K: Key> Layered<'a, K> {
    /// True if the layer found last is split into buckets, which processes share.
    pub(super) fn is_split(&self) -> bool {
        self.current.split.bits > 0
    }

    /// True if new layers are stored: a checkpoint says little more than where. Processes store the same layers, also those
    /// of which one of them has no state.
    pub(super) fn is_stored(&self) -> bool {
        let is_small = || self.pieces.spills() && self.current.bytes() <= self.limits.memory / 64;
        self.is_split() && (self.limits.stores_all() || is_small())
    }

    /// The level that suits the layer found last, or the highest one that suits a process's part of it.
    fn level(&mut self) -> Result<u32, GaveUp> {
        let every = self.current.count().div_ceil(SAMPLE).max(1);
        let (mut sample, mut first) = (Columns::default(), 0);
        self.current.for_each(|keys, masks| {
            sample.keys.extend(keys.iter().skip(first).step_by(every).cloned());
            sample.tags.extend(masks.iter().skip(first).step_by(every));
            first = (first + every - keys.len() % every) % every;
            Ok(())
        })?;
        let threads = match &self.limits.peers {
            Some(peers) if !self.is_split() => peers.threads(),
            _ => self.limits.threads,
        };
        self.levelled = self.found;
        let part = (self.current.count(), threads.max(1));
        let level = Partition::level_for(self.space, &sample, part, self.states_in_a_round());
        Ok(self.most_of_all(level.into())? as u32)
    }

    /// True if a small layer takes so much of the memory that its next one should be found bucket by bucket, too.
    pub(super) fn is_large(&self) -> bool {
        let share = if self.is_split() { self.limits.memory / 4 } else { self.limits.memory / 2 };
        self.limits.peers.is_none() && self.bytes_of_step() >= share
    }

    /// Finds the next layer; with `look`, the least goal in it.
    pub(super) fn wide(&mut self, look: bool) -> Result<Next<K>, GaveUp> {
        self.table.clear(0);
        if !self.is_split() {
            self.pieces.spill(self.limits.stores_all());
            let level = self.level()?;
            self.split_into(&self.partition(level))?;
        }
        self.split_finer()?;
        // Little is held in memory again where little is stored.
        if self.limits.peers.is_none() && self.bytes_of_step() < self.limits.memory / 4 {
            self.pieces.spill(false);
        }
        let mut workers = self.take_workers();
        let next = self.find_wide(&mut workers, look);
        let ((emitted, goal, parts), bytes) = (workers.take_found(), workers.bytes(self.heap()));
        self.workers = Some(workers);
        let held = self.held() + bytes + self.pieces.take_peak().saturating_sub(self.pieces.held());
        self.spent.bytes = self.spent.bytes.max(held);
        let (layer, file) = next?;
        let (states, emitted, goal) = self.add_up(layer.count() as u64, emitted, goal)?;
        self.expanded(emitted);
        if !self.trail.is_empty() {
            let split = layer.split;
            self.add_filter(match file {
                Some(file) => {
                    let blocks = file.settle();
                    BloomFilter::stored(file, blocks, split.level)
                }
                None => BloomFilter::held(parts, split),
            });
        }
        Ok(Next { layer, states, goal })
    }

    /// Adds up new states, successors and the least goal of all processes.
    fn add_up(&self, states: u64, pushed: usize, goal: Option<K>) -> Result<(u64, usize, Option<K>), GaveUp> {
        let Some(peers) = &self.limits.peers else { return Ok((states, pushed, goal)) };
        let own = [states, pushed as u64].into_iter().chain(goal.iter().flat_map(words_of));
        let all = peers.gather(&own.collect::<Vec<_>>())?;
        let sum = |place: usize| all.iter().map(|words| words[place]).sum::<u64>();
        let goal = all.iter().filter(|words| words.len() > 2).map(|words| K::from_limbs(&words[2..])).min();
        Ok((sum(0), sum(1) as usize, goal))
    }

    /// The largest of the numbers that each process has here.
    fn most_of_all(&self, here: u64) -> Result<u64, GaveUp> {
        let Some(peers) = &self.limits.peers else { return Ok(here) };
        Ok(peers.gather(&[here])?.into_iter().flatten().fold(here, u64::max))
    }

    /// The next layer, and the file of its filter if that is not held.
    fn find_wide(
        &self,
        workers: &mut Workers<K>,
        look: bool,
    ) -> Result<(Layer<K>, Option<BlockFile>), GaveUp> {
        let current = &self.current;
        let partition = Partition::of(self.space, current.split);
        let layer = self.writing(&partition, workers, false)?;
        let stores_filter = !self.trail.is_empty() && self.pieces.spills();
        let disk = self.limits.disk.as_ref().filter(|_| stores_filter);
        let filter = disk.map(BlockFile::create).transpose()?;
        let mut turns = self.turns(&partition);
        let mut first = 0;
        while first < partition.buckets() {
            let buckets = first..first + partition.buckets() / turns;
            let expanded = AtomicUsize::new(0);
            let leaving = match self.leaving(workers, &partition, &buckets, &expanded) {
                // Without a disk, successors are found again rather than held.
                Err(GaveUp::Memory) if self.takes_turns() && first == 0 && turns < TURNS => {
                    workers.take_found();
                    // As many as would have held this share of the successors, unless that is far too many.
                    let share = (turns * current.count()).div_ceil(expanded.into_inner().max(1));
                    if share > 2 * TURNS {
                        return Err(GaveUp::Memory);
                    }
                    turns = share.next_power_of_two().clamp(2 * turns, TURNS);
                    continue;
                }
                leaving => leaving?,
            };
            let last_used = match (self.is_saved, self.near.used_moves) {
                (true, _) => None,
                (false, true) => Some(current).filter(|_| turns == 1),
                (false, false) => Some(&self.previous),
            };
            let find = Find {
                current,
                leaving: &leaving,
                known: self.known().collect(),
                last_used,
                has_found: AtomicBool::new(false),
                with_filter: !self.trail.is_empty(),
                branching: self.branching,
                in_a_round: self.states_in_a_round(),
                look,
            };
            let pass = self.pass(&partition, &layer, &buckets);
            first = buckets.end;
            let len = |bucket: usize| current.bucket_len(bucket).max(leaving.bucket_len(bucket));
            // A filter in a file has a part for each bucket.
            let buckets = largest_first(buckets, len, filter.is_some());
            workers
                .run(&pass, filter.as_ref(), &buckets, &|job: &mut Job<K>, bucket| job.find(&find, bucket))?;
        }
        let layer = layer.finish()?;
        if let Some(file) = layer.file() {
            file.note_layer(layer.blocks().iter().map(|block| u64::from(block.count)).sum());
        }
        Ok((layer, filter))
    }

    /// True if successors are found again rather than stored or sent.
    fn takes_turns(&self) -> bool {
        self.limits.disk.is_none() && self.limits.peers.is_none()
    }

    /// Number of turns, each for a part of the buckets, in which the successors that leave theirs fit into memory.
    fn turns(&self, partition: &Partition<K>) -> usize {
        if !self.takes_turns() || partition.mask.is_some() {
            return 1;
        }
        let bytes = self.expected().saturating_mul(self.bytes_of_state());
        let left = self.limits.memory.saturating_sub(self.held()) / 2;
        bytes.div_ceil(left.max(1)).next_power_of_two().min(TURNS)
    }

    /// The successors that leave their buckets for some others; counts the states that were expanded.
    fn leaving(
        &self,
        workers: &mut Workers<K>,
        partition: &Partition<K>,
        to: &Range<usize>,
        expanded: &AtomicUsize,
    ) -> Result<Layer<K>, GaveUp> {
        let leaving = self.writing(partition, workers, true)?;
        let (pass, current) = (self.pass(partition, &leaving, to), &self.current);
        let buckets = largest_first(0..current.buckets.len(), |bucket| current.bucket_len(bucket), false);
        workers.run(&pass, None, &buckets, &|job: &mut Job<K>, bucket| {
            job.expand_leaving(current, bucket)?;
            expanded.fetch_add(current.bucket_len(bucket), Ordering::Relaxed);
            Ok(())
        })?;
        leaving.finish()
    }

    /// States that a thread can expand in a round, all of whose successors are held together, in lists with room to spare.
    fn states_in_a_round(&self) -> usize {
        (self.limits.memory / (6 * self.limits.threads.max(1)) / self.bytes_of_expanded()).max(1)
    }

    /// Bytes of a state and its successors.
    fn bytes_of_expanded(&self) -> usize {
        let (successors, states) = self.branching;
        self.bytes_of_state() * (successors.div_ceil(states) + 1)
    }

    /// Bytes that all threads need for the largest buckets, with room to spare, and for their lists.
    fn bytes_of_threads(&self) -> usize {
        let len = |bucket: usize| self.current.bucket_len(bucket);
        let largest = (0..self.current.buckets.len()).map(len).max().unwrap_or(0);
        let states = largest.min(self.states_in_a_round()) * self.limits.threads.max(1);
        2 * states * self.bytes_of_expanded() + self.limits.memory / 16
    }

    /// Splits layers into smaller buckets if one would take too many rounds, or if a shared layer has grown.
    fn split_finer(&mut self) -> Result<(), GaveUp> {
        let most = self.states_in_a_round() * ROUNDS;
        if !self.limits.stores_all() && self.found > 2 * self.levelled {
            let level = self.level()?;
            if level != self.current.split.level {
                self.split_into(&self.partition(level))?;
            }
        }
        let same = self.partition(self.current.split.level);
        let is_shared = self.limits.stores_all() && same.mask.is_some();
        if (is_shared || same.mask.is_none()) && same.split.bits > self.current.split.bits + 1 {
            self.split_into(&same)?;
        }
        loop {
            let here = Partition::of(self.space, self.current.split);
            let largest = (0..here.buckets()).map(|bucket| self.current.bucket_len(bucket)).max();
            let can_be_finer = here.mask.is_some() || here.split.bits < MOST;
            let is_too_large = can_be_finer && largest.is_some_and(|largest| largest > most);
            if self.most_of_all(is_too_large.into())? == 0 {
                return Ok(());
            }
            let mut finer = self.partition(here.split.level + 1);
            if here.mask.is_none() {
                finer.split.bits = (here.split.bits + 2).min(MOST);
            }
            self.split_into(&finer)?;
        }
    }

    /// Brings both layers into the buckets of a partition.
    fn split_into(&mut self, partition: &Partition<K>) -> Result<(), GaveUp> {
        let mut workers = self.take_workers();
        let split = |layer: &Layer<K>, workers: &mut Workers<K>| {
            let writing = self.writing(partition, workers, layer.split.bits > 0)?;
            let pass = self.pass(partition, &writing, &(0..partition.buckets()));
            let buckets = largest_first(0..layer.buckets.len(), |bucket| layer.bucket_len(bucket), false);
            workers.run(&pass, None, &buckets, &|job: &mut Job<K>, bucket| job.put_all(layer, bucket))?;
            writing.finish()
        };
        let previous = split(&self.previous, &mut workers)?;
        let current = split(&self.current, &mut workers)?;
        (self.previous, self.current, self.workers) = (previous, current, Some(workers));
        Ok(())
    }

    /// The partition of a level: the maximum number of buckets if a mask determines them, which keeps them the same from layer to
    /// layer; else the number that suits the layer found last.
    fn partition(&self, level: u32) -> Partition<K> {
        let bits = fitting_bits(self.expected()).clamp(FEWEST, MOST);
        let mut partition = Partition::of(self.space, Split { level, bits });
        if partition.mask.is_some() {
            // Layers that processes share are in files even if they are small.
            let shared = (self.expected() / SHARED_BUCKET).next_power_of_two().ilog2().clamp(FEWEST, MOST);
            partition.split.bits = if self.limits.stores_all() { shared } else { MOST };
        }
        partition
    }

    fn writing(
        &self,
        partition: &Partition<K>,
        workers: &Workers<K>,
        sends: bool,
    ) -> Result<Writing<'a, K>, GaveUp> {
        let layer = Layer::new(partition.split, &self.pieces, self.current.format);
        Writing::begin(layer, self.limits, self.room_for_pieces(workers), sends)
    }

    fn room_for_pieces(&self, workers: &Workers<K>) -> usize {
        let Limits { memory, threads, disk, .. } = self.limits;
        let beside = self.spent.trail_bytes + workers.bytes(self.heap());
        let left = memory.saturating_sub(beside + self.bytes_of_threads());
        if disk.is_none() {
            return left;
        }
        // A layer that is nearly all in files holds nothing besides: its checkpoint is small, and written after each.
        if self.bytes_of_step() / 2 > *memory {
            return 0;
        }
        let files = 5 * AT_ONCE * threads.max(&1);
        left.saturating_sub(UNCOUNTED + files) / 8 * 5
    }

    fn pass<'p>(&self, parts: &'p Partition<K>, layer: &'p Writing<'p, K>, to: &Range<usize>) -> Pass<'p, K> {
        Pass {
            to: to.clone(),
            partition: parts,
            writing: layer,
            most: self.limits.memory / 16 / self.limits.threads.max(1) / self.bytes_of_state(),
            bound: bound::<K>(self.heap()),
        }
    }

    /// Estimated bytes of the next step.
    fn bytes_of_step(&self) -> usize {
        let known: usize = self.known().map(Layer::count).sum();
        // The next layer, and successors, with the room that tables and buffers have to spare.
        let likely = self.current.count() * 9 / 4 + known + self.expected() * 3 / 2;
        likely.saturating_mul(self.bytes_of_state()) + self.spent.trail_bytes
    }

    /// Bytes of a state in memory, with its mask.
    fn bytes_of_state(&self) -> usize {
        let mask = if self.near.used_moves { size_of::<UsedMoves>() } else { 0 };
        size_of::<K>() + mask + self.heap()
    }
}

/// The buckets that have states, or all, the largest first: so no thread is left with one of them at the end.
fn largest_first(buckets: Range<usize>, len: impl Fn(usize) -> usize, all: bool) -> Vec<usize> {
    let sizes = buckets.map(|bucket| (Reverse(len(bucket)), bucket));
    let sizes = sorted(sizes.filter(|&(Reverse(len), _)| all || len > 0));
    sizes.into_iter().map(|(_, bucket)| bucket).collect()
}
