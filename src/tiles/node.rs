//! IDA* nodes: boards whose lower bounds are kept up to date move by move. Those of at most 32 cells have all bounds, larger
//! ones the Manhattan distance.
//!
//! ```text
//!   board      homes by cell · the blank · state of the automaton that prunes moves
//!   patterns   for each pattern of each partition the index of its database's entry, and the entry: a move changes one of
//!              each partition
//!   values     bounds of the partitions
//! ```
//!
//! All moves of a node are computed before any is made: then the entries, which are far away in memory, are fetched in
//! parallel.

use std::mem::replace;

use crate::arrangement::Arrangement;
use crate::direction::Direction;
use crate::lower_bounds::{LowerBounds, MOST_PATTERNS};
use crate::move_pruning::MovePruning;
use crate::pattern::MOST_CELLS;
use traybit_core::search::ida_star::DepthFirst;

/// Board with its lower bounds, changed move by move.
#[derive(Clone)]
pub struct Node<'a, const PARTITIONS: usize> {
    bounds: &'a LowerBounds,
    pruning: &'a MovePruning,
    board: [u8; MOST_CELLS],
    blank: u8,
    state: u16,
    values: [u16; PARTITIONS],
    indexes: [u32; MOST_PATTERNS],
    entries: [u8; MOST_PATTERNS],
}

/// Move with its effect on a [`Node`], or the change that undoes it.
#[derive(Clone, Copy, Debug)]
pub struct Change<const PARTITIONS: usize> {
    direction: u8,
    state: u16,
    values: [u16; PARTITIONS],
    indexes: [u32; PARTITIONS],
    entries: [u8; PARTITIONS],
}

impl<const PARTITIONS: usize> Default for Change<PARTITIONS> {
    fn default() -> Self {
        Self {
            direction: 0,
            state: 0,
            values: [0; PARTITIONS],
            indexes: [0; PARTITIONS],
            entries: [0; PARTITIONS],
        }
    }
}

/// Evaluates an expression with a node for the partitions of the bounds, of a board without obstacle.
#[macro_export]
#[doc(hidden)]
macro_rules! in_node {
    ($bounds:expr, $start:expr, $pruning:expr, $node:ident => $result:expr) => {{
        let bounds: &$crate::lower_bounds::LowerBounds = $bounds;
        match bounds.partitions {
            1 => $crate::in_node!(@ 1, bounds, $start, $pruning, $node => $result),
            2 => $crate::in_node!(@ 2, bounds, $start, $pruning, $node => $result),
            3 => $crate::in_node!(@ 3, bounds, $start, $pruning, $node => $result),
            _ => $crate::in_node!(@ 4, bounds, $start, $pruning, $node => $result),
        }
    }};
    (@ $partitions:literal, $bounds:ident, $start:expr, $pruning:expr, $node:ident => $result:expr) => {{
        let $node = $crate::node::Node::<$partitions>::new($bounds, $pruning, $start);
        $result
    }};
}

impl<'a, const PARTITIONS: usize> Node<'a, PARTITIONS> {
    /// Node of a board of the size and the blank's home that the bounds are for, without obstacle.
    pub fn new(bounds: &'a LowerBounds, pruning: &'a MovePruning, start: &Arrangement) -> Self {
        assert_eq!(bounds.partitions, PARTITIONS, "another number of partitions");
        let mut this = Self {
            bounds,
            pruning,
            board: [0; MOST_CELLS],
            blank: start.blank() as u8,
            state: start.blank() as u16,
            values: [0; PARTITIONS],
            indexes: [0; MOST_PATTERNS],
            entries: [0; MOST_PATTERNS],
        };
        for (place, &home) in this.board.iter_mut().zip(start.homes()) {
            *place = home as u8;
        }
        let tiles = start.homes().iter().enumerate().filter(|&(cell, _)| cell != start.blank());
        for ((cell, &home), partition) in tiles.flat_map(|tile| (0..PARTITIONS).map(move |at| (tile, at))) {
            let pattern = usize::from(bounds.of_tile[partition][usize::from(home)]);
            this.indexes[pattern] += bounds.summands[partition][usize::from(home)][cell];
        }
        // Each partition adds to the Manhattan distance.
        this.values.fill(start.manhattan() as u16);
        for (pattern, &partition) in bounds.of_pattern.iter().enumerate() {
            this.entries[pattern] = bounds.entry(this.indexes[pattern]);
            this.values[partition] += 2 * u16::from(this.entries[pattern]);
        }
        this
    }

