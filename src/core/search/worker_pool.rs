//! The threads of a wide layer: they scatter successors into parts by hash, and then deduplicate part by part.
//!
//! ```text
//!  scatter   thread 0:  chunk, chunk, …  ─▶  its buffers  [part 0][part 1][part 2]…
//!            thread 1:  chunk, chunk, …  ─▶  its buffers  [part 0][part 1][part 2]…
//!  absorb    one thread a part:  table ← older layers that can be met again, layer d+1 so far, all threads'
//!            buffers of the part; the new positions join layer d+1
//! ```
//!
//! Chunks and parts are taken one by one from a counter, so that no thread waits for another one.

use std::ops::ControlFlow;

use crate::bits::Key;
use crate::search::bloom::BloomFilter;
use crate::search::layers::{Chunk, Layer};
use crate::search::limits::Limits;
use crate::search::outcome::GaveUp;
use crate::search::parallel::{self, Pool};
use crate::search::visited::VisitedTable;
use crate::space::{Columns, Expander, Sink, Space, UsedMoves};
use crate::sync::Mutex;
use crate::sync::atomic::{AtomicUsize, Ordering};

#[derive(Clone, Copy)]
pub(super) struct Batch {
    /// Number of successors after which no further chunk is taken.
    pub(super) most: usize,
    /// Successors of one state between two checks of the limits.
    pub(super) stride: usize,
    /// Binary logarithm of the number of parts.
    pub(super) bits: u32,
    /// Expected number of successors of a part.
    pub(super) expected: usize,
}

/// Options that say how new positions are found, and what is done with them.
pub(super) struct AbsorbOptions<'a, K> {
    /// Layers whose states can be met again, split as the next one is.
    pub(super) known: &'a [&'a Layer<K>],
    /// True to look for goals among the new positions.
    pub(super) goal: bool,
    /// Number of neighbours of a state, to build a filter with the last batch of a layer.
    pub(super) filter: Option<usize>,
}

/// A growing part of a layer. Each is taken by one thread, so its lock is not contended.
struct Part<'a, K> {
    /// Positions so far.
    grown: &'a mut Columns<K, UsedMoves>,
    /// Successors to be added, of each thread.
    streams: Vec<&'a mut Columns<K, UsedMoves>>,
    filter: Box<[u64]>,
}

/// Threads with their working storage, kept from layer to layer.
pub(super) struct WorkerPool<'a, K: Key> {
    pool: Option<Pool>,
    workers: Vec<Worker<'a, K>>,
    keeps_used_moves: bool,
    filter: Vec<Box<[u64]>>,
}

struct Worker<'a, K: Key> {
    expander: Box<dyn Expander<K> + 'a>,
    /// Successors, by part, and how many there were in this layer.
    successors: Vec<Columns<K, UsedMoves>>,
    emitted: usize,
    table: VisitedTable<K>,
    goal: Option<K>,
}

impl<'a, K: Key> WorkerPool<'a, K> {
    pub(super) fn new(space: &'a dyn Space<K>, threads: usize) -> Self {
        let keeps_used_moves = space.neighbours().keeps_used_moves();
        let worker = || Worker {
            expander: space.expander(),
            successors: Vec::new(),
            emitted: 0,
            table: VisitedTable::new(keeps_used_moves),
            goal: None,
        };
        let pool = parallel::pool(threads);
        let workers = (0..threads.max(1)).map(|_| worker()).collect();
        Self { pool, workers, keeps_used_moves, filter: Vec::new() }
    }

    /// Bytes held, where each key has `heap` bytes of its own.
    pub(super) fn bytes(&self, heap: usize) -> usize {
        self.workers.iter().map(|worker| worker.bytes(heap)).sum()
    }

    pub(super) fn take_emitted(&mut self) -> usize {
        self.workers.iter_mut().map(|worker| std::mem::take(&mut worker.emitted)).sum()
    }

    /// True if anything was scattered since [`WorkerPool::take_emitted`].
    pub(super) fn has_emitted(&self) -> bool {
        self.workers.iter().any(|worker| worker.emitted > 0)
    }

    /// The least goal key absorbed since the last call.
    pub(super) fn take_goal(&mut self) -> Option<K> {
        self.workers.iter_mut().filter_map(|worker| worker.goal.take()).min()
    }

