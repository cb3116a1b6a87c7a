//! Depth-first walk of one thread: makes and undoes moves.
//!
//! The item with the fewest branches is decided first. If it may be in several options, a branch chooses the first of them
//! in the order of the file, and those before it are removed (Knuth's Algorithm M). If its minimum is reached, a last branch
//! chooses none. The walk depends on the sets alone, not on their order in memory: it is the same for any number of threads.

use std::mem::replace;

use crate::exact::cells::{Cells, LAST, Node, Sets};
use traybit_core::on_processor;
use traybit_core::search::staged::{MoveCode, StageExpander, Successor};

/// Flag of a move that chooses no further option, and of a step that chose one for an item; other moves are first nodes.
pub(super) const MARK: u32 = 1 << 31;

/// Upper bound on the number of nodes: the bits above their numbers are flags.
pub(super) const MOST_NODES: usize = COLOURED as usize;

/// Flag of a step for a secondary item that an option gave a colour.
const COLOURED: u32 = 1 << 30;

/// Added to the branches of a closed item.
const CLOSED: u32 = 1 << 30;

/// Sets of one thread, after the moves to the state expanded last.
pub(super) struct Dance<'a> {
    cells: &'a Cells,
    sets: Sets,
    open: usize,
    /// True if there are lists, which need to know the hidden options.
    has_lists: bool,
    /// True for the first node of each option that can no longer be chosen: it is chosen, or excluded by another one.
    is_hidden: Vec<bool>,
    has_colour: Vec<bool>,
    /// The items of the removals, of which the first `removed` are valid; it has room for all nodes.
    log: Vec<u32>,
    removed: usize,
    hidden: Vec<u32>,
    /// Log of the items that were closed, and, flagged, of those that an option was chosen for or gave a colour.
    steps: Vec<u32>,
    levels: Vec<Level>,
}

/// The item decided at a level, and the lengths of the logs there.
#[derive(Clone, Copy, Default)]
struct Level {
    item: u32,
    removed: usize,
    hidden: usize,
    steps: usize,
}

impl<'a> Dance<'a> {
    pub(super) fn new(cells: &'a Cells) -> Self {
        Self {
            cells,
            sets: cells.sets.clone(),
            open: cells.primary,
            has_lists: !cells.options.all.is_empty(),
            is_hidden: vec![false; cells.sets.nodes.len()],
            has_colour: vec![false; cells.options.starts.len() - 1],
            log: vec![0; cells.sets.nodes.len()],
            removed: 0,
            hidden: Vec::with_capacity(cells.starts.len()),
            steps: Vec::new(),
            levels: Vec::new(),
        }
    }

    fn back_to(&mut self, level: usize) {
        self.levels.truncate(level);
        let Level { removed, hidden, steps, .. } = self.levels.last().copied().unwrap_or_default();
        for &item in &self.log[removed..self.removed] {
            self.sets.sizes[item as usize].branches += 1;
        }
        for option in self.hidden.drain(hidden..) {
            self.is_hidden[option as usize] = false;
        }
        for step in self.steps.drain(steps..).rev() {
            if step & MARK != 0 {
                self.sets.unchoose((step & !MARK) as usize);
            } else if step & COLOURED != 0 {
                self.has_colour[(step & !COLOURED) as usize] = false;
            } else {
                self.sets.sizes[step as usize].branches -= CLOSED;
                self.open += 1;
            }
        }
        self.removed = removed;
    }

    fn level(&self, item: u32) -> Level {
        Level { item, removed: self.removed, hidden: self.hidden.len(), steps: self.steps.len() }
    }

    fn note(&mut self, option: u32) {
        if self.has_lists {
            self.is_hidden[option as usize] = true;
            self.hidden.push(option);
        }
    }

    /// Removes the option of a node from all sets except that of the node `but`; false if an item is left without a branch.
    fn hide(&mut self, node: u32, but: Option<u32>) -> bool {
        let Node { first, end, .. } = self.sets.nodes[node as usize];
        self.note(first);
        (first..end).all(|node| Some(node) == but || self.remove(node))
    }

    fn remove(&mut self, node: u32) -> bool {
        let (item, branches) = self.sets.remove(node);
        self.log[self.removed] = item;
        self.removed += 1;
        branches > 0
    }

