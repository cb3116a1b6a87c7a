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
    let pool = parallel::pool(limits.threads);
    let mut held = AtomicUsize::new(regions.bytes);
    let (mut states, mut sized, mut most) = (Vec::<State>::new(), 0, 0);
    for (cells, layer) in (0..).zip(regions.layers()) {
        while states.get(sized).is_some_and(|state| u32::from(state.cells) + largest < cells) {
            *held.get_mut() -= states[sized].size_bytes();
            drop(take(&mut states[sized].sizes));
            sized += 1;
        }
        for batch in layer.chunks(BATCH) {
            let solve = |&(region, code): &(&Region, u64)| {
                let state = join(regions, &states, region, code, limits)?;
                limits.within(held.fetch_add(state.bytes(), Ordering::Relaxed) + state.bytes())?;
                Ok(state)
            };
            let solved: Result<Vec<State>, Ended> = match &pool {
                Some(pool) => pool.install(|| batch.par_iter().map(solve).collect()),
                None => batch.iter().map(solve).collect(),
            };
            states.extend(solved?);
        }
        most = most.max(*held.get_mut());
        limits.progress.layer.store(cells, Ordering::Relaxed);
    }
    Ok((states, most))
}

/// The state of a region and a mix, from all states with fewer cells.
fn join(
    regions: &Regions,
    states: &[State],
    region: &Region,
    code: u64,
    limits: &Limits,
) -> Result<State, Ended> {
    limits.check()?;
    let components = |state: u32| states[state as usize].components();
    let (mut branches, mut moves, mut nodes) = (Vec::new(), Vec::new(), 0u32);
    for Choice { kind, rest, steps } in &region.choices {
        let Some(left) = regions.pieces.without(code, *kind) else { continue };
        let Some(state) = regions.state(*rest, left).filter(|&state| components(state) > 0) else { continue };
        let branch = Branch { kind: *kind, state, at: nodes };
        moves.extend(steps.iter().filter_map(|step| Some((branch, step.0, regions.state(step.1, left)?))));
        branches.push(branch);
        // More would take some hundred gigabytes.
        nodes = nodes.checked_add(components(state)).ok_or(GaveUp::Memory)?;
    }
    let mut forest = Forest { parents: (0..nodes).collect(), trees: nodes };
    if let Some(&vacated) = branches.first().filter(|branch| branch.kind.is_none()) {
        for (taken, to, swept) in moves {
            let put = taken.kind.map(|kind| (kind, to));
            let are_whole = components(taken.state) == 1 && components(vacated.state) == 1;
            // All of them would join the same two nodes.
            let last = if are_whole { components(swept).min(1) } else { components(swept) };
            for component in 0..last {
                if forest.trees == 1 {
                    break;
                }
                if component % STRIDE == STRIDE - 1 {
                    limits.check()?;
                }
                let before = locate(states, taken.state, None, swept, component);
                let after = locate(states, vacated.state, put, swept, component);
                forest.join(taken.at + before, vacated.at + after);
            }
        }
    }
    let (mut maps, mut leads) = forest.labels();
    let mut sizes = vec![0u64; leads.len()];
    for branch in &branches {
        let parts = &states[branch.state as usize].sizes;
        for (&part, &label) in parts.iter().zip(&maps[branch.at as usize..]) {
            let size = &mut sizes[label as usize];
            *size = size.checked_add(part).ok_or(Ended::Countless)?;
        }
    }
    if region.open == 0 {
        // The one board of no cells.
        (leads, sizes) = (vec![0], vec![1]);
    }
    if leads.len() == 1 {
        maps = Vec::new();
    }
    Ok(State {
        cell: region.open.trailing_zeros() as u8,
        cells: region.open.count_ones() as u8,
        branches: branches.into(),
        maps: maps.into(),
        leads: leads.into(),
        sizes: sizes.into(),
    })
}

/// Trees over the numbers from 0 on. A parent is never higher than its child.
struct Forest {
    parents: Vec<u32>,
    trees: u32,
}

impl Forest {
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

    /// The tree of each number, and the root of each tree; trees are numbered in the order of their roots.
    fn labels(self) -> (Vec<u32>, Vec<u32>) {
        let (mut labels, mut roots) = (self.parents, Vec::with_capacity(self.trees as usize));
        for number in 0..labels.len() {
            let parent = labels[number] as usize;
            labels[number] = if parent == number {
                roots.push(number as u32);
                roots.len() as u32 - 1
            } else {
                // Lower than this number, and so a label already.
                labels[parent]
            };
        }
        (labels, roots)
    }
}
