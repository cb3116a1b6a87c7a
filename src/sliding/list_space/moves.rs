//! Moves of the blocks of one position, found on the board of taken cells.

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
            let (at, size) = (self.puzzle.row_column(cell), self.puzzle.size);
            for (row, column) in Towards::ALL.into_iter().filter_map(|towards| towards.beside(at, size)) {
                let cell = self.puzzle.number((row, column));
                if !lists.board.is_free(row, column) && !lists.listed[usize::from(cell)] {
                    units.push(cell);
                }
            }
        }
        self.mark_listed(lists, false);
        units.sort_unstable();
        units.dedup();
        units
    }

    /// Fills `lists.targets` with the places that a block can reach in one move.
    fn find_targets(&self, class: usize, from: Cell, lists: &mut Lists) {
        lists.targets.clear();
        if self.metric == Metric::Path {
            self.find_paths(class, from, lists);
            return;
        }
        let (body, Lists { board, targets, .. }) = (&self.bodies[class], lists);
        // A shape with a gap can slide onto cells that it left.
        let lifted = !body.is_rectangle();
        if lifted {
            body.put(board, from, false);
        }
        for towards in Towards::ALL {
            let mut at = from;
            while let Some(next) = body.next(board, at, towards) {
                targets.push(next);
                if self.metric == Metric::Step {
                    break;
                }
                at = next;
            }
        }
        if lifted {
            body.put(board, from, true);
        }
    }

    /// Fills `lists.targets` with all places that a path leads to.
    fn find_paths(&self, class: usize, from: Cell, lists: &mut Lists) {
        let body = &self.bodies[class];
        let Lists { board, targets, met, round, .. } = lists;
        *round += 1;
        body.put(board, from, false);
        met[usize::from(self.puzzle.number(from))] = *round;
        let mut next = 0;
        let mut at = from;
        loop {
            for towards in Towards::ALL {
                if let Some(reached) = body.next(board, at, towards) {
                    let met = &mut met[usize::from(self.puzzle.number(reached))];
                    if *met != *round {
                        *met = *round;
                        targets.push(reached);
                    }
                }
            }
            let Some(&queued) = targets.get(next) else { break };
            at = queued;
            next += 1;
        }
        body.put(board, from, true);
    }

    /// The key after one move; the lists are left as they were.
    fn moved(&self, lists: &mut Lists, class: usize, from: Cell, to: Cell) -> K {
        let (start, end) = (self.puzzle.number(from), self.puzzle.number(to));
        if self.is_listed(class) {
            sorted::replace(&mut lists.anchors[class], start, end);
        }
        if self.omitted.is_some() {
            // Free cells are in the key of plain puzzles only, whose blocks fill their boxes.
            let taken = self.bodies[class].area(to);
            let mut free = std::mem::take(&mut lists.spare);
            free.clear();
            free.extend(lists.free.iter().filter(|&&cell| !holds(taken, self.puzzle.row_column(cell))));
            let cells = self.bodies[class].cells(from).filter(|&cell| !holds(taken, cell));
            free.extend(cells.map(|cell| self.puzzle.number(cell)));
            free.sort_unstable();
            lists.spare = std::mem::replace(&mut lists.free, free);
        }
        let key = self.pack(lists);
        if self.omitted.is_some() {
            std::mem::swap(&mut lists.spare, &mut lists.free);
        }
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
