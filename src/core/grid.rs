//! Board sizes, and the eight symmetries of a square, which rotate or mirror a board: shared by trays of blocks and boards
//! of tiles.
//!
//! ```text
//!  1 2      exchanged: rows become columns    1 3      upside down    3 4      mirrored    2 1
//!  3 4                                        2 4                     1 2                  4 3
//! ```
//!
//! Each symmetry is composed of these three, in this order: a quarter turn, for example, exchanges and mirrors.

use std::collections::BTreeSet;

use crate::sorted;

/// The longest side of a board, in cells.
pub const LONGEST_SIDE: u16 = 256;

/// Height and width of a board in cells, each 1 to 256.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Size {
    /// Number of rows.
    pub height: u16,
    /// Number of columns.
    pub width: u16,
}

impl Size {
    /// The largest board the formats allow.
    pub const LARGEST: Self = Self { height: LONGEST_SIDE, width: LONGEST_SIDE };

    /// The size with these sides, if each is 1 to 256.
    pub fn of(height: usize, width: usize) -> Option<Self> {
        let size = Self { height: height.try_into().ok()?, width: width.try_into().ok()? };
        size.is_allowed().then_some(size)
    }

    /// Reads height and width with `x` or `×` between them, each 1 to 256.
    pub fn parse(text: &str) -> Option<Self> {
        let (height, width) = text.split_once(['x', '×'])?;
        Self::of(height.trim().parse().ok()?, width.trim().parse().ok()?)
    }

    /// Number of cells, occupied or free.
    pub fn cells(self) -> usize {
        usize::from(self.height) * usize::from(self.width)
    }

    /// The number of a cell, given as (row, column): cells are numbered row by row.
    #[inline]
    pub fn number(self, (row, column): (u16, u16)) -> usize {
        usize::from(row) * usize::from(self.width) + usize::from(column)
    }

    /// The cell with this number, as (row, column).
    #[inline]
    pub fn cell(self, number: usize) -> (u16, u16) {
        let width = usize::from(self.width);
        ((number / width) as u16, (number % width) as u16)
    }

    /// The cells as (row, column), in the order of their numbers.
    pub fn all(self) -> impl Iterator<Item = (u16, u16)> + Clone {
        (0..self.height).flat_map(move |row| (0..self.width).map(move |column| (row, column)))
    }

    /// The neighbours of a cell: above, to the left, below and to the right.
    pub fn beside(self, (row, column): (u16, u16)) -> impl Iterator<Item = (u16, u16)> {
        let before = [(row.wrapping_sub(1), column), (row, column.wrapping_sub(1))];
        let all = before.into_iter().chain([(row + 1, column), (row, column + 1)]);
        all.filter(move |cell| cell.0 < self.height && cell.1 < self.width)
    }

    /// Manhattan distance between two cells, which are numbered row by row.
    #[inline]
    pub fn steps(self, from: usize, to: usize) -> u32 {
        let width = usize::from(self.width);
        ((from / width).abs_diff(to / width) + (from % width).abs_diff(to % width)) as u32
    }

    /// True if both sides are 1 to 256.
    pub fn is_allowed(self) -> bool {
        (1..=LONGEST_SIDE).contains(&self.height) && (1..=LONGEST_SIDE).contains(&self.width)
    }
}

/// The first cell and the size of the bounding box of some cells, given as (row, column).
pub fn bounding_box(cells: impl Iterator<Item = (u16, u16)>) -> ((u16, u16), Size) {
    let (mut least, mut most) = ((u16::MAX, u16::MAX), (0, 0));
    for (row, column) in cells {
        least = (least.0.min(row), least.1.min(column));
        most = (most.0.max(row + 1), most.1.max(column + 1));
    }
    let least = (least.0.min(most.0), least.1.min(most.1));
    (least, Size { height: most.0 - least.0, width: most.1 - least.1 })
}

/// The parts of some cells, given as (row, column), that are connected across cell edges: each ascending, those with the first
/// cells first.
pub fn connected(cells: impl IntoIterator<Item = (u16, u16)>) -> Vec<Vec<(u16, u16)>> {
    let plane = Size { height: u16::MAX, width: u16::MAX };
    let (mut left, mut parts) = (BTreeSet::from_iter(cells), Vec::new());
    while let Some(first) = left.pop_first() {
        let (mut part, mut done) = (vec![first], 0);
        while let Some(&cell) = part.get(done) {
            part.extend(plane.beside(cell).filter(|cell| left.remove(cell)));
            done += 1;
        }
        parts.push(sorted(part));
    }
    parts
}

/// A cell in sentences: its row and its column, counted from 1, where `first` is the first cell that is drawn.
pub fn in_words((row, column): (u16, u16), first: (u16, u16)) -> String {
    let count = |place: u16, first: u16| i32::from(place) - i32::from(first) + 1;
    format!("row {}, column {}", count(row, first.0), count(column, first.1))
}

/// Symmetry of a square: rows and columns exchanged, then rows reversed, then columns reversed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Turn {
    /// Rows become columns.
    pub exchanged: bool,
    /// The last row comes first.
    pub upside_down: bool,
    /// The last column comes first.
    pub mirrored: bool,
}

impl Turn {
    /// All eight: the identity first, and those that map rows to rows before the others.
    pub const ALL: [Self; 8] = {
        let mut all = [Self { exchanged: false, upside_down: false, mirrored: false }; 8];
        let mut bits = 0;
        while bits < 8 {
            all[bits] = Self { exchanged: bits & 4 > 0, upside_down: bits & 2 > 0, mirrored: bits & 1 > 0 };
            bits += 1;
        }
        all
    };

    /// True if it is the identity.
    pub fn is_identity(self) -> bool {
        self == Self::ALL[0]
    }

    /// True if it is a reflection, not a rotation: a piece has to be lifted off the table for it.
    pub fn flips(self) -> bool {
        self.exchanged ^ self.upside_down ^ self.mirrored
    }

    /// Size of the image of a board of this size.
    pub fn size(self, size: Size) -> Size {
        if self.exchanged { Size { height: size.width, width: size.height } } else { size }
    }

    /// Image of the cell (row, column); `size` is that of the *image* of the board.
    pub fn cell(self, size: Size, (row, column): (u16, u16)) -> (u16, u16) {
        let (row, column) = if self.exchanged { (column, row) } else { (row, column) };
        let row = if self.upside_down { size.height - 1 - row } else { row };
        let column = if self.mirrored { size.width - 1 - column } else { column };
        (row, column)
    }

    /// Image of a direction, given as rows and columns.
    pub fn direction(self, (down, right): (i32, i32)) -> (i32, i32) {
        let (down, right) = if self.exchanged { (right, down) } else { (down, right) };
        let turned = |step: i32, reverse: bool| if reverse { -step } else { step };
        (turned(down, self.upside_down), turned(right, self.mirrored))
    }
}
