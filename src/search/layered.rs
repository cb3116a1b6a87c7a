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

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use crate::bits::Key;
use crate::search::crew::{Batch, Crew};
use crate::search::layers::Layer;
use crate::search::limits::Limits;
use crate::search::outcome::{Answer, Cost, GaveUp, Outcome};
use crate::search::table::KeySet;
use crate::search::trace;
use crate::space::{Reversible, StateSpace};

/// From so many successors of a layer on the wide way is the faster one.
const WIDE: usize = 32 << 10;
/// Successors found between two looks at the clock and at the memory used: at most so many …
const STRIDE: usize = 8 << 10;
/// … and so many bytes.
const STRIDE_BYTES: usize = 1 << 20;
/// The narrow way's table is rebuilt from the last two layers when it holds more keys than this.
const NARROW_TABLE: usize = 1 << 17;

/// A breadth-first search under way.
pub struct Layered<'a, S: StateSpace> {
    space: &'a S,
    limits: &'a Limits,
    began: Instant,
    layers: Vec<Layer<S::State>>,
    positions: u64,
    successors: u64,
    /// Bytes of all layers but the last two, which change form.
    settled: usize,
    peak: usize,
    /// Bytes that each key holds outside itself: the same for all keys of a space.
    heap: usize,
    /// Successors of a state, on average over the last layer expanded.
    branching: usize,
    seen: KeySet<S::State>,
    scratch: S::Scratch,
    /// The threads, once a layer was wide enough to need them.
    crew: Option<Crew<S>>,
}

/// A new layer, and a goal in it.
type Next<K> = (Layer<K>, Option<K>);

/// The shortest solution, or the proof that there is none.
pub fn solve<S: Reversible>(space: &S, limits: &Limits) -> Outcome<S::Move> {
    let mut search = Layered::new(space, limits);
    let answer = match search.run_to_goal() {
        Ok(Some(goal)) => match trace::walk_back(space, search.layers(), goal, limits) {
            Ok(moves) => Answer::Solved(moves),
            Err(reason) => Answer::GaveUp(reason),
        },
        Ok(None) => Answer::Unsolvable,
        Err(reason) => Answer::GaveUp(reason),
    };
    Outcome { answer, cost: search.cost() }
}

/// What is known of a whole space.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explored {
    /// Positions of each finished layer, the start's own first.
    pub sizes: Vec<u64>,
    /// Why the space was not finished; none where it was.
    pub ended: Option<GaveUp>,
    /// What it cost.
    pub cost: Cost,
}

/// The sizes of all layers of the whole space, goals not looked at; only the last layers are kept.
pub fn explore<S: Reversible>(space: &S, limits: &Limits) -> Explored {
    let mut search = Layered::new(space, limits);
    let mut ended = None;
    while ended.is_none() && !search.layers[search.layers.len() - 1].is_empty() {
        ended = search.advance(false).err();
    }
    let sizes = search.layers().iter().map(|layer| layer.len() as u64).collect();
    Explored { sizes, ended, cost: search.cost() }
}

impl<'a, S: Reversible> Layered<'a, S> {
    /// A search that has seen nothing but the start.
    pub fn new(space: &'a S, limits: &'a Limits) -> Self {
        let start = space.start();
        let heap = start.heap_bytes();
        let mut seen = KeySet::with_room(1 << 8);
        seen.insert(&start, start.hash64());
        Self {
            space,
            limits,
            began: Instant::now(),
            layers: vec![Layer::whole(vec![start])],
            positions: 1,
            successors: 0,
            settled: 0,
            peak: 0,
            heap,
            branching: 4,
            seen,
            scratch: space.scratch(),
            crew: None,
        }
    }

    /// Advances layer by layer until one holds a goal (the least goal key of it is returned) or is empty.
    ///
    /// # Errors
    /// When a limit was reached.
    pub fn run_to_goal(&mut self) -> Result<Option<S::State>, GaveUp> {
        let start = self.space.start();
        if self.space.is_goal(&start, &mut self.scratch) {
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
            successors: self.successors,
            time: self.began.elapsed(),
            bytes: self.peak,
            trail_bytes: self.settled,
        }
    }

