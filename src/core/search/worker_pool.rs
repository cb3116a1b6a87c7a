//! The threads of a wide layer: they scatter successors into parts by hash, and then work through the parts.
//!
//! ```text
//!  scatter   thread 0:  chunk, chunk, …  ─▶  its buffers  [part 0][part 1][part 2]…
//!            thread 1:  chunk, chunk, …  ─▶  its buffers  [part 0][part 1][part 2]…
//!  absorb    one thread a part:  table ← older layers where they can be met again, layer d+1 so far;  all
//!            threads' buffers of the part go through the table, and what is new joins layer d+1
//! ```
//!
//! Chunks and parts are taken one by one from a counter, so that no thread waits for another one's share.

mod chunk;

use std::ops::ControlFlow;

use crate::bits::Key;
use crate::search::bloom::BloomFilter;
use crate::search::layers::Layer;
use crate::search::limits::Limits;
use crate::search::outcome::GaveUp;
use crate::search::parallel::{self, Pool};
use crate::search::visited::VisitedTable;
pub(super) use crate::search::worker_pool::chunk::Chunk;
use crate::space::{Columns, Expander, Sink, Space, UsedMoves};
use crate::sync::atomic::{AtomicUsize, Ordering};
use crate::sync::{Mutex, MutexGuard, PoisonError};

/// How much is scattered at once.
#[derive(Clone, Copy)]
pub(super) struct Batch {
    /// Successors after which no further chunk is taken.
    pub(super) most: usize,
    /// Successors of one state between two looks at the limits.
    pub(super) stride: usize,
    /// Binary logarithm of the number of parts.
    pub(super) bits: u32,
    /// Successors that a part is likely to get.
    pub(super) expected: usize,
}

/// New positions: where else they may be known, and results to compute of them besides themselves.
pub(super) struct AbsorbOptions<'a, K> {
    /// Layers that hold what can be met again, split as the next one is.
    pub(super) known: &'a [&'a Layer<K>],
    /// Goals among them.
    pub(super) goal: bool,
    /// A filter, for states with so many neighbours; asked for with the last batch of a layer.
    pub(super) filter: Option<usize>,
}

/// Successors that all threads scattered into one part.
type Streams<'a, K> = Mutex<Vec<&'a mut Columns<K, UsedMoves>>>;

/// The parts of a layer that is being made. Each is taken by one thread, so no lock is waited for.
struct Parts<'a, K> {
    /// Positions so far.
    grown: Vec<Mutex<&'a mut Columns<K, UsedMoves>>>,
    /// Successors to be added.
    streams: Vec<Streams<'a, K>>,
    taken: AtomicUsize,
    limits: &'a Limits,
}

/// A part that a thread has taken: its number, positions so far, successors to be added.
type Part<'p, 'a, K> = (
    usize,
    MutexGuard<'p, &'a mut Columns<K, UsedMoves>>,
    MutexGuard<'p, Vec<&'a mut Columns<K, UsedMoves>>>,
);

