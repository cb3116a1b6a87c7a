//! The boards of one state, by what is at its first cell, and in which component each is.
//!
//! ```text
//!   branches            c empty          c a 2×2    c a 1×1
//!   their components    0   1   2   3    0   1      0   1   2      counted through: nodes 0 to 8
//!   maps                0   0   1   0    0   1      1   2   2      the component of each node
//!   leads               node 0, node 2, node 7                     the first node of each component
//! ```
//!
//! A component of a branch is a set of boards that are joined by moves of blocks other than the one at the first
//! cell; `components.rs` joins the nodes. Components are numbered by their first boards, in the order of the branches.

use crate::universe::pieces::Pieces;

/// The boards of a region and a mix.
#[derive(Debug)]
pub(super) struct State {
    /// The first cell of the region.
    pub(super) cell: u8,
    /// Cells of the region.
    pub(super) cells: u8,
    /// Blocks at the first cell, or none; only those that some board has.
    pub(super) branches: Box<[Branch]>,
    /// The component of each node; left out where there is one component only.
    pub(super) maps: Box<[u32]>,
    /// The first node of each component; empty where the mix does not fill the region.
    pub(super) leads: Box<[u32]>,
    /// The boards of each component; given back once nothing needs them any more.
    pub(super) sizes: Box<[u64]>,
}

/// The boards with something at the first cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Branch {
    /// The kind of the block; none if the cell is empty.
    pub(super) kind: Option<u8>,
    /// The state that follows.
    pub(super) state: u32,
    /// The first of its nodes.
    pub(super) at: u32,
}

impl State {
    /// Number of components.
    pub(super) fn components(&self) -> u32 {
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
    pub(super) fn bytes(&self) -> usize {
        let lists = size_of_val(&*self.branches) + size_of_val(&*self.maps) + size_of_val(&*self.leads);
        (size_of::<Self>() + lists) * 4 / 3 + self.size_bytes()
    }

    pub(super) fn size_bytes(&self) -> usize {
        size_of_val(&*self.sizes) * 4 / 3
    }
}

/// The component of `whole` that has the first board of a component of `part`. `part` lies within `whole`; all other cells
/// of `whole` are empty but for the block `put`, a kind with its first cell; and that board is one of `whole`'s.
pub(super) fn locate(states: &[State], whole: u32, put: Option<(u8, u8)>, part: u32, component: u32) -> u32 {
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

/// Visitor of boards: the anchors of the blocks of each kind, and a function that finds the component.
pub(super) type Visit<'a, E> = dyn FnMut(&[u128], &dyn Fn() -> u32) -> Result<(), E> + 'a;

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
        let component =
            || path.iter().rev().fold(0, |component, (state, at)| state.component(at + component));
        return visit(board, &component);
    }
    for branch in &state.branches {
        let kind = branch.kind.map(usize::from);
        let anchor = kind.map_or(0, |kind| pieces.numbered[kind].anchor(state.cell));
        kind.inspect(|&kind| board[kind] |= anchor);
        path.push((state, branch.at));
        visit_boards((pieces, states), branch.state, path, board, visit)?;
        path.pop();
        kind.inspect(|&kind| board[kind] &= !anchor);
    }
    Ok(())
}
