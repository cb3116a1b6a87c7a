//! Estimates for best-first search in the space of a large tray.

use crate::board::Board;
use crate::body::Body;
use crate::list_space::{ListSpace, Lists};
use crate::{nearest, sorted};
use traybit_core::bits::Key;
use traybit_core::grid::Size;
use traybit_core::space::End;

/// At most this many goals are looked at for an estimate.
const GOALS: usize = 64;
/// At most this many blocks of a class count as features of a state.
const FEATURES: usize = 256;

impl<K: Key> ListSpace<K> {
    /// Calls `visit` with the class of each listed target that is not taken, the nearest block that could take it, the
    /// target, and the steps between them.
    fn for_each_missing<'a>(
        &self,
        lists: &Lists,
        targets: impl Iterator<Item = &'a Vec<u16>>,
        mut visit: impl FnMut(usize, Option<u16>, u16, u32),
    ) {
        let listed =
            lists.anchors.iter().zip(targets).enumerate().filter(|&(class, _)| self.is_listed(class));
        for (class, (anchors, targets)) in listed {
            if targets.is_empty() {
                continue;
            }
            let (mut missing, mut spare) = (Vec::new(), Vec::new());
            sorted::changes(anchors, targets, |anchor, is_target| {
                if is_target { missing.push(anchor) } else { spare.push(anchor) }
            });
            for target in missing {
                let (steps, block) = nearest::take(target, &mut spare, self.puzzle.size.width);
                visit(class, block, target, steps);
            }
        }
    }
}

impl<K: Key> ListSpace<K> {
    /// The least estimate over all goals, or that for the start; told the targets of each class.
    fn least(&self, from: End, mut estimate: impl FnMut(&[&Vec<u16>]) -> u32) -> u32 {
        match from {
            End::Start => estimate(&self.puzzle.classes.iter().map(|class| &class.start).collect::<Vec<_>>()),
            End::Goal => {
                // Of very many goals some will do for an estimate.
                let goals = self.puzzle.goals.iter().step_by(self.puzzle.goals.len().div_ceil(GOALS).max(1));
                goals.map(|goal| estimate(&goal.iter().collect::<Vec<_>>())).min().unwrap_or(0)
            }
        }
    }

    /// [`Guide::describe`](traybit_core::space::Guide::describe)
    pub(super) fn estimate(&self, state: &K, from: End, lists: &mut Lists, features: &mut Vec<u32>) -> u32 {
        self.unpack(state, lists);
        for (class, anchors) in lists.anchors.iter().enumerate() {
            let first = (class as u32) << 16;
            features.extend(anchors.iter().take(FEATURES).map(|&anchor| first + u32::from(anchor)));
        }
        let mut estimate = self.least(from, |targets| {
            let mut estimate = 0;
            self.for_each_missing(lists, targets.iter().copied(), |_, _, _, steps| estimate += steps);
            estimate
        });
        if let Some(units) = &self.units {
            let first = (self.puzzle.classes.len() as u32) << 16;
            features.extend(lists.free.iter().take(FEATURES).map(|&cell| first + u32::from(cell)));
            let missing = units.missing(from, self.other_cells(lists));
            if !missing.is_empty() {
                self.mark_listed(lists, true);
                let is_unit =
                    |cell| !lists.listed[usize::from(cell)] && lists.free.binary_search(&cell).is_err();
                estimate += units.distance(from, &missing, is_unit);
                self.mark_listed(lists, false);
            }
        }
        estimate
    }

    /// [`Guide::refine`](traybit_core::space::Guide::refine)
    pub(super) fn estimate_by_corridors(&self, state: &K, from: End, lists: &mut Lists) -> Option<u32> {
        // Unlisted unit blocks fill the tray: there is no path that could be clear. Paths are found for rectangles only.
        if self.units.is_some() || !self.bodies.iter().all(Body::is_rectangle) {
            return None;
        }
        self.unpack(state, lists);
        self.show(lists);
        let mut corridor = std::mem::take(&mut lists.corridor);
        let mut board = std::mem::replace(&mut lists.board, Board::new(Size { height: 1, width: 1 }));
        let estimate = self.least(from, |targets| {
            let mut estimate = 0;
            self.for_each_missing(lists, targets.iter().copied(), |class, block, target, steps| {
                estimate += block.map_or(steps, |block| {
                    let area = |anchor| self.bodies[class].area(self.puzzle.row_column(anchor));
                    let (at, to) = (area(block), area(target));
                    board.set(at, false);
                    let cost = corridor.cost(&board, self.puzzle.size, at, to);
                    board.set(at, true);
                    cost
                });
            });
            estimate
        });
        (lists.corridor, lists.board) = (corridor, board);
        Some(estimate)
    }
}
