//! Sets of cells of a window: 256 of them, row by row.

use crate::layout::set;
use traybit_core::bits::{CellSet, Wide};

/// A set of cells.
pub(super) type Cells = Wide<4>;
/// Maximum number of cells of a window.
pub(super) const MOST_CELLS: usize = 256;
/// Maximum number of blocks of a window, unit blocks apart.
pub(super) const MOST_BLOCKS: usize = 64;

/// Rows and columns of a window, with its first and last column as sets.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    pub top: u16,
    pub left: u16,
    pub height: u16,
    pub width: u16,
    first_column: Cells,
    last_column: Cells,
}

impl Frame {
    pub(super) fn new(top: u16, left: u16, height: u16, width: u16) -> Self {
        let column = |column: u16| set((0..height).map(|row| row * width + column));
        Self { top, left, height, width, first_column: column(0), last_column: column(width - 1) }
    }

    /// The number in the window of a cell of the tray, given as (row, column).
    pub(super) fn local(&self, (row, column): (u16, u16)) -> Option<u8> {
        let (row, column) = (row.checked_sub(self.top)?, column.checked_sub(self.left)?);
        (row < self.height && column < self.width).then(|| (row * self.width + column) as u8)
    }

    /// The row and column in the tray of a cell of the window.
    pub(super) fn global(&self, cell: u8) -> (u16, u16) {
        let cell = u16::from(cell);
        (self.top + cell / self.width, self.left + cell % self.width)
    }

    /// The cells, and those next to one of them over an edge.
    #[inline(always)]
    pub(super) fn grown(&self, cells: Cells) -> Cells {
        let width = u32::from(self.width);
        let across = (cells & !self.last_column) << 1 | (cells & !self.first_column) >> 1;
        cells | across | cells << width | cells >> width
    }

    /// All cells of `within` that are connected with `seed`.
    #[inline]
    pub(super) fn flood(&self, seed: Cells, within: Cells) -> Cells {
        let mut cells = seed & within;
        loop {
            let grown = self.grown(cells) & within;
            if grown == cells {
                return cells;
            }
            cells = grown;
        }
    }

    /// Calls `visit` with each connected part of `cells` that has cells of `touching`.
    #[inline]
    pub(super) fn for_each_part(&self, cells: Cells, touching: Cells, mut visit: impl FnMut(Cells)) {
        let mut left = cells & touching;
        while !left.is_empty() {
            let part = self.flood(Cells::cell(left.first()), cells);
            visit(part);
            left = left & !part;
        }
    }

    /// A shortest path through `within` from a cell to one of `to`, both ends included.
    pub(super) fn path(&self, from: u8, to: Cells, within: Cells) -> Option<Vec<u8>> {
        let mut rings = vec![Cells::cell(from.into())];
        let mut seen = rings[0];
        while (rings[rings.len() - 1] & to).is_empty() {
            let ring = self.grown(rings[rings.len() - 1]) & within & !seen;
            if ring.is_empty() {
                return None;
            }
            seen |= ring;
            rings.push(ring);
        }
        let mut at = (rings.pop()? & to).first();
        let mut path = vec![at as u8];
        while let Some(ring) = rings.pop() {
            at = (self.grown(Cells::cell(at)) & ring).first();
            path.push(at as u8);
        }
        path.reverse();
        Some(path)
    }
}

/// The numbers of the cells, ascending.
#[inline(always)]
pub(super) fn each(mut cells: Cells) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        (!cells.is_empty()).then(|| {
            let first = cells.first();
            cells = cells.without_first();
            first as u8
        })
    })
}

/// The first cells, as many as `count`, those that are not in `last` before others.
#[inline]
pub(super) fn some(cells: Cells, count: u32, last: Cells) -> Cells {
    let first = cells & !last;
    let chosen = |cells, count: u32| set::<Cells>(each(cells).take(count as usize));
    if count >= cells.len() {
        return cells;
    }
    match first.len() {
        enough if enough >= count => chosen(first, count),
        less => first | chosen(cells & last, count - less),
    }
}
