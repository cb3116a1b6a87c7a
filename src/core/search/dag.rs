//! Graph of all shortest paths: the states on them, layer by layer, and the moves between.
//!
//! ```text
//!  layer 0     layer 1      layer 2                 candidates ◀── traced back from all goals of the last layer
//!                ╭─ b ──────── d  a goal            a ──▶ b, c ──▶ d, e     and forward again from the start
//!   start  a ────┤         ╭── e  a goal
//!                ╰─ c ─────╯
//!                   x ─────╯      a false positive of the filter of layer 1; no move from a leads to it
//! ```
//!
//! The search by layers leaves a filter for each layer and all goals of the last one. Candidates of a layer are those
//! neighbours of the next layer's candidates that its filter lets pass: all states of shortest paths are among them.
//! A false positive lies in a later layer, hence cannot be reached from the start in as few moves. So what
//! a pass forward from the start reaches, whole states compared, lies on a shortest path, and is all that is kept.

use std::ops::ControlFlow;

use crate::bits::Key;
use crate::search::bloom::BloomFilter;
use crate::search::limits::Limits;
use crate::search::numbered::Numbered;
use crate::search::outcome::GaveUp;
use crate::space::{Move, Space, Walker};

/// Neighbours, or moves of the graph, between two looks at the limits.
pub(super) const STRIDE: usize = 1 << 12;

/// All shortest paths from the start of a space to its goals: a graph without cycles, since each move leads one layer
/// on. At least one path leads through each of its states and moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dag<K> {
    pub(super) rungs: Vec<Rung<K>>,
    bytes: usize,
}

/// The part of the graph in one layer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Rung<K> {
    /// States, ascending.
    pub(super) states: Vec<K>,
    /// Begin of the moves of each state, and the end of the last; empty in the last layer.
    begin: Vec<u32>,
    /// Moves, by the state they are made in.
    pub(super) edges: Vec<Edge>,
}

/// A move to the next layer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Edge {
    pub(super) step: Move,
    /// The number of the state it leads to.
    pub(super) to: u32,
}

impl<K> Rung<K> {
    /// The range in `edges` of the moves made in a state.
    pub(super) fn leaving(&self, state: usize) -> std::ops::Range<usize> {
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
        self.rungs.len() - 1
    }

    /// The states on the paths that are so many moves from the start, ascending; those after [`Dag::length`] moves
    /// are all goals.
    ///
    /// # Panics
    /// When the paths have fewer moves.
    pub fn states(&self, distance: usize) -> &[K] {
        &self.rungs[distance].states
    }

