//! Breadth-first search, layer by layer, in undirected state spaces.
//!
//! Successors of layer *d* lie in layers *d−1*, *d* and *d+1*. Used-move masks rule out moves back to layer *d−1*; if
//! each move changes a parity, none leads to layer *d*. So successors are compared with each other and at most with the
//! last two layers; in most spaces, with neither. Earlier layers are kept as Bloom filters, for path reconstruction only;
//! searches that only count positions keep none. Duplicates are detected by one of two methods, depending on the size of the
//! layer:
//!
//! * **narrow**: one thread and one small table, so that hundreds of small layers cause no overhead of threads;
//! * **wide**: the layer is split into buckets, each of which a thread expands and compares in a table that fits the cache.
//!   No lock and no allocation per successor. A bucket is in memory, in a file, or in another process.
//!
//! (Comparing with two layers only, in undirected graphs: Munagala and Ranade, 1999.)

mod checkpoint;
mod goals;
mod narrow;
mod passes;
mod snapshot;
mod sources;
mod wide;
mod workers;

use std::sync::Arc;
use std::sync::atomic::Ordering;
use web_time::{Duration, Instant};

use crate::search::bloom::BloomFilter;
use crate::search::layered::workers::Workers;
use crate::search::layers::{Format, Layer, PieceMemory};
use crate::search::outcome::Traffic;
use crate::search::reconstruction;
use crate::search::visited::VisitedTable;
use crate::space::{Columns, Expander, Move, Neighbours, Space, UsedMoves};
use crate::{Answer, Checkpoint, Cost, GaveUp, Key, Limits, Outcome, ReadError};

/// Maximum number of successors between two checks of the limits.
const STRIDE: usize = 8 << 10;
/// Maximum size of these successors in bytes.
const STRIDE_BYTES: usize = if cfg!(interleavings) { 16 } else { 1 << 20 };

/// Maximum number of successors buffered between a space and the search.
const BUFFER: usize = 1 << 10;
/// Maximum size of the buffer in bytes; it stays in the first-level cache.
const BUFFER_BYTES: usize = 16 << 10;

pub(super) use crate::search::layered::checkpoint::CheckpointWriter;
pub(super) use crate::search::layered::snapshot::SideState;

pub(super) fn solve_in<K: Key>(
    space: &dyn Space<K>,
    limits: &Limits,
    checkpoint: Option<Checkpoint>,
) -> Result<Outcome<Move>, ReadError> {
    let (found, cost) = to_goal(space, limits, checkpoint, true, |search, goal| {
        // The goal's own layer is not needed.
        let filters = &search.trail[..search.sizes.len() - 1];
        reconstruction::reconstruct(search.space, filters, goal, search.limits)
    })?;
    let answer = match found {
        Ok(Some((moves, _))) => Answer::Solved(moves),
        Ok(None) => Answer::Unsolvable,
        Err(reason) => Answer::GaveUp(reason),
    };
    Ok(Outcome { answer, cost })
}

/// Finds all goals in the first layer that has one; also returns a filter for each earlier layer. The checkpoint saved at
/// the end leads to the same goals.
pub(super) fn nearest_goals<K: Key>(
    space: &dyn Space<K>,
    limits: &Limits,
    checkpoint: Option<Checkpoint>,
) -> Result<(Nearest<Vec<K>>, Cost), ReadError> {
    to_goal(space, limits, checkpoint, false, |search, _| search.goals())
}

/// Searches up to the first layer with a goal and passes its least goal to `finish`. Once a goal is found, a checkpoint
/// is kept unless `is_final`: nothing will be searched from there.
fn to_goal<'a, K: Key, T>(
    space: &'a dyn Space<K>,
    limits: &'a Limits,
    checkpoint: Option<Checkpoint>,
    is_final: bool,
    finish: impl FnOnce(&mut Layered<'a, K>, K) -> Result<T, GaveUp>,
) -> Result<(Nearest<T>, Cost), ReadError> {
    let (mut search, mut side, writer) = Layered::begin(space, limits, true, checkpoint)?;
    let goal = search.run_to_goal(&mut side, writer.as_ref());
    let found = goal.and_then(|goal| goal.map(|goal| finish(&mut search, goal)).transpose());
    if let Some(writer) = &writer {
        writer.end(&search, &side, found.as_ref().is_ok_and(|found| is_final || found.is_none()));
    }
    let cost = search.cost();
    let mut filters = std::mem::take(&mut search.trail);
    filters.truncate(search.sizes.len() - 1);
    limits.release(search, found.as_ref().err().copied());
    Ok((found.map(|found| found.map(|found| (found, filters))), cost))
}