    /// Closes an item that has a set: hides its options except the one that closes it.
    fn close(&mut self, item: u32, closing: MoveCode) -> bool {
        let mut places = self.sets.places(item);
        if (item as usize) < self.cells.primary {
            self.sets.sizes[item as usize].branches += CLOSED;
            self.steps.push(item);
            self.open -= 1;
        }
        places.all(|place| {
            let node = self.sets.members[place];
            self.sets.nodes[node as usize].first == closing || self.hide(node, Some(node))
        })
    }

    /// Closes an item that has a list: hides its options except those of a colour.
    fn close_list(&mut self, item: u32, colour: u32) -> bool {
        let cells = self.cells;
        let mut options = cells.options.of_number(item).iter();
        if colour == 0 {
            return options.all(|&(option, _)| self.is_hidden[option as usize] || self.hide(option, None));
        }
        if replace(&mut self.has_colour[item as usize], true) {
            return true;
        }
        self.steps.push(COLOURED | item);
        options
            .all(|&(option, own)| self.is_hidden[option as usize] || own == colour || self.hide(option, None))
    }

    /// Makes a move that decides this item; false if it leads to no solution.
    fn apply(&mut self, step: MoveCode, decided: u32) -> bool {
        if step & MARK != 0 {
            return self.close(decided, step);
        }
        if self.sets.bounds[decided as usize].high > 1 {
            for place in self.sets.places(decided).rev() {
                let node = self.sets.members[place];
                if self.sets.nodes[node as usize].first < step && !self.hide(node, None) {
                    return false;
                }
            }
            // They stay removed in the following branches.
            let level = self.level(decided);
            self.levels.last_mut().into_iter().for_each(|last| *last = level);
        }
        self.note(step);
        (step..self.sets.nodes[step as usize].end).all(|node| {
            let item = self.sets.nodes[node as usize].item;
            let high = self.sets.bounds[item as usize].high;
            // Nothing will be chosen for an item that this closes.
            if high > 1 {
                self.steps.push(MARK | item);
                self.sets.choose(node);
            }
            high != 1 || self.close(item, step)
        }) && self.cells.secondary.of_number(step).iter().all(|&(item, colour)| self.close_list(item, colour))
    }

    /// Moves to the state after `level` moves, the last of which is `step`; false if it leads to no solution.
    fn enter(&mut self, level: usize, step: MoveCode) -> bool {
        self.back_to(level);
        if let Some(&Level { item, .. }) = self.levels.last()
            && !self.apply(step, item)
        {
            return false;
        }
        let sizes = &self.sets.sizes[..self.cells.primary];
        let item = on_processor!(|_on| {
            let fewest = sizes.iter().map(|size| size.branches).min();
            sizes.iter().position(|size| Some(size.branches) == fewest)
        });
        let level = item.map(|item| self.level(item as u32));
        self.levels.extend(level);
        true
    }

    fn is_last(&self, step: MoveCode) -> bool {
        if step & MARK != 0 {
            return self.open == 1;
        }
        let nodes = step..self.sets.nodes[step as usize].end;
        let closes = |&node: &u32| {
            let item = self.sets.nodes[node as usize].item as usize;
            item < self.cells.primary && self.sets.bounds[item].high == 1
        };
        self.open <= nodes.len() && nodes.filter(closes).count() == self.open
    }
}

impl StageExpander<u64> for Dance<'_> {
    fn expand(&mut self, stage: usize, states: &[u64], successors: &mut Vec<Successor<u64>>) {
        for (parent, &state) in (0..).zip(states) {
            if !self.enter(stage, state as MoveCode) {
                continue;
            }
            let Level { item, .. } = self.levels[stage];
            let (from, next) = (successors.len(), stage as u32 + 1);
            let successor = |step: MoveCode| Successor { state: step.into(), parent, stage: next, step };
            let members = &self.sets.members[self.sets.places(item)];
            let option = |&node: &u32| self.sets.nodes[node as usize].first;
            successors.extend(members.iter().map(option).map(successor));
            successors[from..].sort_unstable_by_key(|successor| successor.step);
            let has_none = self.sets.bounds[item as usize].low <= 0;
            let branches = self.sets.sizes[item as usize].branches as usize;
            successors.truncate(from + branches - usize::from(has_none));
            successors.extend(has_none.then(|| successor(MARK | item)));
            for successor in &mut successors[from..] {
                if self.is_last(successor.step) {
                    successor.stage = LAST as u32;
                }
            }
        }
    }
}
