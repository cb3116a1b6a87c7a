//! Occupancy of a large tray, by rows and by columns, for expanding positions; and the shapes of the blocks on it.
//!
//! ```text
//!  rows:     bit c of row r     one word for each 64 columns
//!  columns:  bit r of column c  the same, transposed
//! ```
//!
//! A rectangle of height h and width w can step right if h bits of a column are clear, and down if w bits of
//! a row are: at most five words are tested either way, however large it is. Any other shape is tested cell
//! by cell along its front, the cells that a step newly covers.

use std::sync::Arc;

use crate::{Cell, Freedom};
use traybit_core::{Shape, Size};

/// Occupied cells of a tray of up to 256×256.
#[derive(Debug, Default)]
pub struct Board {
    rows: Lines,
    columns: Lines,
}

#[derive(Debug, Default)]
struct Lines {
    words: usize,
    bits: Vec<u64>,
}

impl Lines {
    fn new(lines: u16, length: u16) -> Self {
        let words = usize::from(length).div_ceil(64);
        Self { words, bits: vec![0; words * usize::from(lines)] }
    }

    /// Words of `line` that overlap the bits `from..from + length`, each with the mask of those bits.
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

    /// Marks all cells of an area as occupied or free.
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

    /// Bits of the cells just beyond one edge: the lines, the index of the line, the first bit and the count.
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

    /// True if an area stays inside the tray after one step in this direction.
    #[inline(always)]
    pub fn stays_inside(self, (top, left, height, width): Area, size: Size) -> bool {
        match self {
            Self::Up => top > 0,
            Self::Left => left > 0,
            Self::Right => left + width < size.width,
            Self::Down => top + height < size.height,
        }
    }

    /// Offset of one step, in rows and columns.
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

/// Shape of a block and its moves in trays of one size.
#[derive(Clone, Debug)]
pub struct Body {
    size: Size,
    freedom: Freedom,
    height: u16,
    width: u16,
    /// Columns of the box left of the anchor.
    lead: u16,
    /// Cells that its anchor may be on; `None` if it may be anywhere in the tray.
    places: Option<Arc<[bool]>>,
    outline: Option<Outline>,
}

/// Cells of a shape that is not a rectangle, as rows and columns from the anchor.
#[derive(Clone, Debug)]
struct Outline {
    cells: Vec<(i32, i32)>,
    fronts: [Vec<(i32, i32)>; 4],
}

impl Body {
    /// A block that may be wherever it fits.
    pub fn new(shape: &Shape, freedom: Freedom, size: Size) -> Self {
        let outline = (!shape.is_rectangle()).then(|| {
            let cells: Vec<(i32, i32)> = shape.offsets().collect();
            let fronts = Towards::ALL.map(|towards| front(&cells, towards));
            Outline { cells, fronts }
        });
        let (height, width, lead) = (shape.height(), shape.width(), shape.lead());
        Self { size, freedom, height, width, lead, places: None, outline }
    }

    /// Restricts the anchor to `places`, if there are any.
    pub(super) fn within(self, places: Option<&[bool]>) -> Self {
        Self { places: places.map(Arc::from), ..self }
    }

    #[inline(always)]
    pub(super) fn area(&self, (row, column): Cell) -> Area {
        (row, column - self.lead, self.height, self.width)
    }

    /// Occupies or frees its cells.
    pub fn put(&self, board: &mut Board, at: Cell, taken: bool) {
        match &self.outline {
            None => board.set(self.area(at), taken),
            Some(outline) => {
                for &offset in &outline.cells {
                    let (row, column) = moved(at, offset);
                    board.set((row, column, 1, 1), taken);
                }
            }
        }
    }

    /// Its anchor after a step; `None` if the step is impossible.
    #[inline(always)]
    pub fn next(&self, board: &Board, at: Cell, towards: Towards) -> Option<Cell> {
        let area = self.area(at);
        if !self.freedom.allows(towards.offset()) || !towards.stays_inside(area, self.size) {
            return None;
        }
        let is_open = match &self.outline {
            None => board.is_open(area, towards),
            Some(outline) => outline.fronts[towards as usize].iter().all(|&offset| {
                let (row, column) = moved(at, offset);
                board.is_free(row, column)
            }),
        };
        let (row, column, ..) = towards.step((at.0, at.1, 1, 1));
        let next = (row, column);
        let may_stand = || self.places.as_ref().is_none_or(|places| places[self.size.number(next)]);
        (is_open && may_stand()).then_some(next)
    }

    pub(super) fn is_rectangle(&self) -> bool {
        self.outline.is_none()
    }

    /// Its cells.
    pub fn cells(&self, at: Cell) -> impl Iterator<Item = Cell> {
        let (top, left, height, width) = self.area(at);
        let rows = if self.is_rectangle() { top..top + height } else { 0..0 };
        let rectangle = rows.flat_map(move |row| (left..left + width).map(move |column| (row, column)));
        let others = self.outline.iter().flat_map(|outline| &outline.cells);
        rectangle.chain(others.map(move |&offset| moved(at, offset)))
    }
}

/// Front of a block with these cells, the cells that a step newly covers: from the anchor, in reading order.
pub(crate) fn front(cells: &[(i32, i32)], towards: Towards) -> Vec<(i32, i32)> {
    let (down, right) = towards.offset();
    let stepped = cells.iter().map(|&(row, column)| (row + down, column + right));
    stepped.filter(|cell| cells.binary_search(cell).is_err()).collect()
}

/// Cell at an offset from the anchor of a block that lies inside the tray.
fn moved(at: Cell, (down, right): (i32, i32)) -> Cell {
    ((i32::from(at.0) + down) as u16, (i32::from(at.1) + right) as u16)
}
