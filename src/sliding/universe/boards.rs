//! Boards handed out one by one, each with its component.
//!
//! On the path down from the whole tray to a board, the components of each state are those of the whole tray that they
//! end up in: their *labels*, put together from the maps along it. Where all labels are alike, none is looked at
//! any more.

use std::ops::ControlFlow;

use crate::universe::Universe;
use crate::universe::state::State;
use traybit_core::bits::CellSet;

/// The components of a state that is gone through.
#[derive(Clone, Copy)]
enum Labels {
    /// All have this label.
    All(u32),
    /// Theirs begin here, on the stack.
    Each(usize),
}

impl Universe {
    /// Calls `visit` with every board of a mix, given by its number in [`Universe::mixes`], until it breaks off: for
    /// each kind of block the anchors that such blocks have, and the number of the board's component.
    ///
    /// Boards come in a fixed order, and components are numbered in the order of their first boards.
    ///
    /// # Panics
    /// When `C` has fewer cells than the tray.
    pub fn for_each_board<C: CellSet>(
        &self,
        mix: usize,
        visit: impl FnMut(&[C], u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let cells = self.pieces.ground().size.cells();
        assert!(cells <= C::CELLS as usize, "a set of {} cells cannot hold a tray of {cells}", C::CELLS);
        let root = &self.states[self.roots[mix] as usize];
        let labels: Vec<u32> = (0..root.components).collect();
        let top = alike(&labels).map_or(Labels::Each(0), Labels::All);
        let board = vec![C::EMPTY; self.pieces.kinds().len()];
        Walk { universe: self, board, labels, visit }.state(root, top)
    }

    /// The anchor of a block of a kind by its first cell.
    fn anchor<C: CellSet>(&self, kind: u8, cell: u8) -> C {
        let placement = self.placements.kinds[usize::from(kind)][usize::from(cell)];
        placement.map_or(C::EMPTY, |placement| C::cell(u32::from(placement.anchor)))
    }
}

/// The label that all of them are, if they are; any where there are none.
fn alike(labels: &[u32]) -> Option<u32> {
    let first = labels.first().copied().unwrap_or(0);
    labels.iter().all(|&label| label == first).then_some(first)
}

struct Walk<'a, C, V> {
    universe: &'a Universe,
    board: Vec<C>,
    /// A stack: those of the state gone through are on top.
    labels: Vec<u32>,
    visit: V,
}

impl<C: CellSet, V: FnMut(&[C], u32) -> ControlFlow<()>> Walk<'_, C, V> {
    fn state(&mut self, state: &State, labels: Labels) -> ControlFlow<()> {
        if let Labels::All(label) = labels
            && state.cells == 0
        {
            return (self.visit)(&self.board, label);
        }
        for branch in &state.branches {
            let next = &self.universe.states[branch.state as usize];
            let top = self.labels.len();
            let inner = match labels {
                Labels::All(_) => labels,
                Labels::Each(start) => {
                    for node in branch.at..branch.at + next.components {
                        let label = self.labels[start + state.component(node) as usize];
                        self.labels.push(label);
                    }
                    alike(&self.labels[top..]).map_or(Labels::Each(top), Labels::All)
                }
            };
            match branch.kind {
                None => self.state(next, inner)?,
                Some(kind) => {
                    let before = self.board[usize::from(kind)];
                    self.board[usize::from(kind)] = before | self.universe.anchor(kind, state.cell);
                    self.state(next, inner)?;
                    self.board[usize::from(kind)] = before;
                }
            }
            self.labels.truncate(top);
        }
        ControlFlow::Continue(())
    }
}
