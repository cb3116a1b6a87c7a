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

use std::ops::ControlFlow;

use crate::bits::Key;
use crate::search::gathering::{Bag, Gathering};
use crate::search::layers::{Layer, part_index};
use crate::search::limits::Limits;
use crate::search::outcome::GaveUp;
use crate::search::side_by_side::{self, Pool};
use crate::search::sieve::Sieve;
use crate::space::{Mark, Reversible, StateSpace};
use crate::sync::atomic::{AtomicUsize, Ordering};
use crate::sync::{Mutex, PoisonError};

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

/// What is wanted of new positions, besides themselves.
pub(super) struct Wishes<'a, S> {
    /// Goals among them.
    pub(super) goal: Option<&'a S>,
    /// A sieve, for states with so many neighbours; asked for with the last batch of a layer.
    pub(super) sieve: Option<usize>,
}

/// A run of states of one part.
pub(super) struct Chunk<'a, K, M> {
    keys: &'a [K],
    marks: &'a [M],
}

impl<'a, K, M> Chunk<'a, K, M> {
    /// A part, cut into chunks of at most `length` states.
    pub(super) fn all(part: &'a Bag<K, M>, length: usize) -> impl Iterator<Item = Self> {
        let keys = part.keys.chunks(length);
        keys.enumerate()
            .map(move |(index, keys)| Self { keys, marks: &part.marks[index * length..][..keys.len()] })
    }
}

/// What all threads scattered into one part.
type Streams<'a, K, M> = Mutex<Vec<&'a mut Bag<K, M>>>;

/// Threads with their working storage, kept from layer to layer.
pub(super) struct Crew<S: StateSpace, M> {
    pool: Option<Pool>,
    workers: Vec<Worker<S, M>>,
    sieve: Vec<Box<[u64]>>,
}

struct Worker<S: StateSpace, M> {
    scratch: S::Scratch,
    /// Successors, by part, and how many there were in this layer.
    successors: Vec<Bag<S::State, M>>,
    emitted: usize,
    gathering: Gathering<S::State, M>,
    goal: Option<S::State>,
}

impl<S: Reversible, M: Mark> Crew<S, M> {
    /// A crew of `threads`.
    pub(super) fn new(space: &S, threads: usize) -> Self {
        let worker = || Worker {
            scratch: space.scratch(),
            successors: Vec::new(),
            emitted: 0,
            gathering: Gathering::default(),
            goal: None,
        };
        let pool = side_by_side::pool(threads);
        Self { pool, workers: (0..threads.max(1)).map(|_| worker()).collect(), sieve: Vec::new() }
    }

    /// Bytes held, where each key has `heap` bytes of its own.
    pub(super) fn bytes(&self, heap: usize) -> usize {
        self.workers.iter().map(|worker| worker.bytes(heap)).sum()
    }

    /// How many successors were scattered since this was last asked.
    pub(super) fn take_emitted(&mut self) -> usize {
        self.workers.iter_mut().map(|worker| std::mem::take(&mut worker.emitted)).sum()
    }

    /// Whether anything was scattered since [`Crew::take_emitted`].
    pub(super) fn has_emitted(&self) -> bool {
        self.workers.iter().any(|worker| worker.emitted > 0)
    }

    /// The least goal key absorbed since this was last asked.
    pub(super) fn take_goal(&mut self) -> Option<S::State> {
        self.workers.iter_mut().filter_map(|worker| worker.goal.take()).min()
    }

