//! The sets of items: the options that may still be chosen for each.
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
//! a branch is a dead end. The log has the item of each removal: a step back is an increment for each.

use std::ops::Range;

use crate::exact::Item;

/// An item with a set, in an option.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) item: u32,
    /// Place in the sets.
    pub(super) place: u32,
    /// The first node of the option, by which moves call it, and the node after its last.
    pub(super) first: u32,
    pub(super) end: u32,
}

/// The part of an item's set that removals do not change.
#[derive(Clone, Copy)]
pub(super) struct Set {
    base: u32,
    /// The fewest options that have to be chosen yet; negative once there are more.
    pub(super) low: i32,
    /// The most that may be chosen yet.
    pub(super) high: i32,
}

#[derive(Clone, Copy)]
pub(super) struct Size {
    pub(super) branches: u32,
    /// The end of the set, less the number of branches; it may be below 0.
    rest: u32,
}

impl Size {
    fn end(self) -> u32 {
        self.rest.wrapping_add(self.branches)
    }
}

/// The sets of items, changed by each move.
#[derive(Clone)]
pub(super) struct Sets {
    pub(super) nodes: Vec<Node>,
    pub(super) members: Vec<u32>,
    pub(super) sizes: Vec<Size>,
    pub(super) bounds: Vec<Set>,
}

impl Sets {
    pub(super) const ITEM: usize = size_of::<Set>() + size_of::<Size>();

    pub(super) fn of(mut nodes: Vec<Node>, members: &[Vec<u32>], items: &[Item]) -> Self {
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

    /// The places of the options that may be chosen for an item.
    pub(super) fn places(&self, item: u32) -> Range<usize> {
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

    /// Removes a node from its set; its item, and the branches that this has left.
    pub(super) fn remove(&mut self, node: u32) -> (u32, u32) {
        let item = self.nodes[node as usize].item;
        let size = &mut self.sizes[item as usize];
        size.branches -= 1;
        let (branches, last) = (size.branches, size.end());
        self.swap(node, last);
        (item, branches)
    }

    pub(super) fn choose(&mut self, node: u32) {
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
    pub(super) fn unchoose(&mut self, item: usize) {
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
