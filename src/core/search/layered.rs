//! Breadth-first search, frontier by frontier, in spaces whose moves can be undone.
//!
//! A successor of layer *d* lies in layer *d−1*, *d* or *d+1*. Where states keep used-move masks, moves back to layer
//! *d−1* are never made; where a move changes a parity, none leads to layer *d*. What remains has to be compared with at most
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

mod goals;
mod keeping;
mod narrow;
mod shown;
mod snapshot;
mod whole;
mod wide;

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use crate::bits::Key;
use crate::search::compiled::SearchKey;
use crate::search::crew::Crew;
use crate::search::gathering::Gathering;
use crate::search::keeper::Keeping;
pub use crate::search::layered::shown::Shown;
use crate::search::layers::Layer;
use crate::search::limits::Limits;
use crate::search::outcome::{Answer, Cost, GaveUp, Outcome};
use crate::search::sieve::Sieve;
use crate::search::stored::ReadError;
use crate::search::trace;
use crate::space::{Columns, Expander, Move, Neighbours, Space, UsedMoves};

/// Successors found between two looks at the clock and at the memory used: at most so many …
const STRIDE: usize = 8 << 10;
/// … and so many bytes.
const STRIDE_BYTES: usize = if cfg!(interleavings) { 16 } else { 1 << 20 };

/// Successors that are buffered between a space and the search: at most so many …
const BUFFER: usize = 1 << 10;
/// … and so many bytes, which stay in the first-level cache.
const BUFFER_BYTES: usize = 16 << 10;

/// Successors of so many states, while nothing is known of them.
const BRANCHING: (usize, usize) = (4, 1);

pub(super) use crate::search::layered::keeping::Book;
pub(super) use crate::search::layered::snapshot::{Aside, Spent};

/// Finds a shortest solution, or the proof that there is none; it resumes what is in the checkpoint.
///
/// # Errors
/// When the checkpoint is not of this search, is damaged, or does not fit the memory.
pub fn solve<K: SearchKey>(
    space: &dyn Space<K>,
    limits: &Limits,
    keeping: Option<Keeping>,
) -> Result<Outcome<Move>, ReadError> {
    K::solve(space, limits, keeping)
}

/// [`solve`], compiled where it is called.
pub(super) fn solve_in<K: Key>(
    space: &dyn Space<K>,
    limits: &Limits,
    keeping: Option<Keeping>,
) -> Result<Outcome<Move>, ReadError> {
    let (search, aside, book) = Layered::begin(space, limits, true, keeping)?;
    Ok(search.solve(aside, book.as_ref()))
}

/// All goals of the first layer that has some, and a sieve for each layer before; none where no state is a goal. What
/// is kept when they are found leads to them again.
pub(super) fn nearest_goals<K: Key>(
    space: &dyn Space<K>,
    limits: &Limits,
    keeping: Option<Keeping>,
) -> Result<(Nearest<K>, Cost), ReadError> {
    let (search, aside, book) = Layered::begin(space, limits, true, keeping)?;
    Ok(search.nearest_goals(aside, book.as_ref()))
}

/// What [`nearest_goals`] found, or why it did not end.
pub(super) type Nearest<K> = Result<Option<(Vec<K>, Vec<Sieve>)>, GaveUp>;

/// What is known of a whole space.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Explored {
    /// Positions of each finished layer, the start's own first.
    pub sizes: Vec<u64>,
    /// Why the space was not finished; none where it was.
    pub ended: Option<GaveUp>,
    /// What it cost.
    pub cost: Cost,
}

