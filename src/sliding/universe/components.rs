//! Boards of every state by what is at its first cell, and their components, found from those of the states that follow.
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
//!
//!   branches            c empty          c a 2×2    c a 1×1
//!   their components    0   1   2   3    0   1      0   1   2      counted through: nodes 0 to 8
//!   maps                0   0   1   0    0   1      1   2   2      the component of each node
//!   leads               node 0, node 2, node 7                     the first node of each component
//! ```
//!
//! So boards are never listed: the work grows with the number of components, of which most states have few,
//! and equal states are solved once. The idea is that of the transfer matrix (or of Simpath's frontier), with
//! components in place of counts. Components are numbered by their first boards, in the order of the branches.

use std::mem::take;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use crate::universe::pieces::Pieces;
use crate::universe::regions::{Choice, Region, Regions};
use traybit_core::search::parallel;
use traybit_core::{GaveUp, Limits};

/// Number of states solved before they join the others: the memory that holds them meanwhile is not counted.
const BATCH: usize = 1 << 12;

/// Pairs of nodes between two checks of the limits.
const STRIDE: u32 = 1 << 14;

/// The boards of a region and a mix.
#[derive(Debug)]
pub(super) struct State {
    /// The first cell of the region.
    cell: u8,
    /// Cells of the region.
    cells: u8,
    /// Blocks at the first cell, or none; only those that some board has.
    branches: Box<[Branch]>,
    /// The component of each node; left out where there is one component only.
    maps: Box<[u32]>,
    /// The first node of each component; empty where the mix does not fill the region.
    leads: Box<[u32]>,
    /// The boards of each component; freed once nothing needs them any more.
    pub(super) sizes: Box<[u64]>,
}

/// The boards with something at the first cell.
#[derive(Clone, Copy, Debug)]
struct Branch {
    /// The kind of the block; `None` if the cell is empty.
    kind: Option<u8>,
    /// The state that follows.
    state: u32,
    /// The first of its nodes.
    at: u32,
}

impl State {
    /// Number of components.
    fn components(&self) -> u32 {
        self.leads.len() as u32
    }

    /// The component of a node.
    #[inline(always)]
    fn component(&self, node: u32) -> u32 {
        if self.leads.len() == 1 { 0 } else { self.maps[node as usize] }
    }

    /// The branch of the first board of a component, and the component of the branch that has this board.
    #[inline(always)]
    fn lead(&self, component: u32) -> (Branch, u32) {
        let node = self.leads[component as usize];
        let later = self.branches.iter().skip(1).take_while(|branch| branch.at <= node).count();
        let branch = self.branches[later];
        (branch, node - branch.at)
    }

    /// Bytes held, by measurement a third more than requested: allocators round up, and sizes given back leave holes.
    fn bytes(&self) -> usize {
        let lists = size_of_val(&*self.branches) + size_of_val(&*self.maps) + size_of_val(&*self.leads);
        (size_of::<Self>() + lists) * 4 / 3 + self.size_bytes()
    }

    fn size_bytes(&self) -> usize {
        size_of_val(&*self.sizes) * 4 / 3
    }
}

/// The component of `whole` that has the first board of a component of `part`. `part` lies within `whole`; all other cells
/// of `whole` are empty but for the block `put`, a kind with its first cell; and that board is one of `whole`'s.
fn locate(states: &[State], whole: u32, put: Option<(u8, u8)>, part: u32, component: u32) -> u32 {
    if whole == part {
        return component;
    }
    let (outer, inner) = (&states[whole as usize], &states[part as usize]);
    if outer.components() == 1 {
        return 0;
    }
    let (kind, put, part, component) = if outer.cell == inner.cell {
        let (branch, component) = inner.lead(component);
        (branch.kind, put, branch.state, component)
    } else {
        match put {
            Some((kind, cell)) if cell == outer.cell => (Some(kind), None, part, component),
            _ => (None, put, part, component),
        }
    };
    let branch = outer.branches.iter().find(|branch| branch.kind == kind);
    let branch = branch.expect("a state that has the board has what stands at its first cell");
    outer.component(branch.at + locate(states, branch.state, put, part, component))
}

/// All states by number, and the peak bytes held on the way. Sizes are kept only for the states of all cells;
/// `largest` is the maximum number of cells that one block covers.
pub(super) fn solve(regions: &Regions, largest: u32, limits: &Limits) -> Result<(Vec<State>, usize), GaveUp> {
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
            let solved: Result<Vec<State>, GaveUp> = match &pool {
                Some(pool) => pool.install(|| batch.par_iter().map(solve).collect()),
                None => batch.iter().map(solve).collect(),
            };
            states.extend(solved?);
        }
        most = most.max(*held.get_mut());
        limits.progress.positions.store(states.len() as u64, Ordering::Relaxed);
        limits.progress.layer.store(cells, Ordering::Relaxed);
    }
    Ok((states, most))
}

/// The state of a region and a mix, from all states with fewer cells.
fn join(all: &Regions, states: &[State], own: &Region, code: u64, limits: &Limits) -> Result<State, GaveUp> {
    limits.check()?;
    let components = |state: u32| states[state as usize].components();
    let (mut branches, mut moves, mut nodes) = (Vec::new(), Vec::new(), 0u32);
    for Choice { kind, rest, steps } in &own.choices {
        let Some(left) = all.pieces.without(code, *kind) else { continue };
        let Some(state) = all.state(*rest, left).filter(|&state| components(state) > 0) else { continue };
        let branch = Branch { kind: *kind, state, at: nodes };
        moves.extend(steps.iter().filter_map(|step| Some((branch, step.0, all.state(step.1, left)?))));
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
            *size = size.checked_add(part).ok_or(GaveUp::Exhausted)?;
        }
    }
    if own.open == 0 {
        // The one board of no cells.
        (leads, sizes) = (vec![0], vec![1]);
    }
    if leads.len() == 1 {
        maps = Vec::new();
    }
    Ok(State {
        cell: own.open.trailing_zeros() as u8,
        cells: own.open.count_ones() as u8,
        branches: branches.into(),
        maps: maps.into(),
        leads: leads.into(),
        sizes: sizes.into(),
    })
}

/// Disjoint sets (union-find), as trees over the numbers from 0 on. A parent is never higher than its child.
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

/// Visitor of boards: the anchors of the blocks of each kind, and a function that finds the component.
type Visit<'a, E> = dyn FnMut(&[u128], &dyn Fn() -> u32) -> Result<(), E> + 'a;

/// Visits the boards of a state. `path` leads to it from the whole tray: states, each with the first node of the branch
/// taken; `board` has the blocks on this path.
pub(super) fn visit_boards<'a, E>(
    (pieces, states): (&Pieces, &'a [State]),
    state: u32,
    path: &mut Vec<(&'a State, u32)>,
    board: &mut [u128],
    visit: &mut Visit<E>,
) -> Result<(), E> {
    let state = &states[state as usize];
    if state.cells == 0 {
        let component = || path.iter().rev().fold(0, |node, (state, at)| state.component(at + node));
        return visit(board, &component);
    }
    for branch in &state.branches {
        let kind = branch.kind.map(usize::from);
        let placement = kind.and_then(|kind| pieces.numbered[kind].placements[usize::from(state.cell)]);
        let anchor = placement.map_or(0, |placement| placement.anchor);
        kind.inspect(|&kind| board[kind] |= anchor);
        path.push((state, branch.at));
        visit_boards((pieces, states), branch.state, path, board, visit)?;
        path.pop();
        kind.inspect(|&kind| board[kind] &= !anchor);
    }
    Ok(())
}