/// Result of a search for the nearest goals, with a filter for each layer before; `None` if no state is a goal.
pub(super) type Nearest<T> = Result<Option<(T, Vec<BloomFilter>)>, GaveUp>;

/// Layer sizes and cost of an explored space.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Explored {
    /// Number of positions in each finished layer, from the start's on.
    pub sizes: Vec<u64>,
    /// Reason why the exploration ended early, if it did.
    pub ended: Option<GaveUp>,
    /// The cost of the search.
    pub cost: Cost,
}

struct Next<K> {
    /// Part of the next layer that this process holds.
    layer: Layer<K>,
    /// Number of states in the next layer, over all processes.
    states: u64,
    /// Least goal in the next layer.
    goal: Option<K>,
}

pub(super) struct Layered<'a, K: Key> {
    space: &'a dyn Space<K>,
    pub(super) limits: &'a Limits,
    near: Neighbours,
    /// The last finished layer, whose states are expanded next.
    current: Layer<K>,
    /// Number of its states over all processes; 0 once the search is finished.
    found: u64,
    /// The layer before `current`; empty if successors are not compared with it and the search is not finished.
    previous: Layer<K>,
    /// Sizes of all finished layers; the depth is their number less one.
    pub(super) sizes: Vec<u64>,
    /// A filter for each finished layer; empty if no path is needed.
    trail: Vec<BloomFilter>,
    /// The cost so far, with the time of earlier runs only; what `cost` takes from elsewhere is left out.
    spent: Cost,
    began: Instant,
    /// Successors of the layer expanded last, and its states; at first a guess.
    branching: (usize, usize),
    /// True if the current layer is kept until the next one is finished, because a checkpoint may be written meanwhile.
    pub(super) is_saved: bool,
    table: VisitedTable<K>,
    /// Successors on their way from the expander to the table.
    buffer: Columns<K, UsedMoves>,
    expander: Box<dyn Expander<K> + 'a>,
    /// Worker threads for wide layers, started when first needed.
    workers: Option<Workers<'a, K>>,
    pieces: Arc<PieceMemory>,
    /// Size of the layer for which the level of the partition was chosen.
    levelled: u64,
}

impl<'a, K: Key> Layered<'a, K> {
    pub(super) fn new(space: &'a dyn Space<K>, limits: &'a Limits, with_path: bool) -> Self {
        let start = space.canonical(space.start());
        let trail = with_path.then(|| BloomFilter::of(std::slice::from_ref(&start), 1)).into_iter().collect();
        Self { trail, ..Self::from_layer(space, limits, layer_of(space, vec![start])) }
    }

    /// A search that has seen nothing but the states of a layer.
    fn from_layer(space: &'a dyn Space<K>, limits: &'a Limits, current: Layer<K>) -> Self {
        let (first, near) = (current.count() as u64, space.neighbours());
        let pieces = Arc::clone(&current.memory);
        Self {
            space,
            limits,
            near,
            found: first,
            previous: Layer::of(Columns::default(), &pieces, current.format),
            current,
            sizes: if first > 0 { vec![first] } else { Vec::new() },
            trail: Vec::new(),
            spent: Cost { positions: first, ..Cost::default() },
            began: Instant::now(),
            branching: (4, 1),
            is_saved: false,
            table: VisitedTable::new(near.used_moves),
            buffer: Columns::default(),
            expander: space.expander(),
            workers: None,
            levelled: 0,
            pieces,
        }
    }

    /// Bytes that each key holds outside itself.
    fn heap(&self) -> usize {
        self.current.format.heap
    }

    fn bytes_of_workers(&self) -> usize {
        self.workers.as_ref().map_or(0, |workers| workers.bytes(self.heap()))
    }

