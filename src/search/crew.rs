//! The threads of a wide layer: they scatter successors into parts by hash, and then work through the parts.
//!
//! ```text
//!  scatter   thread 0:  chunk, chunk, …  ─▶  its buffers  [part 0][part 1][part 2]…
//!            thread 1:  chunk, chunk, …  ─▶  its buffers  [part 0][part 1][part 2]…
//!  absorb    one thread a part:  table ← layer d−1, layer d, layer d+1 so far;  all threads' buffers of the
//!            part go through the table, and what is new joins layer d+1
//! ```
//!
//! Chunks and parts are taken one by one from a counter, so that no thread waits for another one's share.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use rayon::iter::{IntoParallelRefMutIterator, ParallelIterator};
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::bits::Key;
use crate::search::layers::{Layer, part_index};
use crate::search::limits::Limits;
use crate::search::outcome::GaveUp;
use crate::search::table::KeySet;
use crate::space::StateSpace;

/// How much is scattered at once.
#[derive(Clone, Copy)]
pub(super) struct Batch {
    /// Successors after which no further chunk is taken.
    pub(super) most: usize,
    /// Successors of one state between two looks at the limits.
    pub(super) stride: usize,
    /// Binary logarithm of the number of parts.
    pub(super) bits: u32,
}

/// Threads with their working storage, kept from layer to layer.
pub(super) struct Crew<S: StateSpace> {
    pool: Option<ThreadPool>,
    workers: Vec<Worker<S>>,
}

struct Worker<S: StateSpace> {
    scratch: S::Scratch,
    /// Successors, by part, and how many there were in this layer.
    successors: Vec<Vec<S::State>>,
    emitted: usize,
    table: KeySet<S::State>,
    /// New keys of one part, before they get a place of just their size.
    fresh: Vec<S::State>,
    goal: Option<S::State>,
}

impl<S: StateSpace> Crew<S> {
    /// A crew of `threads`.
    pub(super) fn new(space: &S, threads: usize) -> Self {
        let worker = || Worker {
            scratch: space.scratch(),
            successors: Vec::new(),
            emitted: 0,
            table: KeySet::with_room(0),
            fresh: Vec::new(),
            goal: None,
        };
        // Without a pool the calling thread does the work of all: slower, but right.
        let pool =
            if threads > 1 { ThreadPoolBuilder::new().num_threads(threads).build().ok() } else { None };
        Self { pool, workers: (0..threads.max(1)).map(|_| worker()).collect() }
    }

    /// Bytes held, where each key has `heap` bytes of its own.
    pub(super) fn bytes(&self, heap: usize) -> usize {
        self.workers.iter().map(|worker| worker.bytes(heap)).sum()
    }

    /// How many successors were scattered since this was last asked.
    pub(super) fn take_emitted(&mut self) -> usize {
        self.workers.iter_mut().map(|worker| std::mem::take(&mut worker.emitted)).sum()
    }

    /// The least goal key absorbed since this was last asked.
    pub(super) fn take_goal(&mut self) -> Option<S::State> {
        self.workers.iter_mut().filter_map(|worker| worker.goal.take()).min()
    }

