//! Components of the boards of every state, from those of the states that follow from it.
//!
//! ```text
//!   a state:         c 2×2  ─ step right ─  c empty, 2×2 beside c       every move of a block away from the first
//!                    2 2 . .                . 2 2 .                     cell c leaves c empty, and no other move
//!                    2 2 . .                . 2 2 .                     changes what is at c
//!                    . . . .                . . . .
//!
//!   while it steps:  # # # .    boards of this smaller state that are joined with one another stay so on both sides
//!                    # # # .    of the step: one pair of nodes is to be joined for each of its *components*
//!                    . . . .
//! ```
//!
//! So no list of boards is ever made: the work is that of the components, of which a state mostly has few, and equal
//! states are solved once. The idea is that of the transfer matrix (or of Simpath's frontier), with components in the
//! place of counts.

use std::mem::take;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use crate::universe::Ended;
use crate::universe::regions::{Region, Regions};
use crate::universe::state::{Branch, Put, State, locate};
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::GaveUp;
use traybit_core::search::parallel;

/// States solved before they join the others: what holds them meanwhile is not counted.
const BATCH: usize = 1 << 12;

/// Pairs of nodes between two looks at the limits.
const STRIDE: u32 = 1 << 14;

/// All states by number, and the most bytes held on the way. The sizes of those with fewer cells than all are left
/// out; `largest` is the most cells that one block covers.
pub(super) fn solve(regions: &Regions, largest: u8, limits: &Limits) -> Result<(Vec<State>, usize), Ended> {
    // Without further threads the states are solved on this one.
    let pool = parallel::pool(limits.threads);
    let mut held = AtomicUsize::new(regions.bytes);
    let (mut states, mut most) = (Vec::with_capacity(regions.states()), 0);
    let mut sized = 0;
    for (number, layer) in (0..).zip(regions.layers()) {
        let cells = layer.first().map_or(0, |(region, _)| region.cells as u8);
        while states.get(sized).is_some_and(|state: &State| state.cells + largest < cells) {
            *held.get_mut() -= states[sized].size_bytes();
            drop(take(&mut states[sized].sizes));
            sized += 1;
        }
        for batch in layer.chunks(BATCH) {
            let known = &states[..];
            let solve = |forest: &mut Forest, &(region, code): &(&Region, u64)| {
                let state = Expansion { regions, states: known, region, code, limits }.solve(forest)?;
                let held = held.fetch_add(state.bytes(), Ordering::Relaxed) + state.bytes();
                if held + forest.bytes() * limits.threads > limits.memory {
                    return Err(GaveUp::Memory.into());
                }
                Ok(state)
            };
            let solved: Result<Vec<State>, Ended> = if let Some(pool) = &pool {
                pool.install(|| batch.par_iter().map_init(Forest::default, solve).collect())
            } else {
                let mut forest = Forest::default();
                batch.iter().map(|state| solve(&mut forest, state)).collect()
            };
            states.extend(solved?);
        }
        most = most.max(held.load(Ordering::Relaxed));
        limits.progress.layer.store(number, Ordering::Relaxed);
    }
    Ok((states, most))
}

/// A state about to be solved.
struct Expansion<'a> {
    regions: &'a Regions,
    /// All with fewer cells.
    states: &'a [State],
    region: &'a Region,
    code: u64,
    limits: &'a Limits,
}

