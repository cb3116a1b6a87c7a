//! Numbers of cells and of mixes.
//!
//! ```text
//!   tray     3×5    0 3 6 9 .      cells are numbered along the shorter side, so that blocks span few lines
//!                   1 4 7 . .
//!                   2 5 8 . .
//!
//!   kind       2×2   1×2   2×1   1×1
//!   at most      1    10    10    20       each kind has a digit for its count:
//!   weight       1     2    22   242       code of a mix = Σ count · weight
//! ```
//!
//! Taking away a block is taking away the weight of its kind, which keeps mixes in their order.

use crate::puzzle::{Cell, fits};
use crate::universe::pieces::{Ground, Kind, Mix};

/// The cells and kinds of a universe, numbered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::universe) struct Numbering {
    /// Cells of a line.
    pub line: u32,
    /// Cells that blocks can be on.
    pub open: u128,
    pub kinds: Vec<Numbered>,
}

/// A kind of blocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::universe) struct Numbered {
    /// By first cell.
    placements: Vec<Option<Placement>>,
    weight: u64,
    /// Number of possible counts.
    digits: u64,
    /// Cells of one block.
    area: u32,
}

/// A place of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::universe) struct Placement {
    /// The cells covered.
    pub cells: u128,
    /// The anchor's number in reading order.
    pub anchor: u8,
}

impl Numbering {
    pub(super) fn of(ground: Ground, kinds: &[Kind]) -> Self {
        let size = ground.size;
        let line = size.width.min(size.height);
        let bit = |(row, column): Cell| {
            let (across, along) = if size.width <= size.height { (row, column) } else { (column, row) };
            1u128 << (across * line + along)
        };
        let is_open = |cell: &Cell| ground.open >> size.number(*cell) & 1 == 1;
        let open: u128 = size.all().filter(is_open).map(bit).sum();
        let mut weight = 1;
        let numbered = |kind: &Kind| {
            let mut placements = vec![None; size.cells()];
            for at in size.all().filter(|&at| fits(size, &kind.shape, at)) {
                let cells: u128 = kind.shape.cells_at(at).map(bit).sum();
                if cells & !open == 0 {
                    let anchor = size.number(at) as u8;
                    placements[cells.trailing_zeros() as usize] = Some(Placement { cells, anchor });
                }
            }
            let (digits, area) = (kind.digits(), kind.shape.area() as u32);
            weight *= digits;
            Numbered { placements, weight: weight / digits, digits, area }
        };
        Self { line: line.into(), open, kinds: kinds.iter().map(numbered).collect() }
    }

    pub(in crate::universe) fn code(&self, mix: &Mix) -> u64 {
        self.kinds.iter().zip(&mix.counts).map(|(kind, &count)| kind.weight * u64::from(count)).sum()
    }

    /// The code without one block of a kind, if it has one.
    pub(in crate::universe) fn without(&self, code: u64, kind: u8) -> Option<u64> {
        let Numbered { weight, digits, .. } = self.kinds[usize::from(kind)];
        (!(code / weight).is_multiple_of(digits)).then(|| code - weight)
    }

    pub(in crate::universe) fn area(&self, code: u64) -> u32 {
        self.kinds.iter().map(|kind| (code / kind.weight % kind.digits) as u32 * kind.area).sum()
    }
}

impl Numbered {
    /// The block whose first cell is this one, if it lies within `open`.
    pub(in crate::universe) fn placement(&self, cell: u32, open: u128) -> Option<Placement> {
        let placement = self.placements.get(cell as usize).copied().flatten();
        placement.filter(|placement| placement.cells & !open == 0)
    }

    /// The anchor of the block whose first cell is this one, as a set; empty if it does not fit.
    #[inline]
    pub(in crate::universe) fn anchor(&self, cell: u8) -> u128 {
        self.placements[usize::from(cell)].map_or(0, |placement| 1 << placement.anchor)
    }
}