/// The work of a thread on the parts that it takes.
type OnParts<'w, 'a, K> = dyn Fn(&mut Worker<'a, K>, &Parts<K>) -> Result<(), GaveUp> + Sync + 'w;

impl<'a, K> Parts<'a, K> {
    /// The next part, if there is one.
    fn take(&self) -> Result<Option<Part<'_, 'a, K>>, GaveUp> {
        self.limits.check()?;
        let number = self.taken.fetch_add(1, Ordering::Relaxed);
        let (Some(grown), Some(stream)) = (self.grown.get(number), self.streams.get(number)) else {
            return Ok(None);
        };
        let grown = grown.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(Some((number, grown, stream.lock().unwrap_or_else(PoisonError::into_inner))))
    }
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
    /// A workers of `threads`.
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

    /// How many successors were scattered since this was last asked.
    pub(super) fn take_emitted(&mut self) -> usize {
        self.workers.iter_mut().map(|worker| std::mem::take(&mut worker.emitted)).sum()
    }

    /// True if anything was scattered since [`WorkerPool::take_emitted`].
    pub(super) fn has_emitted(&self) -> bool {
        self.workers.iter().any(|worker| worker.emitted > 0)
    }

    /// The least goal key absorbed since this was last asked.
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
        let ended: Mutex<Option<GaveUp>> = Mutex::new(None);
        parallel::each(self.pool.as_ref(), &mut self.workers, &|worker| {
            worker.successors.resize_with(1 << bits, Columns::new);
            let Worker { expander, successors, .. } = worker;
            for part in successors.iter_mut() {
                part.reserve(share, keeps_used_moves);
            }
            let mut emitted = 0;
            let mut counted = 0;
            let mut count = |emitted: usize| {
                let all = scattered.fetch_add(emitted - counted, Ordering::Relaxed) + emitted - counted;
                counted = emitted;
                // One state may have more successors than a batch; what no batch could hold is out of memory.
                let full = if all > 4 * most + chunks_at_once { Err(GaveUp::Memory) } else { Ok(()) };
                match limits.check().and(full) {
                    Ok(()) => ControlFlow::Continue(all),
                    Err(reason) => {
                        *ended.lock().unwrap_or_else(PoisonError::into_inner) = Some(reason);
                        ControlFlow::Break(())
                    }
                }
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
        });
        match ended.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(reason) => Err(reason),
            None => Ok(()),
        }
    }

    /// Adds to `next`, part by part, the scattered successors that are new.
    pub(super) fn absorb(
        &mut self,
        next: &mut Layer<K>,
        options: &AbsorbOptions<K>,
        limits: &Limits,
    ) -> Result<(), GaveUp> {
        let filters: Vec<Mutex<Box<[u64]>>> = next.parts().iter().map(|_| Mutex::default()).collect();
        let done = self.for_each_part(next, limits, &|worker, parts| {
            while let Some((part, mut grown, mut stream)) = parts.take()? {
                worker.find_new(part, options, &mut grown, &mut stream);
                if options.goal {
                    worker.look_for_goal();
                }
                if let (Some(neighbours), Some(filter)) = (options.filter, filters.get(part)) {
                    *filter.lock().unwrap_or_else(PoisonError::into_inner) =
                        BloomFilter::part(worker.table.fresh(), neighbours);
                }
                worker.table.give(&mut grown);
            }
            Ok(())
        });
        let parts = filters.into_iter().map(|part| part.into_inner().unwrap_or_else(PoisonError::into_inner));
        self.filter = parts.collect();
        done
    }

    /// Lets all threads work through the parts of `next` and the successors scattered into them.
    fn for_each_part(
        &mut self,
        next: &mut Layer<K>,
        limits: &Limits,
        work: &OnParts<'_, 'a, K>,
    ) -> Result<(), GaveUp> {
        let mut streams: Vec<Streams<K>> = next.parts().iter().map(|_| Mutex::default()).collect();
        let mut buffers: Vec<Vec<Columns<K, UsedMoves>>> =
            self.workers.iter_mut().map(|worker| std::mem::take(&mut worker.successors)).collect();
        for buffer in &mut buffers {
            for (stream, part) in streams.iter_mut().zip(buffer) {
                stream.get_mut().unwrap_or_else(PoisonError::into_inner).push(part);
            }
        }
        let grown = next.parts_mut().iter_mut().map(Mutex::new).collect();
        let parts = Parts { grown, streams, taken: AtomicUsize::new(0), limits };
        // A part left out by a limit is a layer not finished.
        let ended = Mutex::new(Ok(()));
        parallel::each(self.pool.as_ref(), &mut self.workers, &|worker| {
            if let Err(reason) = work(worker, &parts) {
                *ended.lock().unwrap_or_else(PoisonError::into_inner) = Err(reason);
            }
        });
        drop(parts);
        for (worker, buffer) in self.workers.iter_mut().zip(buffers) {
            worker.successors = buffer;
        }
        ended.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// The filter of the layer that the last batch finished.
    pub(super) fn take_filter(&mut self) -> BloomFilter {
        BloomFilter::Held(std::mem::take(&mut self.filter))
    }

    /// Works through a number of things, each taken by one thread, until all are done or one ends with an error. The partial
    /// results of the threads come in no certain order.
    pub(super) fn share<T: Default + Send>(
        &mut self,
        things: usize,
        work: impl Fn(usize, &mut dyn Expander<K>, &mut T) -> Result<(), GaveUp> + Sync,
    ) -> Result<Vec<T>, GaveUp> {
        let taken = AtomicUsize::new(0);
        let shares = Mutex::new(Ok(Vec::new()));
        parallel::each(self.pool.as_ref(), &mut self.workers, &|worker| {
            let mut share = T::default();
            let mut done = Ok(());
            while done.is_ok()
                && let Some(thing) = Some(taken.fetch_add(1, Ordering::Relaxed)).filter(|&next| next < things)
            {
                done = work(thing, &mut *worker.expander, &mut share);
            }
            let mut shares = shares.lock().unwrap_or_else(PoisonError::into_inner);
            match (&mut *shares, done) {
                (Ok(shares), Ok(())) => shares.push(share),
                (_, Ok(())) => {}
                (shares, Err(reason)) => *shares = Err(reason),
            }
        });
        shares.into_inner().unwrap_or_else(PoisonError::into_inner)
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
        let known = || options.known.iter().map(|layer| &layer.parts()[part].keys);
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
