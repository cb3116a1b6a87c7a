//! Occupied cells of a large tray while positions are expanded, by rows and by columns.
//!
//! ```text
//!  rows:     bit c of row r     one word for each 64 columns
//!  columns:  bit r of column c  the same, transposed
//! ```
//!
//! A block of height h steps right when h bits in a row of the transposed board are clear, and down when w bits
//! in a row of the plain one are: never more than five words either way, however large the block.

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

    /// Calls `visit` with each word of `line` that holds some of the bits `from..from + length`, and their mask.
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

    /// Number of those cells that are occupied.
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
    /// All four.
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
    #[must_use]
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
    #[must_use]
    pub fn step(self, (top, left, height, width): Area) -> Area {
        match self {
            Self::Up => (top - 1, left, height, width),
            Self::Left => (top, left - 1, height, width),
            Self::Right => (top, left + 1, height, width),
            Self::Down => (top + 1, left, height, width),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Area, Board, Towards};
    use traybit_core::bits::Key;
    use traybit_core::grid::Size;

    fn cells((top, left, height, width): Area) -> impl Iterator<Item = (u16, u16)> {
        (top..top + height).flat_map(move |row| (left..left + width).map(move |column| (row, column)))
    }

    #[test]
    fn edges_across_word_borders() {
        let size = Size { height: 256, width: 200 };
        let mut board = Board::new(size);
        board.set((100, 60, 3, 70), true);
        assert!(!board.is_open((103, 129, 2, 5), Towards::Up));
        assert!(board.is_open((103, 130, 2, 5), Towards::Up));
        assert!(!board.is_open((90, 0, 10, 200), Towards::Down));
        assert!(!board.is_open((0, 0, 256, 60), Towards::Right));
        assert!(!board.is_open((102, 130, 154, 1), Towards::Left));
        assert!(board.is_open((103, 130, 153, 1), Towards::Left));
        board.set((100, 60, 3, 70), false);
        assert!(board.is_open((0, 0, 256, 60), Towards::Right) && board.is_free(101, 64));
    }

    #[test]
    fn staying_inside() {
        let size = Size { height: 4, width: 3 };
        let inside = |area| Towards::ALL.map(|towards| towards.stays_inside(area, size));
        assert_eq!(inside((0, 0, 4, 2)), [false, false, true, false]);
        assert_eq!(inside((1, 1, 2, 1)), [true; 4]);
    }

    #[test]
    fn areas_are_what_their_cells_are() {
        for size in [Size { height: 70, width: 9 }, Size { height: 5, width: 140 }] {
            let mut board = Board::new(size);
            let mut plain = vec![false; size.cells()];
            let index =
                |(row, column): (u16, u16)| usize::from(row) * usize::from(size.width) + usize::from(column);
            for round in 0..600_u64 {
                let chance =
                    |number: u64, most: u16| (((8 * round + number).hash64() >> 20) % u64::from(most)) as u16;
                let (top, left) = (chance(0, size.height), chance(1, size.width));
                // Mostly small: areas that are clear have to come, too.
                let most = if round % 4 > 0 { 4 } else { 200 };
                let (height, width) = (1 + chance(2, most), 1 + chance(3, most));
                let area = (top, left, height.min(size.height - top), width.min(size.width - left));
                let taken = |area: Area| cells(area).filter(|&cell| plain[index(cell)]).count() as u32;
                assert_eq!(board.is_clear(area), taken(area) == 0, "{area:?}");
                assert_eq!(board.is_free(top, left), !plain[index((top, left))]);
                for towards in Towards::ALL {
                    let (down, right) = towards.offset();
                    let (row, column) = (i32::from(top) + down, i32::from(left) + right);
                    let inside = row >= 0
                        && column >= 0
                        && row + i32::from(area.2) <= i32::from(size.height)
                        && column + i32::from(area.3) <= i32::from(size.width);
                    assert_eq!(towards.stays_inside(area, size), inside);
                    if inside {
                        let next = towards.step(area);
                        assert_eq!(next, (row as u16, column as u16, area.2, area.3));
                        let is_new = |&(row, column): &(u16, u16)| {
                            !(top..top + area.2).contains(&row) || !(left..left + area.3).contains(&column)
                        };
                        let entered = cells(next).filter(is_new);
                        let count = entered.filter(|&cell| plain[index(cell)]).count() as u32;
                        assert_eq!(board.taken_beyond(area, towards), count, "{area:?} {towards:?}");
                        assert_eq!(board.is_open(area, towards), count == 0);
                    }
                }
                let is_taken = chance(4, 3) == 0;
                board.set(area, is_taken);
                cells(area).for_each(|cell| plain[index(cell)] = is_taken);
            }
        }
    }
}
