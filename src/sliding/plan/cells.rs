//! Sets of cells of a window: 256 of them, row by row.

use std::iter::from_fn;

use crate::Cell;
use crate::layout::set;
use traybit_core::{CellSet, Size, Wide};

pub(super) type Cells = Wide<4>;
/// Maximum number of cells of a window.
pub(super) const MOST_CELLS: usize = 256;
/// Maximum number of blocks of a window, unit blocks apart.
pub(super) const MOST_BLOCKS: usize = 64;

/// The box of a window, with its first and last column as sets. Its cells are numbered row by row, apart from the tray's.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    tray: Size,
    /// Its first cell in the tray.
    corner: Cell,
    pub size: Size,
    first_column: Cells,
    last_column: Cells,
}

impl Frame {
    pub(super) fn new(tray: Size, corner: Cell, size: Size) -> Self {
        let column = |column: u16| set((0..size.height).map(|row| size.number((row, column)) as u16));
        Self { tray, corner, size, first_column: column(0), last_column: column(size.width - 1) }
    }

    /// The number of a cell of the tray; `None` outside the window.
    pub(super) fn local(&self, cell: u16) -> Option<u8> {
        let (row, column) = self.tray.cell(cell.into());
        let (row, column) = (row.checked_sub(self.corner.0)?, column.checked_sub(self.corner.1)?);
        let is_inside = row < self.size.height && column < self.size.width;
        is_inside.then(|| self.size.number((row, column)) as u8)
    }

    /// The number of a cell in the tray.
    pub(super) fn global(&self, cell: u8) -> u16 {
        let (row, column) = self.size.cell(cell.into());
        self.tray.number((self.corner.0 + row, self.corner.1 + column)) as u16
    }

    /// The cells and their neighbours across an edge.
    #[inline(always)]
    pub(super) fn grown(&self, cells: Cells) -> Cells {
        let width = u32::from(self.size.width);
        let across = (cells & !self.last_column) << 1 | (cells & !self.first_column) >> 1;
        cells | across | cells << width | cells >> width
    }

    /// The connected parts of `cells` that meet `touching`.
    #[inline]
    pub(super) fn parts(&self, cells: Cells, touching: Cells) -> impl Iterator<Item = Cells> {
        let mut left = cells & touching;
        from_fn(move || {
            let first = (!left.is_empty()).then(|| left.first())?;
            let (mut part, mut grown) = (Cells::EMPTY, Cells::cell(first));
            while grown != part {
                part = grown;
                grown = self.grown(part) & cells;
            }
            left = left & !part;
            Some(part)
        })
    }

    /// A shortest path through `within` from one of some cells to one of `to`, both ends included.
    pub(super) fn path(&self, from: Cells, to: Cells, within: Cells) -> Option<Vec<u8>> {
        let (mut rings, mut seen) = (vec![from], from);
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

/// The first `count` cells, preferring those that are not in `last`.
#[inline]
pub(super) fn some(cells: Cells, count: u32, last: Cells) -> Cells {
    let chosen = |cells: Cells, count: u32| set::<Cells>(cells.each().take(count as usize));
    let first = cells & !last;
    if count >= cells.len() {
        cells
    } else if count <= first.len() {
        chosen(first, count)
    } else {
        first | chosen(cells & last, count - first.len())
    }
}
