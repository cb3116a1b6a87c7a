//! Holes: undecided cells that decided ones and the board's rim enclose.
//!
//! ```text
//!   # # # # # # # # # #      1  no neighbour that is undecided            ┐
//!   # 1 # 2 2 # 3 3 # .      2  one, which has no other                   │ smaller than any piece
//!   # # # # # # # 3 # .      3  a cell between two that have no other     ┘
//!   # a a # b b b # . .      a  4 cells: pieces of 3 leave 1 of them empty at least
//!   # a a # b b b # . .      b  6 cells, which pieces of 3 may fill
//!   # # # # # # # # # .      .  reached from the cells whose neighbours are not known
//! ```
//!
//! Small holes are found by a dozen shifts: where no cell may stay empty, they are most of what
//! [`DeadCells`](super::dead_cells::DeadCells) find. Of enclosed holes only sizes are compared with sums of areas. Neither costs
//! more for many orientations.

use crate::budget::Budget;
use crate::cover::Cover;
use traybit_core::bits::Register;
use traybit_core::search::outcome::GaveUp;

/// Masks of a board with which holes smaller than any piece are found.
pub struct Holes<W> {
    stride: u32,
    /// See [`heads`].
    heads: Vec<W>,
    /// Cells whose neighbour in the next line may lie beyond the window.
    brink: W,
    /// Maximum size of holes: 1 to 3 cells.
    most: u32,
}

impl<W: Register> Holes<W> {
    /// Masks of a board with lines shorter than a window, for pieces larger than one cell.
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

/// Masks of a board with which enclosed holes are found.
pub struct EnclosedHoles<W> {
    stride: u32,
    /// See [`heads`].
    heads: Vec<W>,
    /// Cells beyond all fronts that are connected with the window's end, by the first cell of a window.
    seas: Vec<W>,
    /// Cells of a hole that stay empty at least, by its size.
    waste: Vec<u64>,
}

impl<W: Register> EnclosedHoles<W> {
    /// Masks of a board with lines shorter than a window. By the first cell of a window, `settled` has the cells that need no
    /// decision.
    pub fn new(cover: &Cover, settled: &[W], budget: &mut Budget<'_>) -> Result<Option<Self>, GaveUp> {
        let Some(stride) = cover.stride.filter(|&stride| stride < W::CELLS) else { return Ok(None) };
        let kinds = cover.kinds.iter().filter(|kind| *kind.counts.end() > 0);
        let mut waste = vec![0];
        for size in 1..=W::CELLS as usize {
            let fitting = kinds.clone().filter_map(|kind| waste.get(size.checked_sub(kind.area as usize)?));
            let least = fitting.min().copied().unwrap_or(u64::MAX);
            waste.push(least.min(waste[size - 1] + 1));
        }
        let mut holes = Self { stride, heads: heads(stride), seas: Vec::new(), waste };
        budget.take::<W>(settled.len())?;
        // Of a cell in the last line it is not known what lies beside it in the next one.
        let brink = !(!W::EMPTY >> stride);
        let beyond = !W::EMPTY << (cover.reach() + 1).min(W::CELLS - stride);
        for (cell, &settled) in settled.iter().enumerate() {
            let heads = holes.heads[cell % holes.heads.len()];
            holes.seas.push(flood(heads, stride, brink, beyond & !settled, u32::MAX));
            budget.work(W::CELLS as usize)?;
        }
        Ok(Some(holes))
    }

    /// Number of cells in the holes of a front that stay empty at least. A front is a window of the board from `cell` on.
    #[inline(always)]
    pub fn waste(&self, cell: usize, front: W) -> u64 {
        let heads = self.heads[cell % self.heads.len()];
        let mut rest = !front;
        rest = rest & !flood(heads, self.stride, self.seas[cell], rest, u32::MAX);
        let mut waste = 0;
        while !rest.is_empty() {
            let hole = flood(heads, self.stride, W::cell((!rest).trailing_ones()), rest, u32::MAX);
            waste += self.waste[hole.len() as usize];
            rest = rest & !hole;
        }
        waste
    }
}

/// The cells among `open` that are connected with `from` by at most `most` steps.
#[inline(always)]
pub(super) fn flood<W: Register>(heads: W, stride: u32, from: W, open: W, most: u32) -> W {
    let mut reached = from & open;
    for _ in 0..most {
        let along = reached << 1 & !heads | (reached & !heads) >> 1;
        let grown = (reached | along | reached << stride | reached >> stride) & open;
        if grown == reached || grown == open {
            return grown;
        }
        reached = grown;
    }
    reached
}
