//! Occupied cells of a large tray while positions are expanded, by rows and by columns.
//!
//! ```text
//!  rows:     bit c of row r     one word for each 64 columns
//!  columns:  bit r of column c  the same, transposed
//! ```
//!
//! A block of height h steps right when h bits of a column are clear, and down when w bits of a row are: never more than
//! five words either way, however large the block.

use crate::puzzle::Cell;
use traybit_core::grid::Size;

/// Occupied cells of a tray of up to 256×256.
#[derive(Debug)]
pub struct Board {
    rows: Lines,
    columns: Lines,
}

#[derive(Debug)]
struct Lines {
    words: usize,
    bits: Vec<u64>,
}

impl Lines {
    fn new(lines: u16, length: u16) -> Self {
        let words = usize::from(length).div_ceil(64);
        Self { words, bits: vec![0; words * usize::from(lines)] }
    }

    /// The words of `line` that hold some of the bits `from..from + length`, and the masks of these.
    #[inline(always)]
    fn words(&self, line: u16, from: u16, length: u16) -> impl Iterator<Item = (usize, u64)> + use<> {
        let (from, end) = (usize::from(from), usize::from(from) + usize::from(length));
        let base = usize::from(line) * self.words;
        (from / 64..end.div_ceil(64)).map(move |word| {
            let low = from.saturating_sub(word * 64);
            let high = (end - word * 64).min(64);
            (base + word, (u64::MAX >> (64 - (high - low))) << low)
        })
    }

    #[inline(always)]
    fn is_free(&self, line: u16, from: u16, length: u16) -> bool {
        self.words(line, from, length).all(|(word, mask)| self.bits[word] & mask == 0)
    }

    #[inline(always)]
    fn count(&self, line: u16, from: u16, length: u16) -> u32 {
        self.words(line, from, length).map(|(word, mask)| (self.bits[word] & mask).count_ones()).sum()
    }

    fn set(&mut self, line: u16, from: u16, length: u16, taken: bool) {
        for (word, mask) in self.words(line, from, length) {
            if taken {
                self.bits[word] |= mask;
            } else {
                self.bits[word] &= !mask;
            }
        }
    }
}

/// A rectangle of cells: top row, left column, height, width.
pub type Area = (u16, u16, u16, u16);

impl Board {
    /// An empty tray.
    pub fn new(size: Size) -> Self {
        Self { rows: Lines::new(size.height, size.width), columns: Lines::new(size.width, size.height) }
    }

    /// Takes or frees all cells of an area.
    pub fn set(&mut self, (top, left, height, width): Area, taken: bool) {
        for row in top..top + height {
            self.rows.set(row, left, width, taken);
        }
        for column in left..left + width {
            self.columns.set(column, top, height, taken);
        }
    }

    /// True if a cell is free.
    pub fn is_free(&self, row: u16, column: u16) -> bool {
        self.rows.is_free(row, column, 1)
    }

    /// True if all cells of an area are free.
    pub fn is_clear(&self, (top, left, height, width): Area) -> bool {
        if height <= width {
            (top..top + height).all(|row| self.rows.is_free(row, left, width))
        } else {
            (left..left + width).all(|column| self.columns.is_free(column, top, height))
        }
    }

    /// True if the cells just beyond one edge of the area, which must lie inside the tray, are free.
    #[inline(always)]
    pub fn is_open(&self, area: Area, towards: Towards) -> bool {
        let (lines, line, from, length) = self.beyond(area, towards);
        lines.is_free(line, from, length)
    }

    /// Number of occupied cells just beyond one edge of the area.
    #[inline(always)]
    pub fn taken_beyond(&self, area: Area, towards: Towards) -> u32 {
        let (lines, line, from, length) = self.beyond(area, towards);
        lines.count(line, from, length)
    }

    /// Bits of those cells: their line, the first bit and their number.
    #[inline(always)]
    fn beyond(&self, (top, left, height, width): Area, towards: Towards) -> (&Lines, u16, u16, u16) {
        match towards {
            Towards::Up => (&self.rows, top - 1, left, width),
            Towards::Down => (&self.rows, top + height, left, width),
            Towards::Left => (&self.columns, left - 1, top, height),
            Towards::Right => (&self.columns, left + width, top, height),
        }
    }
}

/// A direction on the tray.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Towards {
    /// To lower rows.
    Up,
    /// To lower columns.
    Left,
    /// To higher columns.
    Right,
    /// To higher rows.
    Down,
}

impl Towards {
    /// All four: the opposite of number *d* is number 3 − *d*.
    pub const ALL: [Self; 4] = [Self::Up, Self::Left, Self::Right, Self::Down];

    /// True if an area can be one step further in this direction without leaving the tray.
    #[inline(always)]
    pub fn stays_inside(self, (top, left, height, width): Area, size: Size) -> bool {
        match self {
            Self::Up => top > 0,
            Self::Left => left > 0,
            Self::Right => left + width < size.width,
            Self::Down => top + height < size.height,
        }
    }

    /// Rows and columns of one step.
    #[inline(always)]
    pub fn offset(self) -> (i32, i32) {
        match self {
            Self::Up => (-1, 0),
            Self::Left => (0, -1),
            Self::Right => (0, 1),
            Self::Down => (1, 0),
        }
    }

    /// The cell one step further, if it is in the tray.
    #[inline(always)]
    pub(crate) fn beside(self, (row, column): Cell, size: Size) -> Option<Cell> {
        let cell = (row, column, 1, 1);
        self.stays_inside(cell, size).then(|| {
            let (row, column, ..) = self.step(cell);
            (row, column)
        })
    }

    /// The area one step further.
    #[inline(always)]
    pub fn step(self, (top, left, height, width): Area) -> Area {
        match self {
            Self::Up => (top - 1, left, height, width),
            Self::Left => (top, left - 1, height, width),
            Self::Right => (top, left + 1, height, width),
            Self::Down => (top + 1, left, height, width),
        }
    }
}
