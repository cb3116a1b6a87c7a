//! Estimates for best-first search in the space of a large tray.

use crate::board::Board;
use crate::body::Body;
use crate::list_space::{ListSpace, Lists, Worker};
use crate::{nearest, sorted};
use traybit_core::bits::Key;
use traybit_core::grid::Size;
use traybit_core::space::{End, Guide};

/// Maximum number of goals looked at for an estimate.
const GOALS: usize = 64;
/// Maximum number of blocks of a class that count as features of a state.
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
}

impl<K: Key> Guide<K> for Worker<'_, K> {
    fn describe(&mut self, state: &K, from: End, features: &mut Vec<u32>) -> u32 {
        let Self { space, lists } = self;
        space.unpack(state, lists);
        for (class, anchors) in lists.anchors.iter().enumerate() {
            let first = (class as u32) << 16;
            features.extend(anchors.iter().take(FEATURES).map(|&anchor| first + u32::from(anchor)));
        }
        let mut estimate = space.least(from, |targets| {
            let mut estimate = 0;
            space.for_each_missing(lists, targets.iter().copied(), |_, _, _, steps| estimate += steps);
            estimate
        });
        if let Some(units) = &space.units {
            let first = (space.puzzle.classes.len() as u32) << 16;
            features.extend(lists.free.iter().take(FEATURES).map(|&cell| first + u32::from(cell)));
            let missing = units.missing(from, space.other_cells(lists));
            if !missing.is_empty() {
                space.mark_listed(lists, true);
                let is_unit =
                    |cell| !lists.listed[usize::from(cell)] && lists.free.binary_search(&cell).is_err();
                estimate += units.distance(from, &missing, is_unit);
                space.mark_listed(lists, false);
            }
        }
        estimate
    }

    fn refine(&mut self, state: &K, from: End) -> Option<u32> {
        let Self { space, lists } = self;
        // Unlisted unit blocks fill the tray: there is no path that could be clear. Paths are found for rectangles only.
        if space.units.is_some() || !space.bodies.iter().all(Body::is_rectangle) {
            return None;
        }
        space.unpack(state, lists);
        space.show(lists);
        let mut corridor = std::mem::take(&mut lists.corridor);
        let mut board = std::mem::replace(&mut lists.board, Board::new(Size { height: 1, width: 1 }));
        let estimate = space.least(from, |targets| {
            let mut estimate = 0;
            space.for_each_missing(lists, targets.iter().copied(), |class, block, target, steps| {
                estimate += block.map_or(steps, |block| {
                    let area = |anchor| space.bodies[class].area(space.puzzle.row_column(anchor));
                    let (at, to) = (area(block), area(target));
                    board.set(at, false);
                    let cost = corridor.cost(&board, space.puzzle.size, at, to);
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
