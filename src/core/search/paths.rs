//! All shortest paths to a goal: a graph of the states on them, layer by layer, and of the moves between.
//!
//! ```text
//!  layer 0     layer 1      layer 2                 candidates ◀── traced back from all goals of the last layer
//!                ╭─ b ──────── d  a goal            a ──▶ b, c ──▶ d, e     and forward again from the start
//!   start  a ────┤         ╭── e  a goal
//!                ╰─ c ─────╯
//!                   x ─────╯      a false positive of the filter of layer 1; no move from a leads to it
//! ```
//!
//! The search by layers leaves a filter for each layer and all goals of the last one. Candidates of a layer are the
//! neighbours of the next layer's candidates that pass its filter: all states of shortest paths are among them. A false
//! positive lies in a later layer, hence cannot be reached from the start in as few moves. So the states that a pass forward
//! from the start reaches, compared whole, lie on shortest paths, and only these are kept.
//!
//! Paths differ if their moves do. They are counted layer by layer: each state adds its number of paths to that of every
//! state one move on.

use std::ops::Range;
use std::time::Instant;

use num_bigint::BigUint;

use crate::bits::Key;
use crate::search::bloom::BloomFilter;
use crate::search::checkpoint::Checkpoint;
use crate::search::layered::nearest_goals;
use crate::search::limits::Limits;
use crate::search::outcome::{Cost, GaveUp};
use crate::search::state_set::StateSet;
use crate::search::words::ReadError;
use crate::space::{Move, Space, Walker};

/// Neighbours, or moves of the graph, between two checks of the limits.
const STRIDE: usize = 1 << 12;

/// The result of a search for all shortest paths.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shortest<K> {
    /// All shortest paths.
    All(Dag<K>),
    /// Proven: no goal can be reached.
    Unsolvable,
    /// Neither.
    GaveUp(GaveUp),
}

/// A result, and its cost.
pub type Priced<K> = (Shortest<K>, Cost);

pub(super) fn all_in<K: Key>(
    space: &dyn Space<K>,
    limits: &Limits,
    checkpoint: Option<Checkpoint>,
) -> Result<Priced<K>, ReadError> {
    assert!(!space.is_canonicalised(), "paths to images are not told apart");
    let (nearest, cost) = nearest_goals(space, limits, checkpoint)?;
    let (began, mut bytes) = (Instant::now(), cost.bytes);
    let found = match nearest {
        Ok(Some((goals, filters))) => {
            Dag::of(space, filters, goals, limits, &mut bytes).map_or_else(Shortest::GaveUp, Shortest::All)
        }
        Ok(None) => Shortest::Unsolvable,
        Err(reason) => Shortest::GaveUp(reason),
    };
    Ok((found, Cost { time: cost.time + began.elapsed(), bytes, ..cost }))
}

