//! Beam over stages: finds one solution of a space cut into stages, where an early choice of a depth-first search may spoil
//! all that follows.
//!
//! ```text
//!   stage   4    5    6    7    8        width 2: of the different states of a stage those with the two least hashes are
//!           o ─▶ o ─────▶ o ─▶ x         kept, a choice as good as a random one; a move may lead over several stages
//!           o ─┬──────▶ o ─▶ o
//!              └▶ x
//! ```
//!
//! It is not complete and proves nothing. (A beam as in `search/beam.rs`, without a score.)

use std::collections::BTreeMap;

use crate::bits::Key;
use crate::search::limits::Limits;
use crate::search::outcome::GaveUp;
use crate::search::staged::{MoveCode, Staged};

const BATCH: usize = 64;
const ROOT: u32 = u32::MAX;

/// A state, the move that led to it, and its parent's place in the tree of kept states.
#[derive(Clone, Copy)]
struct Reached<K> {
    hash: u64,
    state: K,
    parent: u32,
    step: MoveCode,
}

/// The moves of a solution, if a beam of this width comes to one.
///
/// # Errors
/// The limit that is reached.
pub fn solution<K: Key + Copy>(
    space: &dyn Staged<K>,
    width: usize,
    limits: &Limits,
) -> Result<Option<Vec<MoveCode>>, GaveUp> {
    let Some((first, start)) = space.start() else { return Ok(None) };
    let mut expander = space.expander();
    let start = Reached { hash: 0, state: start, parent: ROOT, step: 0 };
    let mut ahead = BTreeMap::from([(first, vec![start])]);
    let mut tree: Vec<(u32, MoveCode)> = Vec::new();
    let mut successors = Vec::new();
    while let Some((stage, mut beam)) = ahead.pop_first() {
        keep(&mut beam, width);
        if stage == space.last() {
            return Ok(beam.first().map(|end| path(&tree, (end.parent, end.step))));
        }
        for batch in beam.chunks(BATCH) {
            let base = tree.len() as u32;
            tree.extend(batch.iter().map(|reached| (reached.parent, reached.step)));
            let states: Vec<K> = batch.iter().map(|reached| reached.state).collect();
            successors.clear();
            expander.expand(stage, &states, &mut successors);
            for next in &successors {
                let others = ahead.entry(next.stage as usize).or_default();
                let (hash, parent) = (next.state.hash64(), base + next.parent);
                others.push(Reached { hash, state: next.state, parent, step: next.step });
                if others.len() >= 4 * width {
                    keep(others, width);
                }
            }
            let lists = || ahead.values().chain([&beam]).map(Vec::capacity);
            // A list that grows holds its old place until the new one is filled.
            let states = lists().sum::<usize>() + lists().max().unwrap_or(0);
            let held = states * size_of::<Reached<K>>() + tree.capacity() * size_of::<(u32, MoveCode)>();
            limits.check().and(limits.within(held))?;
        }
    }
    Ok(None)
}

/// Keeps the states with the least hashes, each once.
fn keep<K: Key + Copy>(states: &mut Vec<Reached<K>>, width: usize) {
    // The first move to a state stays its move.
    states.sort_by_key(|reached| reached.hash);
    states.dedup_by(|one, other| one.state == other.state);
    states.truncate(width);
}

fn path(tree: &[(u32, MoveCode)], end: (u32, MoveCode)) -> Vec<MoveCode> {
    let ((mut parent, mut step), mut steps) = (end, Vec::new());
    while parent != ROOT {
        steps.push(step);
        (parent, step) = tree[parent as usize];
    }
    steps.reverse();
    steps
}
