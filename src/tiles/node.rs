//! IDA* nodes of boards of at most 32 cells: every lower bound is kept up to date move by move.
//!
//! ```text
//!   board      homes by cell · the blank · Manhattan distance
//!   axes       without databases: states of the walking distances of rows and columns, or the Manhattan distance along an
//!              axis that has no such table
//!   patterns   for each pattern of each partition its tiles' cells and order, with the entry of its database · the
//!              sums of entries: a move changes one pattern of each partition
//! ```
//!
//! All moves of a node are computed before any is made: then the entries, which are far away in memory, are fetched in
//! parallel.

use crate::arrangement::Arrangement;
use crate::direction::Direction;
use crate::heuristics::Heuristic;
use crate::lower_bounds::{LowerBounds, MOST_PARTITIONS, Placement};
use crate::pattern::MOST_CELLS;
use crate::pattern::orders;
use traybit_core::search::ida_star::DepthFirst;

/// Patterns of all partitions together, at most: each has a tile.
const MOST_PATTERNS: usize = 64;
const _: () = assert!(MOST_PATTERNS == MOST_PARTITIONS * MOST_CELLS);

/// Board with its lower bounds, changed move by move.
#[derive(Clone)]
pub struct Node<'a> {
    bounds: &'a LowerBounds,
    board: [u8; MOST_CELLS],
    blank: u8,
    manhattan: u16,
    axes: [u16; 2],
    sums: [u8; MOST_PARTITIONS],
    placements: [Placement; MOST_PATTERNS],
}

/// Move with its effect on a [`Node`], or the change that undoes it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Change {
    direction: u8,
    sums: [u8; MOST_PARTITIONS],
    manhattan: u16,
    /// State of the move's axis.
    axis: u16,
    /// Patterns of the moved tile.
    placements: [Placement; MOST_PARTITIONS],
}

/// Equality of boards and of all that is known of them. The board's value on the blank's cell says nothing.
impl PartialEq for Node<'_> {
    fn eq(&self, other: &Self) -> bool {
        let kept = |node: &Self| {
            let mut board = node.board;
            board[usize::from(node.blank)] = 0;
            (board, node.blank, node.manhattan, node.axes, node.sums)
        };
        kept(self) == kept(other) && self.placements == other.placements
    }
}

impl<'a> Node<'a> {
    /// Starts at a board of the size and the blank's home that the bounds are for; none where no moves lead to the goal.
    pub fn new(bounds: &'a LowerBounds, start: &Arrangement) -> Option<Self> {
        Self::at(bounds, start.homes(), start.blank())
    }

    /// Starts at a board of these homes by cell.
    fn at(bounds: &'a LowerBounds, homes: &[u16], blank: usize) -> Option<Self> {
        let mut this = Self {
            bounds,
            board: [0; MOST_CELLS],
            blank: blank as u8,
            manhattan: 0,
            axes: [0; 2],
            sums: [0; MOST_PARTITIONS],
            placements: [Placement::default(); MOST_PATTERNS],
        };
        for (place, &home) in this.board.iter_mut().zip(homes) {
            *place = home as u8;
        }
        let all = homes.iter().enumerate().map(|(cell, &home)| (cell, usize::from(home)));
        let tiles: Vec<(usize, usize)> = all.filter(|&(cell, _)| cell != blank).collect();
        for axis in 0..2 {
            let line = |cell: usize| usize::from(bounds.lines[axis][cell]);
            let moved = || tiles.iter().map(|&(cell, home)| (line(cell), line(home)));
            let distance = moved().map(|(from, to)| from.abs_diff(to) as u16).sum();
            this.manhattan += distance;
            if bounds.partitions == 0 {
                this.axes[axis] = match &bounds.walking_distances[axis] {
                    Some(table) => table.state(moved(), line(blank))?,
                    None => distance,
                };
            }
        }
        for (index, lookup) in bounds.lookups.iter().enumerate() {
            let ours = tiles.iter().filter(|&&(_, home)| lookup.homes >> home & 1 == 1);
            let mut ours: Vec<(u8, u8)> =
                ours.map(|&(cell, home)| (lookup.cells[cell], lookup.cells[home])).collect();
            ours.sort_unstable();
            let set = ours.iter().map(|&(cell, _)| 1 << cell).sum();
            let order: Vec<usize> = ours.iter().map(|&(_, home)| usize::from(home)).collect();
            this.placements[index] = bounds.placement(lookup, set, orders::rank(&order) as u16);
            this.sums[lookup.partition] += this.placements[index].entry();
        }
        Some(this)
    }

