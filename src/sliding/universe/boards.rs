//! Boards visited one by one, each with its component.
//!
//! On the path from the whole tray down to a board, each component of a state lies in one component of the whole tray: its
//! *label*, composed from the maps along the path. Where all labels are alike, one stands for all.

use std::ops::{ControlFlow, Range};

use crate::universe::Universe;
use crate::universe::state::State;

impl Universe<'_> {
    /// Calls `visit` with every board of a mix, given by its number in [`Universe::mixes`], until it breaks off: for
    /// each kind of block the anchors of its blocks (bit row · width + column), and the number of the board's component.
    ///
    /// Boards come in a fixed order, and components are numbered in the order of their first boards.
    pub fn for_each_board(
        &self,
        mix: usize,
        visit: impl FnMut(&[u128], u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let root = &self.states[self.roots[mix] as usize];
        let labels: Vec<u32> = (0..root.components).collect();
        let all = 0..labels.len();
        Walk { universe: self, board: vec![0; self.pieces.kinds().len()], labels, visit }.state(root, all)
    }
}

struct Walk<'a, V> {
    universe: &'a Universe<'a>,
    /// The anchors of each kind.
    board: Vec<u128>,
    /// A stack; those of the current state are on top.
    labels: Vec<u32>,
    visit: V,
}

impl<V: FnMut(&[u128], u32) -> ControlFlow<()>> Walk<'_, V> {
    /// Visits the boards of a state whose components have these labels; a single label is that of all.
    fn state(&mut self, state: &State, labels: Range<usize>) -> ControlFlow<()> {
        if state.cells == 0 {
            return (self.visit)(&self.board, self.labels[labels.start]);
        }
        for branch in &state.branches {
            let next = &self.universe.states[branch.state as usize];
            let top = self.labels.len();
            let mut inner = labels.clone();
            if labels.len() > 1 {
                for node in branch.at..branch.at + next.components {
                    self.labels.push(self.labels[labels.start + state.component(node) as usize]);
                }
                let are_alike = self.labels[top..].iter().all(|&label| label == self.labels[top]);
                inner = top..if are_alike { top + 1 } else { self.labels.len() };
            }
            if let Some(kind) = branch.kind.map(usize::from) {
                let before = self.board[kind];
                self.board[kind] |= self.universe.pieces.numbering().kinds[kind].anchor(state.cell);
                self.state(next, inner)?;
                self.board[kind] = before;
            } else {
                self.state(next, inner)?;
            }
            self.labels.truncate(top);
        }
        ControlFlow::Continue(())
    }
}
