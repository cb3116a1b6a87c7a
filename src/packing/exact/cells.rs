//! Exact covers by dancing cells: each item has the set of the options that may still be chosen for it.
//!
//! ```text
//!   set of an item   │ options that are left │ options that were removed, the last one first │
//!                  base                  base + size
//!
//!   remove   the option and the last one that is left change places; size − 1      undo   size + 1
//!
//!   branches = size + 1 − the number that has to be chosen yet, or size + 1 where that is none
//! ```
//!
//! (Sparse sets: Briggs and Torczon, 1993. Exact covers with them: Knuth's program SSXCC, 2020.) Sizes are kept as numbers
//! of branches, of all items in a row, where the least one is found quickly. A removal takes one branch, and an item without
//! a branch is a dead end. The log has the item of each removal, so that a step back is as many increments. An option that is
//! chosen counts for each of its items; an item that has its most is closed, and its other options are removed from the sets
//! of theirs, so that every option in the set of an open item can be chosen.
//!
//! The item with the fewest branches is decided first. Where it may be in several options, a branch chooses the first of them
//! in the order of the file, and those before it are removed (Knuth's Algorithm M): no solution is met twice. A last branch
//! chooses none, where it has its least. Which item is taken, and the order of its branches, depend on the sets alone and not
//! on how they stand in memory: the walk is the same for any number of threads.

use std::ops::Range;

use crate::exact::ExactCover;
use traybit_core::search::staged::{MoveCode, StageExpander, Staged, Successor};

/// The last stage, beyond all others: the stage of a state is the number of its moves.
const LAST: usize = u32::MAX as usize;

/// A move that chooses no further option for an item, or a step for an item of a chosen option.
const MARK: u32 = 1 << 31;

/// Added to the branches of an item that is closed.
const CLOSED: u32 = 1 << 30;

/// An item in an option.
#[derive(Clone, Copy)]
struct Node {
    item: u32,
    /// Place in the sets.
    place: u32,
    /// The first node of the option, by which moves call it, and the node after its last.
    first: u32,
    end: u32,
}

/// The part of an item's set that removals do not change.
#[derive(Clone, Copy)]
struct Set {
    base: u32,
    /// The fewest options that have to be chosen yet; negative once there are more.
    low: i32,
    /// The most that may be chosen yet.
    high: i32,
}

/// The size of an item's set.
#[derive(Clone, Copy)]
struct Size {
    /// Number of branches.
    branches: u32,
    /// The end of the set, less the number of branches; it may be below 0.
    rest: u32,
}

impl Size {
    fn end(self) -> u32 {
        self.rest.wrapping_add(self.branches)
    }
}

/// The sets of all items, changed by each move.
#[derive(Clone)]
struct Sets {
    nodes: Vec<Node>,
    /// The nodes of all sets.
    members: Vec<u32>,
    sizes: Vec<Size>,
    bounds: Vec<Set>,
}

/// The sets of a problem before anything is chosen.
pub(crate) struct Cells {
    sets: Sets,
    /// The colour of each node.
    colours: Vec<u32>,
    primary: usize,
    /// The first node of each option.
    starts: Vec<u32>,
    /// False if an item has too few options.
    is_possible: bool,
}

impl Cells {
    /// The bytes that a problem takes with so many threads.
    pub(crate) fn bytes(problem: &ExactCover, threads: usize) -> usize {
        let nodes: usize = problem.options.iter().map(|option| option.entries.len()).sum();
        let own = nodes * (size_of::<Node>() + size_of::<u32>())
            + problem.items.len() * (size_of::<Set>() + 2 * size_of::<u32>());
        own * (threads + 1) + (nodes + problem.options.len()) * size_of::<u32>()
    }