    /// Tile that a move would slide, given by its home, with its cell before and after; `None` if the move is pruned.
    #[inline(always)]
    pub(super) fn moved(&self, step: u8) -> Option<(usize, usize, usize)> {
        let blank = usize::from(self.blank) % MOST_CELLS;
        let cell = usize::from(self.bounds.sources[blank][usize::from(step)]) % MOST_CELLS;
        (self.pruning.open(self.state) >> step & 1 == 1).then(|| (self.board[cell].into(), cell, blank))
    }

    /// Sum of the partitions' bounds.
    pub(super) fn sum(&self) -> u32 {
        self.values.iter().map(|&value| u32::from(value)).sum()
    }

    /// Change by a move, and the bound after it.
    #[inline(always)]
    pub(super) fn change(&self, direction: usize) -> (Change<PARTITIONS>, u32) {
        let bounds = self.bounds;
        let blank = usize::from(self.blank) % MOST_CELLS;
        let cell = usize::from(bounds.sources[blank][direction]) % MOST_CELLS;
        let tile = usize::from(self.board[cell]) % MOST_CELLS;
        let nearer: i16 = bounds.approach[direction][cell][tile].into();
        let state = self.pruning.after(self.state, direction);
        let mut change = Change { direction: direction as u8, state, ..Change::default() };
        let mut most = 0;
        for partition in 0..PARTITIONS {
            let pattern = usize::from(bounds.of_tile[partition][tile]) % MOST_PATTERNS;
            let summands = &bounds.summands[partition][tile];
            let index = self.indexes[pattern].wrapping_add(summands[blank]).wrapping_sub(summands[cell]);
            let entry = bounds.entry(index);
            let more = nearer + 2 * (i16::from(entry) - i16::from(self.entries[pattern]));
            let value = self.values[partition].wrapping_add_signed(more);
            (change.indexes[partition], change.entries[partition]) = (index, entry);
            change.values[partition] = value;
            most = most.max(value);
        }
        (change, most.into())
    }
}

impl<const PARTITIONS: usize> DepthFirst<4> for Node<'_, PARTITIONS> {
    type Move = Direction;
    type Change = Change<PARTITIONS>;
    /// A move changes the parity of the Manhattan distance, and that of all other bounds.
    const STEP: u32 = 2;

    fn bound(&self) -> u32 {
        self.values.iter().copied().fold(0, u16::max).into()
    }

    #[inline(always)]
    fn expand(&self, left: u32, changes: &mut [Self::Change; 4]) -> usize {
        let mut open = self.pruning.open(self.state);
        let mut count = 0;
        while open != 0 {
            let (change, bound) = self.change(open.trailing_zeros() as usize % 4);
            open &= open - 1;
            // Kept or overwritten by the next one: no unpredictable branch.
            changes[count % 4] = change;
            count += usize::from(bound <= left);
        }
        count
    }

    /// Sum of the partitions' bounds.
    #[inline(always)]
    fn estimate(change: &Self::Change) -> u32 {
        change.values.iter().map(|&value| u32::from(value)).sum()
    }

    #[inline(always)]
    fn step(change: &Self::Change) -> Direction {
        Direction::ALL[usize::from(change.direction) % 4]
    }

    #[inline(always)]
    fn apply(&mut self, change: &Self::Change) -> Self::Change {
        let bounds = self.bounds;
        let direction = usize::from(change.direction) % 4;
        let blank = usize::from(self.blank) % MOST_CELLS;
        let cell = usize::from(bounds.sources[blank][direction]) % MOST_CELLS;
        let tile = self.board[cell];
        let mut undo = Change {
            direction: change.direction ^ 1,
            state: self.state,
            values: self.values,
            ..Change::default()
        };
        for partition in 0..PARTITIONS {
            let pattern = bounds.of_tile[partition][usize::from(tile) % MOST_CELLS];
            let pattern = usize::from(pattern) % MOST_PATTERNS;
            undo.indexes[partition] = replace(&mut self.indexes[pattern], change.indexes[partition]);
            undo.entries[partition] = replace(&mut self.entries[pattern], change.entries[partition]);
        }
        (self.state, self.values) = (change.state, change.values);
        self.board[blank] = tile;
        self.blank = cell as u8;
        undo
    }
}

