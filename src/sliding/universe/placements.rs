//! Placements of blocks of each kind on a tray, cells numbered along its shorter side.
//!
//! ```text
//!   5×4   0  1  2  3       3×5   0  3  6  9 12
//!         4  5  6  7             1  4  7 10 13     the shorter the lines, the fewer cells a block covers past
//!         8  …                   2  5  8 11 14     the first that is not decided, and the fewer regions
//! ```
//!
//! A placement is known by its *first* cell, the lowest of these numbers, and tells its anchor, the first cell in
//! reading order, too. Both move alike when the block does.

use crate::puzzle::fits;
use crate::universe::pieces::Pieces;
use traybit_core::shape::Shape;

/// A tray with its cells numbered, and where blocks can stand.
#[derive(Debug)]
pub struct Placements {
    /// Cells of a line.
    pub line: u32,
    /// Cells that blocks can be on.
    pub open: u128,
    /// By kind and first cell.
    pub kinds: Vec<Vec<Option<Placement>>>,
}

/// A block where it can stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    /// The cells covered.
    pub cells: u128,
    /// The anchor's number in reading order.
    pub anchor: u8,
}

impl Placements {
    pub fn of(pieces: &Pieces) -> Self {
        let ground = pieces.ground();
        let size = ground.size;
        let upright = size.width <= size.height;
        let (width, height) = (usize::from(size.width), usize::from(size.height));
        let number =
            |row: usize, column: usize| if upright { row * width + column } else { column * height + row };
        let cells = || (0..height).flat_map(|row| (0..width).map(move |column| (row, column)));
        let is_open = |(row, column): (usize, usize)| ground.open >> (row * width + column) & 1 == 1;
        let open = cells()
            .filter(|&cell| is_open(cell))
            .fold(0, |open, (row, column)| open | 1 << number(row, column));
        let place = |shape: &Shape| {
            let mut placements = vec![None; size.cells()];
            for (row, column) in cells() {
                let at = (row as u16, column as u16);
                if !fits(size, shape, at) {
                    continue;
                }
                let cells = shape.cells_at(at).fold(0u128, |cells, (row, column)| {
                    cells | 1 << number(usize::from(row), usize::from(column))
                });
                if cells & !open == 0 {
                    let anchor = (row * width + column) as u8;
                    placements[cells.trailing_zeros() as usize] = Some(Placement { cells, anchor });
                }
            }
            placements
        };
        let kinds = pieces.kinds().iter().map(|kind| place(&kind.shape)).collect();
        Self { line: if upright { width } else { height } as u32, open, kinds }
    }
}
