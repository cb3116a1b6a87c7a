//! The threads of layers in files: each works through a bucket at a time.
//!
//! ```text
//!   bucket ─▶ successors ─▶ parts by hash ─▶ table ─▶ new states ─▶ file
//!                 leaving ─▶
//! ```
//!
//! A part with its table fits the second-level cache. Leaving successors stand in a list for each bucket; when the lists are
//! long together, each becomes a block.

use std::ops::{ControlFlow, Range};

use crate::bits::Key;
use crate::search::bloom::{BloomFilter, put_part};
use crate::search::disk::block::Block;
use crate::search::disk::block_file::{Appender, BlockFile};
use crate::search::disk::stored::{Stored, Writer, Writing};
use crate::search::layered::files::lists::{Lists, write};
use crate::search::layers::{Chunk, Layer};
use crate::search::limits::Limits;
use crate::search::outcome::GaveUp;
use crate::search::parallel::{self, Pool};
use crate::search::partition::Partition;
use crate::search::visited::VisitedTable;
use crate::space::{Columns, Expander, Sink, Space, UsedMoves, part_index};
use crate::sync::atomic::{AtomicUsize, Ordering};

/// States that are expanded at once.
const EXPANDED: usize = 1 << 10;

/// One pass over a layer: where states are written.
pub(super) struct Pass<'p, K> {
    pub(super) limits: &'p Limits,
    pub(super) partition: &'p Partition<K>,
    pub(super) writing: &'p Writing,
    pub(super) with_masks: bool,
    /// States that a thread collects before it writes them.
    pub(super) most: usize,
    /// Successors between two checks of the limits.
    pub(super) stride: usize,
}

/// The second pass: where new states are found.
pub(super) struct Find<'p> {
    pub(super) current: &'p Stored,
    pub(super) leaving: &'p Stored,
    /// Layers whose states can be met again.
    pub(super) known: Vec<&'p Stored>,
    pub(super) filter: Option<&'p BlockFile>,
    /// Successors of the layer before, and the number of its states.
    pub(super) branching: (usize, usize),
    /// States of a bucket that are expanded in one round.
    pub(super) in_a_round: usize,
    /// True if goals are looked for.
    pub(super) look: bool,
}

/// Threads with their working storage, kept from layer to layer.
pub(in crate::search::layered) struct FileWorkers<'a, K: Key> {
    pool: Option<Pool>,
    workers: Vec<Worker<'a, K>>,
}

struct Worker<'a, K: Key> {
    expander: Box<dyn Expander<K> + 'a>,
    /// States to be written, by bucket.
    lists: Lists<K>,
    /// Successors in the current bucket, by part, and known states.
    parts: Vec<Columns<K, UsedMoves>>,
    known: Vec<Vec<K>>,
    states: Columns<K, UsedMoves>,
    table: VisitedTable<K>,
    buffer: Vec<u8>,
    emitted: usize,
    goal: Option<K>,
}

pub(super) struct Job<'j, 'a, K: Key> {
    worker: &'j mut Worker<'a, K>,
    pass: &'j Pass<'j, K>,
    find: Option<&'j Find<'j>>,
    writer: Writer<'j>,
    filter: Option<Appender<'j>>,
}

/// The work of a thread on one of the things that it takes.
type Work<'w, K> = dyn Fn(&mut Job<K>, usize) -> Result<(), GaveUp> + Sync + 'w;

impl<'a, K: Key> FileWorkers<'a, K> {
    pub(super) fn new(space: &'a dyn Space<K>, threads: usize) -> Self {
        let worker = || Worker {
            expander: space.expander(),
            lists: Lists::new(),
            parts: Vec::new(),
            known: Vec::new(),
            states: Columns::new(),
            table: VisitedTable::new(space.neighbours().keeps_used_moves()),
            buffer: Vec::new(),
            emitted: 0,
            goal: None,
        };
        Self { pool: parallel::pool(threads), workers: (0..threads).map(|_| worker()).collect() }
    }

    /// Bytes held, where each key has `heap` bytes of its own.
    pub(super) fn bytes(&self, heap: usize) -> usize {
        self.workers.iter().map(|worker| worker.bytes(heap)).sum()
    }

    /// Applies `work` to the numbers below `things` in parallel.
    pub(super) fn run(
        &mut self,
        pass: &Pass<K>,
        find: Option<&Find>,
        things: usize,
        work: &Work<K>,
    ) -> Result<(), GaveUp> {
        let taken = AtomicUsize::new(0);
        parallel::try_each(self.pool.as_ref(), &mut self.workers, &|worker| {
            let mut job = Job::new(worker, pass, find);
            let each = parallel::untaken(&taken, things).try_for_each(|thing| {
                pass.limits.check()?;
                work(&mut job, thing)?;
                let held = pass.limits.disk.as_ref().map_or(0, |disk| disk.held());
                pass.limits.progress.disk.store(held, Ordering::Relaxed);
                Ok(())
            });
            let done = each.and_then(|()| job.flush());
            if done.is_err() {
                // The others need not go on.
                taken.store(things, Ordering::Relaxed);
            }
            done
        })
    }

