//! Beam search in a space cut into stages: like a search stage by stage, but only a number of states of each stage are kept.
//!
//! ```text
//!   stage   0    1     2     3         width 3: of the successors of kept states, the three of the least hash;
//!           o ─┬ o ─┬─ x  ┌─ o         x: dropped, or a duplicate in its stage
//!              ├ o ─┼─ o ─┤
//!              └ o ─┴─ o ─┴─ x
//! ```
//!
//! It is incomplete and proves nothing. (Lowerre's Harpy speech recognizer, 1976.)

use std::collections::BTreeMap;

use crate::{GaveUp, Key, Limits, MoveCode, Staged};

/// States of a stage that are expanded together.
const BATCH: usize = 64;
/// Parent of a start state in the tree of paths.
pub const ROOT: u32 = u32::MAX;

/// A state, the move that led to it, and its parent's place in the tree of kept states.
#[derive(Clone, Copy)]
struct Kept<K> {
    hash: u64,
    state: K,
    parent: u32,
    step: MoveCode,
}

/// The moves of a solution of a space cut into stages, if a beam of this width finds one.
pub fn solution<K: Key + Copy>(
    space: &dyn Staged<K>,
    width: usize,
    limits: &Limits,
) -> Result<Option<Vec<MoveCode>>, GaveUp> {
    let Some((first, start)) = space.start() else { return Ok(None) };
    let mut expander = space.expander();
    let start = Kept { hash: 0, state: start, parent: ROOT, step: 0 };
    let mut ahead = BTreeMap::from([(first, vec![start])]);
    let mut tree: Vec<(u32, MoveCode)> = Vec::new();
    let mut successors = Vec::new();
    while let Some((stage, mut beam)) = ahead.pop_first() {
        keep_least(&mut beam, width);
        if stage == space.last() {
            // No move leads to the start.
            let moves = |end: &Kept<K>| path(&tree, end.parent).into_iter().chain([end.step]).skip(1);
            return Ok(beam.first().map(|end| moves(end).collect()));
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
                others.push(Kept { hash, state: next.state, parent, step: next.step });
                if others.len() >= 4 * width {
                    keep_least(others, width);
                }
            }
            let lists = || ahead.values().chain([&beam]).map(Vec::capacity);
            // A growing list holds its old allocation until the new one is filled.
            let states = lists().sum::<usize>() + lists().max().unwrap_or(0);
            let held = states * size_of::<Kept<K>>() + tree.capacity() * size_of::<(u32, MoveCode)>();
            limits.check().and(limits.within(held))?;
        }
    }
    Ok(None)
}

/// Keeps the states with the least hashes, each once.
fn keep_least<K: Key + Copy>(states: &mut Vec<Kept<K>>, width: usize) {
    // The first move found to a state is kept.
    states.sort_by_key(|reached| reached.hash);
    states.dedup_by(|one, other| one.state == other.state);
    states.truncate(width);
}

/// Reconstructs the moves to a state from a tree of parents and moves, in which its own is at place `at`.
pub fn path<M: Copy>(tree: &[(u32, M)], mut at: u32) -> Vec<M> {
    let mut moves = Vec::new();
    while at != ROOT {
        let (parent, step) = tree[at as usize];
        moves.push(step);
        at = parent;
    }
    moves.reverse();
    moves
}
