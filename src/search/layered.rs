//! Breadth-first search, frontier by frontier, in spaces whose moves can be undone.
//!
//! A successor of layer *d* lies in layer *d−1*, *d* or *d+1*. Where states carry marks, moves back to layer *d−1* are
//! never made; where a move changes a parity, none leads to layer *d*. What remains has to be compared with at most
//! the two last layers, in most spaces with none, and otherwise only with what was found at the same time. Finished
//! layers are kept for the walk back alone, as sieves; whoever counts keeps nothing. Two ways to find duplicates,
//! chosen layer by layer by its size:
//!
//! * **narrow**: one thread, one small table; hundreds of layers of a few hundred positions pay for nothing else;
//! * **wide**: threads expand chunks of the layer and scatter successors into parts by hash; then each part is
//!   deduplicated on its own in a table that fits the cache. No lock and no allocation per successor.
//!
//! (Delayed duplicate detection over hash partitions goes back to Korf's and to Stern and Dill's work on large
//! breadth-first searches; two layers for undirected graphs to Munagala and Ranade, 1999.)

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crate::bits::Key;
use crate::search::crew::{Batch, Chunk, Crew, Wishes};
use crate::search::gathering::{Bag, Gathering};
use crate::search::layers::Layer;
use crate::search::limits::Limits;
use crate::search::outcome::{Answer, Cost, GaveUp, Outcome};
use crate::search::sieve::Sieve;
use crate::search::trace;
use crate::space::{Mark, Neighbours, Reversible, StateSpace};

/// Successors found between two looks at the clock and at the memory used: at most so many …
const STRIDE: usize = 8 << 10;
/// … and so many bytes.
const STRIDE_BYTES: usize = 1 << 20;
/// The narrow way's table begins anew from the layers that can be met again when it holds more keys than this.
const NARROW_TABLE: usize = 1 << 17;

/// A search with marks as wide as the space needs.
macro_rules! layered {
    ($space:expr, $limits:expr, $way_wanted:expr, $run:ident) => {
        match $space.neighbours().mark_bits {
            1..=16 => Layered::<S, u16>::new($space, $limits, $way_wanted).$run(),
            17..=32 => Layered::<S, u32>::new($space, $limits, $way_wanted).$run(),
            _ => Layered::<S, ()>::new($space, $limits, $way_wanted).$run(),
        }
    };
}

/// The shortest solution, or the proof that there is none.
pub fn solve<S: Reversible>(space: &S, limits: &Limits) -> Outcome<S::Move> {
    layered!(space, limits, true, solve)
}

/// The sizes of all layers of the whole space, goals not looked at; only the last layers are kept.
pub fn explore<S: Reversible>(space: &S, limits: &Limits) -> Explored {
    layered!(space, limits, false, explore)
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

/// A breadth-first search under way.
struct Layered<'a, S: StateSpace, M> {
    space: &'a S,
    limits: &'a Limits,
    near: Neighbours,
    began: Instant,
    /// The last finished layer and the one before, which is empty where nothing is compared with it.
    current: Layer<S::State, M>,
    previous: Layer<S::State, M>,
    /// A layer no longer needed: its room is used again.
    spare: Layer<S::State, M>,
    sizes: Vec<u64>,
    /// A sieve for each finished layer, where the way is wanted.
    trail: Option<Vec<Sieve>>,
    trail_bytes: usize,
    positions: u64,
    successors: u64,
    peak: usize,
    /// Bytes that each key holds outside itself: the same for all keys of a space.
    heap: usize,
    /// Successors of the last layer expanded, and its states.
    branching: (usize, usize),
    gathering: Gathering<S::State, M>,
    scratch: S::Scratch,
    /// The threads, once a layer was wide enough to need them.
    crew: Option<Crew<S, M>>,
}

impl<'a, S: Reversible, M: Mark> Layered<'a, S, M> {
    /// A search that has seen nothing but the start.
    fn new(space: &'a S, limits: &'a Limits, way_wanted: bool) -> Self {
        let start = space.fold(space.start());
        let heap = start.heap_bytes();
        let trail = way_wanted.then(|| vec![Sieve::of(vec![Sieve::part(std::slice::from_ref(&start), 1)])]);
        let mut current = Layer::empty();
        current.parts_mut()[0].push(start, M::default());
        Self {
            space,
            limits,
            near: space.neighbours(),
            began: Instant::now(),
            current,
            previous: Layer::empty(),
            spare: Layer::empty(),
            sizes: vec![1],
            trail,
            trail_bytes: 0,
            positions: 1,
            successors: 0,
            peak: 0,
            heap,
            branching: (4, 1),
            gathering: Gathering::default(),
            scratch: space.scratch(),
            crew: None,
        }
    }