    /// The sets of a problem.
    pub(crate) fn of(problem: &ExactCover) -> Self {
        let mut members: Vec<Vec<u32>> = vec![Vec::new(); problem.items.len()];
        let (mut nodes, mut colours, mut starts) = (Vec::new(), Vec::new(), Vec::new());
        for option in &problem.options {
            let first = nodes.len() as u32;
            starts.push(first);
            for &(item, colour) in &option.entries {
                members[item as usize].push(nodes.len() as u32);
                nodes.push(Node { item, place: 0, first, end: first + option.entries.len() as u32 });
                colours.push(colour);
            }
        }
        let (mut base, mut is_possible) = (0, true);
        let (mut sizes, mut bounds) = (Vec::new(), Vec::new());
        for (item, own) in members.iter().enumerate() {
            let size = own.len() as u32;
            let (low, high) = problem.items[item].counts.clone().into_inner();
            is_possible &= low <= size;
            // A secondary item is closed by the first option, which tells the colour of others.
            let most = if item < problem.primary { size } else { 1 };
            let branches = (size + 1).saturating_sub(low);
            sizes.push(Size { branches, rest: (base + size).wrapping_sub(branches) });
            bounds.push(Set { base, low: low as i32, high: high.min(most) as i32 });
            for (&node, place) in own.iter().zip(base..) {
                nodes[node as usize].place = place;
            }
            base += size;
        }
        let sets = Sets { nodes, members: members.concat(), sizes, bounds };
        Self { sets, colours, primary: problem.primary, starts, is_possible }
    }

    /// The options that a path chooses, ascending.
    pub(super) fn options(&self, path: &[MoveCode]) -> Vec<u32> {
        let chosen = path.iter().filter(|&&step| step & MARK == 0);
        let mut options: Vec<u32> =
            chosen.map(|step| self.starts.partition_point(|start| start < step) as u32).collect();
        options.sort_unstable();
        options
    }
}

impl Staged<u64> for Cells {
    fn last(&self) -> usize {
        LAST
    }

    fn start(&self) -> Option<(usize, u64)> {
        self.is_possible.then_some((0, 0))
    }

    fn expander(&self) -> Box<dyn StageExpander<u64> + '_> {
        Box::new(Dance {
            cells: self,
            sets: self.sets.clone(),
            open: self.primary,
            log: vec![0; self.colours.len()],
            removed: 0,
            steps: Vec::new(),
            levels: Vec::new(),
        })
    }
}

/// One thread's sets, after the moves to the state expanded last.
struct Dance<'a> {
    cells: &'a Cells,
    sets: Sets,
    /// Number of primary items that are not closed.
    open: usize,
    /// The item of each removal, of which there are so many, in any order; it has room for all nodes.
    log: Vec<u32>,
    removed: usize,
    /// The items that were closed, and marked those that an option was chosen for.
    steps: Vec<u32>,
    levels: Vec<Level>,
}

/// A state on the path.
#[derive(Clone, Copy, Default)]
struct Level {
    /// The item that is decided there.
    item: u32,
    /// The lengths of both logs.
    log: usize,
    steps: usize,
}

impl Sets {
    /// The places of the options that may be chosen for an item.
    fn places(&self, item: u32) -> Range<usize> {
        let item = item as usize;
        self.bounds[item].base as usize..self.sizes[item].end() as usize
    }

    /// Moves a node to a place in its set.
    fn swap(&mut self, node: u32, last: u32) {
        let place = self.nodes[node as usize].place;
        let other = self.members[last as usize];
        self.members[place as usize] = other;
        self.members[last as usize] = node;
        self.nodes[other as usize].place = place;
        self.nodes[node as usize].place = last;
    }

    /// Removes a node from its set; its item, and the branches that this has left.
    fn remove(&mut self, node: u32) -> (u32, u32) {
        let item = self.nodes[node as usize].item;
        let size = &mut self.sizes[item as usize];
        size.branches -= 1;
        let (branches, last) = (size.branches, size.end());
        self.swap(node, last);
        (item, branches)
    }

    /// Chooses a node's option for its item.
    fn choose(&mut self, node: u32) {
        let item = self.nodes[node as usize].item as usize;
        let (set, size) = (&mut self.bounds[item], &mut self.sizes[item]);
        if set.low > 0 {
            size.rest = size.rest.wrapping_sub(1);
        } else {
            size.branches -= 1;
        }
        set.low -= 1;
        set.high -= 1;
        let last = size.end();
        self.swap(node, last);
    }

    /// Undoes [`Self::choose`], but for the places, which matter no more than those of removed options.
    fn unchoose(&mut self, item: usize) {
        let (set, size) = (&mut self.bounds[item], &mut self.sizes[item]);
        set.low += 1;
        set.high += 1;
        if set.low > 0 {
            size.rest = size.rest.wrapping_add(1);
        } else {
            size.branches += 1;
        }
    }
}