/// A breadth-first search under way.
pub(super) struct Layered<'a, K: Key> {
    space: &'a dyn Space<K>,
    limits: &'a Limits,
    near: Neighbours,
    began: Instant,
    /// What earlier runs took.
    before: Duration,
    /// The last finished layer and the one before, which is empty where nothing is compared with it.
    current: Layer<K>,
    previous: Layer<K>,
    /// A layer no longer needed: its room is used again.
    spare: Layer<K>,
    sizes: Vec<u64>,
    /// A sieve for each finished layer, where the way is wanted.
    trail: Option<Vec<Sieve>>,
    trail_bytes: usize,
    /// Bytes that whoever drives the search keeps of it.
    aside: usize,
    positions: u64,
    successors: u64,
    peak: usize,
    /// Bytes that each key holds outside itself: the same for all keys of a space.
    heap: usize,
    /// Successors of the last layer expanded, and its states.
    branching: (usize, usize),
    /// Successors and branching when the last layer was finished.
    settled: (u64, (usize, usize)),
    /// Whether the current layer is needed until the next one is finished: somebody keeps it then.
    is_kept: bool,
    gathering: Gathering<K>,
    /// What the expander puts successors into.
    buffer: Columns<K, UsedMoves>,
    expander: Box<dyn Expander<K> + 'a>,
    /// The threads, once a layer was wide enough to need them.
    crew: Option<Crew<'a, K>>,
}

impl<'a, K: Key> Layered<'a, K> {
    /// A search that has seen nothing but the start.
    pub(super) fn new(space: &'a dyn Space<K>, limits: &'a Limits, way_wanted: bool) -> Self {
        let start = space.canonical(space.start());
        let trail = way_wanted.then(|| vec![Sieve::of(vec![Sieve::part(std::slice::from_ref(&start), 1)])]);
        Self { trail, ..Self::with(space, limits, vec![start]) }
    }

    fn with(space: &'a dyn Space<K>, limits: &'a Limits, states: Vec<K>) -> Self {
        let first = states.len() as u64;
        let heap = states.first().map_or(0, Key::heap_bytes);
        let mut current = Layer::empty();
        let near = space.neighbours();
        let masks = if near.keeps_used_moves() { states.len() } else { 0 };
        current.parts_mut()[0] = Columns { tags: vec![UsedMoves::default(); masks], keys: states };
        Self {
            space,
            limits,
            near,
            began: Instant::now(),
            before: Duration::ZERO,
            current,
            previous: Layer::empty(),
            spare: Layer::empty(),
            sizes: if first > 0 { vec![first] } else { Vec::new() },
            trail: None,
            trail_bytes: 0,
            aside: 0,
            positions: first,
            successors: 0,
            peak: 0,
            heap,
            branching: BRANCHING,
            settled: (0, BRANCHING),
            is_kept: false,
            gathering: Gathering::new(near.keeps_used_moves()),
            buffer: Columns::new(),
            expander: space.expander(),
            crew: None,
        }
    }

    fn solve(mut self, mut aside: Aside<K>, book: Option<&Book>) -> Outcome<Move> {
        let answer = match self.run_to_goal(&mut aside, book) {
            Ok(Some(goal)) => {
                // The goal's own layer is not needed.
                let sieves = self.trail.as_deref().unwrap_or_default();
                match trace::walk_back(self.space, &sieves[..self.sizes.len() - 1], goal, self.limits) {
                    Ok(moves) => Answer::Solved(moves),
                    Err(reason) => Answer::GaveUp(reason),
                }
            }
            Ok(None) => Answer::Unsolvable,
            Err(reason) => Answer::GaveUp(reason),
        };
        if let Some(book) = book {
            match answer {
                Answer::GaveUp(_) => self.keep_in(book, &aside),
                _ => book.close(),
            }
        }
        let outcome = Outcome { answer, cost: self.cost() };
        let ended = if let Answer::GaveUp(reason) = outcome.answer { Some(reason) } else { None };
        self.limits.release(self, ended);
        outcome
    }

