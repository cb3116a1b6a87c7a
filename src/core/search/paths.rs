//! All shortest paths to a goal: their number, and the first of them.
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
//! from the start reaches, compared whole, lie on shortest paths.
//!
//! Paths differ if their moves do. They are counted layer by layer: each state adds its number of paths to that of every
//! state one move on.

use std::ops::ControlFlow;
use web_time::Instant;

use num_bigint::BigUint;

use crate::search::bloom::BloomFilter;
use crate::search::layered::nearest_goals;
use crate::search::state_set::StateSet;
use crate::space::{Move, Space, Walker};
use crate::{Checkpoint, Cost, GaveUp, Key, Limits, ReadError};

/// Neighbours between two checks of the limits.
const STRIDE: usize = 1 << 12;

/// All shortest paths from the start of a space to its goals.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShortestPaths {
    /// The exact number of different sequences of moves.
    pub number: BigUint,
    /// The first of them: in each state it makes the first move that lies on a shortest path.
    pub first: Vec<Move>,
}

/// The paths, `None` if it is proven that no goal can be reached; and the cost.
pub type Priced = (Result<Option<ShortestPaths>, GaveUp>, Cost);

pub(super) fn all_in<K: Key>(
    space: &dyn Space<K>,
    limits: &Limits,
    checkpoint: Option<Checkpoint>,
) -> Result<Priced, ReadError> {
    assert!(!space.is_canonicalised(), "paths to images are not told apart");
    let (nearest, cost) = nearest_goals(space, limits, checkpoint)?;
    let (began, mut bytes) = (Instant::now(), cost.bytes);
    let mut count = |(goals, filters)| count(space, filters, goals, limits, &mut bytes);
    let found = nearest.and_then(|nearest| nearest.map(&mut count).transpose());
    Ok((found, Cost { time: cost.time + began.elapsed(), bytes, ..cost }))
}

/// Counts the paths in a space whose search by layers met `goals` and left these `filters`, one for each layer before.
/// `peak` is raised to the most bytes held.
#[doc(hidden)]
pub fn count<K: Key>(
    space: &dyn Space<K>,
    filters: Vec<BloomFilter>,
    goals: Vec<K>,
    limits: &Limits,
    peak: &mut usize,
) -> Result<ShortestPaths, GaveUp> {
    let mut hold = |bytes: usize| {
        *peak = bytes.max(*peak);
        limits.check().and(limits.within(bytes))
    };
    let (mut walker, mut last, mut first) = (Walker::new(space), space.start(), Vec::new());
    let heap = last.heap_bytes();
    let mut layers = candidates(space, filters, goals, &mut hold)?;
    // Of the first layer only the start is a candidate.
    let (mut reached, mut numbers) = (layers.pop().unwrap_or_default(), vec![BigUint::from(1u8)]);
    while let Some(states) = layers.pop() {
        let next = StateSet::of(states);
        let mut sums = vec![BigUint::ZERO; next.states.len()];
        let held = layers.iter().map(|states| states_bytes(states, heap)).sum::<usize>()
            + states_bytes(&reached, heap)
            + 2 * next.bytes(heap)
            + (numbers.len() + sums.len()) * size_of::<BigUint>();
        hold(held)?;
        let mut looked = 0;
        for (state, number) in reached.iter().zip(&numbers) {
            walker.try_successors(state, |successor, _| {
                if let Some(to) = next.find(&successor) {
                    sums[to as usize] += number;
                }
                looked += 1;
                if looked % STRIDE > 0 { Ok(()) } else { hold(held) }
            })?;
        }
        let digits = numbers.iter().chain(&sums).map(|number| number.bits().div_ceil(8) as usize);
        hold(held + digits.sum::<usize>())?;
        walker.successors(&last.clone(), |successor, step| {
            if next.find(&successor).is_none() {
                return ControlFlow::Continue(());
            }
            first.push(step);
            last = successor;
            ControlFlow::Break(())
        });
        let met = next.states.into_iter().zip(sums).filter(|(_, number)| *number != BigUint::ZERO);
        (reached, numbers) = met.unzip();
    }
    Ok(ShortestPaths { number: numbers.iter().sum(), first })
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
        let (mut found, mut looked) = (StateSet::default(), 0);
        for state in later {
            walker.try_successors(state, |neighbour, _| {
                if filter.passes(&neighbour, &masks)? && (!is_first || neighbour == start) {
                    found.add(neighbour);
                }
                looked += 1;
                if looked % STRIDE > 0 {
                    return Ok(());
                }
                // States have numbers of 32 bits.
                if found.states.len() > u32::MAX as usize - STRIDE {
                    return Err(GaveUp::Memory);
                }
                // A growing list or table holds its old allocation until the new one is filled.
                hold(held + 2 * found.bytes(heap))
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

fn states_bytes<K>(states: &Vec<K>, heap: usize) -> usize {
    states.capacity() * size_of::<K>() + states.len() * heap
}