    /// Expands chunks, counting them in `taken`, until none is left or the batch is full.
    pub(super) fn scatter(
        &mut self,
        space: &S,
        chunks: &[&[S::State]],
        taken: &AtomicUsize,
        batch: Batch,
        limits: &Limits,
    ) -> Result<(), GaveUp> {
        let Batch { most, stride, bits } = batch;
        let scattered = AtomicUsize::new(0);
        let ended: Mutex<Option<GaveUp>> = Mutex::new(None);
        self.each(|worker| {
            worker.successors.resize_with(1 << bits, Vec::new);
            let Worker { scratch, successors, .. } = worker;
            let mut emitted = 0;
            let mut counted = 0;
            let mut count = |emitted: usize| {
                let all = scattered.fetch_add(emitted - counted, Ordering::Relaxed) + emitted - counted;
                counted = emitted;
                // One state may have more successors than a batch; what no batch could hold is out of memory.
                let full = if all > 4 * most { Err(GaveUp::Memory) } else { Ok(()) };
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
                for state in *chunk {
                    let mut next_look = emitted + stride;
                    space.expand_while(state, scratch, |successor, _| {
                        emitted += 1;
                        successors[part_index(successor.hash64(), bits)].push(successor);
                        if emitted < next_look {
                            return ControlFlow::Continue(());
                        }
                        next_look = emitted + stride;
                        count(emitted).map_continue(|_| ())
                    });
                }
            }
            worker.emitted += emitted;
        });
        match ended.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(reason) => Err(reason),
            None => Ok(()),
        }
    }

    /// Adds to `next`, part by part, the scattered successors that are new; with `look`, notes goals among them.
    pub(super) fn absorb(
        &mut self,
        space: &S,
        previous: &Layer<S::State>,
        current: &Layer<S::State>,
        next: &mut Layer<S::State>,
        look: bool,
        limits: &Limits,
    ) -> Result<(), GaveUp> {
        let mut buffers: Vec<Vec<Vec<S::State>>> =
            self.workers.iter_mut().map(|worker| std::mem::take(&mut worker.successors)).collect();
        let grown: Vec<Mutex<&mut Vec<S::State>>> = next.parts_mut().iter_mut().map(Mutex::new).collect();
        let taken = AtomicUsize::new(0);
        self.each(|worker| {
            while limits.check().is_ok() {
                let part = taken.fetch_add(1, Ordering::Relaxed);
                let Some(grown) = grown.get(part) else { break };
                // Each part is taken by one thread only: the lock is never waited for.
                let mut grown = grown.lock().unwrap_or_else(PoisonError::into_inner);
                let known = [previous.parts()[part].as_slice(), &current.parts()[part], &grown];
                worker.find_new(known, buffers.iter().map(|buffer| buffer[part].as_slice()));
                if look {
                    worker.look_for_goal(space);
                }
                grown.reserve_exact(worker.fresh.len());
                grown.extend_from_slice(&worker.fresh);
            }
        });
        for (worker, mut buffer) in self.workers.iter_mut().zip(buffers.drain(..)) {
            buffer.iter_mut().for_each(Vec::clear);
            worker.successors = buffer;
        }
        // A part left out by a limit is a layer not finished.
        limits.check()
    }

    /// Runs `work` on every worker: side by side where there is a pool, else one after the other.
    fn each(&mut self, work: impl Fn(&mut Worker<S>) + Sync) {
        match &self.pool {
            Some(pool) => pool.install(|| self.workers.par_iter_mut().for_each(&work)),
            None => self.workers.iter_mut().for_each(work),
        }
    }
}

impl<S: StateSpace> Worker<S> {
    fn bytes(&self, heap: usize) -> usize {
        let held: usize = self.successors.iter().map(Vec::capacity).sum();
        let filled: usize = if heap == 0 { 0 } else { self.successors.iter().map(Vec::len).sum() };
        held * size_of::<S::State>() + filled * heap + self.table.bytes(heap)
    }

    /// Leaves in `fresh` the keys of `successors` that are in none of the lists of `known`, each once.
    fn find_new<'a>(&mut self, known: [&[S::State]; 3], successors: impl Iterator<Item = &'a [S::State]>)
    where
        S::State: 'a,
    {
        let [old, recent, grown] = known.map(<[S::State]>::len);
        self.table.clear(old + recent + recent.max(grown));
        for key in known.into_iter().flatten() {
            self.table.insert(key, key.hash64());
        }
        self.fresh.clear();
        for key in successors.flatten() {
            if self.table.insert(key, key.hash64()) {
                self.fresh.push(key.clone());
            }
        }
    }

    fn look_for_goal(&mut self, space: &S) {
        let met = self.fresh.iter().filter(|key| space.is_goal(key, &mut self.scratch)).min();
        self.goal = self.goal.take().into_iter().chain(met.cloned()).min();
    }
}
