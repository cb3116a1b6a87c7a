//! The boards of a mix of cars, and moves among them.
//!
//! ```text
//!   rows placed      0        1            2      each placement of the cars of the rows that leaves room for the columns
//!   columns          2 × 3    2 × 2        3      those arrangements of each column that remain
//!   boards           0 .. 5   6 7 8 9      …      numbered: the rows first, then the columns as digits
//! ```
//!
//! So a board's number comes from its placements, and nothing is looked up in a table of boards. Cars of two columns never
//! meet: what a column can do depends on the rows alone.

use std::iter::from_fn;

use traybit_core::search::outcome::GaveUp;

use crate::universe::cars::lanes::{MOST_CELLS, Sequence};

/// The most rows, and the most columns.
pub(super) const LINES: usize = MOST_CELLS as usize;

/// Bits of an arrangement's number within its sequence.
pub(super) const DIGIT: u32 = 3;

/// Bits of an arrangement's number among those of all sequences of a line.
pub(super) const NUMBER: u32 = 5;

/// A placement of the cars of all rows.
#[derive(Clone, Copy, Debug)]
pub(super) struct RowsPlaced {
    /// Its number among the placements of these cars, walls and columns apart.
    pub(super) number: u32,
    /// The arrangement of each row, [`DIGIT`] bits each.
    pub(super) digits: u32,
    /// The cells that it covers in each column, with the walls.
    pub(super) covered: [u8; LINES],
    /// True if the red car is at the end of its row.
    pub(super) is_goal: bool,
}

/// A placement of the rows with what it leaves to the columns.
#[derive(Clone, Copy, Debug)]
struct Placed {
    rows: RowsPlaced,
    /// The first of its boards.
    first: u32,
    /// The arrangements that remain to each column.
    remaining: [u8; LINES],
    /// For each arrangement of each column how far it is from the first one that remains, in boards.
    offsets: [[u16; LINES]; LINES],
}

/// A board.
#[derive(Clone, Copy, Debug)]
pub(super) struct State {
    /// Its number.
    pub(super) number: u32,
    /// The index of its [`Placed`].
    placed: u32,
    /// The arrangement of each column, [`DIGIT`] bits each.
    columns: u32,
}

/// Cars in the rows and columns of a tray.
#[derive(Clone, Debug)]
pub(super) struct Lines<'a> {
    pub(super) rows: Vec<&'a Sequence>,
    pub(super) columns: Vec<&'a Sequence>,
    /// For each row the cells that are walls, eight bits each.
    pub(super) walls: u64,
}

/// The boards of a mix, with room for the next one.
#[derive(Debug, Default)]
pub(super) struct Boards {
    placed: Vec<Placed>,
    /// For each number of a placement of the rows its index in `placed`, or [`FREE`].
    places: Vec<u32>,
}

const FREE: u32 = u32::MAX;

impl Boards {
    /// Makes room for so many placements of the rows.
    pub(super) fn begin(&mut self, placements: usize) {
        self.placed.clear();
        self.places.clear();
        self.places.resize(placements, FREE);
    }

    /// Numbers the boards that have these cars, with these placements of the rows. Gives their number.
    pub(super) fn place(
        &mut self,
        lines: &Lines,
        rows: impl Iterator<Item = RowsPlaced>,
    ) -> Result<u32, GaveUp> {
        for placed in self.placed.drain(..) {
            self.places[placed.rows.number as usize] = FREE;
        }
        let mut boards = 0u32;
        for rows in rows {
            let (mut remaining, mut offsets, mut product) = ([0; LINES], [[0; LINES]; LINES], 1u32);
            for (column, sequence) in lines.columns.iter().enumerate() {
                remaining[column] = sequence.remaining[usize::from(rows.covered[column])];
                for (arrangement, offset) in offsets[column].iter_mut().enumerate() {
                    let before = remaining[column] & ((1 << arrangement) - 1);
                    // At most 6^6 boards have their rows placed alike.
                    *offset = (before.count_ones() * product) as u16;
                }
                product *= remaining[column].count_ones();
            }
            self.places[rows.number as usize] = self.placed.len() as u32;
            self.placed.push(Placed { rows, first: boards, remaining, offsets });
            boards = boards.checked_add(product).ok_or(GaveUp::Exhausted)?;
        }
        Ok(boards)
    }

    /// The board of a number.
    pub(super) fn state(&self, lines: &Lines, number: u32) -> State {
        let placed = self.placed.partition_point(|placed| placed.first <= number) - 1;
        let Placed { first, remaining, .. } = &self.placed[placed];
        let columns = columns_of(number - first, &remaining[..lines.columns.len()]);
        State { number, placed: placed as u32, columns }
    }