/// All shortest paths from the start of a space to its goals: a graph without cycles, since each move leads one layer
/// on. At least one path leads through each of its states and moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dag<K> {
    levels: Vec<Level<K>>,
    bytes: usize,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Level<K> {
    /// States, ascending.
    states: Vec<K>,
    /// Index in `edges` of the first move of each state, and the end; empty in the last layer.
    begin: Vec<u32>,
    /// Moves, by the state they are made in.
    edges: Vec<Edge>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Edge {
    step: Move,
    /// The number of the state it leads to.
    to: u32,
}

impl<K> Level<K> {
    /// The range in `edges` of the moves made in a state.
    fn leaving(&self, state: usize) -> Range<usize> {
        self.begin[state] as usize..self.begin[state + 1] as usize
    }

    fn bytes(&self, heap: usize) -> usize {
        self.states.capacity() * size_of::<K>()
            + self.states.len() * heap
            + self.begin.capacity() * size_of::<u32>()
            + self.edges.capacity() * size_of::<Edge>()
    }
}

impl<K: Key> Dag<K> {
    /// Number of moves of each path.
    pub fn length(&self) -> usize {
        self.levels.len() - 1
    }

    /// The states on the paths at this distance from the start, ascending; those after [`Dag::length`] moves
    /// are all goals.
    ///
    /// # Panics
    /// When the paths have fewer moves.
    pub fn states(&self, distance: usize) -> &[K] {
        &self.levels[distance].states
    }

    /// The moves of the first path: of each state's moves the first.
    pub fn path(&self) -> impl Iterator<Item = Move> {
        let mut state = 0;
        self.levels[..self.length()].iter().map(move |level| {
            let edge = level.edges[level.leaving(state).start];
            state = edge.to as usize;
            edge.step
        })
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// The graph of a space whose search by layers met `goals` and left these `filters`, one for each layer before. `peak`
    /// becomes the most bytes held, if it was less.
    #[doc(hidden)]
    pub fn of(
        space: &dyn Space<K>,
        filters: Vec<BloomFilter>,
        goals: Vec<K>,
        limits: &Limits,
        peak: &mut usize,
    ) -> Result<Self, GaveUp> {
        let mut hold = |bytes: usize| {
            *peak = bytes.max(*peak);
            limits.check().and(limits.within(bytes))
        };
        let heap = goals.first().map_or(0, Key::heap_bytes);
        let mut layers = candidates(space, filters, goals, &mut hold)?;
        let held = |layers: &[Vec<K>]| layers.iter().map(|states| states_bytes(states, heap)).sum::<usize>();
        // Of the first layer only the start is a candidate.
        let (mut reached, mut levels, mut bytes) = (layers.pop().unwrap_or_default(), Vec::new(), 0);
        while let Some(states) = layers.pop() {
            let others = bytes + held(&layers);
            let (level, next) = advance(space, reached, states, |more| hold(others + more))?;
            bytes += level.bytes(heap);
            levels.push(level);
            reached = next;
        }
        let last = Level { states: reached, begin: Vec::new(), edges: Vec::new() };
        bytes += last.bytes(heap);
        levels.push(last);
        hold(bytes)?;
        Ok(Self { levels, bytes })
    }

    /// The exact number of different sequences of moves.
    ///
    /// # Errors
    /// When a limit was reached; the graph itself counts against the memory.
    pub fn count(&self, limits: &Limits) -> Result<BigUint, GaveUp> {
        let mut paths = vec![BigUint::from(1u8)];
        for pair in self.levels.windows(2) {
            let mut next = vec![BigUint::ZERO; pair[1].states.len()];
            for (state, paths) in paths.iter().enumerate() {
                if state % STRIDE == 0 {
                    limits.check()?;
                }
                for edge in &pair[0].edges[pair[0].leaving(state)] {
                    next[edge.to as usize] += paths;
                }
            }
            let bytes = |paths: &BigUint| size_of::<BigUint>() + paths.bits().div_ceil(8) as usize;
            limits.within(self.bytes + paths.iter().chain(&next).map(bytes).sum::<usize>())?;
            paths = next;
        }
        Ok(paths.iter().sum())
    }
}

/// Candidates of all layers, those of the last layer, the goals, first.
fn candidates<K: Key>(
    space: &dyn Space<K>,
    mut filters: Vec<BloomFilter>,
    goals: Vec<K>,
    hold: &mut dyn FnMut(usize) -> Result<(), GaveUp>,
) -> Result<Vec<Vec<K>>, GaveUp> {
    let (start, mut walker, masks) = (space.start(), Walker::new(space), space.slow_bits());
    let heap = start.heap_bytes();
    let mut held = filters.iter().map(BloomFilter::bytes).sum::<usize>() + states_bytes(&goals, heap);
    let mut layers = vec![goals];
    while let Some(filter) = filters.pop() {
        let is_first = filters.is_empty();
        let later = layers.last().map_or(&[][..], Vec::as_slice);
        let (mut found, mut looked) = (StateSet::new(), 0);
        for state in later {
            walker.try_successors(state, |neighbour, _| {
                if filter.passes(&neighbour, &masks)? && (!is_first || neighbour == start) {
                    found.add(neighbour);
                }
                looked += 1;
                if looked % STRIDE > 0 {
                    return Ok(());
                }
                // A list or a table that grows holds its old place until the new one is filled.
                hold(held + 2 * found.bytes(heap)).and(numbers(found.states.len()))
            })?;
        }
        hold(held + found.bytes(heap))?;
        let states = found.states;
        held += states_bytes(&states, heap);
        held -= filter.bytes();
        layers.push(states);
    }
    Ok(layers)
}

/// The moves from the states of one layer that are `reached` to candidates of the next, and which of these are.
fn advance<K: Key>(
    space: &dyn Space<K>,
    reached: Vec<K>,
    mut candidates: Vec<K>,
    mut hold: impl FnMut(usize) -> Result<(), GaveUp>,
) -> Result<(Level<K>, Vec<K>), GaveUp> {
    // The order in which candidates were found depends on the threads that found them; numbers shall not depend on it.
    candidates.sort_unstable();
    let heap = candidates.first().map_or(0, Key::heap_bytes);
    let candidates = StateSet::of(candidates);
    let mut places = vec![None; candidates.states.len()];
    let fixed = states_bytes(&reached, heap)
        + 2 * candidates.bytes(heap)
        + size_of_val(places.as_slice())
        + (reached.len() + 1) * size_of::<u32>();
    hold(fixed)?;
    let (mut edges, mut looked) = (Vec::new(), 0);
    let mut begin = Vec::with_capacity(reached.len() + 1);
    begin.push(0);
    let mut walker = Walker::new(space);
    for state in &reached {
        walker.try_successors(state, |successor, step| {
            if let Some(to) = candidates.find(&successor) {
                places[to as usize] = Some(0);
                edges.push(Edge { step, to });
            }
            looked += 1;
            if looked % STRIDE > 0 {
                return Ok(());
            }
            hold(fixed + 2 * edges.capacity() * size_of::<Edge>()).and(numbers(edges.len()))
        })?;
        begin.push(edges.len() as u32);
    }
    let mut next = Vec::new();
    for (place, state) in places.iter_mut().zip(candidates.states) {
        if let Some(place) = place {
            *place = next.len() as u32;
            next.push(state.clone());
        }
    }
    for edge in &mut edges {
        edge.to = places[edge.to as usize].expect("whatever a move leads to is reached");
    }
    edges.shrink_to_fit();
    Ok((Level { states: reached, begin, edges }, next))
}

fn states_bytes<K>(states: &Vec<K>, heap: usize) -> usize {
    states.capacity() * size_of::<K>() + states.len() * heap
}

/// Fails if the states or moves of a layer do not fit numbers of 32 bits.
fn numbers(count: usize) -> Result<(), GaveUp> {
    if count > u32::MAX as usize - STRIDE { Err(GaveUp::Memory) } else { Ok(()) }
}
