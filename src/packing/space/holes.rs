//! Holes of undecided cells that are smaller than any piece.
//!
//! ```text
//!   # # # # # # # # # #      1  no neighbour that is undecided
//!   # 1 # 2 2 # 3 3 # .      2  one, which has no other
//!   # # # # # # # 3 # .      3  a cell between two that have no other neighbour
//! ```
//!
//! A far weaker test than [`DeadCells`](super::dead_cells::DeadCells), but for the price of a dozen shifts, whatever the number
//! of orientations. Where no cell may stay empty, most of what that one sees are such holes.

use crate::cover::Cover;
use traybit_core::bits::Register;

/// Masks of a board with which holes are found.
pub struct Holes<W> {
    stride: u32,
    /// See [`heads`].
    heads: Vec<W>,
    /// Cells whose neighbour in the next line may lie beyond the window.
    brink: W,
    /// Holes of at most so many cells are looked for: 1 to 3.
    most: u32,
}

impl<W: Register> Holes<W> {
    /// Masks of a cover whose cells are those of a board, with lines shorter than a window, and whose pieces are larger than
    /// one cell.
    pub fn new(cover: &Cover) -> Option<Self> {
        let stride = cover.stride.filter(|&stride| stride < W::CELLS)?;
        let kinds = cover.kinds.iter().filter(|kind| *kind.counts.end() > 0);
        let least = kinds.map(|kind| kind.area).min().filter(|&area| area > 1)?;
        let brink = !(!W::EMPTY >> stride);
        Some(Self { stride, heads: heads(stride), brink, most: (least - 1).min(3) })
    }

    /// True if there is a hole in a front: a window of the board from `cell` on, before which all is decided.
    #[inline(always)]
    pub fn any(&self, cell: usize, front: W) -> bool {
        let heads = self.heads[cell % self.heads.len()];
        let open = !front;
        // Of all cells, those with such a neighbour among some cells.
        let before = |cells: W| cells << 1 & !heads;
        let after = |cells: W| (cells & !heads) >> 1;
        let (left, right) = (before(open), after(open));
        let (above, below) = (open << self.stride, open >> self.stride | self.brink);
        let (along, across) = (left | right, above | below);
        if self.most == 1 {
            return !(open & !(along | across)).is_empty();
        }
        let several = left & right | above & below | along & across;
        let ends = open & !several;
        let (left_end, right_end) = (before(ends), after(ends));
        let (end_above, end_below) = (ends << self.stride, ends >> self.stride);
        let (ends_along, ends_across) = (left_end | right_end, end_above | end_below);
        let single = open & !(along | across);
        let pair = ends & (ends_along | ends_across);
        if self.most == 2 {
            return !(single | pair).is_empty();
        }
        let three = left & right & across | above & below & along;
        let middle = open & several & !three;
        let triple = middle & (left_end & right_end | end_above & end_below | ends_along & ends_across);
        !(single | pair | triple).is_empty()
    }
}

/// Cells of a window that begin a line, by the place of its first cell in its line.
pub(super) fn heads<W: Register>(stride: u32) -> Vec<W> {
    let heads = |place: u32| {
        let cells = (0..W::CELLS).filter(|cell| (place + cell).is_multiple_of(stride));
        cells.fold(W::EMPTY, |heads, cell| heads | W::cell(cell))
    };
    (0..stride).map(heads).collect()
}
