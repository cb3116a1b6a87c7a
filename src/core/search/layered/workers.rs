//! The threads of wide layers: each works through a bucket at a time.
//!
//! ```text
//!   bucket ─▶ successors ─▶ table ─▶ new states ─▶ bucket of the next layer
//!                 leaving ─▶
//! ```
//!
//! A bucket that is too large for a table in the second-level cache is split into parts by hash. Leaving successors stand in
//! a list for each bucket; when the lists are long together, each becomes a piece.

use std::ops::Range;

use crate::search::bloom::{BloomFilter, Part, put_part};
use crate::search::disk::block_file::{Appender, BlockFile};
use crate::search::layered::passes::{Find, Pass};
use crate::search::layers::{Layer, Scratch, Writer, Writing, fitting_bits};
use crate::search::parallel::{self, Pool};
use crate::search::partition::Partition;
use crate::search::visited::VisitedTable;
use crate::space::{Columns, Expander, Space, UsedMoves, part_index};
use crate::sync::atomic::{AtomicUsize, Ordering};
use crate::{GaveUp, Key};

/// Threads with their working storage, kept from layer to layer.
pub(in crate::search::layered) struct Workers<'a, K: Key> {
    pool: Option<Pool>,
    workers: Vec<Worker<'a, K>>,
}

struct Worker<'a, K: Key> {
    expander: Box<dyn Expander<K> + 'a>,
    /// Successors on their way from the expander.
    successors: Columns<K, UsedMoves>,
    /// States to be written, by bucket.
    lists: Lists<K>,
    /// Successors in the current bucket, by part, and known states.
    parts: Vec<Columns<K, UsedMoves>>,
    known: Vec<Vec<K>>,
    table: VisitedTable<K>,
    scratch: Scratch<K>,
    emitted: usize,
    goal: Option<K>,
    /// Parts of a filter, by bucket.
    filter: Vec<Part>,
}

pub(super) struct Job<'j, 'a, K: Key> {
    worker: &'j mut Worker<'a, K>,
    pass: &'j Pass<'j, K>,
    writer: Writer<'j, K>,
    /// Appends to the file of a filter, unless that is held.
    filter: Option<Appender<'j>>,
}

/// The work of a thread on a bucket.
type Work<'w, K> = dyn Fn(&mut Job<K>, usize) -> Result<(), GaveUp> + Sync + 'w;

impl<'a, K: Key> Workers<'a, K> {
    pub(super) fn new(space: &'a dyn Space<K>, threads: usize) -> Self {
        let worker = || Worker {
            expander: space.expander(),
            successors: Columns::default(),
            lists: Lists::default(),
            parts: Vec::new(),
            known: Vec::new(),
            table: VisitedTable::new(space.neighbours().used_moves),
            scratch: Scratch::default(),
            emitted: 0,
            goal: None,
            filter: Vec::new(),
        };
        Self { pool: parallel::pool(threads), workers: (0..threads).map(|_| worker()).collect() }
    }

    /// Bytes held, where each key has `heap` bytes of its own.
    pub(super) fn bytes(&self, heap: usize) -> usize {
        self.workers.iter().map(|worker| worker.bytes(heap)).sum()
    }

    /// Applies `work` to some buckets in parallel, in this order; `filter` is the file of a filter that is not held.
    pub(super) fn run(
        &mut self,
        pass: &Pass<K>,
        filter: Option<&BlockFile>,
        buckets: &[usize],
        work: &Work<K>,
    ) -> Result<(), GaveUp> {
        let taken = AtomicUsize::new(0);
        parallel::try_each(self.pool.as_ref(), &mut self.workers, &|worker| {
            let mut job = Job::new(worker, pass, filter);
            let each = parallel::untaken(&taken, buckets.len()).try_for_each(|place| {
                pass.writing.limits.check()?;
                work(&mut job, buckets[place])?;
                let held = pass.writing.limits.disk.as_ref().map_or(0, |disk| disk.held());
                pass.writing.limits.progress.disk.store(held, Ordering::Relaxed);
                Ok(())
            });
            let done = each.and_then(|()| job.flush());
            if done.is_err() {
                // The others need not go on.
                taken.store(buckets.len(), Ordering::Relaxed);
            }
            done
        })
    }