    /// True if the red car of a board is at the end of its row.
    pub(super) fn is_goal(&self, state: State) -> bool {
        self.placed[state.placed as usize].rows.is_goal
    }

    /// Visits the boards that a step leads to, or a slide.
    #[inline(always)]
    pub(super) fn expand<const SLIDE: bool>(
        &self,
        lines: &Lines,
        state: State,
        mut visit: impl FnMut(State),
    ) {
        let Self { placed, places } = self;
        let here = &placed[state.placed as usize];
        // For each row the cells that walls and cars of columns cover, eight bits each.
        let mut crossing = lines.walls;
        for (column, sequence) in lines.columns.iter().enumerate() {
            let from = digit(state.columns, column);
            crossing |= spread(sequence.masks[from as usize]) << column;
            let offsets = &here.offsets[column];
            let alone = state.number - u32::from(offsets[from as usize]);
            for to in bits(moves::<SLIDE>(sequence, from, here.remaining[column])) {
                visit(State {
                    number: alone + u32::from(offsets[to as usize]),
                    placed: state.placed,
                    columns: with_digit(state.columns, column, from, to),
                });
            }
        }
        let mut stride = 1;
        for (row, sequence) in lines.rows.iter().enumerate() {
            let from = digit(here.rows.digits, row);
            let remaining =
                sequence.remaining[(crossing >> (8 * row)) as usize & (sequence.remaining.len() - 1)];
            let alone = here.rows.number - from * stride;
            for to in bits(moves::<SLIDE>(sequence, from, remaining)) {
                let place = places[(alone + to * stride) as usize];
                let there = &placed[place as usize];
                let number = (0..lines.columns.len()).fold(there.first, |number, column| {
                    number + u32::from(there.offsets[column][digit(state.columns, column) as usize])
                });
                visit(State { number, placed: place, columns: state.columns });
            }
            stride *= sequence.masks.len() as u32;
        }
    }

    /// A board as the numbers of its arrangements, [`NUMBER`] bits each: rows, then columns.
    pub(super) fn packed(&self, lines: &Lines, state: State) -> u64 {
        let rows = self.placed[state.placed as usize].rows.digits;
        let numbers = |lines: &[&Sequence], digits: u32| {
            let number =
                |(line, sequence): (usize, &&Sequence)| sequence.first + u64::from(digit(digits, line));
            lines.iter().enumerate().map(number).collect::<Vec<_>>()
        };
        let all = [numbers(&lines.rows, rows), numbers(&lines.columns, state.columns)].concat();
        all.iter().rev().fold(0, |board, number| board << NUMBER | number)
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> usize {
        self.placed.capacity() * size_of::<Placed>() + self.places.capacity() * size_of::<u32>()
    }
}

/// The arrangements of the columns of a board, from its number among those whose rows are placed alike.
fn columns_of(mut number: u32, remaining: &[u8]) -> u32 {
    remaining.iter().enumerate().fold(0, |digits, (column, &remaining)| {
        let place = number % remaining.count_ones();
        number /= remaining.count_ones();
        let from = (0..place).fold(remaining, |bits, _| bits & (bits - 1));
        with_digit(digits, column, 0, from.trailing_zeros())
    })
}

#[inline(always)]
fn digit(digits: u32, line: usize) -> u32 {
    digits >> (DIGIT * line as u32) & ((1 << DIGIT) - 1)
}

#[inline(always)]
fn with_digit(digits: u32, line: usize, old: u32, new: u32) -> u32 {
    digits ^ (old ^ new) << (DIGIT * line as u32)
}

/// The arrangements that a step of a line's cars leads to, or a slide.
#[inline(always)]
fn moves<const SLIDE: bool>(sequence: &Sequence, from: u32, remaining: u8) -> u8 {
    let moves = if SLIDE { &sequence.slides } else { &sequence.steps };
    moves[from as usize][usize::from(remaining) & (moves[0].len() - 1)]
}

/// The numbers of the bits that are set.
#[inline(always)]
fn bits(mut of: u8) -> impl Iterator<Item = u32> {
    from_fn(move || {
        let bit = (of > 0).then(|| of.trailing_zeros());
        of &= of.wrapping_sub(1);
        bit
    })
}

/// A byte's bits, eight bits apart.
#[inline(always)]
fn spread(mask: u8) -> u64 {
    // Seven bits times 1 + 2^7 + 2^14 … lie apart, each bit once at a multiple of eight.
    (u64::from(mask) * 0x0002_0408_1020_4081) & 0x0101_0101_0101_0101
}
