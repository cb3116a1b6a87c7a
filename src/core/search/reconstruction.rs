//! Path reconstruction: from a goal to the start through the Bloom filters of finished layers, one move a layer.
//!
//! No position keeps a parent. A goal in layer *d* has a neighbour in layer *d−1*, and so on down to the start, so the
//! search goes depth first through the neighbours that pass the filters. A false positive is in a later layer than its
//! filter's, hence has no path to the start as short as that: the search backtracks there, and never goes there again from that
//! layer, however many paths lead to it. A path found has as many moves as
//! there are layers before the goal's, and the layers, whose positions were compared whole, prove that none is shorter.
//!
//! If symmetric states are merged, this is a path from image to image; the moves are then found along it, from the start
//! itself.

use std::collections::BTreeSet;

use crate::search::bloom::BloomFilter;
use crate::search::peers::words_of;
use crate::search::shorten::moves_through;
use crate::space::{Move, Space, Walker};
use crate::{GaveUp, Key, Limits};

/// Neighbours between two checks of the limits.
const STRIDE: u64 = 1 << 12;

/// The moves from the start to `goal`, which lies in the layer after the last of `filters`; the first filter is that of the
/// start's layer.
///
/// # Panics
/// When the filters are not those of a breadth-first search of this space that met `goal`.
pub fn reconstruct<K: Key>(
    space: &dyn Space<K>,
    filters: &[BloomFilter],
    goal: K,
    limits: &Limits,
) -> Result<Vec<Move>, GaveUp> {
    if filters.is_empty() {
        return Ok(Vec::new());
    }
    let start = space.canonical(space.start());
    let masks = space.slow_bits();
    let mut walker = Walker::new(space);
    let mut state = goal.clone();
    // For each layer walked through, the state in it and others not tried yet.
    let mut walked: Vec<(K, Vec<K>)> = Vec::with_capacity(filters.len());
    // Layers, and states without a path through that layer.
    let mut dead_ends: BTreeSet<(usize, K)> = BTreeSet::new();
    while walked.len() < filters.len() {
        let layer = filters.len() - 1 - walked.len();
        let mut passed: Vec<(u64, K)> = Vec::new();
        let mut looked = 0u64;
        walker.try_successors(&state, |neighbour, _| {
            let neighbour = space.canonical(neighbour);
            if filters[layer].passes(&neighbour, &masks)? && (layer > 0 || neighbour == start) {
                passed.push((looked, neighbour));
            }
            looked += 1;
            if looked.is_multiple_of(STRIDE) { limits.check_time() } else { Ok(()) }
        })?;
        let mut passed = with_those_of_peers(passed, &start, limits)?;
        passed.retain(|neighbour| !dead_ends.contains(&(layer, neighbour.clone())));
        // Tried from the end: reversed, so that the first neighbour is tried first.
        passed.reverse();
        state = loop {
            if let Some(next) = passed.pop() {
                break next;
            }
            let (state, others) =
                walked.pop().expect("the goal is as many moves from the start as there are layers");
            dead_ends.insert((filters.len() - 1 - walked.len(), state));
            passed = others;
        };
        walked.push((state.clone(), passed));
    }
    let path = walked.into_iter().rev().skip(1).map(|(state, _)| state).chain([goal]);
    Ok(moves_through(space, space.start(), path, |state| space.canonical(state)))
}

/// Neighbours that pass the filters of any process, in the order of their numbers.
fn with_those_of_peers<K: Key>(own: Vec<(u64, K)>, start: &K, limits: &Limits) -> Result<Vec<K>, GaveUp> {
    let Some(peers) = &limits.peers else { return Ok(own.into_iter().map(|(_, state)| state).collect()) };
    let limbs = start.limbs();
    let own: Vec<u64> =
        own.iter().flat_map(|(number, state)| [*number].into_iter().chain(words_of(state))).collect();
    let all = peers.gather(&own)?.concat();
    let mut passed: Vec<(u64, K)> =
        all.chunks(limbs + 1).map(|words| (words[0], K::from_limbs(&words[1..]))).collect();
    passed.sort_unstable_by_key(|(number, _)| *number);
    passed.dedup_by_key(|(number, _)| *number);
    Ok(passed.into_iter().map(|(_, state)| state).collect())
}
