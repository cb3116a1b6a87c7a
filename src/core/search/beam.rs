//! Beam search: layer by layer like a breadth-first search, but only the most promising states of each layer are kept.
//!
//! ```text
//!   layer   0    1     2     3         width 3: of the successors of kept states, the three of the least score;
//!           o ─┬ o ─┬─ x  ┌─ o         x: dropped, or a duplicate in its layer
//!              ├ o ─┼─ o ─┤
//!              └ o ─┴─ o ─┴─ x
//! ```
//!
//! The search may start from several states in different layers, each of which joins its layer, and continues for some
//! layers after the first goal: so a beam can start from the goals of the previous one. It is incomplete and proves nothing.
//! (Lowerre's Harpy speech recognizer, 1976.)

use std::collections::BTreeMap;

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

use crate::{GaveUp, Key, Limits, MoveCode, Staged};

/// Successors between two checks of the limits.
const STRIDE: usize = 1 << 13;
/// Buckets for sorting scores: one for each, and the last for all that are worse.
const BUCKETS: u32 = 1 << 10;
/// States of a stage that are expanded together.
const BATCH: usize = 64;
/// Parent of a start state in the tree of paths.
const ROOT: u32 = u32::MAX;

/// State space with a score for each state, by which a beam selects.
pub trait BeamSpace {
    /// State of the space.
    type State: Copy + PartialEq;
    /// Move from one state to another.
    type Move: Copy;

    /// Passes each move with the score (less is better) and the hash of its successor to `emit`. `layer` is the number of
    /// moves made to get to `state`.
    fn expand(&self, state: &Self::State, layer: u32, emit: impl FnMut(Self::Move, i32, u64));
    /// Successor by a move.
    fn after(&self, state: &Self::State, step: Self::Move) -> Self::State;
    /// True if `state` is a goal.
    fn is_goal(&self, state: &Self::State) -> bool;
}

/// Breadth of a beam, in states and layers.
#[derive(Clone, Copy, Debug)]
pub struct Breadth {
    /// States kept of a layer.
    pub width: usize,
    /// Layers searched after that of the first goal.
    pub slack: u32,
    /// Last layer: the maximum length of a solution.
    pub last: u32,
}

/// State with its path.
#[derive(Clone, Copy, Debug)]
pub struct Reached<S> {
    /// The state.
    pub state: S,
    /// Moves made.
    pub layer: u32,
    /// End of its path in the [`Beam`] that found it.
    path: u32,
}

impl<S> Reached<S> {
    /// Start of a search, without moves.
    pub fn start(state: S) -> Self {
        Self { state, layer: 0, path: ROOT }
    }
}

#[derive(Clone, Copy)]
struct Child<M> {
    score: i32,
    parent: u32,
    step: M,
    hash: u64,
}

/// Paths to all states that were kept, in one or more searches, and buffers.
pub struct Beam<M> {
    /// Parent of each state, and the move.
    paths: Vec<(u32, M)>,
    positions: u64,
    children: Vec<Child<M>>,
    starts: Vec<u32>,
    order: Vec<u32>,
    /// Hashes and indexes of the states kept in the current layer.
    table: HashTable<(u64, u32)>,
}

impl<M: Copy> Default for Beam<M> {
    fn default() -> Self {
        Self {
            paths: Vec::new(),
            positions: 0,
            children: Vec::new(),
            starts: Vec::new(),
            order: Vec::new(),
            table: HashTable::new(),
        }
    }
}

impl<M: Copy> Beam<M> {
    /// Number of successors so far.
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// Path to a state that this beam reached.
    pub fn moves<S>(&self, reached: &Reached<S>) -> Vec<M> {
        path(&self.paths, reached.path)
    }