    /// Expands chunks, counting them in `taken`, until none is left or the batch is full.
    pub(super) fn scatter(
        &mut self,
        chunks: &[Chunk<K>],
        taken: &AtomicUsize,
        batch: Batch,
        limits: &Limits,
    ) -> Result<(), GaveUp> {
        let Batch { most, stride, bits, expected } = batch;
        let keeps_used_moves = self.keeps_used_moves;
        let chunks_at_once = 2 * stride * self.workers.len();
        let share = expected.min(most >> bits) / self.workers.len();
        let scattered = AtomicUsize::new(0);
        parallel::try_each(self.pool.as_ref(), &mut self.workers, &|worker| {
            worker.successors.resize_with(1 << bits, Columns::new);
            let Worker { expander, successors, .. } = worker;
            for part in successors.iter_mut() {
                part.reserve(share, keeps_used_moves);
            }
            let (mut emitted, mut counted, mut ended) = (0, 0, Ok(()));
            let mut count = |emitted: usize| {
                let all = scattered.fetch_add(emitted - counted, Ordering::Relaxed) + emitted - counted;
                counted = emitted;
                // One state may have more successors than a batch, but not more than any batch could hold.
                let full = if all > 4 * most + chunks_at_once { Err(GaveUp::Memory) } else { Ok(()) };
                ended = limits.check().and(full);
                if ended.is_ok() { ControlFlow::Continue(all) } else { ControlFlow::Break(()) }
            };
            while let ControlFlow::Continue(all) = count(emitted)
                && all < most
                && let Some(chunk) = chunks.get(taken.fetch_add(1, Ordering::Relaxed))
            {
                let mut look = |_: &mut [Columns<K, UsedMoves>], pushed: usize| {
                    emitted += pushed;
                    count(emitted).map_continue(|_| ())
                };
                let mut sink = Sink::new(successors, keeps_used_moves, stride, &mut look);
                expander.expand(chunk.keys, chunk.masks, &mut sink);
                let _ = sink.flush();
            }
            worker.emitted += emitted;
            ended
        })
    }

    /// Adds to `next`, part by part, the scattered successors that are new.
    pub(super) fn absorb(
        &mut self,
        next: &mut Layer<K>,
        options: &AbsorbOptions<K>,
        limits: &Limits,
    ) -> Result<(), GaveUp> {
        let mut buffers: Vec<Vec<Columns<K, UsedMoves>>> =
            self.workers.iter_mut().map(|worker| std::mem::take(&mut worker.successors)).collect();
        let part = |grown| Part { grown, streams: Vec::new(), filter: Box::default() };
        let mut parts: Vec<Part<K>> = next.parts.iter_mut().map(part).collect();
        for buffer in &mut buffers {
            for (part, stream) in parts.iter_mut().zip(buffer) {
                part.streams.push(stream);
            }
        }
        let parts: Vec<Mutex<Part<K>>> = parts.into_iter().map(Mutex::new).collect();
        let taken = AtomicUsize::new(0);
        // A part left out by a limit is a layer not finished.
        let done = parallel::try_each(self.pool.as_ref(), &mut self.workers, &|worker| {
            for number in parallel::untaken(&taken, parts.len()) {
                limits.check()?;
                let Part { grown, streams, filter } = &mut *parts[number].lock();
                worker.find_new(number, options, grown, streams);
                if options.goal {
                    worker.look_for_goal();
                }
                if let Some(neighbours) = options.filter {
                    *filter = BloomFilter::part(worker.table.fresh(), neighbours);
                }
                worker.table.give(grown);
            }
            Ok(())
        });
        self.filter = parts.into_iter().map(|part| part.into_inner().filter).collect();
        for (worker, buffer) in self.workers.iter_mut().zip(buffers) {
            worker.successors = buffer;
        }
        done
    }

    pub(super) fn take_filter(&mut self) -> BloomFilter {
        BloomFilter::Held(std::mem::take(&mut self.filter))
    }

    /// Applies `work` to the numbers below `things` in parallel, until an error. The partial results of the threads come in
    /// no particular order.
    pub(super) fn work_through<T: Default + Send>(
        &mut self,
        things: usize,
        work: impl Fn(usize, &mut dyn Expander<K>, &mut T) -> Result<(), GaveUp> + Sync,
    ) -> Result<Vec<T>, GaveUp> {
        let taken = AtomicUsize::new(0);
        let results = Mutex::new(Vec::new());
        parallel::try_each(self.pool.as_ref(), &mut self.workers, &|worker| {
            let mut result = T::default();
            for thing in parallel::untaken(&taken, things) {
                work(thing, &mut *worker.expander, &mut result)?;
            }
            results.lock().push(result);
            Ok(())
        })?;
        Ok(results.into_inner())
    }
}

impl<K: Key> Worker<'_, K> {
    fn bytes(&self, heap: usize) -> usize {
        let successors: usize = self.successors.iter().map(|part| part.bytes(heap)).sum();
        successors + self.table.bytes(heap)
    }

    /// Collects what earlier batches found and the successors of `streams` that are in no known layer; empties `grown` and
    /// the streams.
    fn find_new(
        &mut self,
        part: usize,
        options: &AbsorbOptions<K>,
        grown: &mut Columns<K, UsedMoves>,
        streams: &mut [&mut Columns<K, UsedMoves>],
    ) {
        let known = || options.known.iter().map(|layer| &layer.parts[part].keys);
        let older: usize = known().map(Vec::len).sum();
        let successors: usize = streams.iter().map(|stream| stream.len()).sum();
        self.table.clear(older + grown.len() + successors * 2 / 3);
        known().for_each(|keys| self.table.know(keys));
        self.table.take(grown);
        for stream in streams {
            self.table.take(stream);
        }
    }

    fn look_for_goal(&mut self) {
        let (fresh, mut places) = (self.table.fresh(), Vec::new());
        self.expander.goals(fresh, &mut places);
        let least = places.iter().map(|&place| &fresh[place]).min();
        self.goal = self.goal.take().into_iter().chain(least.cloned()).min();
    }
}
