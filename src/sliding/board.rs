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

/// A block and its moves in trays of one size.
#[derive(Clone, Debug)]
pub struct Body {
    size: Size,
    freedom: Freedom,
    shape: Shape,
    /// Cells that its anchor may be on; `None` if it may be anywhere in the tray.
    places: Option<Arc<[bool]>>,
    /// For each direction of [`Towards::ALL`] the cells that a step newly covers, as rows and columns from the anchor.
    pub(super) fronts: [Vec<(i32, i32)>; 4],
}

impl Body {
    /// A block that may be wherever it fits.
    pub fn new(shape: &Shape, freedom: Freedom, size: Size) -> Self {
        let fronts = Towards::ALL.map(|towards| front(shape, towards));
        Self { size, freedom, shape: shape.clone(), places: None, fronts }
    }

    /// Restricts the anchor to `places`, if there are any.
    pub(super) fn within(self, places: Option<&[bool]>) -> Self {
        Self { places: places.map(Arc::from), ..self }
    }

    #[inline(always)]
    pub(super) fn area(&self, (row, column): Cell) -> Area {
        (row, column - self.shape.lead(), self.shape.height(), self.shape.width())
    }

    /// Occupies or frees its cells.
    pub fn put(&self, board: &mut Board, at: Cell, taken: bool) {
        if self.is_rectangle() {
            board.set(self.area(at), taken);
        } else {
            self.cells(at).for_each(|(row, column)| board.set((row, column, 1, 1), taken));
        }
    }

    /// Its anchor after a step, whatever other blocks are there; `None` if its lines or the floor forbid the step.
    #[inline(always)]
    pub(super) fn stepped(&self, at: Cell, towards: Towards) -> Option<Cell> {
        if !self.freedom.allows(towards.offset()) || !towards.stays_inside(self.area(at), self.size) {
            return None;
        }
        let (row, column, ..) = towards.step((at.0, at.1, 1, 1));
        let may_stand = |places: &Arc<[bool]>| places[self.size.number((row, column))];
        self.places.as_ref().is_none_or(may_stand).then_some((row, column))
    }

    /// The cells that a possible step newly covers.
    pub(super) fn front(&self, at: Cell, towards: Towards) -> impl Iterator<Item = Cell> {
        let moved = move |&(down, right): &(i32, i32)| {
            ((i32::from(at.0) + down) as u16, (i32::from(at.1) + right) as u16)
        };
        self.fronts[towards as usize].iter().map(moved)
    }

    /// Its anchor after a step; `None` if the step is impossible.
    #[inline(always)]
    pub fn next(&self, board: &Board, at: Cell, towards: Towards) -> Option<Cell> {
        let next = self.stepped(at, towards)?;
        let is_open = if self.is_rectangle() {
            board.is_open(self.area(at), towards)
        } else {
            self.front(at, towards).all(|(row, column)| board.is_free(row, column))
        };
        is_open.then_some(next)
    }

    pub(super) fn is_rectangle(&self) -> bool {
        self.shape.is_rectangle()
    }

    /// Its cells.
    pub fn cells(&self, at: Cell) -> impl Iterator<Item = Cell> {
        self.shape.cells_at(at)
    }
}

/// Front of a shape, the cells that a step newly covers: from the anchor, in reading order.
fn front(shape: &Shape, towards: Towards) -> Vec<(i32, i32)> {
    let (cells, (down, right)) = (shape.offsets().collect::<Vec<_>>(), towards.offset());
    let is_within = |place: i32, side: u16| (0..i32::from(side)).contains(&place);
    let is_own = |cell: &(i32, i32)| {
        if shape.is_rectangle() {
            is_within(cell.0, shape.height()) && is_within(cell.1, shape.width())
        } else {
            cells.binary_search(cell).is_ok()
        }
    };
    cells.iter().map(|&(row, column)| (row + down, column + right)).filter(|cell| !is_own(cell)).collect()
}