    /// Largest of all bounds: no walking distance is less than the Manhattan distance.
    #[inline(always)]
    fn largest(&self, manhattan: u16, axes: [u16; 2], sums: [u8; MOST_PARTITIONS]) -> u32 {
        if self.bounds.partitions > 0 {
            return u32::from(manhattan) + 2 * u32::from(sums[0].max(sums[1]));
        }
        let axis = |axis: usize| match &self.bounds.walking_distances[axis] {
            Some(table) => table.distance(axes[axis]),
            None => axes[axis].into(),
        };
        axis(0) + axis(1)
    }

    /// A move's change, and the bound after it.
    #[inline(always)]
    fn change(&self, direction: usize) -> (Change, u32) {
        let bounds = self.bounds;
        let blank = usize::from(self.blank) % MOST_CELLS;
        let cell = usize::from(bounds.sources[blank][direction]) % MOST_CELLS;
        let tile = usize::from(self.board[cell]) % MOST_CELLS;
        let axis = direction / 2;
        let nearer = bounds.approach[direction][cell][tile].into();
        let manhattan = self.manhattan.wrapping_add_signed(nearer);
        let (mut axes, mut sums) = (self.axes, self.sums);
        if bounds.partitions == 0 {
            axes[axis] = match &bounds.walking_distances[axis] {
                // Up and left moves take the tile from the line after the blank's.
                Some(table) => {
                    table.successor(axes[axis], 1 - direction % 2, bounds.lines[axis][tile].into())
                }
                None => axes[axis].wrapping_add_signed(nearer),
            };
        }
        let mut placements = [Placement::default(); MOST_PARTITIONS];
        for partition in 0..bounds.partitions.min(MOST_PARTITIONS) {
            let pattern = usize::from(bounds.of_tile[partition][tile]) % MOST_PATTERNS;
            let before = self.placements[pattern];
            placements[partition] = bounds.step(&bounds.lookups[pattern], before, blank, direction);
            sums[partition] = sums[partition] + placements[partition].entry() - before.entry();
        }
        let bound = self.largest(manhattan, axes, sums);
        let direction = direction as u8;
        (Change { direction, sums, manhattan, axis: axes[axis], placements }, bound)
    }
}

impl DepthFirst<4> for Node<'_> {
    type Move = Direction;
    type Change = Change;
    /// A move changes the parity of the Manhattan distance, and that of all other bounds.
    const STEP: u32 = 2;

    fn bound(&self) -> u32 {
        self.largest(self.manhattan, self.axes, self.sums)
    }

    #[inline(always)]
    fn expand(&self, last: Option<Direction>, left: u32, changes: &mut [Change; 4]) -> usize {
        let back = last.map_or(0, |last| 1 << last.opposite() as u8);
        let mut open = self.bounds.open[usize::from(self.blank) % MOST_CELLS] & !back;
        let mut count = 0;
        while open != 0 {
            let (change, bound) = self.change(open.trailing_zeros() as usize % 4);
            open &= open - 1;
            // Kept or overwritten by the next one: no branch that could not be foreseen.
            changes[count % 4] = change;
            count += usize::from(bound <= left);
        }
        count
    }

    #[inline(always)]
    fn step(change: &Change) -> Direction {
        Direction::ALL[usize::from(change.direction) % 4]
    }

    #[inline(always)]
    fn apply(&mut self, change: &Change) -> Change {
        let bounds = self.bounds;
        let direction = usize::from(change.direction) % 4;
        let axis = direction / 2;
        let blank = usize::from(self.blank) % MOST_CELLS;
        let cell = usize::from(bounds.sources[blank][direction]) % MOST_CELLS;
        let tile = self.board[cell];
        let mut undo = Change {
            direction: change.direction ^ 1,
            sums: self.sums,
            manhattan: self.manhattan,
            axis: self.axes[axis],
            placements: [Placement::default(); MOST_PARTITIONS],
        };
        for partition in 0..bounds.partitions.min(MOST_PARTITIONS) {
            let pattern = bounds.of_tile[partition][usize::from(tile) % MOST_CELLS];
            let placement = &mut self.placements[usize::from(pattern) % MOST_PATTERNS];
            undo.placements[partition] = std::mem::replace(placement, change.placements[partition]);
        }
        self.sums = change.sums;
        self.manhattan = change.manhattan;
        self.axes[axis] = change.axis;
        self.board[blank] = tile;
        self.blank = cell as u8;
        undo
    }
}

/// The bound of a node; the largest number for boards from which no moves lead to the goal.
impl Heuristic for LowerBounds {
    fn bound(&self, homes: &[u16], blank: usize) -> u32 {
        Node::at(self, homes, blank).map_or(u32::MAX, |node| node.bound())
    }
}
