//! Exact cover by dancing cells: each primary item has the set of the options that can still be chosen for it.
//!
//! ```text
//!   p   ▒▒▒▒▒▒▒▒▒▒░░░░░    options that are left, and those removed       chosen   q closes: its other options are hidden,
//!   q   ▒▒▒░░░░░░░░░░░░                                                            in the sets of p, r and so on
//!   x   a list of all its options, of which some are hidden by now        x closes: those of its list that are not hidden
//! ```
//!
//! A chosen option counts for each of its items. An item that reaches its maximum is closed, and its other options are
//! hidden: removed from the sets of their items, so that every option in the set of an open item can be chosen. A secondary
//! item is never branched on, so a list of all its options can replace its set; options already hidden are skipped.
//!
//! ```text
//!   set of an item   │ options that are left │ options that were removed, the last one first │
//!                  base                  base + size
//!
//!   remove   the option and the last one that is left change places; size − 1      undo   size + 1
//!
//!   branches = size + 1 − the number still to be chosen, or size + 1 if that is 0
//! ```
//!
//! (Sparse sets: Briggs and Torczon, 1993. Exact covers with them: Knuth's program SSXCC, 2020.) Sizes are stored as numbers
//! of branches, contiguously for all items, so that the minimum is found quickly. A removal takes one branch, and an item
//! without a branch is a dead end.

mod dance;

use std::ops::Range;

use crate::budget::Budget;
use crate::cover::starts;
use crate::exact::cells::dance::{Dance, MARK, MOST_NODES};
use crate::exact::{ExactCover, Item};
use traybit_core::{GaveUp, MoveCode, StageExpander, Staged, sorted};

/// The final stage, beyond all others: the stage of any other state is the number of its moves.
const LAST: usize = u32::MAX as usize;

struct Lists<T> {
    all: Vec<T>,
    starts: Vec<u32>,
}

impl<T: Copy> Lists<T> {
    fn of(lists: &[Vec<T>]) -> Self {
        Self { all: lists.concat(), starts: starts(lists) }
    }

    fn of_number(&self, number: u32) -> &[T] {
        let number = number as usize;
        &self.all[self.starts[number] as usize..self.starts[number + 1] as usize]
    }
}

/// The sets of a problem before any choice.
pub(crate) struct Cells {
    /// The sets of the primary items and of the secondary ones without lists.
    sets: Sets,
    primary: usize,
    starts: Vec<u32>,
    /// For the first node of each option: its items with lists, numbered from the first one, and their colours; 0: none.
    secondary: Lists<(u32, u32)>,
    /// For each secondary item with a list: its options, and the colours that they give it.
    options: Lists<(u32, u32)>,
    is_possible: bool,
}

impl Cells {
    /// The sets of a problem, within a budget for all threads. Too many nodes to number count as a memory limit reached.
    pub(crate) fn new(problem: &ExactCover, threads: usize, budget: &mut Budget<'_>) -> Result<Self, GaveUp> {
        let entries: usize = problem.options.iter().map(|option| option.entries.len()).sum();
        let own = entries * (size_of::<Node>() + 2 * size_of::<u32>() + size_of::<bool>())
            + problem.items.len() * Sets::ITEM
            + problem.options.len() * size_of::<u32>();
        let all = own * (threads.max(1) + 1) + entries * size_of::<[u32; 5]>();
        budget.take::<u8>(if entries < MOST_NODES { all } else { usize::MAX })?;
        let sets = number_of_sets(problem);
        let mut members: Vec<Vec<u32>> = vec![Vec::new(); sets];
        let mut options: Vec<Vec<(u32, u32)>> = vec![Vec::new(); problem.items.len() - sets];
        let (mut nodes, mut starts, mut secondary) = (Vec::new(), Vec::new(), Vec::new());
        for option in &problem.options {
            let first = nodes.len() as u32;
            let end =
                first + option.entries.iter().filter(|(item, _)| (*item as usize) < sets).count() as u32;
            let mut own = Vec::new();
            for &(item, colour) in &option.entries {
                if let Some(members) = members.get_mut(item as usize) {
                    members.push(nodes.len() as u32);
                    nodes.push(Node { item, place: 0, first, end });
                } else {
                    let item = item - sets as u32;
                    options[item as usize].push((first, colour));
                    own.push((item, colour));
                }
            }
            starts.push(first);
            secondary.push(own);
            secondary.resize(nodes.len(), Vec::new());
        }
        let is_possible =
            members.iter().zip(&problem.items).all(|(own, item)| own.len() >= *item.counts.start() as usize);
        let sets = Sets::of(nodes, &members, &problem.items);
        let (secondary, options) = (Lists::of(&secondary), Lists::of(&options));
        Ok(Self { sets, primary: problem.primary, starts, secondary, options, is_possible })
    }