impl Dance<'_> {
    /// Goes back to the state before the one after so many moves.
    fn back_to(&mut self, level: usize) {
        self.levels.truncate(level);
        let Level { log, steps, .. } = self.levels.last().copied().unwrap_or_default();
        for &item in &self.log[log..self.removed] {
            self.sets.sizes[item as usize].branches += 1;
        }
        for &step in self.steps[steps..].iter().rev() {
            if step & MARK != 0 {
                self.sets.unchoose((step & !MARK) as usize);
            } else {
                self.sets.sizes[step as usize].branches -= CLOSED;
                self.open += 1;
            }
        }
        self.removed = log;
        self.steps.truncate(steps);
    }

    /// Removes an option from all sets but that of one node; false if an item is left without a branch.
    fn hide(&mut self, node: u32) -> bool {
        let Node { first, end, .. } = self.sets.nodes[node as usize];
        (first..end).all(|other| other == node || self.remove(other))
    }

    /// Removes a node from its set; false if its item is left without a branch.
    fn remove(&mut self, node: u32) -> bool {
        let (item, branches) = self.sets.remove(node);
        self.log[self.removed] = item;
        self.removed += 1;
        branches > 0
    }

    /// Closes an item: removes its options, but for the one that closes it and those of a colour, from the sets of their
    /// others.
    fn close(&mut self, item: u32, closing: MoveCode, colour: u32) -> bool {
        let mut places = self.sets.places(item);
        if (item as usize) < self.cells.primary {
            self.sets.sizes[item as usize].branches += CLOSED;
            self.steps.push(item);
            self.open -= 1;
        }
        places.all(|place| {
            let node = self.sets.members[place];
            let is_kept = self.sets.nodes[node as usize].first == closing
                || (colour != 0 && self.cells.colours[node as usize] == colour);
            is_kept || self.hide(node)
        })
    }

    /// Makes a move where this item is decided; false if it leads to no solution.
    fn apply(&mut self, step: MoveCode, decided: u32) -> bool {
        if step & MARK != 0 {
            return self.close(decided, step, 0);
        }
        if self.sets.bounds[decided as usize].high > 1 {
            for place in self.sets.places(decided).rev() {
                let node = self.sets.members[place];
                if self.sets.nodes[node as usize].first < step && !(self.remove(node) && self.hide(node)) {
                    return false;
                }
            }
            // They stay removed for the branches that follow.
            let (log, steps) = (self.removed, self.steps.len());
            self.levels.last_mut().into_iter().for_each(|level| (level.log, level.steps) = (log, steps));
        }
        (step..self.sets.nodes[step as usize].end).all(|node| {
            let (item, colour) = (self.sets.nodes[node as usize].item, self.cells.colours[node as usize]);
            let high = self.sets.bounds[item as usize].high;
            // Nothing will be chosen for an item that this closes, unless its options of a colour are left.
            if high > 1 || colour != 0 {
                self.steps.push(MARK | item);
                self.sets.choose(node);
            }
            high != 1 || self.close(item, step, colour)
        })
    }

    /// Goes to a state after so many moves, of which this is the last; false if it leads to no solution.
    fn enter(&mut self, level: usize, step: MoveCode) -> bool {
        self.back_to(level);
        if let Some(&Level { item, .. }) = self.levels.last()
            && !self.apply(step, item)
        {
            return false;
        }
        let primary = &self.sets.sizes[..self.cells.primary];
        let fewest = primary.iter().map(|size| size.branches).min();
        let item = primary.iter().position(|size| Some(size.branches) == fewest);
        let (log, steps) = (self.removed, self.steps.len());
        self.levels.extend(item.map(|item| Level { item: item as u32, log, steps }));
        true
    }

    /// True if a move closes all items that are open.
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
    fn follow(&mut self, path: &[MoveCode]) {
        self.enter(0, 0);
        for (&step, level) in path.iter().zip(1..) {
            self.enter(level, step);
        }
    }

    fn expand(&mut self, stage: usize, states: &[u64], successors: &mut Vec<Successor<u64>>) {
        for (parent, &state) in (0..).zip(states) {
            if !self.enter(stage, state as MoveCode) {
                continue;
            }
            let Level { item, .. } = self.levels[stage];
            let (from, next) = (successors.len(), stage as u32 + 1);
            let successor = |step: MoveCode| Successor { state: step.into(), parent, stage: next, step };
            let members = &self.sets.members[self.sets.places(item)];
            let first = |&node: &u32| self.sets.nodes[node as usize].first;
            successors.extend(members.iter().map(first).map(successor));
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