    fn solve(mut self) -> Outcome<S::Move> {
        let answer = match self.run_to_goal() {
            Ok(Some(goal)) => {
                // The goal's own layer is not needed.
                let sieves = self.trail.take().unwrap_or_default();
                match trace::walk_back(self.space, &sieves[..self.sizes.len() - 1], goal, self.limits) {
                    Ok(moves) => Answer::Solved(moves),
                    Err(reason) => Answer::GaveUp(reason),
                }
            }
            Ok(None) => Answer::Unsolvable,
            Err(reason) => Answer::GaveUp(reason),
        };
        Outcome { answer, cost: self.cost() }
    }

    fn explore(mut self) -> Explored {
        let mut ended = None;
        while ended.is_none() && !self.current.is_empty() {
            ended = self.advance(false).err();
        }
        Explored { ended, cost: self.cost(), sizes: self.sizes }
    }

    /// Advances layer by layer until one holds a goal (the least goal key of it is returned) or is empty.
    fn run_to_goal(&mut self) -> Result<Option<S::State>, GaveUp> {
        let start = self.space.start();
        if self.space.is_goal(&start, &mut self.scratch) {
            return Ok(Some(start));
        }
        loop {
            if let Some(goal) = self.advance(true)? {
                return Ok(Some(goal));
            }
            if self.current.is_empty() {
                return Ok(None);
            }
        }
    }

    /// What the search cost so far.
    fn cost(&self) -> Cost {
        Cost {
            positions: self.positions,
            folded: self.space.is_folded(),
            layers: self.sizes.len() as u32 - 1,
            successors: self.successors,
            time: self.began.elapsed().max(Duration::from_nanos(1)),
            bytes: self.peak,
            trail_bytes: self.trail_bytes,
        }
    }

    /// Finds the next layer; with `look`, a goal in it.
    fn advance(&mut self, look: bool) -> Result<Option<S::State>, GaveUp> {
        self.limits.check()?;
        let mut next = std::mem::replace(&mut self.spare, Layer::empty());
        let goal = if self.expected() < self.limits.wide {
            self.narrow(&mut next, look)
        } else {
            self.wide(&mut next, look)
        }?;
        let found = next.len() as u64;
        let last = std::mem::replace(&mut self.current, next);
        self.spare = if M::BITS > 0 { last } else { std::mem::replace(&mut self.previous, last) };
        if found > 0 {
            self.sizes.push(found);
        }
        self.positions += found;
        self.limits.progress.positions.store(self.positions, Ordering::Relaxed);
        self.limits.progress.layer.store(self.sizes.len() as u32 - 1, Ordering::Relaxed);
        Ok(goal)
    }

    /// Adds a layer to the trail, where there is one.
    fn keep(&mut self, sieve: Sieve) {
        if let Some(trail) = &mut self.trail {
            self.trail_bytes += sieve.bytes();
            trail.push(sieve);
        }
    }

    /// The layers whose states can be met again.
    fn known(&self) -> impl Iterator<Item = &Layer<S::State, M>> {
        known(self.near, &self.previous, &self.current)
    }

