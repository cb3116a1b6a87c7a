//! The size of a board: what trays of blocks and boards of tiles have in common.

/// The longest side of a board, in cells.
pub const LONGEST_SIDE: u16 = 256;

/// Height and width of a board in cells, each 1 to 256.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    /// Number of rows.
    pub height: u16,
    /// Number of columns.
    pub width: u16,
}

impl Size {
    /// The largest board the formats allow.
    pub const LARGEST: Self = Self { height: LONGEST_SIDE, width: LONGEST_SIDE };

    /// The number of cells, taken or free.
    pub fn cells(self) -> usize {
        usize::from(self.height) * usize::from(self.width)
    }

    /// The number of a cell, given as (row, column): cells are numbered row by row.
    #[inline]
    pub fn number(self, (row, column): (u16, u16)) -> usize {
        usize::from(row) * usize::from(self.width) + usize::from(column)
    }

    /// The cell of a number, as (row, column).
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

    /// The steps along rows and columns from one cell to another; cells are numbered row by row.
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
