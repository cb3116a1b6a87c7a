//! Moves of the blocks of one position, found on the board of taken cells.

use std::mem::replace;

use crate::board::{Area, Towards};
use crate::list_space::sorted;
use crate::list_space::{ListSpace, Lists, Worker};
use crate::{Cell, Metric, Shift};
use traybit_core::Key;
use traybit_core::space::{Expander, Move, Sink};

impl<K: Key> Expander<K> for Worker<'_, K> {
    fn is_goal(&mut self, state: &K) -> bool {
        self.space.meets_goal(state, &mut self.lists)
    }

    fn successors(&mut self, state: &K, sink: &mut Sink<K, Move>) {
        let Self { space, lists } = self;
        space.unpack(state, lists);
        space.show(lists);
        for class in 0..space.puzzle.classes.len() {
            let unlisted = if space.is_listed(class) { Vec::new() } else { space.units_at_free_cells(lists) };
            let count = lists.anchors[class].len() + unlisted.len();
            for index in 0..count {
                let from = unlisted.get(index).copied().unwrap_or_else(|| lists.anchors[class][index]);
                let at = space.puzzle.row_column(from);
                space.find_targets(class, at, lists);
                for index in 0..lists.targets.len() {
                    let target = lists.targets[index];
                    let key = space.moved(lists, class, at, target);
                    let step = Shift { class: class as u16, from, to: space.puzzle.number(target) };
                    if sink.push(key, step.into()).is_break() {
                        return;
                    }
                }
            }
        }
    }
}

impl<K: Key> ListSpace<K> {
    /// Unlisted unit blocks beside a free cell, ascending.
    fn units_at_free_cells(&self, lists: &mut Lists) -> Vec<u16> {
        let mut units = Vec::new();
        self.mark_listed(lists, true);
        for &cell in &lists.free {
            let beside = self.puzzle.size.beside(self.puzzle.row_column(cell));
            let is_unit = |cell: &u16| lists.board[usize::from(*cell)] && !lists.listed[usize::from(*cell)];
            units.extend(beside.map(|cell| self.puzzle.number(cell)).filter(is_unit));
        }
        self.mark_listed(lists, false);
        units.sort_unstable();
        units.dedup();
        units
    }

    /// Fills `lists.targets` with the places that a block can reach in one move.
    fn find_targets(&self, class: usize, from: Cell, lists: &mut Lists) {
        let (block, Lists { board, targets, met, round, .. }) = (&self.puzzle.classes[class], lists);
        targets.clear();
        // On a path, and with a gap also on a slide, a block comes onto cells that it left.
        let (is_path, is_slide) = (self.metric == Metric::Path, self.metric == Metric::Slide);
        let is_lifted = is_path || !block.shape.is_rectangle();
        if is_lifted {
            block.put(board, from, false);
        }
        *round += 1;
        let mut is_new =
            |at: Cell| !is_path || replace(&mut met[usize::from(self.puzzle.number(at))], *round) != *round;
        is_new(from);
        let (mut next, mut queued) = (0, Some(from));
        while let Some(start) = queued {
            for towards in Towards::ALL {
                let mut at = start;
                while let Some(reached) = block.next(board, at, towards) {
                    if is_new(reached) {
                        targets.push(reached);
                    }
                    if !is_slide {
                        break;
                    }
                    at = reached;
                }
            }
            queued = targets.get(next).copied().filter(|_| is_path);
            next += 1;
        }
        if is_lifted {
            block.put(board, from, true);
        }
    }

    /// The key after one move; the lists are left as they were.
    fn moved(&self, lists: &mut Lists, class: usize, from: Cell, to: Cell) -> K {
        let (start, end) = (self.puzzle.number(from), self.puzzle.number(to));
        if self.is_listed(class) {
            sorted::replace(&mut lists.anchors[class], start, end);
        }
        let mut free = Vec::with_capacity(lists.free.len());
        if self.omitted.is_some() {
            // Free cells are in the key of plain puzzles only, whose blocks fill their boxes.
            let taken = self.puzzle.classes[class].area(to);
            free.extend(lists.free.iter().filter(|&&cell| !holds(taken, self.puzzle.row_column(cell))));
            let cells = self.puzzle.classes[class].shape.cells_at(from).filter(|&cell| !holds(taken, cell));
            free.extend(cells.map(|cell| self.puzzle.number(cell)));
            free.sort_unstable();
        }
        let key = self.pack(&lists.anchors, &free);
        if self.is_listed(class) {
            sorted::replace(&mut lists.anchors[class], end, start);
        }
        key
    }
}

/// True if a cell lies in an area.
fn holds((top, left, height, width): Area, (row, column): Cell) -> bool {
    (top..top + height).contains(&row) && (left..left + width).contains(&column)
}