    /// The options chosen by a path, ascending.
    pub(crate) fn options(&self, path: &[MoveCode]) -> Vec<u32> {
        let chosen = path.iter().filter(|&&step| step & MARK == 0);
        sorted(chosen.map(|step| self.starts.partition_point(|start| start < step) as u32))
    }
}

/// Number of items with sets: all, or only the primary ones. Measured: lists are slower for queens, whose options have two
/// items of each kind, and take half the time if most items are secondary.
fn number_of_sets(problem: &ExactCover) -> usize {
    let entries = || problem.options.iter().flat_map(|option| &option.entries);
    let secondary = entries().filter(|(item, _)| *item as usize >= problem.primary).count();
    let has_lists = 2 * secondary > entries().count() || entries().any(|(_, colour)| *colour != 0);
    if has_lists { problem.primary } else { problem.items.len() }
}

impl Staged<u64> for Cells {
    fn last(&self) -> usize {
        LAST
    }

    fn start(&self) -> Option<(usize, u64)> {
        self.is_possible.then_some((0, 0))
    }

    fn expander(&self) -> Box<dyn StageExpander<u64> + '_> {
        Box::new(Dance::new(self))
    }
}

#[derive(Clone, Copy)]
struct Node {
    item: u32,
    place: u32,
    /// The first node of the option, which identifies it in moves, and the node after its last.
    first: u32,
    end: u32,
}

/// The part of an item's set that removals do not change.
#[derive(Clone, Copy)]
struct Set {
    base: u32,
    /// Minimum number of options still to be chosen; negative once more have been chosen.
    low: i32,
    high: i32,
}

#[derive(Clone, Copy)]
struct Size {
    branches: u32,
    /// The end of the set minus the number of branches; it may be below 0.
    rest: u32,
}

impl Size {
    fn end(self) -> u32 {
        self.rest.wrapping_add(self.branches)
    }
}

#[derive(Clone)]
struct Sets {
    nodes: Vec<Node>,
    members: Vec<u32>,
    sizes: Vec<Size>,
    bounds: Vec<Set>,
}

impl Sets {
    const ITEM: usize = size_of::<Set>() + size_of::<Size>();

    fn of(mut nodes: Vec<Node>, members: &[Vec<u32>], items: &[Item]) -> Self {
        let mut base = 0;
        let (mut sizes, mut bounds) = (Vec::new(), Vec::new());
        for (own, item) in members.iter().zip(items) {
            let size = own.len() as u32;
            let (low, high) = item.counts.clone().into_inner();
            let branches = (size + 1).saturating_sub(low);
            sizes.push(Size { branches, rest: (base + size).wrapping_sub(branches) });
            bounds.push(Set { base, low: low as i32, high: high.min(size) as i32 });
            for (&node, place) in own.iter().zip(base..) {
                nodes[node as usize].place = place;
            }
            base += size;
        }
        Self { nodes, members: members.concat(), sizes, bounds }
    }

    fn places(&self, item: u32) -> Range<usize> {
        let item = item as usize;
        self.bounds[item].base as usize..self.sizes[item].end() as usize
    }

    fn swap(&mut self, node: u32, last: u32) {
        let place = self.nodes[node as usize].place;
        let other = self.members[last as usize];
        self.members[place as usize] = other;
        self.members[last as usize] = node;
        self.nodes[other as usize].place = place;
        self.nodes[node as usize].place = last;
    }

    /// Removes a node from its set; returns its item and the number of branches left to it.
    fn remove(&mut self, node: u32) -> (u32, u32) {
        let item = self.nodes[node as usize].item;
        let size = &mut self.sizes[item as usize];
        size.branches -= 1;
        let (branches, last) = (size.branches, size.end());
        self.swap(node, last);
        (item, branches)
    }

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

    /// Undoes [`Self::choose`], except for the places in the set: like those of removed options, they do not matter.
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
