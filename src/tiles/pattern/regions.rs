//! Regions of free cells, on boards of at most 32 cells.

use traybit_core::grid::Size;

/// Neighbours on a board, as sets of cells.
pub(super) struct Regions {
    pub(super) neighbours: Vec<u32>,
    width: u32,
    all: u32,
    /// All cells but those of the first column, and all but those of the last.
    not_first: u32,
    not_last: u32,
}

impl Regions {
    pub(super) fn new(size: Size) -> Self {
        let (cells, width) = (size.cells() as u32, u32::from(size.width));
        let all = u32::MAX >> (32 - cells);
        let column =
            |column: u32| (0..cells).filter(|cell| cell % width == column).map(|cell| 1 << cell).sum::<u32>();
        let (not_first, not_last) = (all & !column(0), all & !column(width - 1));
        let mut this = Self { neighbours: Vec::new(), width, all, not_first, not_last };
        this.neighbours = (0..cells).map(|cell| this.grown(1 << cell) & !(1 << cell)).collect();
        this
    }

    /// The set with all its neighbours.
    fn grown(&self, set: u32) -> u32 {
        let sideways = (set & self.not_last) << 1 | (set & self.not_first) >> 1;
        let (down, up) = (u64::from(set) << self.width, u64::from(set) >> self.width);
        (set | sideways | down as u32 | up as u32) & self.all
    }

    /// The region of `free` cells around `cell`.
    pub(super) fn around(&self, cell: usize, free: u32) -> u32 {
        let mut region = 1 << cell;
        loop {
            let grown = self.grown(region) & free;
            if grown == region {
                return region;
            }
            region = grown;
        }
    }

    /// Visits the regions of `free` cells, in the order of their first cells.
    pub(super) fn each(&self, free: u32, mut visit: impl FnMut(u32)) {
        let mut left = free & self.all;
        while left != 0 {
            let region = self.around(left.trailing_zeros() as usize, left);
            left &= !region;
            visit(region);
        }
    }
}

/// Cells of a set, in order.
pub(crate) fn cells_of(set: u32) -> impl Iterator<Item = u32> {
    let mut left = set;
    std::iter::from_fn(move || {
        let cell = (left != 0).then(|| left.trailing_zeros());
        left &= left.wrapping_sub(1);
        cell
    })
}