    /// Finds the next layer; with `look`, a goal in it.
    fn advance(&mut self, look: bool) -> Result<Option<S::State>, GaveUp> {
        self.limits.check()?;
        let mut current = self.layers.pop().expect("the start's layer is never taken away");
        let mut previous = self.layers.pop().unwrap_or(Layer::empty(0));
        let before = previous.len();
        let found = if current.len() * self.branching.max(4) < WIDE {
            self.narrow(&mut previous, &mut current, look)
        } else {
            self.wide(&mut previous, &mut current, look)
        };
        if before > 0 {
            self.settled += previous.bytes(self.heap);
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
    ) -> Result<Next<S::State>, GaveUp> {
        previous.resplit(0);
        current.resplit(0);
        let two_layers = previous.len() + current.len();
        // A wide layer before this one left the table empty.
        if self.seen.is_empty() || self.seen.len() > NARROW_TABLE.max(4 * two_layers) {
            self.seen.clear(2 * two_layers);
            for key in previous.parts()[0].iter().chain(&current.parts()[0]) {
                self.seen.insert(key, key.hash64());
            }
        }
        let (space, limits, heap) = (self.space, self.limits, self.heap);
        let held = self.settled + previous.bytes(heap) + current.bytes(heap);
        let stride = stride::<S::State>(heap);
        let (before, mut peak) = (self.positions, 0);
        let mut next: Vec<S::State> = Vec::with_capacity(current.len() + current.len() / 4 + 4);
        let mut found = Ok(None);
        let (mut emitted, mut looked_at) = (0, 0);
        for state in &current.parts()[0] {
            let (seen, scratch) = (&mut self.seen, &mut self.scratch);
            let first_new = next.len();
            space.expand_while(state, scratch, |successor, _| {
                emitted += 1;
                if seen.insert(&successor, successor.hash64()) {
                    next.push(successor);
                }
                if emitted - looked_at < stride {
                    return ControlFlow::Continue(());
                }
                looked_at = emitted;
                limits.progress.positions.store(before + next.len() as u64, Ordering::Relaxed);
                // A vector or a table that grows holds its old place until the new one is filled.
                let growing = next.capacity() * size_of::<S::State>() + next.len() * heap;
                peak = held + growing + seen.bytes(heap);
                match limits.check().and(within(held + 2 * growing + 2 * seen.bytes(heap), limits.memory)) {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(reason) => {
                        found = Err(reason);
                        ControlFlow::Break(())
                    }
                }
            });
            if look && let Some(goal) = next[first_new..].iter().find(|key| space.is_goal(key, scratch)) {
                found = Ok(Some(goal.clone()));
            }
            if !matches!(found, Ok(None)) {
                break;
            }
        }
        self.peak = self.peak.max(peak);
        self.branching = emitted / current.len().max(1);
        self.successors += emitted as u64;
        next.shrink_to_fit();
        let next = Layer::whole(next);
        self.peak = self.peak.max(held + next.bytes(heap) + self.seen.bytes(heap));
        Ok((next, found?))
    }

    fn wide(
        &mut self,
        previous: &mut Layer<S::State>,
        current: &mut Layer<S::State>,
        look: bool,
    ) -> Result<Next<S::State>, GaveUp> {
        let bits = Layer::<S::State>::fitting_bits(previous.len() + current.len());
        previous.resplit(bits);
        current.resplit(bits);
        self.seen.clear(0);
        let (space, limits, heap) = (self.space, self.limits, self.heap);
        let mut crew = self.crew.take().unwrap_or_else(|| Crew::new(space, limits.threads));
        let two_layers = previous.bytes(heap) + current.bytes(heap);
        let chunk = (stride::<S::State>(heap) / self.branching.max(1)).max(1);
        let chunks: Vec<&[S::State]> = current.parts().iter().flat_map(|part| part.chunks(chunk)).collect();
        let taken = AtomicUsize::new(0);
        let mut next = Layer::empty(bits);
        while taken.load(Ordering::Relaxed) < chunks.len() {
            // The next layer is seldom a quarter larger than this one; better to stop before memory is gone.
            self.account(two_layers + next.bytes(heap).max(current.bytes(heap) + current.bytes(heap) / 4))?;
            let held = self.settled + two_layers + next.bytes(heap);
            // A quarter of what is left: the buffers may double, and the tables and the next layer follow.
            let batch = limits.memory.saturating_sub(held) / 4 / (size_of::<S::State>() + heap);
            let stride = stride::<S::State>(heap);
            crew.scatter(space, &chunks, &taken, Batch { most: batch.max(stride), stride, bits }, limits)?;
            self.account(two_layers + next.bytes(heap) + crew.bytes(heap))?;
            crew.absorb(space, previous, current, &mut next, look, limits)?;
            let found = self.positions + next.len() as u64;
            limits.progress.positions.store(found, Ordering::Relaxed);
        }
        self.account(two_layers + next.bytes(heap) + crew.bytes(heap))?;
        let emitted = crew.take_emitted();
        self.successors += emitted as u64;
        self.branching = emitted / current.len().max(1);
        let goal = crew.take_goal();
        self.crew = Some(crew);
        Ok((next, goal))
    }

    /// Notes how many bytes are held beside the settled layers; an error when that is over the budget.
    fn account(&mut self, bytes: usize) -> Result<(), GaveUp> {
        let held = self.settled + bytes;
        self.peak = self.peak.max(held);
        within(held, self.limits.memory)
    }
}

/// Successors between two looks, for keys with `heap` bytes of their own.
fn stride<K: Key>(heap: usize) -> usize {
    (STRIDE_BYTES / (size_of::<K>() + heap)).clamp(16, STRIDE)
}

/// An error when `bytes` are more than `budget`.
fn within(bytes: usize, budget: usize) -> Result<(), GaveUp> {
    if bytes > budget { Err(GaveUp::Memory) } else { Ok(()) }
}