    /// Number of successors of all threads since the last call, and the least goal.
    pub(super) fn take_found(&mut self) -> (usize, Option<K>) {
        let goal = self.workers.iter_mut().filter_map(|worker| worker.goal.take()).min();
        (self.workers.iter_mut().map(|worker| std::mem::take(&mut worker.emitted)).sum(), goal)
    }
}

impl<K: Key> Worker<'_, K> {
    fn bytes(&self, heap: usize) -> usize {
        let lists: usize = self.lists.by_bucket.iter().chain(&self.parts).map(|part| part.bytes(heap)).sum();
        let known: usize = self.known.iter().map(|part| part.capacity() * (size_of::<K>() + heap)).sum();
        lists + known + self.states.bytes(heap) + self.table.bytes(heap) + self.buffer.capacity()
    }
}

impl<'j, 'a, K: Key> Job<'j, 'a, K> {
    fn new(worker: &'j mut Worker<'a, K>, pass: &'j Pass<'j, K>, find: Option<&'j Find<'j>>) -> Self {
        // An interrupted pass may have left some.
        worker.lists.clear(pass.partition.buckets());
        worker.states.clear();
        let filter = find.and_then(|find| find.filter).map(BlockFile::appender);
        Self { worker, pass, find, writer: pass.writing.writer(), filter }
    }

    /// Writes states by bucket.
    pub(super) fn put(&mut self, states: &Chunk<K>) -> Result<(), GaveUp> {
        let Worker { lists, .. } = &mut *self.worker;
        for (index, key) in states.keys.iter().enumerate() {
            lists.push(self.pass.partition.bucket(key), key.clone(), states.masks.get(index).copied());
        }
        lists.write_beyond(self.pass.most, &mut self.writer)
    }

    /// Writes states of some blocks by bucket.
    pub(super) fn put_all(&mut self, stored: &Stored, blocks: &[Block]) -> Result<(), GaveUp> {
        let Worker { lists, buffer, .. } = &mut *self.worker;
        stored.for_each(blocks, buffer, |key: K, mask| {
            lists.push(self.pass.partition.bucket(&key), key, mask);
            lists.write_beyond(self.pass.most, &mut self.writer)
        })
    }

    /// Writes the successors of some blocks whose moves change the bucket.
    pub(super) fn expand_leaving(&mut self, stored: &Stored, blocks: &[Block]) -> Result<(), GaveUp> {
        let Pass { limits, partition, with_masks, most, stride, .. } = self.pass;
        let Worker { expander, lists, states, buffer, emitted, .. } = &mut *self.worker;
        let expand = |states: &mut Columns<K, UsedMoves>| {
            let mut done = Ok(());
            let Lists { by_bucket, count } = &mut *lists;
            let mut look = |lists: &mut [Columns<K, UsedMoves>], pushed: usize| {
                *emitted += pushed;
                *count += pushed;
                done = limits.check();
                if done.is_ok() && *count > *most {
                    *count = 0;
                    done = write(lists, &mut self.writer);
                }
                if done.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            };
            let mut sink = Sink::new(by_bucket, *with_masks, *stride, &mut look).by(partition.mask.clone());
            match &partition.mask {
                Some(mask) => expander.expand_partly(&states.keys, &states.tags, (mask, true), &mut sink),
                None => expander.expand(&states.keys, &states.tags, &mut sink),
            }
            let _ = sink.flush();
            states.clear();
            done
        };
        in_batches(stored, blocks, buffer, states, expand)
    }

    /// Finds and writes the new states of a bucket.
    pub(super) fn find(&mut self, bucket: usize) -> Result<(), GaveUp> {
        let Some(find) = self.find else { return Ok(()) };
        let (successors, of) = find.branching;
        let leaving = find.leaving.bucket_len(bucket);
        let likely = find.current.bucket_len(bucket).max(leaving * of / successors) * 9 / 8;
        let bits = Layer::<K>::fitting_bits(likely);
        let mut filter = self.filter.is_some().then(|| BloomFilter::empty_part(likely, successors / of));
        let parts = 1 << bits;
        let in_a_round = parts / likely.div_ceil(find.in_a_round).next_power_of_two().min(parts);
        for first in (0..parts).step_by(in_a_round) {
            self.collect(find, bucket, bits, &(first..first + in_a_round))?;
            for part in first..first + in_a_round {
                self.find_in_part(find, bucket, part, filter.as_mut())?;
            }
        }
        match (&mut self.filter, filter) {
            (Some(file), Some(words)) => file.add(bucket, words.len(), |to| put_part(&words, to)),
            _ => Ok(()),
        }
    }

