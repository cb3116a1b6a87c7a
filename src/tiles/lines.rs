//! Plan for solving a board line by line: outer rows and columns in turn, until 3×3 cells or fewer are left.
//!
//! ```text
//!   A A A A A     the line of the longer side goes first, on the side that is farther from the blank's home;
//!   B C C C C     within a line one tile after the other from the far end,
//!   B D E E E     and its last two together, since the last cell can only be entered from the remaining board
//!   B D E E E
//! ```

pub mod distance;
pub mod settle;
pub mod walk;

use hashbrown::HashMap;

use crate::arrangement::Arrangement;
use traybit_core::grid::Size;

/// Maximum number of rows and columns of the part that remains.
const REMAINING_SIDE: i32 = 3;

/// Place in the unsettled part of a board, relative to the line that is settled next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Steps along the line; 0 is settled first.
    pub along: i32,
    /// Steps away from the line.
    pub depth: i32,
}

/// Line to settle, with the coordinates of the unsettled rectangle relative to it.
///
/// ```text
///          along 0 1 2 3         cell = origin + along · along_step + depth · depth_step
///   depth 0      L L L L         (steps are ±1 and ±width: four sides, two senses)
///   depth 1      . . . .
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Line {
    pub length: i32,
    /// Number of unsettled lines of this direction, itself among them.
    pub lines: i32,
    width: i32,
    /// 2³² divided by the width, rounded up: multiplied by a cell below 2¹⁶, its upper half is the exact row.
    inverse: u64,
    /// First row and column of the unsettled rectangle.
    corner: (i32, i32),
    is_row: bool,
    /// True if places are counted from the right or from below.
    flips: (bool, bool),
}

impl Line {
    pub fn cell(&self, place: Place) -> usize {
        let along = if self.flips.0 { self.length - 1 - place.along } else { place.along };
        let depth = if self.flips.1 { self.lines - 1 - place.depth } else { place.depth };
        let (row, column) = if self.is_row { (depth, along) } else { (along, depth) };
        ((self.corner.0 + row) * self.width + self.corner.1 + column) as usize
    }

    #[inline]
    pub fn place(&self, cell: usize) -> Place {
        let row = ((cell as u64 * self.inverse) >> 32) as i32;
        let column = cell as i32 - row * self.width - self.corner.1;
        let row = row - self.corner.0;
        let (along, depth) = if self.is_row { (column, row) } else { (row, column) };
        Place {
            along: if self.flips.0 { self.length - 1 - along } else { along },
            depth: if self.flips.1 { self.lines - 1 - depth } else { depth },
        }
    }
}

/// Stage of the plan: one or two cells that their tiles have to reach while settled tiles stay.
#[derive(Clone, Copy, Debug)]
pub struct Stage {
    pub line: Line,
    pub along: i32,
    /// The last two cells of the line, or one before them, twice.
    pub cells: [usize; 2],
}

/// Rows and columns of a rectangle: the first one, and the one after the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rectangle {
    pub rows: (i32, i32),
    pub columns: (i32, i32),
}

impl Rectangle {
    pub fn cells(self) -> usize {
        ((self.rows.1 - self.rows.0) * (self.columns.1 - self.columns.0)) as usize
    }

    /// Cuts the rectangle out of a board and of its goal `to` as a smaller board. `to` holds homes by cell, as
    /// [`Arrangement::homes`] does; without it every tile goes home. Both have the same tiles and their blank in the
    /// rectangle.
    pub(super) fn cut(self, from: &Arrangement, to: Option<&[u16]>) -> Arrangement {
        let Self { rows, columns } = self;
        let side = |range: (i32, i32)| (range.1 - range.0) as u16;
        let size = Size { height: side(rows), width: side(columns) };
        let cells = (rows.0..rows.1).flat_map(|row| (columns.0..columns.1).map(move |column| (row, column)));
        let cells = cells.map(|(row, column)| from.size().number((row as u16, column as u16)));
        // Cells of the rectangle, by the home that the goal has there.
        let goal = cells.clone().map(|cell| to.map_or(cell as u16, |to| to[cell]));
        let inner: HashMap<u16, u16> = goal.zip(0..).collect();
        let homes = cells.map(|cell| inner[&from.homes()[cell]]).collect();
        Arrangement::of_homes(size, homes, inner[&(from.blank_home() as u16)].into())
    }
}

/// Plans the stages of a board whose blank is at home on `blank_home` until at most `cells` are unsettled, in the rectangle
/// that is returned. Both sides of the board are at least 2.
pub fn plan(size: Size, blank_home: usize, cells: usize) -> (Vec<Stage>, Rectangle) {
    let (height, width) = (i32::from(size.height), i32::from(size.width));
    let home = (blank_home as i32 / width, blank_home as i32 % width);
    let mut left = Rectangle { rows: (0, height), columns: (0, width) };
    let mut stages = Vec::new();
    loop {
        let (rows, columns) = (left.rows.1 - left.rows.0, left.columns.1 - left.columns.0);
        if rows.max(columns) <= REMAINING_SIDE || left.cells() <= cells {
            return (stages, left);
        }
        let is_row = rows >= columns;
        let is_far = |range: (i32, i32), home| home - range.0 < range.1 - 1 - home;
        let (row_far, column_far) = (is_far(left.rows, home.0), is_far(left.columns, home.1));
        let line = Line {
            length: if is_row { columns } else { rows },
            lines: if is_row { rows } else { columns },
            width,
            inverse: (1_u64 << 32).div_ceil(width as u64),
            corner: (left.rows.0, left.columns.0),
            is_row,
            flips: if is_row { (column_far, row_far) } else { (row_far, column_far) },
        };
        stages.extend((0..line.length - 1).map(|along| {
            let last = if along == line.length - 2 { along + 1 } else { along };
            Stage { line, along, cells: [along, last].map(|along| line.cell(Place { along, depth: 0 })) }
        }));
        let (range, far) = if is_row { (&mut left.rows, row_far) } else { (&mut left.columns, column_far) };
        if far { range.1 -= 1 } else { range.0 += 1 }
    }
}