    /// The moves of the first path: of each state's moves the first.
    pub fn path(&self) -> impl Iterator<Item = Move> {
        let mut state = 0;
        self.rungs[..self.length()].iter().map(move |rung| {
            let edge = rung.edges[rung.leaving(state).start];
            state = edge.to as usize;
            edge.step
        })
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// The graph of a space whose search by layers met `goals` and left these `filters`, one for each layer before.
    #[doc(hidden)]
    pub fn of(
        space: &dyn Space<K>,
        filters: Vec<BloomFilter>,
        goals: Vec<K>,
        meter: &mut Meter,
    ) -> Result<Self, GaveUp> {
        let heap = goals.first().map_or(0, Key::heap_bytes);
        let mut layers = candidates(space, filters, goals, meter)?;
        let held = |layers: &[Vec<K>]| layers.iter().map(|states| states_bytes(states, heap)).sum::<usize>();
        // Of the first layer only the start is a candidate.
        let (mut reached, mut rungs, mut bytes) = (layers.pop().unwrap_or_default(), Vec::new(), 0);
        while let Some(states) = layers.pop() {
            let others = bytes + held(&layers);
            let (rung, next) = climb(space, reached, states, |more| meter.hold(others + more))?;
            bytes += rung.bytes(heap);
            rungs.push(rung);
            reached = next;
        }
        let last = Rung { states: reached, begin: Vec::new(), edges: Vec::new() };
        bytes += last.bytes(heap);
        rungs.push(last);
        meter.hold(bytes)?;
        Ok(Self { rungs, bytes })
    }
}

/// Candidates of all layers, those of the last layer, the goals, first.
fn candidates<K: Key>(
    space: &dyn Space<K>,
    mut filters: Vec<BloomFilter>,
    goals: Vec<K>,
    meter: &mut Meter,
) -> Result<Vec<Vec<K>>, GaveUp> {
    let (start, mut walker, masks) = (space.start(), Walker::new(space), space.slow_bits());
    let heap = start.heap_bytes();
    let mut held = filters.iter().map(BloomFilter::bytes).sum::<usize>() + states_bytes(&goals, heap);
    let mut layers = vec![goals];
    while let Some(filter) = filters.pop() {
        let is_first = filters.is_empty();
        let later = layers.last().map_or(&[][..], Vec::as_slice);
        let (mut found, mut looked, mut within) = (Numbered::new(), 0, Ok(()));
        for state in later {
            walker.successors(state, |neighbour, _| {
                match filter.passes(&neighbour, &masks) {
                    Ok(passes) if passes && (!is_first || neighbour == start) => found.add(neighbour),
                    Ok(_) => {}
                    Err(reason) => within = Err(reason),
                }
                looked += 1;
                if looked % STRIDE == 0 && within.is_ok() {
                    // A list or a table that grows holds its old place until the new one is filled.
                    within = meter.hold(held + 2 * found.bytes(heap)).and(numbers(found.states.len()));
                }
                if within.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
            within?;
        }
        meter.hold(held + found.bytes(heap))?;
        let states = found.states;
        held += states_bytes(&states, heap);
        held -= filter.bytes();
        layers.push(states);
    }
    Ok(layers)
}

/// The moves from the states of one layer that are `reached` to candidates of the next, and which of these are.
fn climb<K: Key>(
    space: &dyn Space<K>,
    reached: Vec<K>,
    mut candidates: Vec<K>,
    mut hold: impl FnMut(usize) -> Result<(), GaveUp>,
) -> Result<(Rung<K>, Vec<K>), GaveUp> {
    // The order in which candidates were found depends on the threads that found them; numbers shall not depend on it.
    candidates.sort_unstable();
    let heap = candidates.first().map_or(0, Key::heap_bytes);
    let candidates = Numbered::of(candidates);
    let mut places = vec![None; candidates.states.len()];
    let fixed = states_bytes(&reached, heap)
        + 2 * candidates.bytes(heap)
        + size_of_val(places.as_slice())
        + (reached.len() + 1) * size_of::<u32>();
    hold(fixed)?;
    let (mut edges, mut looked, mut within) = (Vec::new(), 0, Ok(()));
    let mut begin = Vec::with_capacity(reached.len() + 1);
    begin.push(0);
    let mut walker = Walker::new(space);
    for state in &reached {
        walker.successors(state, |successor, step| {
            if let Some(to) = candidates.find(&successor) {
                places[to as usize] = Some(0);
                edges.push(Edge { step, to });
            }
            looked += 1;
            if looked % STRIDE == 0 {
                let bytes = edges.capacity() * size_of::<Edge>();
                within = hold(fixed + 2 * bytes).and(numbers(edges.len()));
            }
            if within.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        within?;
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
    Ok((Rung { states: reached, begin, edges }, next))
}

fn states_bytes<K>(states: &Vec<K>, heap: usize) -> usize {
    states.capacity() * size_of::<K>() + states.len() * heap
}

/// States and moves of a layer have numbers of 32 bits; more are taken for too many to hold.
fn numbers(count: usize) -> Result<(), GaveUp> {
    if count > u32::MAX as usize - STRIDE { Err(GaveUp::Memory) } else { Ok(()) }
}

/// Watches the limits.
#[doc(hidden)]
pub struct Meter<'a> {
    pub limits: &'a Limits,
    /// Peak bytes held so far.
    pub peak: usize,
}

impl Meter<'_> {
    /// Accounts for all that is held now.
    pub(super) fn hold(&mut self, bytes: usize) -> Result<(), GaveUp> {
        self.peak = self.peak.max(bytes);
        self.limits.check().and(self.limits.within(bytes))
    }
}
