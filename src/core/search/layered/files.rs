//! Layers in files: structured duplicate detection, bucket by bucket.
//!
//! ```text
//!   layer d, by bucket ──▶ moves that change a bucket ──▶ leaving successors, by bucket        first pass
//!
//!   bucket of layer d  ──▶ all other moves ──▶ ┐
//!   its leaving successors ──────────────────▶ ├ tables ──▶ bucket of layer d+1                second pass
//!   its states that are known ───────────────▶ ┘
//! ```
//!
//! States of a bucket agree in bits that few moves change ([`Partition`]): nearly all successors are met and compared where
//! they are found, in memory, and only new states and the few that leave their bucket are written. (Structured duplicate
//! detection: Zhou and Hansen, 2004; where every move changes the bucket, it is the delayed one of Korf, 2004.)

mod lists;
mod worker;

use std::cmp::Reverse;
use std::sync::Arc;

use crate::bits::Key;
use crate::search::bloom::{BloomFilter, StoredFilter};
use crate::search::disk::Disk;
use crate::search::disk::block_file::BlockFile;
use crate::search::disk::stored::{Foreign, Stored, Writing};
pub(super) use crate::search::layered::files::worker::FileWorkers;
use crate::search::layered::files::worker::{Find, Job, Pass};
use crate::search::layered::{Layered, Next, known, stride};
use crate::search::layers::{Chunk, Layer};
use crate::search::outcome::GaveUp;
use crate::search::partition::{Partition, Split};
use crate::search::peers::words_of;

/// Approximate bytes of a bucket in memory, if buckets can have any size.
const BUCKET: usize = 4 << 20;
/// Approximate number of successors of a bucket of a layer that processes share.
const SHARED_BUCKET: usize = 1 << 10;
/// Maximum number of rounds of a bucket: each expands all of its states.
const ROUNDS: usize = 8;
/// Binary logarithms of the fewest and the most buckets.
const FEWEST: u32 = 6;
const MOST: u32 = 12;

impl<'a, K: Key> Layered<'a, K> {
    /// True if the layer found last is in a file.
    pub(super) fn is_in_files(&self) -> bool {
        self.current.stored().is_some()
    }

    fn disk(&self) -> Result<&Arc<Disk>, GaveUp> {
        self.limits.disk.as_ref().ok_or(GaveUp::Memory)
    }

    /// Writes the layers to files.
    pub(super) fn go_to_files(&mut self) -> Result<(), GaveUp> {
        self.spare = Layer::empty();
        self.workers = None;
        self.table.clear(0);
        let stored = self.current.stored().map_or_else(|| Ok(Vec::new()), Stored::first_states)?;
        let states = self.current.parts.iter().flat_map(|part| &part.keys).chain(&stored);
        let count = if stored.is_empty() { self.current.len() } else { stored.len() };
        let threads = self.limits.peers.as_ref().map_or(self.limits.threads, |peers| peers.threads());
        let level = Partition::level_for(self.space, (states, count), threads.max(1));
        self.split_into(&self.partition(level))
    }

    /// Finds the next layer; with `look`, the least goal in it.
    pub(super) fn advance_in_files(&mut self, look: bool) -> Result<Next<K>, GaveUp> {
        self.split_finer()?;
        let mut workers = self.file_workers();
        let next = self.find_in_files(&mut workers, look);
        let ((emitted, goal), bytes) = (workers.take_found(), workers.bytes(self.memory.heap));
        self.file_workers = Some(workers);
        let (layer, filter) = next?;
        self.memory.note(self.held() + bytes);
        let (states, emitted, goal) = self.add_up(layer.len() as u64, emitted, goal)?;
        self.counters.expanded(self.found as usize, emitted);
        if let Some(filter) = filter {
            self.add_filter(BloomFilter::Stored(filter));
        }
        Ok(Next { layer: Layer::stored_in(layer), states, goal })
    }

    /// Adds up new states, successors and the least goal of all processes.
    fn add_up(
        &self,
        states: u64,
        emitted: usize,
        goal: Option<K>,
    ) -> Result<(u64, usize, Option<K>), GaveUp> {
        let Some(peers) = &self.limits.peers else { return Ok((states, emitted, goal)) };
        let own = [states, emitted as u64].into_iter().chain(goal.iter().flat_map(words_of));
        let all = peers.gather(&own.collect::<Vec<_>>())?;
        let sum = |place: usize| all.iter().map(|words| words[place]).sum::<u64>();
        let goal = all.iter().filter(|words| words.len() > 2).map(|words| K::from_limbs(&words[2..])).min();
        Ok((sum(0), sum(1) as usize, goal))
    }

    /// True if it is true in any process.
    fn anywhere(&self, here: bool) -> Result<bool, GaveUp> {
        let Some(peers) = &self.limits.peers else { return Ok(here) };
        Ok(peers.gather(&[here.into()])?.concat().contains(&1))
    }

