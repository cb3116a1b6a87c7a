//! The shape of a block or a piece: any connected set of cells.
//!
//! ```text
//!   . x .     the box round it: 2 rows, 3 columns
//!   x x x     its *anchor*, the first cell in reading order: row 0, column 1 of the box
//! ```
//!
//! The anchor is a cell of the block, so no two blocks share one, and all other cells come after it in reading order.
//! For a rectangle it is the top-left cell.

use std::fmt::{Display, Formatter, Result as FmtResult};

use crate::grid::{Size, Turn, bounding_box, connected};
use crate::sorted;

/// A shape, without a position. Two shapes are equal if a translation maps one onto the other.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shape {
    height: u16,
    width: u16,
    /// Cells within the box, as (row, column) in reading order; `None` if they fill it.
    cells: Option<Box<[(u16, u16)]>>,
}

impl Shape {
    /// A rectangle; both sides at least 1.
    #[must_use]
    pub fn rectangle(height: u16, width: u16) -> Self {
        Self { height, width, cells: None }
    }

    /// The shape of some cells, given as (row, column), at least one and none twice, and the place of its anchor.
    pub fn of(cells: &[(u16, u16)]) -> (Self, (u16, u16)) {
        let ((top, left), Size { height, width }) = bounding_box(cells.iter().copied());
        let cells = sorted(cells.iter().map(|cell| (cell.0 - top, cell.1 - left)));
        let anchor = (top, left + cells[0].1);
        let fills = cells.len() == usize::from(height) * usize::from(width);
        (Self { height, width, cells: (!fills).then(|| cells.into()) }, anchor)
    }

    /// Rows of the box round it.
    pub fn height(&self) -> u16 {
        self.height
    }

    /// Columns of the box round it.
    pub fn width(&self) -> u16 {
        self.width
    }

    fn size(&self) -> Size {
        Size { height: self.height, width: self.width }
    }

    /// True if it fills its box.
    pub fn is_rectangle(&self) -> bool {
        self.cells.is_none()
    }

    /// Number of its cells.
    pub fn area(&self) -> usize {
        self.cells.as_ref().map_or(self.size().cells(), |cells| cells.len())
    }

    /// The column of the anchor within the box; its row is 0.
    pub fn lead(&self) -> u16 {
        self.cells.as_ref().map_or(0, |cells| cells[0].1)
    }

    /// Its cells within the box, as (row, column) in reading order.
    pub fn cells(&self) -> impl Iterator<Item = (u16, u16)> {
        let full = if self.is_rectangle() { self.height } else { 0 };
        Size { height: full, ..self.size() }.all().chain(self.cells.iter().flatten().copied())
    }

    /// Its cells as (row, column) offsets from the anchor, in reading order.
    pub fn offsets(&self) -> impl Iterator<Item = (i32, i32)> {
        let lead = i32::from(self.lead());
        self.cells().map(move |(row, column)| (i32::from(row), i32::from(column) - lead))
    }

    /// Its cells when its anchor is on a cell, which must leave room for all of it.
    pub fn cells_at(&self, (row, column): (u16, u16)) -> impl Iterator<Item = (u16, u16)> {
        let lead = self.lead();
        self.cells().map(move |(down, right)| (row + down, column + right - lead))
    }

    /// Image of the shape under a symmetry.
    #[must_use]
    pub fn turned(&self, turn: Turn) -> Self {
        let size = turn.size(self.size());
        if self.is_rectangle() {
            return Self::rectangle(size.height, size.width);
        }
        let cells: Vec<(u16, u16)> = self.cells().map(|cell| turn.cell(size, cell)).collect();
        Self::of(&cells).0
    }

    /// True if each cell can be reached from each other one across cell edges.
    pub fn is_connected(&self) -> bool {
        self.stray().is_none()
    }

    /// The first cell that cannot be reached from the anchor across cell edges, by its place in reading order.
    pub fn stray(&self) -> Option<usize> {
        let cells = self.cells.as_ref()?;
        let parts = connected(cells.iter().copied());
        cells.binary_search(&parts.get(1)?[0]).ok()
    }
}

/// `2×3`, or the rows of another shape with `/` between them: `.x./xxx`.
impl Display for Shape {
    fn fmt(&self, f: &mut Formatter<'_>) -> FmtResult {
        let Some(cells) = &self.cells else { return write!(f, "{}×{}", self.height, self.width) };
        for row in 0..self.height {
            if row > 0 {
                f.write_str("/")?;
            }
            for column in 0..self.width {
                f.write_str(if cells.binary_search(&(row, column)).is_ok() { "x" } else { "." })?;
            }
        }
        Ok(())
    }
}
