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

use crate::puzzle::{Cell, fits};
use crate::universe::pieces::Pieces;
use traybit_core::shape::Shape;

/// A tray with its cells numbered, and the placements of blocks on it.
#[derive(Debug)]
pub struct Placements {
    /// Cells of a line.
    pub line: u32,
    /// Cells that blocks can be on.
    pub open: u128,
    /// Placements, by kind and first cell.
    pub kinds: Vec<Vec<Option<Placement>>>,
}

/// A place of a block.
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
        let number = |(row, column): Cell| {
            if upright {
                size.number((row, column))
            } else {
                usize::from(column) * usize::from(size.height) + usize::from(row)
            }
        };
        let set =
            |cells: &mut dyn Iterator<Item = Cell>| cells.fold(0u128, |set, cell| set | 1 << number(cell));
        let open = set(&mut size.all().filter(|&cell| ground.open >> size.number(cell) & 1 == 1));
        let place = |shape: &Shape| {
            let mut placements = vec![None; size.cells()];
            for at in size.all().filter(|&at| fits(size, shape, at)) {
                let cells = set(&mut shape.cells_at(at));
                if cells & !open == 0 {
                    let anchor = size.number(at) as u8;
                    placements[cells.trailing_zeros() as usize] = Some(Placement { cells, anchor });
                }
            }
            placements
        };
        let kinds = pieces.kinds().iter().map(|kind| place(&kind.shape)).collect();
        Self { line: size.width.min(size.height).into(), open, kinds }
    }
}
