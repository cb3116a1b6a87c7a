//! Heuristics computed from the tiles alone: Manhattan distance and linear conflict.
//!
//! ```text
//!   homes of a row    columns of those at home in it     one of two has to leave the row and come back:
//!    5  3  4          2  0  1                            2 before 0 and 1: taking out the first is enough, so 2 moves
//! ```
//!
//! Linear conflict (Hansson, Mayer and Yung, "Criticizing solutions to relaxed models yields powerful admissible
//! heuristics", 1992): tiles of one line that are at home in it, but in another order, cannot all stay. The fewest that
//! have to leave are those outside the longest increasing sequence of home places; each leaves sideways and comes back,
//! two moves that the Manhattan distance does not count. Rows and columns add up, as one needs moves along columns and
//! the other along rows.

use traybit_core::grid::Size;

/// Admissible heuristic: a lower bound on the moves to the goal.
pub trait Heuristic: Sync {
    /// Lower bound of a board, given its homes by cell and the cell of the blank.
    fn bound(&self, homes: &[u16], blank: usize) -> u32;
}

pub struct Manhattan {
    /// Row and column by cell.
    places: Vec<[u16; 2]>,
}

impl Manhattan {
    pub fn new(size: Size) -> Self {
        Self { places: size.all().map(<[u16; 2]>::from).collect() }
    }
}

impl Heuristic for Manhattan {
    #[inline]
    fn bound(&self, homes: &[u16], blank: usize) -> u32 {
        let steps = |from: usize, home: u16| {
            let ([row, column], [to_row, to_column]) = (self.places[from], self.places[usize::from(home)]);
            u32::from(row.abs_diff(to_row)) + u32::from(column.abs_diff(to_column))
        };
        let all: u32 = homes.iter().enumerate().map(|(cell, &home)| steps(cell, home)).sum();
        all - steps(blank, homes[blank])
    }
}

/// Manhattan distance with linear conflicts: two moves more for each tile that has to leave its line.
pub struct LinearConflict {
    manhattan: Manhattan,
    size: Size,
    rows: Line,
    columns: Line,
}

/// Length of the longest lines that have a table; it would be large for others.
const TABULATED: usize = 5;

/// Lines of one length.
pub struct Line {
    /// Tiles that have to leave, by filling of a line: a number whose digits, of base `length + 1` and the first the
    /// highest, are 0 for a tile that is not at home in the line, else 1 + the place of its home. Empty for long lines.
    table: Vec<u8>,
    length: usize,
}

impl Line {
    pub fn new(length: usize) -> Self {
        let base = length + 1;
        let fillings = if length <= TABULATED { base.pow(length as u32) } else { 0 };
        let digits =
            |filling: usize| (0..length).rev().map(move |digit| filling / base.pow(digit as u32) % base);
        Self { table: (0..fillings).map(|filling| leaving(digits(filling)) as u8).collect(), length }
    }

    /// Number of tiles that have to leave a line with these digits.
    #[inline]
    pub fn leaving(&self, digits: impl Iterator<Item = usize>) -> u32 {
        if self.length > TABULATED {
            return leaving(digits);
        }
        u32::from(self.table[digits.fold(0, |filling, digit| filling * (self.length + 1) + digit)])
    }
}

/// Number of digits other than 0 outside their longest increasing sequence.
pub fn leaving(digits: impl Iterator<Item = usize>) -> u32 {
    // The least last member of the sequences of each length (Schensted, 1961).
    let mut last = Vec::new();
    let mut count = 0;
    for digit in digits.filter(|&digit| digit > 0) {
        count += 1;
        let shorter = last.partition_point(|&other| other < digit);
        if shorter == last.len() {
            last.push(digit);
        } else {
            last[shorter] = digit;
        }
    }
    count - last.len() as u32
}

impl LinearConflict {
    pub fn new(size: Size) -> Self {
        let [rows, columns] = [size.width, size.height].map(|length| Line::new(usize::from(length)));
        Self { manhattan: Manhattan::new(size), size, rows, columns }
    }
}

impl Heuristic for LinearConflict {
    #[inline]
    fn bound(&self, homes: &[u16], blank: usize) -> u32 {
        let (height, width) = (usize::from(self.size.height), usize::from(self.size.width));
        let places = &self.manhattan.places;
        let digit = |cell: usize, along: usize| {
            let (place, home) = (places[cell], places[usize::from(homes[cell])]);
            if cell != blank && place[1 - along] == home[1 - along] {
                usize::from(home[along]) + 1
            } else {
                0
            }
        };
        let row = |row: usize| self.rows.leaving((0..width).map(|column| digit(row * width + column, 1)));
        let column =
            |column: usize| self.columns.leaving((0..height).map(|row| digit(row * width + column, 0)));
        let leaving = (0..height).map(row).sum::<u32>() + (0..width).map(column).sum::<u32>();
        self.manhattan.bound(homes, blank) + 2 * leaving
    }
}