    fn nearest_goals(mut self, mut aside: Aside<K>, book: Option<&Book>) -> (Nearest<K>, Cost) {
        let goals = match self.run_to_goal(&mut aside, book) {
            Ok(Some(_)) => self.goals(true).map(|met| Some(met.states)),
            Ok(None) => Ok(None),
            Err(reason) => Err(reason),
        };
        if let Some(book) = book {
            match goals {
                Ok(None) => book.close(),
                _ => self.keep_in(book, &aside),
            }
        }
        let cost = self.cost();
        let mut sieves = self.trail.take().unwrap_or_default();
        sieves.truncate(self.sizes.len() - 1);
        self.limits.release(self, goals.as_ref().err().copied());
        (goals.map(|goals| goals.map(|goals| (goals, sieves))), cost)
    }

    /// Advances layer by layer until one holds a goal (the least goal key of it is returned, and put aside) or is
    /// empty.
    fn run_to_goal(&mut self, aside: &mut Aside<K>, book: Option<&Book>) -> Result<Option<K>, GaveUp> {
        let start = self.space.start();
        if self.expander.is_goal(&start) {
            return Ok(Some(start));
        }
        while aside.goals.is_empty() {
            if self.current.is_empty() {
                return Ok(None);
            }
            if let Some(book) = book.filter(|book| book.is_due()) {
                self.keep_in(book, aside);
            }
            aside.goals.extend(self.advance(true)?);
        }
        Ok(aside.goals.first().cloned())
    }

    /// What the search cost so far.
    pub(super) fn cost(&self) -> Cost {
        Cost {
            positions: self.positions,
            folded: self.space.is_canonicalised(),
            layers: self.sizes.len().saturating_sub(1) as u32,
            successors: self.successors,
            time: self.before + self.began.elapsed().max(Duration::from_nanos(1)),
            bytes: self.peak,
            trail_bytes: self.trail_bytes,
        }
    }

    /// Finds the next layer; with `look`, a goal in it.
    pub(super) fn advance(&mut self, look: bool) -> Result<Option<K>, GaveUp> {
        self.limits.check()?;
        let mut next = std::mem::replace(&mut self.spare, Layer::empty());
        let goal = if self.expected() < self.limits.wide {
            self.narrow(&mut next, look)
        } else {
            self.wide(&mut next, look)
        };
        let goal = match goal {
            Ok(goal) => goal,
            Err(reason) => {
                self.limits.release(next, Some(reason));
                return Err(reason);
            }
        };
        let found = next.len() as u64;
        let last = std::mem::replace(&mut self.current, next);
        self.spare =
            if self.near.keeps_used_moves() { last } else { std::mem::replace(&mut self.previous, last) };
        if found > 0 {
            self.sizes.push(found);
        }
        self.positions += found;
        self.settled = (self.successors, self.branching);
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
    fn known(&self) -> impl Iterator<Item = &Layer<K>> {
        known(self.near, &self.previous, &self.current)
    }

    /// How many successors the current layer is likely to have, from what the last one had.
    fn expected(&self) -> usize {
        let (successors, states) = self.branching;
        (self.current.len() as u128 * successors as u128 / states as u128) as usize
    }

    /// Bytes held between two layers.
    fn held(&self) -> usize {
        let layers = [&self.current, &self.previous, &self.spare];
        self.trail_bytes + self.aside + layers.map(|layer| layer.bytes(self.heap)).iter().sum::<usize>()
    }
}

/// Those of two layers whose states can be met again.
fn known<'a, K>(
    near: Neighbours,
    previous: &'a Layer<K>,
    current: &'a Layer<K>,
) -> impl Iterator<Item = &'a Layer<K>> {
    let previous = (!near.keeps_used_moves()).then_some(previous);
    previous.into_iter().chain(near.same_layer.then_some(current))
}

/// Successors that are buffered between a space and the search, for keys with `heap` bytes of their own.
fn bound<K: Key>(heap: usize) -> usize {
    (BUFFER_BYTES / (size_of::<K>() + heap)).clamp(1, BUFFER)
}

/// Successors between two looks, for keys with `heap` bytes of their own.
fn stride<K: Key>(heap: usize) -> usize {
    (STRIDE_BYTES / (size_of::<K>() + heap)).clamp(16, STRIDE)
}
