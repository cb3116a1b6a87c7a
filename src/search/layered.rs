//! Breadth-first search, frontier by frontier, in spaces whose moves can be undone.
//!
//! A successor of layer *d* lies in layer *d−1*, *d* or *d+1*, so a new position is one that neither of the two
//! last layers holds, nor the one that grows: older layers are never looked at again (they are kept only for the
//! walk back). Two ways to find duplicates, chosen layer by layer by its size:
//!
//! * **narrow**: one thread, one small table that outlives the layer; hundreds of layers of a few hundred
//!   positions pay for nothing else;
//! * **wide**: threads expand chunks of the layer and scatter successors into parts by hash; then each part is
//!   deduplicated on its own in a table that fits the cache. No lock and no allocation per successor.
//!
//! (Delayed duplicate detection over hash partitions goes back to Korf's and to Stern and Dill's work on large
//! breadth-first searches; two layers for undirected graphs to Munagala and Ranade, 1999.)

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use rayon::iter::{IntoParallelRefMutIterator, ParallelIterator};
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::bits::Key;
use crate::search::layers::{Layer, part_index};
use crate::search::limits::Limits;
use crate::search::outcome::{Answer, Cost, GaveUp, Outcome};
use crate::search::table::KeySet;
use crate::search::trace;
use crate::space::{Reversible, StateSpace};

/// From this layer size on the wide way is the faster one.
const WIDE: usize = 8 << 10;
/// States expanded between two looks at the clock.
const CHUNK: usize = 1 << 10;
/// The narrow way's table is rebuilt from the last two layers when it holds more keys than this.
const NARROW_TABLE: usize = 1 << 17;

/// A breadth-first search under way.
pub struct Layered<'a, S: StateSpace> {
    space: &'a S,
    limits: &'a Limits,
    began: Instant,
    layers: Vec<Layer<S::State>>,
    positions: u64,
    /// Bytes of all layers but the last two, which change form.
    settled: usize,
    peak: usize,
    seen: KeySet<S::State>,
    pool: Option<ThreadPool>,
    workers: Vec<Worker<S>>,
}

/// What one thread keeps from layer to layer.
struct Worker<S: StateSpace> {
    scratch: S::Scratch,
    /// Successors, by part.
    successors: Vec<Vec<S::State>>,
    table: KeySet<S::State>,
    /// New keys of one part, before they get a place of just their size.
    fresh: Vec<S::State>,
    goal: Option<S::State>,
}

/// The shortest solution, or the proof that there is none.
pub fn solve<S: Reversible>(space: &S, limits: &Limits) -> Outcome<S::Move> {
    let mut search = Layered::new(space, limits);
    let answer = match search.run_to_goal() {
        Ok(Some(goal)) => Answer::Solved(trace::walk_back(space, search.layers(), goal)),
        Ok(None) => Answer::Unsolvable,
        Err(reason) => Answer::GaveUp(reason),
    };
    Outcome { answer, cost: search.cost() }
}

/// The sizes of all layers of the whole space, goals not looked at.
pub fn layer_sizes<S: Reversible>(space: &S, limits: &Limits) -> Result<Vec<usize>, GaveUp> {
    let mut search = Layered::new(space, limits);
    while !search.layers[search.layers.len() - 1].is_empty() {
        search.advance(false)?;
    }
    Ok(search.layers().iter().map(Layer::len).collect())
}

impl<'a, S: Reversible> Layered<'a, S> {
    /// A search that has seen nothing but the start.
    pub fn new(space: &'a S, limits: &'a Limits) -> Self {
        let start = space.start();
        let mut seen = KeySet::with_room(1 << 8);
        seen.insert(&start, start.hash64());
        Self {
            space,
            limits,
            began: Instant::now(),
            layers: vec![Layer::whole(vec![start])],
            positions: 1,
            settled: 0,
            peak: 0,
            seen,
            pool: None,
            workers: vec![Worker::new(space)],
        }
    }

    /// Advances layer by layer until one holds a goal (the least goal key of it is returned) or is empty.
    pub fn run_to_goal(&mut self) -> Result<Option<S::State>, GaveUp> {
        let start = self.space.start();
        if self.space.is_goal(&start, &mut self.workers[0].scratch) {
            return Ok(Some(start));
        }
        loop {
            if let Some(goal) = self.advance(true)? {
                return Ok(Some(goal));
            }
            if self.layers[self.layers.len() - 1].is_empty() {
                return Ok(None);
            }
        }
    }