    fn take_workers(&mut self) -> Workers<'a, K> {
        self.workers.take().unwrap_or_else(|| Workers::new(self.space, self.limits.threads.max(1)))
    }

    /// Advances until a layer is empty or holds a goal. The least goal is added to the side state.
    fn run_to_goal(
        &mut self,
        side: &mut SideState<K>,
        writer: Option<&CheckpointWriter>,
    ) -> Result<Option<K>, GaveUp> {
        let start = self.space.start();
        if self.expander.is_goal(&start) {
            return Ok(Some(start));
        }
        loop {
            // Number of layers without a goal: goals already found lie in the last layer.
            let without_goal = self.sizes.len() - usize::from(!side.goals.is_empty());
            self.limits.progress.bound.store(without_goal as u32, Ordering::Relaxed);
            if self.is_finished() || !side.goals.is_empty() {
                return Ok(side.goals.first().cloned());
            }
            if let Some(writer) = writer.filter(|writer| writer.is_due(self)) {
                writer.save(self, side)?;
            }
            side.goals.extend(self.advance(true)?);
        }
    }

    pub(super) fn cost(&self) -> Cost {
        let disk = self.limits.disk.as_ref().map(|disk| disk.traffic()).unwrap_or_default();
        Cost {
            symmetric_merged: self.space.is_canonicalised(),
            layers: self.sizes.len().saturating_sub(1) as u32,
            time: (self.spent.time + self.began.elapsed()).max(Duration::from_nanos(1)),
            disk: Traffic { sent: self.limits.peers.as_ref().map_or(0, |peers| peers.sent()), ..disk },
            ..self.spent
        }
    }

    /// Computes the next layer; with `look`, returns its least goal.
    pub(super) fn advance(&mut self, look: bool) -> Result<Option<K>, GaveUp> {
        self.limits.check()?;
        let Limits { positions, depth, .. } = *self.limits;
        if self.spent.positions > positions || self.sizes.len() > depth as usize {
            return Err(GaveUp::Exhausted);
        }
        // Processes that share a layer share all that follow.
        let is_shared = self.limits.peers.is_some() && self.is_split();
        let next = if is_shared || self.expected() >= self.limits.wide || self.is_large() {
            self.wide(look)
        } else {
            match self.narrow(look) {
                Err(GaveUp::Memory) if self.limits.peers.is_none() => self.wide(look),
                next => next,
            }
        };
        let Next { layer, states: found, goal } = next?;
        let last = std::mem::replace(&mut self.current, layer);
        self.found = found;
        if found == 0 || !self.near.used_moves {
            self.previous = last;
        }
        if found > 0 {
            self.sizes.push(found);
        }
        self.spent.positions += found;
        self.limits.progress.positions.store(self.spent.positions, Ordering::Relaxed);
        self.limits.progress.layer.store(self.sizes.len() as u32 - 1, Ordering::Relaxed);
        Ok(goal)
    }

    fn add_filter(&mut self, filter: BloomFilter) {
        self.spent.trail_bytes += filter.bytes();
        self.trail.push(filter);
    }

    /// Notes that all of the current layer was expanded.
    fn expanded(&mut self, successors: usize) {
        self.spent.successors += successors as u64;
        self.branching = (successors.max(1), (self.found as usize).max(1));
    }

    /// Those of the last two layers that successors can lie in.
    fn known(&self) -> impl Iterator<Item = &Layer<K>> {
        let previous = (!self.near.used_moves).then_some(&self.previous);
        previous.into_iter().chain(self.near.same_layer.then_some(&self.current))
    }

    /// Estimated number of successors of the current layer, from those of the layer expanded last.
    fn expected(&self) -> usize {
        let (successors, states) = self.branching;
        (u128::from(self.found) * successors as u128 / states as u128) as usize
    }

    fn held(&self) -> usize {
        self.spent.trail_bytes + self.pieces.held()
    }
}

/// A layer of states, which differ.
pub(super) fn layer_of<K: Key>(space: &dyn Space<K>, keys: Vec<K>) -> Layer<K> {
    let format = format_of(space);
    let tags = if format.with_masks { vec![UsedMoves::default(); keys.len()] } else { Vec::new() };
    Layer::of(Columns { keys, tags }, &Arc::default(), format)
}

/// The format of the pieces of a space's layers.
fn format_of<K: Key>(space: &dyn Space<K>) -> Format {
    let (start, with_masks) = (space.start(), space.neighbours().used_moves);
    Format { limbs: start.limbs(), heap: start.heap_bytes(), with_masks }
}

/// Number of successors buffered between a space and the search, for keys that own `heap` bytes.
fn bound<K: Key>(heap: usize) -> usize {
    (BUFFER_BYTES / (size_of::<K>() + heap)).clamp(1, BUFFER)
}

/// Number of successors between two checks of the limits in a narrow layer, and of states looked at for goals, for keys that own `heap` bytes.
fn stride<K: Key>(heap: usize) -> usize {
    (STRIDE_BYTES / (size_of::<K>() + heap)).clamp(16, STRIDE)
}