    /// Applies `work` to the numbers below `things` in parallel, until an error, and writes the states that are left in the list
    /// of each thread.
    pub(super) fn work_through(
        &mut self,
        writing: &Writing<K>,
        things: usize,
        work: impl Fn(usize, &mut dyn Expander<K>, &mut Scratch<K>, &mut Vec<K>) -> Result<(), GaveUp> + Sync,
    ) -> Result<(), GaveUp> {
        let taken = AtomicUsize::new(0);
        parallel::try_each(self.pool.as_ref(), &mut self.workers, &|worker| {
            let mut found = Vec::new();
            for thing in parallel::untaken(&taken, things) {
                work(thing, &mut *worker.expander, &mut worker.scratch, &mut found)?;
            }
            writing.put_sources(&mut found)
        })
    }

    /// Number of successors of all threads since the last call, the least goal, and the parts of a filter that is held, with
    /// their buckets.
    pub(super) fn take_found(&mut self) -> (usize, Option<K>, Vec<Part>) {
        let goal = self.workers.iter_mut().filter_map(|worker| worker.goal.take()).min();
        let parts = self.workers.iter_mut().flat_map(|worker| worker.filter.drain(..)).collect();
        (self.workers.iter_mut().map(|worker| std::mem::take(&mut worker.emitted)).sum(), goal, parts)
    }
}

impl<K: Key> Worker<'_, K> {
    fn bytes(&self, heap: usize) -> usize {
        let lists = self.lists.by_bucket.iter().chain(&self.parts).chain([&self.successors]);
        let lists: usize = lists.map(|part| part.bytes(heap)).sum();
        let known: usize = self.known.iter().map(|part| part.capacity() * (size_of::<K>() + heap)).sum();
        lists + known + self.table.bytes(heap) + self.scratch.bytes(heap)
    }
}

impl<'j, 'a, K: Key> Job<'j, 'a, K> {
    fn new(worker: &'j mut Worker<'a, K>, pass: &'j Pass<'j, K>, filter: Option<&'j BlockFile>) -> Self {
        // An interrupted pass may have left some.
        worker.lists.clear(pass.partition.buckets());
        Self { worker, pass, writer: pass.writing.writer(), filter: filter.map(BlockFile::appender) }
    }

    /// Writes the states of a bucket of a layer split otherwise.
    pub(super) fn put_all(&mut self, layer: &Layer<K>, bucket: usize) -> Result<(), GaveUp> {
        let Pass { partition, to, most, .. } = self.pass;
        let Worker { lists, scratch, .. } = &mut *self.worker;
        layer.visit(bucket, scratch, |keys, masks| {
            let mut states = Columns { keys: keys.to_vec(), tags: masks.to_vec() };
            lists.take(&mut states, (to, |key| partition.bucket(key)), *most, &mut self.writer)
        })
    }

    /// Writes the successors of a bucket whose moves change the bucket.
    pub(super) fn expand_leaving(&mut self, layer: &Layer<K>, bucket: usize) -> Result<(), GaveUp> {
        let Pass { partition, to, most, .. } = self.pass;
        let Worker { expander, successors, lists, scratch, emitted, .. } = &mut *self.worker;
        let writer = &mut self.writer;
        self.pass.expand(layer, bucket, true, (&mut **expander, successors, scratch), &mut |buffer| {
            // Each turn meets all successors.
            *emitted += if to.start == 0 { buffer.len() } else { 0 };
            lists.take(buffer, (to, |key| partition.bucket(key)), *most, writer)
        })
    }