    /// The layers so far; the last one may be empty or, where a goal was met, unfinished.
    pub fn layers(&self) -> &[Layer<S::State>] {
        let filled = self.layers.len() - usize::from(self.layers[self.layers.len() - 1].is_empty());
        &self.layers[..filled]
    }

    /// What the search cost so far.
    pub fn cost(&self) -> Cost {
        Cost {
            positions: self.positions,
            layers: self.layers().len() as u32 - 1,
            time: self.began.elapsed(),
            bytes: self.peak,
        }
    }

    /// Finds the next layer; with `look`, a goal in it.
    fn advance(&mut self, look: bool) -> Result<Option<S::State>, GaveUp> {
        self.limits.check()?;
        let mut current = self.layers.pop().expect("the start's layer is never taken away");
        let mut previous = self.layers.pop().unwrap_or(Layer::empty(0));
        let before = previous.len();
        let found = if current.len() < WIDE {
            self.narrow(&mut previous, &mut current, look)
        } else {
            self.wide(&mut previous, &mut current, look)
        };
        if before > 0 {
            self.settled += previous.bytes();
            self.layers.push(previous);
        }
        self.layers.push(current);
        let (next, goal) = found?;
        self.positions += next.len() as u64;
        self.layers.push(next);
        self.limits.progress.positions.store(self.positions, Ordering::Relaxed);
        self.limits.progress.layer.store(self.layers.len() as u32 - 1, Ordering::Relaxed);
        Ok(goal)
    }

    fn narrow(
        &mut self,
        previous: &mut Layer<S::State>,
        current: &mut Layer<S::State>,
        look: bool,
    ) -> Result<(Layer<S::State>, Option<S::State>), GaveUp> {
        let came_from_wide = current.bits() > 0;
        previous.resplit(0);
        current.resplit(0);
        let two_layers = previous.len() + current.len();
        if came_from_wide || self.seen.len() > NARROW_TABLE.max(4 * two_layers) {
            self.seen.clear(2 * two_layers);
            for key in previous.parts()[0].iter().chain(&current.parts()[0]) {
                self.seen.insert(key, key.hash64());
            }
        }
        let (space, seen) = (self.space, &mut self.seen);
        let scratch = &mut self.workers[0].scratch;
        let mut next: Vec<S::State> = Vec::with_capacity(current.len() + current.len() / 4 + 4);
        for chunk in current.parts()[0].chunks(CHUNK) {
            self.limits.check()?;
            for state in chunk {
                let first_new = next.len();
                space.expand(state, scratch, |successor, _| {
                    if seen.insert(&successor, successor.hash64()) {
                        next.push(successor);
                    }
                });
                if look && let Some(goal) = next[first_new..].iter().find(|key| space.is_goal(key, scratch)) {
                    let goal = goal.clone();
                    return Ok((Layer::whole(next), Some(goal)));
                }
            }
        }
        let next = Layer::whole(next);
        self.account(previous.bytes() + current.bytes() + next.bytes() + self.seen.bytes())?;
        Ok((next, None))
    }

    fn wide(
        &mut self,
        previous: &mut Layer<S::State>,
        current: &mut Layer<S::State>,
        look: bool,
    ) -> Result<(Layer<S::State>, Option<S::State>), GaveUp> {
        let bits = Layer::<S::State>::fitting_bits(previous.len() + current.len());
        previous.resplit(bits);
        current.resplit(bits);
        self.seen.clear(0);
        self.prepare_workers(bits);
        let two_layers = previous.bytes() + current.bytes();
        // The next layer is seldom a quarter larger than this one; better to stop before memory is gone.
        self.account(two_layers + current.bytes() + current.bytes() / 4)?;
        let left = self.limits.memory.saturating_sub(self.settled + two_layers + current.bytes());
        let batch_bytes = (left / 2).max(1 << 20);
        let chunks: Vec<&[S::State]> = current.parts().iter().flat_map(|part| part.chunks(CHUNK)).collect();
        let taken = AtomicUsize::new(0);
        let mut next = Layer::empty(bits);
        while taken.load(Ordering::Relaxed) < chunks.len() {
            self.scatter(&chunks, &taken, batch_bytes, bits);
            self.limits.check()?;
            let held: usize = self.workers.iter().map(Worker::bytes).sum();
            self.account(two_layers + next.bytes() + held)?;
            self.absorb(previous, current, &mut next, look);
        }
        let tables: usize = self.workers.iter().map(Worker::bytes).sum();
        self.account(two_layers + next.bytes() + tables)?;
        let goal = self.workers.iter_mut().filter_map(|worker| worker.goal.take()).min();
        Ok((next, goal))
    }