impl Expansion<'_> {
    fn solve(&self, forest: &mut Forest) -> Result<State, Ended> {
        self.limits.check()?;
        let region = self.region;
        if region.cells == 0 {
            return Ok(State::end(region.cell));
        }
        let empty = region.cells - self.regions.codes.area(self.code);
        let (branches, nodes) = self.branches(empty)?;
        forest.reset(nodes);
        self.join(&branches, empty, forest)?;
        let components = forest.trees;
        let (labels, leads) = forest.labels();
        let mut sizes = vec![0u64; components as usize];
        for branch in &branches {
            let parts = &self.states[branch.state as usize].sizes;
            for (&part, &label) in parts.iter().zip(&labels[branch.at as usize..]) {
                let size = &mut sizes[label as usize];
                *size = size.checked_add(part).ok_or(Ended::Countless)?;
            }
        }
        Ok(State {
            cell: region.cell,
            cells: region.cells as u8,
            components,
            branches: branches.into(),
            maps: if components > 1 { labels.into() } else { Box::default() },
            leads,
            sizes: sizes.into(),
        })
    }

    /// The branches that have boards, and how many nodes they have together.
    fn branches(&self, empty: u32) -> Result<(Vec<Branch>, u32), GaveUp> {
        let mut branches = Vec::with_capacity(self.region.choices.len());
        let mut nodes = 0u32;
        for choice in &self.region.choices {
            let left = choice.left(self.code, empty, &self.regions.codes);
            let Some(state) = left.and_then(|left| self.regions.state(choice.rest, left)) else { continue };
            let components = self.states[state as usize].components;
            if components > 0 {
                branches.push(Branch { kind: choice.kind, state, at: nodes });
                // More would take some hundred gigabytes.
                nodes = nodes.checked_add(components).ok_or(GaveUp::Memory)?;
            }
        }
        Ok((branches, nodes))
    }

    /// Joins the nodes that steps of the block at the first cell join.
    fn join(&self, branches: &[Branch], empty: u32, forest: &mut Forest) -> Result<(), GaveUp> {
        let Some(vacated) = branches.first().filter(|branch| branch.kind.is_none()) else { return Ok(()) };
        for taken in &branches[1..] {
            let Some(choice) = self.region.choices.iter().find(|choice| choice.kind == taken.kind) else {
                continue;
            };
            let Some((kind, left)) = choice.kind.zip(choice.left(self.code, empty, &self.regions.codes))
            else {
                continue;
            };
            let whole =
                [taken, vacated].iter().all(|branch| self.states[branch.state as usize].components == 1);
            for step in choice.steps.iter().filter(|step| step.front <= empty) {
                let Some(swept) = self.regions.state(step.rest, left) else { continue };
                let put = Some(Put { kind, cell: step.to });
                let components = self.states[swept as usize].components;
                // All of them would join the same two nodes.
                let components = if whole { components.min(1) } else { components };
                for component in 0..components {
                    if forest.trees == 1 {
                        return Ok(());
                    }
                    if component % STRIDE == STRIDE - 1 {
                        self.limits.check()?;
                    }
                    let before = locate(self.states, taken.state, None, swept, component);
                    let after = locate(self.states, vacated.state, put, swept, component);
                    forest.join(taken.at + before, vacated.at + after);
                }
            }
        }
        Ok(())
    }
}

/// Trees over the numbers from 0 on. A parent is never higher than its child.
#[derive(Debug, Default)]
struct Forest {
    parents: Vec<u32>,
    trees: u32,
}

impl Forest {
    /// Begins anew with `numbers` numbers, each a tree of its own.
    fn reset(&mut self, numbers: u32) {
        self.parents.clear();
        self.parents.extend(0..numbers);
        self.trees = numbers;
    }

    /// Bytes held.
    fn bytes(&self) -> usize {
        self.parents.capacity() * size_of::<u32>()
    }

    /// Makes one tree of the trees of two numbers.
    fn join(&mut self, one: u32, other: u32) {
        let (one, other) = (self.root(one), self.root(other));
        if one != other {
            self.parents[one.max(other) as usize] = one.min(other);
            self.trees -= 1;
        }
    }

    fn root(&mut self, mut number: u32) -> u32 {
        loop {
            let parent = self.parents[number as usize];
            if parent == number {
                return number;
            }
            // Every number on the way skips its parent from now on.
            let next = self.parents[parent as usize];
            self.parents[number as usize] = next;
            number = next;
        }
    }

    /// The tree of each number, and the root of each tree; trees are numbered in the order of their roots. The forest
    /// has to be reset then.
    fn labels(&mut self) -> (&[u32], Box<[u32]>) {
        let mut roots = Vec::with_capacity(self.trees as usize);
        for number in 0..self.parents.len() {
            let parent = self.parents[number] as usize;
            self.parents[number] = if parent == number {
                roots.push(number as u32);
                roots.len() as u32 - 1
            } else {
                // Lower than this number, and so a label already.
                self.parents[parent]
            };
        }
        (&self.parents, roots.into())
    }
}
