//! Additive pattern databases: minimum numbers of moves that bring a few tiles home, counting only their own moves.
//!
//! ```text
//!   board     . 1 2 2      pattern   the tiles at home on some cells: here three of them cut the board, and as each
//!             1 1 2 2                move is of one tile, their costs add up
//!             1 1 3 2      entry     rank of their set of cells · number of orders + rank of their order
//!             1 3 3 2                ─▶  half a byte: (cost − Manhattan distance) / 2
//! ```
//!
//! A pattern that is the image of another one under a symmetry of the board shares its database.
//! (Korf and Felner, "Disjoint pattern database heuristics", 2002.)

pub mod cache;
pub mod database;
pub mod direct;
pub mod index;
pub mod partition;

use std::iter::from_fn;

use traybit_core::CellSet;
use traybit_core::grid::{Size, Turn};

/// Cells of the largest boards that have databases: a set of cells is a word of 32 bits.
pub const MOST_CELLS: usize = 32;

/// Set of tiles, given by their homes, and the region of the other cells in which the blank is at home.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pattern {
    pub homes: u32,
    pub blank: u32,
}

impl Pattern {
    /// Pattern of the tiles at home on `homes`, on a board whose blank is at home on `blank_home`.
    pub fn new(size: Size, homes: u32, blank_home: usize) -> Self {
        Self { homes, blank: Regions::new(size).around(blank_home, !homes) }
    }

    pub(super) fn tiles(self) -> usize {
        self.homes.count_ones() as usize
    }

    /// Number of the blank's region among the regions of the other cells.
    pub(super) fn region(self, size: Size) -> usize {
        let is_before = |region: &u32| region.trailing_zeros() < self.blank.trailing_zeros();
        Regions::new(size).each(!self.homes).filter(is_before).count()
    }

    /// Canonical image of the pattern under the board's symmetries, and the image of each cell.
    pub fn standard(self, size: Size) -> (Self, Vec<u8>) {
        let image = |turn: Turn| {
            let cells: Vec<u8> = size.all().map(|cell| size.number(turn.cell(size, cell)) as u8).collect();
            let moved = |set: u32| set.each().map(|cell| 1u32 << cells[cell as usize]).sum();
            (Self { homes: moved(self.homes), blank: moved(self.blank) }, cells)
        };
        let turns = Turn::ALL.into_iter().filter(|turn| turn.size(size) == size);
        turns.map(image).min().expect("the identity among them")
    }
}

/// Neighbours on a board, as sets of cells.
pub(super) struct Regions {
    pub(super) neighbours: Vec<u32>,
}

impl Regions {
    pub(super) fn new(size: Size) -> Self {
        let beside = |cell| size.beside(cell).map(|next| 1 << size.number(next)).sum();
        Self { neighbours: size.all().map(beside).collect() }
    }

    /// The region of `free` cells around `cell`, one of them.
    pub(super) fn around(&self, cell: usize, free: u32) -> u32 {
        let (mut region, mut open) = (1 << cell, 1_u32 << cell);
        while open != 0 {
            let fresh = self.neighbours[open.trailing_zeros() as usize] & free & !region;
            region |= fresh;
            open = open & (open - 1) | fresh;
        }
        region
    }

    /// The regions of `free` cells, in the order of their first cells.
    pub(super) fn each(&self, free: u32) -> impl Iterator<Item = u32> {
        let mut left = free & u32::MAX >> (32 - self.neighbours.len());
        from_fn(move || {
            let region = (left != 0).then(|| self.around(left.trailing_zeros() as usize, left))?;
            left &= !region;
            Some(region)
        })
    }
}