    /// Finds and writes the new states of a bucket.
    pub(super) fn find(&mut self, find: &Find<K>, bucket: usize) -> Result<(), GaveUp> {
        let (successors, of) = find.branching;
        let leaving = find.leaving.bucket_len(bucket);
        let likely = find.current.bucket_len(bucket).max(leaving * of / successors) * 9 / 8;
        if likely > 0 || leaving > 0 {
            self.find_in(find, bucket, likely)?;
        } else if let Some(file) = &mut self.filter {
            file.add(bucket, 1, |to| put_part(&[0], to))?;
        }
        find.leaving.release(bucket);
        if let Some(layer) = find.last_used.filter(|_| find.has_found.load(Ordering::Relaxed)) {
            layer.release(bucket);
        }
        Ok(())
    }

    fn find_in(&mut self, find: &Find<K>, bucket: usize, likely: usize) -> Result<(), GaveUp> {
        let (successors, of) = find.branching;
        let bits = fitting_bits(likely);
        let mut filter = find.with_filter.then(|| BloomFilter::empty_part(likely, successors / of));
        let parts = 1 << bits;
        let in_a_round = parts / likely.div_ceil(find.in_a_round).next_power_of_two().min(parts);
        if parts == 1 {
            self.find_at_once(find, bucket, likely)?;
            self.give(find, bucket, filter.as_mut())?;
        } else {
            for first in (0..parts).step_by(in_a_round) {
                self.fill(find, bucket, bits, &(first..first + in_a_round))?;
                for part in first..first + in_a_round {
                    let Worker { parts, known, table, .. } = &mut *self.worker;
                    table.clear(known[part].len() + parts[part].len() * 2 / 3);
                    table.know(&known[part]);
                    table.take(&mut parts[part]);
                    self.give(find, bucket, filter.as_mut())?;
                }
            }
        }
        match (&mut self.filter, filter) {
            (Some(file), Some(words)) => file.add(bucket, words.len(), |to| put_part(&words, to)),
            (None, Some(words)) => {
                self.worker.filter.push((bucket as u32, words));
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Writes the new states of the table.
    fn give(&mut self, find: &Find<K>, bucket: usize, filter: Option<&mut Box<[u64]>>) -> Result<(), GaveUp> {
        let Worker { expander, table, goal, .. } = &mut *self.worker;
        let fresh = table.fresh();
        if !fresh.is_empty() {
            find.has_found.store(true, Ordering::Relaxed);
        }
        self.pass.writing.limits.progress.positions.fetch_add(fresh.len() as u64, Ordering::Relaxed);
        if find.look {
            let least = expander.goals(fresh).into_iter().map(|place| &fresh[place]).min().cloned();
            *goal = goal.take().into_iter().chain(least).min();
        }
        if let Some(words) = filter {
            BloomFilter::add(words, fresh);
        }
        self.writer.put(bucket, fresh, table.fresh_masks())
    }

    /// Collects the new states of a small bucket in the table.
    fn find_at_once(&mut self, find: &Find<K>, bucket: usize, likely: usize) -> Result<(), GaveUp> {
        let Worker { expander, successors, table, scratch, emitted, .. } = &mut *self.worker;
        let older: usize = find.known.iter().map(|layer| layer.bucket_len(bucket)).sum();
        table.clear(older + likely);
        for layer in &find.known {
            layer.visit(bucket, scratch, |keys, _| {
                table.know(keys);
                Ok(())
            })?;
        }
        find.leaving.visit(bucket, scratch, |keys, masks| {
            table.add(keys, masks);
            Ok(())
        })?;
        self.pass.expand(find.current, bucket, false, (&mut **expander, successors, scratch), &mut |buffer| {
            *emitted += buffer.len();
            table.take(buffer);
            Ok(())
        })
    }

    /// Fills 2^`bits` parts, some of which are in a round, with the successors in a bucket and the known states there.
    fn fill(&mut self, find: &Find<K>, bucket: usize, bits: u32, round: &Range<usize>) -> Result<(), GaveUp> {
        let Worker { expander, successors, parts, known, scratch, emitted, .. } = &mut *self.worker;
        if round.len() < 1 << bits {
            // Room is for the parts of this round.
            parts.clear();
            known.clear();
        }
        // Room is kept for the next bucket.
        parts.resize_with(parts.len().max(1 << bits), Columns::default);
        known.resize_with(parts.len(), Vec::new);
        let parts = &mut parts[..1 << bits];
        parts.iter_mut().for_each(Columns::clear);
        known.iter_mut().for_each(Vec::clear);
        self.pass.expand(
            find.current,
            bucket,
            false,
            (&mut **expander, successors, scratch),
            &mut |buffer| {
                // Each round meets all successors.
                *emitted += if round.start == 0 { buffer.len() } else { 0 };
                buffer.scatter(parts, |key| part_index(key.hash64(), bits));
                parts[..round.start].iter_mut().for_each(Columns::clear);
                parts[round.end..].iter_mut().for_each(Columns::clear);
                Ok(())
            },
        )?;
        // Where all bits tell the bucket, the upper ones are the same in all of it.
        let Partition { mask, split } = self.pass.partition;
        let shift = if mask.is_none() { split.bits } else { 0 };
        let part_of =
            |key: &K| Some(part_index(key.hash64() << shift, bits)).filter(|part| round.contains(part));
        find.leaving.visit(bucket, scratch, |keys, masks| {
            let mut masks = masks.iter().copied();
            for key in keys {
                let mask = masks.next();
                if let Some(part) = part_of(key) {
                    parts[part].add(key.clone(), mask);
                }
            }
            Ok(())
        })?;
        for layer in &find.known {
            layer.visit(bucket, scratch, |keys, _| {
                for key in keys {
                    if let Some(part) = part_of(key) {
                        known[part].push(key.clone());
                    }
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

/// States on their way to a layer, by bucket.
#[derive(Default)]
struct Lists<K> {
    by_bucket: Vec<Columns<K, UsedMoves>>,
    count: usize,
}

impl<K: Key> Lists<K> {
    fn clear(&mut self, buckets: usize) {
        self.by_bucket.resize_with(buckets, Columns::default);
        self.by_bucket.iter_mut().for_each(Columns::clear);
        self.count = 0;
    }

    /// Moves states to the lists of their buckets, of which some are kept, and writes all lists if they have more than `most`
    /// states together.
    fn take(
        &mut self,
        states: &mut Columns<K, UsedMoves>,
        (kept, bucket): (&Range<usize>, impl Fn(&K) -> usize),
        most: usize,
        writer: &mut Writer<K>,
    ) -> Result<(), GaveUp> {
        self.count += states.len();
        states.scatter(&mut self.by_bucket, bucket);
        if kept.len() < self.by_bucket.len() {
            self.by_bucket[..kept.start].iter_mut().for_each(Columns::clear);
            self.by_bucket[kept.end..].iter_mut().for_each(Columns::clear);
            self.count = self.by_bucket[kept.clone()].iter().map(Columns::len).sum();
        }
        self.write_beyond(most, writer)
    }

    /// Writes all lists if they have more than `most` states together. Each keeps room for twice the mean: different ones are
    /// long in turn, and all would keep room for their longest.
    fn write_beyond(&mut self, most: usize, writer: &mut Writer<K>) -> Result<(), GaveUp> {
        if self.count <= most {
            return Ok(());
        }
        let room = 2 * self.count.div_ceil(self.by_bucket.len().max(1));
        self.count = 0;
        for (bucket, list) in self.by_bucket.iter_mut().enumerate() {
            writer.put(bucket, &list.keys, &list.tags)?;
            if list.keys.capacity() > room {
                *list = Columns::default();
            }
            list.clear();
        }
        Ok(())
    }
}