    /// Searches from `starts`, which are in order of their layers; returns the goals found.
    pub fn search<S: BeamSpace<Move = M>>(
        &mut self,
        space: &S,
        starts: &[Reached<S::State>],
        breadth: Breadth,
        limits: &Limits,
    ) -> Result<Vec<Reached<S::State>>, GaveUp> {
        let mut goals = Vec::new();
        let mut waiting = starts.iter().copied().peekable();
        let mut kept: Vec<Reached<S::State>> = Vec::new();
        let mut next = Vec::new();
        let mut last = breadth.last;
        let mut unchecked = 0;
        let Some(mut layer) = starts.first().map(|start| start.layer) else { return Ok(goals) };
        loop {
            while let Some(start) = waiting.next_if(|start| start.layer == layer) {
                if space.is_goal(&start.state) { &mut goals } else { &mut kept }.push(start);
            }
            if !goals.is_empty() {
                last = last.min(goals[0].layer + breadth.slack);
            }
            if layer >= last || (kept.is_empty() && waiting.peek().is_none()) {
                return Ok(goals);
            }
            self.expand(space, &kept);
            if self.paths.len() + self.children.len() >= ROOT as usize {
                return Err(GaveUp::Memory);
            }
            self.sort();
            layer += 1;
            self.keep(space, &kept, breadth.width, &mut next, &mut goals);
            std::mem::swap(&mut kept, &mut next);
            unchecked += self.children.len();
            if unchecked >= STRIDE {
                unchecked = 0;
                let growth = self.growth();
                limits.within(self.bytes() + growth + breadth.width * 4 * size_of::<Reached<S::State>>())?;
                limits.has_room(growth)?;
                limits.check()?;
            }
        }
    }

    /// Bytes of paths and buffers.
    pub fn bytes(&self) -> usize {
        self.paths.capacity() * size_of::<(u32, M)>()
            + self.children.capacity() * (size_of::<Child<M>>() + 4)
            + self.table.allocation_size()
    }

    fn growth(&self) -> usize {
        let room = self.paths.capacity();
        if self.paths.len() + 2 * STRIDE > room { room * size_of::<(u32, M)>() } else { 0 }
    }

    fn expand<S: BeamSpace<Move = M>>(&mut self, space: &S, kept: &[Reached<S::State>]) {
        self.children.clear();
        for (parent, reached) in (0..).zip(kept) {
            space.expand(&reached.state, reached.layer, |step, score, hash| {
                self.children.push(Child { score, parent, step, hash });
            });
        }
        self.positions += self.children.len() as u64;
    }

    fn sort(&mut self) {
        let least = self.children.iter().map(|child| child.score).min().unwrap_or(0);
        let most = self.children.iter().map(|child| child.score.abs_diff(least)).max().unwrap_or(0);
        let last = most.min(BUCKETS - 1);
        let bucket = |child: &Child<M>| child.score.abs_diff(least).min(last) as usize;
        self.starts.clear();
        self.starts.resize(last as usize + 2, 0);
        for child in &self.children {
            self.starts[bucket(child) + 1] += 1;
        }
        for index in 1..self.starts.len() {
            self.starts[index] += self.starts[index - 1];
        }
        self.order.resize(self.children.len(), 0);
        for (index, child) in (0..).zip(&self.children) {
            let place = &mut self.starts[bucket(child)];
            self.order[*place as usize] = index;
            *place += 1;
        }
    }

    /// Builds the best children, each state once: goals, and states for the next layer.
    fn keep<S: BeamSpace<Move = M>>(
        &mut self,
        space: &S,
        kept: &[Reached<S::State>],
        width: usize,
        next: &mut Vec<Reached<S::State>>,
        goals: &mut Vec<Reached<S::State>>,
    ) {
        next.clear();
        self.table.clear();
        for &index in &self.order[..self.children.len()] {
            if next.len() >= width {
                break;
            }
            let child = &self.children[index as usize];
            let parent = &kept[child.parent as usize];
            let state = space.after(&parent.state, child.step);
            let path = self.paths.len() as u32;
            let reached = Reached { state, layer: parent.layer + 1, path };
            if space.is_goal(&state) {
                goals.push(reached);
            } else {
                let same =
                    |&(hash, index): &(u64, u32)| hash == child.hash && next[index as usize].state == state;
                let Entry::Vacant(slot) = self.table.entry(child.hash, same, |&(hash, _)| hash) else {
                    continue;
                };
                slot.insert((child.hash, next.len() as u32));
                next.push(reached);
            }
            self.paths.push((parent.path, child.step));
        }
    }
}

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

/// Reconstructs the moves to a state from the parents.
fn path<M: Copy>(tree: &[(u32, M)], mut at: u32) -> Vec<M> {
    let mut moves = Vec::new();
    while at != ROOT {
        let (parent, step) = tree[at as usize];
        moves.push(step);
        at = parent;
    }
    moves.reverse();
    moves
}