    /// Expands chunks, counting them in `taken`, until none is left or the batch is full.
    pub(super) fn scatter(
        &mut self,
        space: &S,
        chunks: &[Chunk<S::State, M>],
        taken: &AtomicUsize,
        batch: Batch,
        limits: &Limits,
    ) -> Result<(), GaveUp> {
        let Batch { most, stride, bits, expected } = batch;
        let chunks_at_once = 2 * stride * self.workers.len();
        let share = expected.min(most >> bits) / self.workers.len();
        let scattered = AtomicUsize::new(0);
        let ended: Mutex<Option<GaveUp>> = Mutex::new(None);
        side_by_side::each(self.pool.as_ref(), &mut self.workers, &|worker| {
            worker.successors.resize_with(1 << bits, Bag::empty);
            let Worker { scratch, successors, .. } = worker;
            for bag in successors.iter_mut() {
                bag.reserve(share);
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
                let mut next_look = emitted + stride;
                space.expand_marked(chunk.keys, chunk.marks, scratch, |successor, mark| {
                    emitted += 1;
                    successors[part_index(successor.hash64(), bits)].push(successor, mark);
                    if emitted < next_look {
                        return ControlFlow::Continue(());
                    }
                    next_look = emitted + stride;
                    count(emitted).map_continue(|_| ())
                });
            }
            worker.emitted += emitted;
        });
        match ended.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(reason) => Err(reason),
            None => Ok(()),
        }
    }

    /// Adds to `next`, part by part, the scattered successors that are new. The `known` layers, split as `next` is,
    /// hold what can be met again.
    pub(super) fn absorb(
        &mut self,
        known: &[&Layer<S::State, M>],
        next: &mut Layer<S::State, M>,
        wishes: &Wishes<S>,
        limits: &Limits,
    ) -> Result<(), GaveUp> {
        // Each part is taken by one thread only: no lock is waited for.
        let mut streams: Vec<Streams<S::State, M>> = next.parts().iter().map(|_| Mutex::default()).collect();
        let mut buffers: Vec<Vec<Bag<S::State, M>>> =
            self.workers.iter_mut().map(|worker| std::mem::take(&mut worker.successors)).collect();
        for buffer in &mut buffers {
            for (stream, bag) in streams.iter_mut().zip(buffer) {
                stream.get_mut().unwrap_or_else(PoisonError::into_inner).push(bag);
            }
        }
        let grown: Vec<Mutex<&mut Bag<S::State, M>>> = next.parts_mut().iter_mut().map(Mutex::new).collect();
        let sieves: Vec<Mutex<Box<[u64]>>> = grown.iter().map(|_| Mutex::default()).collect();
        let taken = AtomicUsize::new(0);
        // A part left out by a limit is a layer not finished.
        let ended = Mutex::new(Ok(()));
        side_by_side::each(self.pool.as_ref(), &mut self.workers, &|worker| {
            loop {
                if let Err(reason) = limits.check() {
                    *ended.lock().unwrap_or_else(PoisonError::into_inner) = Err(reason);
                    break;
                }
                let part = taken.fetch_add(1, Ordering::Relaxed);
                let (Some(grown), Some(stream)) = (grown.get(part), streams.get(part)) else { break };
                let mut grown = grown.lock().unwrap_or_else(PoisonError::into_inner);
                let mut stream = stream.lock().unwrap_or_else(PoisonError::into_inner);
                let known = known.iter().map(|layer| layer.parts()[part].keys.as_slice());
                worker.find_new(known, &mut grown, &mut stream);
                if let Some(space) = wishes.goal {
                    worker.look_for_goal(space);
                }
                if let (Some(neighbours), Some(sieve)) = (wishes.sieve, sieves.get(part)) {
                    *sieve.lock().unwrap_or_else(PoisonError::into_inner) =
                        Sieve::part(worker.gathering.fresh(), neighbours);
                }
                worker.gathering.give(&mut grown);
            }
        });
        drop(streams);
        for (worker, buffer) in self.workers.iter_mut().zip(buffers) {
            worker.successors = buffer;
        }
        let parts = sieves.into_iter().map(|part| part.into_inner().unwrap_or_else(PoisonError::into_inner));
        self.sieve = parts.collect();
        ended.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// The sieve of the layer that the last batch finished.
    pub(super) fn take_sieve(&mut self) -> Sieve {
        Sieve::of(std::mem::take(&mut self.sieve))
    }

    /// Works through `items`, each taken by one thread, until all are done or one ends with an error. What came of
    /// each thread's share is handed over in no certain order.
    pub(super) fn share<I: Sync, T: Default + Send>(
        &mut self,
        items: &[I],
        work: impl Fn(&I, &mut S::Scratch, &mut T) -> Result<(), GaveUp> + Sync,
    ) -> Result<Vec<T>, GaveUp> {
        let taken = AtomicUsize::new(0);
        let shares = Mutex::new(Ok(Vec::new()));
        side_by_side::each(self.pool.as_ref(), &mut self.workers, &|worker| {
            let mut share = T::default();
            let mut done = Ok(());
            while done.is_ok()
                && let Some(item) = items.get(taken.fetch_add(1, Ordering::Relaxed))
            {
                done = work(item, &mut worker.scratch, &mut share);
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

impl<S: StateSpace, M: Mark> Worker<S, M> {
    fn bytes(&self, heap: usize) -> usize {
        let successors: usize = self.successors.iter().map(|bag| bag.bytes(heap)).sum();
        successors + self.gathering.bytes(heap)
    }

    /// Gathers what earlier batches found and the successors of `streams` that are in none of the `known` lists;
    /// empties `grown` and the streams.
    fn find_new<'a>(
        &mut self,
        known: impl Iterator<Item = &'a [S::State]> + Clone,
        grown: &mut Bag<S::State, M>,
        streams: &mut [&mut Bag<S::State, M>],
    ) where
        S::State: 'a,
    {
        let gathering = &mut self.gathering;
        let older: usize = known.clone().map(<[S::State]>::len).sum();
        let successors: usize = streams.iter().map(|stream| stream.len()).sum();
        gathering.clear(older + grown.len() + successors * 2 / 3);
        known.for_each(|keys| gathering.know(keys));
        gathering.take(grown);
        for stream in streams {
            gathering.take(stream);
        }
    }

    fn look_for_goal(&mut self, space: &S) {
        let fresh = self.gathering.fresh().iter();
        let met = fresh.filter(|key| space.is_goal(key, &mut self.scratch)).min();
        self.goal = self.goal.take().into_iter().chain(met.cloned()).min();
    }
}