    /// Finds and writes the new states of a part of a bucket.
    fn find_in_part(
        &mut self,
        find: &Find,
        bucket: usize,
        part: usize,
        filter: Option<&mut Box<[u64]>>,
    ) -> Result<(), GaveUp> {
        let Worker { expander, parts, known, table, goal, .. } = &mut *self.worker;
        let (part, known) = (&mut parts[part], &known[part]);
        table.clear(known.len() + part.len() * 2 / 3);
        table.know(known);
        table.take(part);
        let fresh = table.fresh();
        self.pass.limits.progress.positions.fetch_add(fresh.len() as u64, Ordering::Relaxed);
        if find.look {
            let mut places = Vec::new();
            expander.goals(fresh, &mut places);
            let least = places.iter().map(|&place| &fresh[place]).min().cloned();
            *goal = goal.take().into_iter().chain(least).min();
        }
        if let Some(words) = filter {
            BloomFilter::add(words, fresh);
        }
        self.writer.put(bucket, fresh, table.fresh_masks())
    }

    /// Collects the successors in a bucket, and the known states there, in 2^`bits` parts, some of which are in a round.
    fn collect(&mut self, find: &Find, bucket: usize, bits: u32, round: &Range<usize>) -> Result<(), GaveUp> {
        let Pass { limits, partition, with_masks, stride, .. } = self.pass;
        let Worker { expander, parts, known, states, buffer, emitted, .. } = &mut *self.worker;
        if round.len() < 1 << bits {
            // Room is for the parts of this round.
            parts.clear();
            known.clear();
        }
        // Room is kept for the next bucket.
        parts.resize_with(parts.len().max(1 << bits), Columns::new);
        known.resize_with(parts.len(), Vec::new);
        let parts = &mut parts[..1 << bits];
        parts.iter_mut().for_each(Columns::clear);
        known.iter_mut().for_each(Vec::clear);
        if let Some(mask) = &partition.mask {
            let expand = |states: &mut Columns<K, UsedMoves>| {
                let mut done = Ok(());
                let mut look = |parts: &mut [Columns<K, UsedMoves>], pushed: usize| {
                    // Each round meets all successors.
                    *emitted += if round.start == 0 { pushed } else { 0 };
                    parts[..round.start].iter_mut().for_each(Columns::clear);
                    parts[round.end..].iter_mut().for_each(Columns::clear);
                    done = limits.check();
                    if done.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
                };
                let mut sink = Sink::new(parts, *with_masks, *stride, &mut look);
                expander.expand_partly(&states.keys, &states.tags, (mask, false), &mut sink);
                let _ = sink.flush();
                states.clear();
                done
            };
            in_batches(find.current, find.current.blocks_of(bucket), buffer, states, expand)?;
        }
        // Where all bits tell the bucket, the upper ones are the same in all of it.
        let shift = if partition.mask.is_none() { partition.split.bits } else { 0 };
        let part_of =
            |key: &K| Some(part_index(key.hash64() << shift, bits)).filter(|part| round.contains(part));
        find.leaving.for_each(find.leaving.blocks_of(bucket), buffer, |key, mask| {
            if let Some(part) = part_of(&key) {
                parts[part].add(key, mask);
            }
            Ok(())
        })?;
        for layer in &find.known {
            layer.for_each(layer.blocks_of(bucket), buffer, |key, _| {
                if let Some(part) = part_of(&key) {
                    known[part].push(key);
                }
                Ok(())
            })?;
        }
        Ok(())
    }

    fn flush(&mut self) -> Result<(), GaveUp> {
        self.worker.lists.write_beyond(0, &mut self.writer)?;
        self.writer.flush()?;
        self.filter.iter_mut().try_for_each(Appender::flush)
    }
}

/// Passes on the states of some blocks, a batch at a time; `visit` empties the batch.
fn in_batches<K: Key>(
    stored: &Stored,
    blocks: &[Block],
    buffer: &mut Vec<u8>,
    batch: &mut Columns<K, UsedMoves>,
    mut visit: impl FnMut(&mut Columns<K, UsedMoves>) -> Result<(), GaveUp>,
) -> Result<(), GaveUp> {
    stored.for_each(blocks, buffer, |key, mask| {
        batch.add(key, mask);
        if batch.len() < EXPANDED { Ok(()) } else { visit(batch) }
    })?;
    visit(batch)
}
