//! Occupied cells of a tray, one bit a cell, for the checker.
//!
//! ```text
//! 64 columns make a strip, one word a row; the strips lie one after another:
//!
//!            strip 0 (columns 0–63)      strip 1 (columns 64–127)
//!   row 0    word 0                      word height
//!   row 1    word 1                      word height + 1
//!   …        column c is bit c mod 64
//! ```
//!
//! A tall block that moves sideways touches neighbouring words.

use std::ops::Range;

use crate::puzzle::Cell;
use traybit_core::grid::Size;
use traybit_core::shape::Shape;

/// A rectangle of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rectangle {
    pub top: u16,
    pub left: u16,
    pub height: u16,
    pub width: u16,
}

impl Rectangle {
    /// The cells of a block that is a rectangle.
    pub(super) fn of(shape: &Shape, (top, left): Cell) -> Self {
        Self { top, left, height: shape.height(), width: shape.width() }
    }

    /// A single cell.
    pub(super) fn cell((top, left): Cell) -> Self {
        Self { top, left, height: 1, width: 1 }
    }

    /// Number of its cells.
    pub(super) fn cells(self) -> usize {
        usize::from(self.height) * usize::from(self.width)
    }
}

/// The occupied cells of a tray.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Occupancy {
    height: usize,
    words: Vec<u64>,
}

impl Occupancy {
    /// A tray with every cell free.
    pub fn none(size: Size) -> Self {
        let height = usize::from(size.height);
        Self { height, words: vec![0; height * usize::from(size.width).div_ceil(64)] }
    }

    /// The first occupied cell of a rectangle that lies inside the tray: leftmost strip first.
    #[inline]
    pub fn first_within(&self, area: Rectangle) -> Option<Cell> {
        strips(area).find_map(|(strip, mask)| {
            let rows = &self.words[self.rows(strip, area)];
            // Without an early exit, so that many rows are tested at once; most moves find nothing.
            if rows.iter().fold(0, |all, word| all | word) & mask == 0 {
                return None;
            }
            let row = rows.iter().position(|word| word & mask != 0)?;
            let column = strip * 64 + (rows[row] & mask).trailing_zeros() as u16;
            Some((area.top + row as u16, column))
        })
    }

    /// Occupies the free cells of a rectangle and frees the occupied ones.
    #[inline]
    pub fn flip(&mut self, area: Rectangle) {
        for (strip, mask) in strips(area) {
            let rows = self.rows(strip, area);
            for word in &mut self.words[rows] {
                *word ^= mask;
            }
        }
    }

    #[inline]
    fn rows(&self, strip: u16, area: Rectangle) -> Range<usize> {
        let first = usize::from(strip) * self.height + usize::from(area.top);
        first..first + usize::from(area.height)
    }
}

/// The strips that a rectangle touches, each with the rectangle's columns as bits.
#[inline]
fn strips(area: Rectangle) -> impl Iterator<Item = (u16, u64)> {
    let (start, end) = (area.left, area.left + area.width);
    (start / 64..end.div_ceil(64)).map(move |strip| {
        let low = start.saturating_sub(strip * 64);
        let high = (end - strip * 64).min(64);
        (strip, (u64::MAX >> (64 - (high - low))) << low)
    })
}