    /// The next layer and its filter.
    fn find_in_files(
        &self,
        workers: &mut FileWorkers<K>,
        look: bool,
    ) -> Result<(Stored, Option<StoredFilter>), GaveUp> {
        let Some(current) = self.current.stored() else { return Err(GaveUp::Memory) };
        let partition = Partition::of(self.space, current.split);
        let leaving = self.new_file(&partition, self.sent())?;
        let groups = current.groups();
        workers.run(&self.pass(&partition, &leaving), None, groups.len(), &|job: &mut Job<K>, group| {
            job.expand_leaving(current, groups[group])
        })?;
        let leaving = leaving.finish()?;
        let layer = self.new_file(&partition, Foreign::None)?;
        let filter = if self.trail.is_some() { Some(BlockFile::create(self.disk()?)?) } else { None };
        let find = Find {
            current,
            leaving: &leaving,
            known: known(self.near, &self.previous, &self.current).filter_map(Layer::stored).collect(),
            filter: filter.as_ref(),
            branching: self.counters.branching,
            in_a_round: self.states_in_a_round(),
            look,
        };
        let pass = self.pass(&partition, &layer);
        // The largest come first, so that no thread is left with one of them at the end.
        let mut buckets: Vec<usize> = (0..partition.buckets()).collect();
        buckets.sort_by_cached_key(|&bucket| {
            Reverse(current.bucket_len(bucket).max(leaving.bucket_len(bucket)))
        });
        workers
            .run(&pass, Some(&find), buckets.len(), &|job: &mut Job<K>, place| job.find(buckets[place]))?;
        let filter = filter.map(|file| {
            let blocks = file.settle();
            StoredFilter::of(file, blocks, partition.split.level)
        });
        let layer = layer.finish()?;
        layer.note();
        Ok((layer, filter))
    }

    /// States that a thread can expand in a round, all of whose successors are held together.
    fn states_in_a_round(&self) -> usize {
        let (successors, states) = self.counters.branching;
        let each = self.bytes_of_state() * (successors.div_ceil(states) + 1);
        (self.limits.memory / (3 * self.limits.threads.max(1)) / each).max(1)
    }

    /// Splits layers into smaller buckets if one would take too many rounds, or if a shared layer has grown.
    fn split_finer(&mut self) -> Result<(), GaveUp> {
        let most = self.states_in_a_round() * ROUNDS;
        if let (Some(_), Some(current)) = (&self.limits.peers, self.current.stored()) {
            let same = self.partition(current.split.level);
            if same.mask.is_some() && same.split.bits > current.split.bits + 1 {
                self.split_into(&same)?;
            }
        }
        while let Some(current) = self.current.stored() {
            let here = Partition::of(self.space, current.split);
            let largest = (0..here.buckets()).map(|bucket| current.bucket_len(bucket)).max();
            let can_be_finer = here.mask.is_some() || here.split.bits < MOST;
            if !self.anywhere(can_be_finer && largest.is_some_and(|largest| largest > most))? {
                break;
            }
            let mut finer = self.partition(here.split.level + 1);
            if here.mask.is_none() {
                finer.split.bits = (here.split.bits + 2).min(MOST);
            }
            self.split_into(&finer)?;
        }
        Ok(())
    }

    /// Brings both layers into files of a partition.
    fn split_into(&mut self, partition: &Partition<K>) -> Result<(), GaveUp> {
        let mut workers = self.file_workers();
        let split = |layer: &Layer<K>, workers: &mut FileWorkers<K>| {
            let foreign = match (&self.limits.peers, layer.stored()) {
                (Some(peers), None) => Foreign::LeftOut(Arc::clone(peers)),
                _ => self.sent(),
            };
            let writing = self.new_file(partition, foreign)?;
            let pass = self.pass(partition, &writing);
            if let Some(stored) = layer.stored() {
                let groups = stored.groups();
                workers.run(&pass, None, groups.len(), &|job: &mut Job<K>, group| {
                    job.put_all(stored, groups[group])
                })?;
            } else {
                let chunks = Chunk::all(layer, stride::<K>(self.memory.heap));
                workers.run(&pass, None, chunks.len(), &|job: &mut Job<K>, chunk| job.put(&chunks[chunk]))?;
            }
            Ok(Layer::stored_in(writing.finish()?))
        };
        let previous = split(&self.previous, &mut workers)?;
        let current = split(&self.current, &mut workers)?;
        (self.previous, self.current, self.file_workers) = (previous, current, Some(workers));
        Ok(())
    }

    fn file_workers(&mut self) -> FileWorkers<'a, K> {
        let threads = self.limits.threads.max(1);
        self.file_workers.take().unwrap_or_else(|| FileWorkers::new(self.space, threads))
    }

    /// The partition of a level: the maximum number of buckets if a mask determines them, which keeps them the same from layer to
    /// layer; else the number that suits the layer found last.
    fn partition(&self, level: u32) -> Partition<K> {
        let buckets = self.expected().saturating_mul(self.bytes_of_state()) / BUCKET;
        let bits = buckets.next_power_of_two().ilog2().clamp(FEWEST, MOST);
        let mut partition = Partition::of(self.space, Split { level, bits });
        if partition.mask.is_some() {
            partition.split.bits = if self.limits.peers.is_some() { self.bits_of_shared() } else { MOST };
        }
        partition
    }

    /// Binary logarithm of the number of buckets of a layer that processes share, whose layers in files may be small.
    fn bits_of_shared(&self) -> u32 {
        (self.expected() / SHARED_BUCKET).next_power_of_two().ilog2().clamp(FEWEST, MOST)
    }

    fn new_file(&self, partition: &Partition<K>, foreign: Foreign) -> Result<Writing, GaveUp> {
        let format = (self.space.start().limbs(), self.near.keeps_used_moves());
        Writing::begin(self.disk()?, partition.split, format, foreign)
    }

    /// States in buckets of other processes, if there are any, are sent to them.
    fn sent(&self) -> Foreign {
        self.limits.peers.as_ref().map_or(Foreign::None, |peers| Foreign::Sent(Arc::clone(peers)))
    }

    /// A pass that writes states by bucket.
    fn pass<'p>(&self, partition: &'p Partition<K>, writing: &'p Writing) -> Pass<'p, K>
    where
        'a: 'p,
    {
        Pass {
            limits: self.limits,
            partition,
            writing,
            with_masks: self.near.keeps_used_moves(),
            most: self.limits.memory / 16 / self.limits.threads.max(1) / self.bytes_of_state(),
            stride: stride::<K>(self.memory.heap),
        }
    }
}