/// Board of any size, bounded by the Manhattan distance; with `OPEN`, one that is not plain.
#[derive(Clone)]
pub struct DistanceNode<const OPEN: bool> {
    board: Arrangement,
    /// Manhattan distance.
    bound: u32,
    last: Option<Direction>,
}

/// Plain board of any size.
pub type LargeNode = DistanceNode<false>;
/// Board with walls, or for a goal with open cells.
pub type OpenNode = DistanceNode<true>;

/// Move with the Manhattan distance after it, or the change that undoes it.
#[derive(Clone, Copy, Debug, Default)]
pub struct LargeChange {
    direction: Direction,
    bound: u32,
    last: Option<Direction>,
}

impl<const OPEN: bool> DistanceNode<OPEN> {
    pub fn new(start: &Arrangement) -> Self {
        let bound = u32::try_from(start.manhattan()).expect("65,536 times 510 at most");
        Self { board: start.clone(), bound, last: None }
    }

    /// Lower bound from the Manhattan distance, with the blank on this cell: where the goal names the blank, its distance
    /// is one, too, and has the parity of all paths.
    #[inline(always)]
    fn least(&self, bound: u32, blank: usize) -> u32 {
        let (size, home) = (self.board.size(), self.board.blank_home());
        if !OPEN || home >= size.cells() {
            return bound;
        }
        let steps = size.steps(blank, home);
        let least = bound.max(steps);
        least + (least ^ steps) % 2
    }
}

impl<const OPEN: bool> DepthFirst<4> for DistanceNode<OPEN> {
    type Move = Direction;
    type Change = LargeChange;
    /// A move changes the parity of the permutation, and with it that of the Manhattan distance, if every tile has a home.
    const STEP: u32 = if OPEN { 1 } else { 2 };

    fn bound(&self) -> u32 {
        self.least(self.bound, self.board.blank())
    }

    fn expand(&self, left: u32, changes: &mut [LargeChange; 4]) -> usize {
        let back = self.last.map(Direction::opposite);
        let (size, blank) = (self.board.size(), self.board.blank());
        let mut count = 0;
        for direction in Direction::ALL.into_iter().filter(|&direction| back != Some(direction)) {
            let source = direction.source(blank, size).filter(|&source| !OPEN || !self.board.is_wall(source));
            let Some(source) = source else { continue };
            let bound = match self.board.home(source) {
                None => self.bound,
                Some(home) if size.steps(blank, home) < size.steps(source, home) => self.bound - 1,
                Some(_) => self.bound + 1,
            };
            changes[count % 4] = LargeChange { direction, bound, last: Some(direction) };
            count += usize::from(self.least(bound, source) <= left);
        }
        count
    }

    fn estimate(change: &LargeChange) -> u32 {
        change.bound
    }

    fn step(change: &LargeChange) -> Direction {
        change.direction
    }

    fn apply(&mut self, change: &LargeChange) -> LargeChange {
        self.board.slide(change.direction);
        let bound = replace(&mut self.bound, change.bound);
        let last = replace(&mut self.last, change.last);
        LargeChange { direction: change.direction.opposite(), bound, last }
    }
}
