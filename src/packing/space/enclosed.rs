//! Holes: undecided cells that decided ones and the board's rim enclose.
//!
//! ```text
//!   # # # # # # # # # #      a  4 cells: pieces of 3 leave 1 of them empty at least
//!   # a a # b b b # . .      b  6 cells, which pieces of 3 may fill
//!   # a a # b b b # . .      .  reached from the cells whose neighbours are not known
//! ```
//!
//! Only sizes are compared: the cells of a hole that stay empty are as many as no sum of areas covers. Unlike
//! [`DeadCells`](super::dead_cells::DeadCells) this costs no more for many orientations, so it comes before those.

use crate::budget::Budget;
use crate::cover::Cover;
use crate::space::holes::heads;
use traybit_core::bits::Register;
use traybit_core::search::outcome::GaveUp;

/// Masks of a board with which holes are found.
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
    /// Masks of a cover whose cells are those of a board, if lines are shorter than a window. By the first cell of a window,
    /// `settled` has the cells that need no decision.
    pub fn new(cover: &Cover, settled: &[W], budget: &mut Budget<'_>) -> Result<Option<Self>, GaveUp> {
        let Some(stride) = cover.stride.filter(|&stride| stride < W::CELLS) else { return Ok(None) };
        let areas: Vec<usize> =
            cover.kinds.iter().filter(|kind| *kind.counts.end() > 0).map(|kind| kind.area as usize).collect();
        let mut waste = vec![0];
        for size in 1..=W::CELLS as usize {
            let fitting = areas.iter().filter_map(|&area| waste.get(size.checked_sub(area)?));
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

    /// The cells in holes that stay empty at least, in a front: a window of the board from `cell` on, before which all is
    /// decided.
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

/// The cells among `open` that so many cells at most, one beside the other, connect with `from`.
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