    fn prepare_workers(&mut self, bits: u32) {
        if self.workers.len() < self.limits.threads {
            self.workers.resize_with(self.limits.threads, || Worker::new(self.space));
            // Without a pool the calling thread does the work of all: slower, but right.
            self.pool = ThreadPoolBuilder::new().num_threads(self.limits.threads).build().ok();
        }
        for worker in &mut self.workers {
            worker.successors.resize_with(1 << bits, Vec::new);
        }
    }

    /// Expands chunks until none is left or the successors fill `batch_bytes`.
    fn scatter(&mut self, chunks: &[&[S::State]], taken: &AtomicUsize, batch_bytes: usize, bits: u32) {
        let (space, limits) = (self.space, self.limits);
        let batch_keys = batch_bytes / size_of::<S::State>();
        let scattered = AtomicUsize::new(0);
        each(self.pool.as_ref(), &mut self.workers, |worker| {
            while scattered.load(Ordering::Relaxed) < batch_keys && limits.check().is_ok() {
                let Some(chunk) = chunks.get(taken.fetch_add(1, Ordering::Relaxed)) else { break };
                let Worker { scratch, successors, .. } = worker;
                let mut emitted = 0;
                for state in *chunk {
                    space.expand(state, scratch, |successor, _| {
                        emitted += 1;
                        successors[part_index(successor.hash64(), bits)].push(successor);
                    });
                }
                scattered.fetch_add(emitted, Ordering::Relaxed);
            }
        });
    }

    /// Adds to the next layer, part by part, the scattered successors that are new.
    fn absorb(
        &mut self,
        previous: &Layer<S::State>,
        current: &Layer<S::State>,
        next: &mut Layer<S::State>,
        look: bool,
    ) {
        let space = self.space;
        let sources: Vec<Vec<Vec<S::State>>> =
            self.workers.iter_mut().map(|worker| std::mem::take(&mut worker.successors)).collect();
        let grown: Vec<Mutex<&mut Vec<S::State>>> = next.parts_mut().iter_mut().map(Mutex::new).collect();
        let taken = AtomicUsize::new(0);
        each(self.pool.as_ref(), &mut self.workers, |worker| {
            loop {
                let index = taken.fetch_add(1, Ordering::Relaxed);
                let Some(part) = grown.get(index) else { break };
                let mut new = part.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                let (old, recent) = (&previous.parts()[index], &current.parts()[index]);
                let Worker { scratch, table, fresh, goal, .. } = worker;
                table.clear(old.len() + recent.len() + recent.len().max(new.len()));
                for key in old.iter().chain(recent).chain(new.iter()) {
                    table.insert(key, key.hash64());
                }
                fresh.clear();
                for key in sources.iter().flat_map(|source| &source[index]) {
                    if table.insert(key, key.hash64()) {
                        fresh.push(key.clone());
                    }
                }
                new.reserve_exact(fresh.len());
                new.extend_from_slice(fresh);
                if look {
                    let met = fresh.iter().filter(|key| space.is_goal(key, scratch)).min();
                    *goal = goal.take().into_iter().chain(met.cloned()).min();
                }
            }
        });
        for (worker, mut successors) in self.workers.iter_mut().zip(sources) {
            successors.iter_mut().for_each(Vec::clear);
            worker.successors = successors;
        }
    }

    /// Notes how many bytes are held beside the settled layers; an error when that is over the budget.
    fn account(&mut self, bytes: usize) -> Result<(), GaveUp> {
        let held = self.settled + bytes;
        self.peak = self.peak.max(held);
        if held > self.limits.memory { Err(GaveUp::Memory) } else { Ok(()) }
    }
}

impl<S: StateSpace> Worker<S> {
    fn new(space: &S) -> Self {
        Self {
            scratch: space.scratch(),
            successors: Vec::new(),
            table: KeySet::with_room(0),
            fresh: Vec::new(),
            goal: None,
        }
    }

    fn bytes(&self) -> usize {
        let held: usize = self.successors.iter().map(Vec::capacity).sum();
        let heap = self.successors.iter().flatten().next().map_or(0, Key::heap_bytes);
        let filled: usize = if heap == 0 { 0 } else { self.successors.iter().map(Vec::len).sum() };
        held * size_of::<S::State>() + filled * heap + self.table.bytes()
    }
}

/// Runs `work` on every worker: side by side where there is a pool, else one after the other.
fn each<W: Send>(pool: Option<&ThreadPool>, workers: &mut [W], work: impl Fn(&mut W) + Sync) {
    match pool {
        Some(pool) => pool.install(|| workers.par_iter_mut().for_each(&work)),
        None => workers.iter_mut().for_each(work),
    }
}
