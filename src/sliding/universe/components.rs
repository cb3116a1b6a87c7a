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
//! So boards are never listed: the work is that of the components, of which a state mostly has few, and equal states are
//! solved once. The idea is that of the transfer matrix (or of Simpath's frontier), with components in place of counts.

use std::mem::take;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use crate::universe::Ended;
use crate::universe::regions::{Choice, Region, Regions};
use crate::universe::state::{Branch, State, locate};
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::GaveUp;
use traybit_core::search::parallel;

/// States solved before they join the others: what holds them meanwhile is not counted.
const BATCH: usize = 1 << 12;

/// Pairs of nodes between two checks of the limits.
const STRIDE: u32 = 1 << 14;

/// All states by number, and the most bytes held on the way. Sizes are kept for those of all cells only; `largest` is the
/// most cells that one block covers.
pub(super) fn solve(regions: &Regions, largest: u32, limits: &Limits) -> Result<(Vec<State>, usize), Ended> {
    // Without further threads the states are solved on this one.
    let pool = parallel::pool(limits.threads);
    let mut held = AtomicUsize::new(regions.bytes);
    let (mut states, mut most) = (Vec::<State>::new(), 0);
    let mut sized = 0;
    for (number, layer) in (0..).zip(regions.layers()) {
        let cells = layer.first().map_or(0, |(region, _)| region.cells);
        while states.get(sized).is_some_and(|state| u32::from(state.cells) + largest < cells) {
            *held.get_mut() -= states[sized].size_bytes();
            drop(take(&mut states[sized].sizes));
            sized += 1;
        }
        for batch in layer.chunks(BATCH) {
            let known = &states[..];
            let solve = |forest: &mut Forest, &(region, code): &(&Region, u64)| {
                let state = Expansion { regions, states: known, region, code, limits }.solve(forest)?;
                let held = held.fetch_add(state.bytes(), Ordering::Relaxed) + state.bytes();
                limits.within(held + forest.parents.capacity() * size_of::<u32>() * limits.threads)?;
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
    regions: &'a Regions<'a>,
    /// All with fewer cells.
    states: &'a [State],
    region: &'a Region,
    code: u64,
    limits: &'a Limits,
}

/// A choice for the first cell, and the code that it leaves.
type Chosen<'a> = (&'a Choice<u32>, u64);

impl Expansion<'_> {
    fn solve(&self, forest: &mut Forest) -> Result<State, Ended> {
        self.limits.check()?;
        let Region { cell, cells, .. } = *self.region;
        let mut state = State::end(cell);
        if cells == 0 {
            return Ok(state);
        }
        let empty = cells - self.regions.numbering.area(self.code);
        let (chosen, branches, nodes) = self.branches(empty)?;
        forest.reset(nodes);
        self.join(&chosen, &branches, empty, forest)?;
        state.cells = cells as u8;
        state.components = forest.trees;
        let (labels, leads) = forest.labels();
        state.sizes = vec![0; leads.len()].into();
        for branch in &branches {
            let parts = &self.states[branch.state as usize].sizes;
            for (&part, &label) in parts.iter().zip(&labels[branch.at as usize..]) {
                let size = &mut state.sizes[label as usize];
                *size = size.checked_add(part).ok_or(Ended::Countless)?;
            }
        }
        if leads.len() > 1 {
            state.maps = labels.into();
        }
        Ok(State { branches: branches.into(), leads, ..state })
    }

    /// The choices that have boards, their branches, and the number of nodes of all.
    fn branches(&self, empty: u32) -> Result<(Vec<Chosen<'_>>, Vec<Branch>, u32), GaveUp> {
        let (mut chosen, mut branches, mut nodes) = (Vec::new(), Vec::new(), 0u32);
        for choice in &self.region.choices {
            let left = choice.left(self.code, empty, self.regions.numbering);
            let Some((left, state)) =
                left.and_then(|left| Some((left, self.regions.state(choice.rest, left)?)))
            else {
                continue;
            };
            let components = self.states[state as usize].components;
            if components > 0 {
                chosen.push((choice, left));
                branches.push(Branch { kind: choice.kind, state, at: nodes });
                // More would take some hundred gigabytes.
                nodes = nodes.checked_add(components).ok_or(GaveUp::Memory)?;
            }
        }
        Ok((chosen, branches, nodes))
    }

    /// Joins the nodes that steps of the block at the first cell join.
    fn join(
        &self,
        chosen: &[Chosen],
        branches: &[Branch],
        empty: u32,
        forest: &mut Forest,
    ) -> Result<(), GaveUp> {
        let [vacated @ Branch { kind: None, .. }, ..] = branches else { return Ok(()) };
        for (taken, &(choice, left)) in branches.iter().zip(chosen).skip(1) {
            let whole =
                [taken, vacated].iter().all(|branch| self.states[branch.state as usize].components == 1);
            for step in choice.steps.iter().filter(|step| step.front <= empty) {
                let Some(swept) = self.regions.state(step.rest, left) else { continue };
                let put = choice.kind.map(|kind| (kind, step.to));
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
    /// Restarts with `numbers` numbers, each a tree of its own.
    fn reset(&mut self, numbers: u32) {
        self.parents.clear();
        self.parents.extend(0..numbers);
        self.trees = numbers;
    }

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
            // Path halving.
            self.parents[number as usize] = self.parents[parent as usize];
            number = self.parents[number as usize];
        }
    }

    /// The tree of each number, and the root of each tree; trees are numbered in the order of their roots. Uses the
    /// forest up.
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