    fn narrow(&mut self, next: &mut Layer<S::State, M>, look: bool) -> Result<Option<S::State>, GaveUp> {
        next.clear(0);
        self.current.resplit(0);
        self.previous.resplit(0);
        let mut gathering = std::mem::take(&mut self.gathering);
        let two_layers = self.previous.len() + self.current.len();
        if self.known().next().is_none() {
            gathering.clear(self.current.len());
        } else if gathering.is_empty() || gathering.len() > NARROW_TABLE.max(4 * two_layers) {
            // It is empty at first and after a wide layer. From here on it is only added to.
            gathering.clear(2 * two_layers);
            for layer in [&self.previous, &self.current] {
                gathering.know(&layer.parts()[0].keys);
            }
        } else {
            gathering.settle();
        }
        let (limits, heap) = (self.limits, self.heap);
        let held = self.held();
        let stride = stride::<S::State>(heap);
        let (mut emitted, mut next_look, mut ended) = (0, stride, Ok(()));
        let Bag { keys, marks } = &self.current.parts()[0];
        self.space.expand_marked(keys, marks, &mut self.scratch, |successor, mark| {
            emitted += 1;
            let hash = successor.hash64();
            gathering.insert(successor, mark, hash);
            if emitted < next_look {
                return ControlFlow::Continue(());
            }
            next_look = emitted + stride;
            let found = self.positions + gathering.fresh().len() as u64;
            limits.progress.positions.store(found, Ordering::Relaxed);
            // A list or a table that grows holds its old place until the new one is filled.
            ended = limits.check().and(within(held + 2 * gathering.bytes(heap), limits.memory));
            if ended.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        self.peak = self.peak.max(held + gathering.bytes(heap));
        self.successors += emitted as u64;
        self.branching = (emitted.max(1), self.current.len().max(1));
        ended?;
        let part = &mut next.parts_mut()[0];
        gathering.give(part);
        if self.trail.is_some() {
            let neighbours = emitted / self.current.len().max(1);
            self.keep(Sieve::of(vec![Sieve::part(&part.keys, neighbours)]));
        }
        self.gathering = gathering;
        let (space, scratch) = (self.space, &mut self.scratch);
        let goal = if look { part.keys.iter().filter(|key| space.is_goal(key, scratch)).min() } else { None };
        Ok(goal.cloned())
    }

    fn wide(&mut self, next: &mut Layer<S::State, M>, look: bool) -> Result<Option<S::State>, GaveUp> {
        self.gathering.clear(0);
        let mut crew = self.crew.take().unwrap_or_else(|| Crew::new(self.space, self.limits.threads));
        let states = self.current.len();
        let done = self.scatter_and_absorb(&mut crew, next, look);
        let emitted = crew.take_emitted();
        self.successors += emitted as u64;
        self.branching = (emitted.max(1), states.max(1));
        self.keep(crew.take_sieve());
        let goal = crew.take_goal();
        self.crew = Some(crew);
        done.map(|()| goal)
    }

    fn scatter_and_absorb(
        &mut self,
        crew: &mut Crew<S, M>,
        next: &mut Layer<S::State, M>,
        look: bool,
    ) -> Result<(), GaveUp> {
        let (space, limits, heap) = (self.space, self.limits, self.heap);
        let growing = self.current.len() + self.current.len() / 8;
        let bits = Layer::<S::State, M>::fitting_bits(growing + self.known().map(Layer::len).sum::<usize>());
        if M::BITS == 0 {
            self.previous.resplit(bits);
        }
        if self.near.same_layer {
            self.current.resplit(bits);
        }
        next.clear(bits);
        let held = self.held();
        let stride = stride::<S::State>(heap);
        let expected = self.expected() >> bits;
        let chunk = (stride * self.current.len() / self.expected().max(1)).max(1);
        let taken = AtomicUsize::new(0);
        let neighbours = self.trail.is_some().then_some(self.expected() / self.current.len().max(1));
        let goal = look.then_some(space);
        let Self { near, previous, current, peak, positions, .. } = self;
        let chunks: Vec<Chunk<S::State, M>> =
            current.parts().iter().flat_map(|part| Chunk::all(part, chunk)).collect();
        let known: Vec<&Layer<S::State, M>> = known(*near, previous, current).collect();
        let mut account = |bytes: usize| {
            *peak = (*peak).max(held + bytes);
            within(held + bytes, limits.memory)
        };
        loop {
            // The next layer is seldom a quarter larger than this one; better to stop before memory is gone.
            let likely = current.bytes(heap) + current.bytes(heap) / 4;
            account(next.bytes(heap).max(likely))?;
            // A quarter of what is left: the buffers may double, and the tables and the next layer follow.
            let left = limits.memory.saturating_sub(held + next.bytes(heap));
            let most = (left / 4 / (size_of::<S::State>() + size_of::<M>() + heap)).max(stride);
            crew.scatter(space, &chunks, &taken, Batch { most, stride, bits, expected }, limits)?;
            account(next.bytes(heap) + crew.bytes(heap))?;
            if taken.load(Ordering::Relaxed) >= chunks.len() {
                break;
            }
            crew.absorb(&known, next, &Wishes { goal, sieve: None }, limits)?;
            limits.progress.positions.store(*positions + next.len() as u64, Ordering::Relaxed);
        }
        drop(chunks);
        let last = &Wishes { goal, sieve: neighbours };
        if known.is_empty() && next.is_empty() {
            // Nothing needs this layer any more: the next one takes its room.
            std::mem::swap(current, next);
            next.clear(bits);
            crew.absorb(&[], next, last, limits)?;
        } else {
            crew.absorb(&known, next, last, limits)?;
        }
        account(next.bytes(heap) + crew.bytes(heap))
    }

    /// How many successors the current layer is likely to have, from what the last one had.
    fn expected(&self) -> usize {
        let (successors, states) = self.branching;
        (self.current.len() as u128 * successors as u128 / states as u128) as usize
    }

    /// Bytes held between two layers.
    fn held(&self) -> usize {
        let layers = [&self.current, &self.previous, &self.spare];
        self.trail_bytes + layers.map(|layer| layer.bytes(self.heap)).iter().sum::<usize>()
    }
}

/// Those of two layers whose states can be met again.
fn known<'a, K, M: Mark>(
    near: Neighbours,
    previous: &'a Layer<K, M>,
    current: &'a Layer<K, M>,
) -> impl Iterator<Item = &'a Layer<K, M>> {
    let previous = (M::BITS == 0).then_some(previous);
    previous.into_iter().chain(near.same_layer.then_some(current))
}

/// Successors between two looks, for keys with `heap` bytes of their own.
fn stride<K: Key>(heap: usize) -> usize {
    (STRIDE_BYTES / (size_of::<K>() + heap)).clamp(16, STRIDE)
}

/// An error when `bytes` are more than `budget`.
fn within(bytes: usize, budget: usize) -> Result<(), GaveUp> {
    if bytes > budget { Err(GaveUp::Memory) } else { Ok(()) }
}
