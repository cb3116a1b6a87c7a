//! The boards of a mix of cars, and moves among them.
//!
//! ```text
//!   rows placed      0        1            2      each placement of the cars of the rows that leaves room for the columns
//!   columns          2 × 3    2 × 2        3      those arrangements of each column that remain
//!   boards           0 .. 5   6 7 8 9      …      numbered: the rows first, then the columns as digits
//! ```
//!
//! A board's number follows from its placements, so boards are not looked up in a table. Cars of two columns never meet:
//! the moves of a column depend on the rows alone.

use std::array::from_fn;

use traybit_core::search::outcome::GaveUp;

use crate::universe::cars::lanes::{MOST_CELLS, Sequence};

/// The most rows, and the most columns.
pub(super) const LINES: usize = MOST_CELLS as usize;

/// Bits of an arrangement's number within its sequence.
pub(super) const DIGIT: u32 = 3;

/// Bits of an arrangement's number among those of all sequences of a line.
pub(super) const NUMBER: u32 = 5;

/// A placement of the cars of all rows.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RowsPlaced {
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
    /// For each arrangement of each column its distance from the first one that remains, in boards.
    offsets: [[u16; LINES]; LINES],
}

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

/// The boards of a mix; their memory is used again for the next one.
#[derive(Debug, Default)]
pub(super) struct Boards {
    placed: Vec<Placed>,
    /// For the digits of each placement of the rows its index in `placed`; those of other mixes are stale.
    places: Vec<u32>,
}

impl Boards {
    /// Numbers the boards that have these cars, with these placements of the rows. Returns their number.
    pub(super) fn place(&mut self, lines: &Lines, rows: &[RowsPlaced]) -> Result<u32, GaveUp> {
        self.places.resize(1 << (DIGIT as usize * lines.rows.len()), 0);
        self.placed.clear();
        let mut boards = 0u32;
        for &rows in rows {
            let (mut remaining, mut offsets, mut product) = ([0; LINES], [[0; LINES]; LINES], 1u32);
            for (column, sequence) in lines.columns.iter().enumerate() {
                remaining[column] = sequence.remaining[usize::from(rows.covered[column])];
                offsets[column] = from_fn(|arrangement| {
                    let before = remaining[column] & ((1 << arrangement) - 1);
                    // At most 6^6 boards have their rows placed alike.
                    (before.count_ones() * product) as u16
                });
                product *= remaining[column].count_ones();
            }
            self.places[rows.digits as usize] = self.placed.len() as u32;
            self.placed.push(Placed { rows, first: boards, remaining, offsets });
            boards = boards.checked_add(product).ok_or(GaveUp::Exhausted)?;
        }
        Ok(boards)
    }

    pub(super) fn state(&self, number: u32) -> State {
        let placed = self.placed.partition_point(|placed| placed.first <= number) - 1;
        let Placed { first, remaining, .. } = &self.placed[placed];
        let (mut rest, mut columns) = (number - first, 0);
        for (column, &remaining) in remaining.iter().enumerate().filter(|(_, remaining)| **remaining > 0) {
            let arrangement = bits(remaining).nth((rest % remaining.count_ones()) as usize).unwrap_or(0);
            rest /= remaining.count_ones();
            columns = with_digit(columns, column, 0, arrangement);
        }
        State { number, placed: placed as u32, columns }
    }

    pub(super) fn is_goal(&self, state: State) -> bool {
        self.placed[state.placed as usize].rows.is_goal
    }

    /// Visits the boards that a step leads to, or a slide.
    #[inline(always)]
    pub(super) fn expand(&self, lines: &Lines, state: State, is_slide: bool, mut visit: impl FnMut(State)) {
        let here = &self.placed[state.placed as usize];
        let moves = |sequence: &Sequence, from: u32, remaining: u8| {
            let moves = if is_slide { &sequence.slides } else { &sequence.steps };
            bits(moves[from as usize][usize::from(remaining) & (moves[0].len() - 1)])
        };
        // For each row the cells that walls and cars of columns cover, eight bits each.
        let mut crossing = lines.walls;
        for (column, sequence) in lines.columns.iter().enumerate() {
            let from = digit(state.columns, column);
            crossing |= spread(sequence.masks[from as usize]) << column;
            let offsets = &here.offsets[column];
            let alone = state.number - u32::from(offsets[from as usize]);
            for to in moves(sequence, from, here.remaining[column]) {
                visit(State {
                    number: alone + u32::from(offsets[to as usize]),
                    placed: state.placed,
                    columns: with_digit(state.columns, column, from, to),
                });
            }
        }
        for (row, sequence) in lines.rows.iter().enumerate() {
            let from = digit(here.rows.digits, row);
            let remaining =
                sequence.remaining[(crossing >> (8 * row)) as usize & (sequence.remaining.len() - 1)];
            for to in moves(sequence, from, remaining) {
                let placed = self.places[with_digit(here.rows.digits, row, from, to) as usize];
                let there = &self.placed[placed as usize];
                let number = (0..lines.columns.len()).fold(there.first, |number, column| {
                    number + u32::from(there.offsets[column][digit(state.columns, column) as usize])
                });
                visit(State { number, placed, columns: state.columns });
            }
        }
    }

    /// A board as the numbers of its arrangements, [`NUMBER`] bits each: rows, then columns.
    pub(super) fn packed(&self, lines: &Lines, state: State) -> u64 {
        let pack = |lines: &[&Sequence], digits: u32, board: u64| {
            lines.iter().enumerate().rfold(board, |board, (line, sequence)| {
                board << NUMBER | (sequence.first + u64::from(digit(digits, line)))
            })
        };
        let rows = self.placed[state.placed as usize].rows.digits;
        pack(&lines.rows, rows, pack(&lines.columns, state.columns, 0))
    }

    pub(super) fn bytes(&self) -> usize {
        self.placed.capacity() * size_of::<Placed>() + self.places.capacity() * size_of::<u32>()
    }
}

#[inline(always)]
fn digit(digits: u32, line: usize) -> u32 {
    digits >> (DIGIT * line as u32) & ((1 << DIGIT) - 1)
}

#[inline(always)]
fn with_digit(digits: u32, line: usize, old: u32, new: u32) -> u32 {
    digits ^ (old ^ new) << (DIGIT * line as u32)
}

#[inline(always)]
fn bits(mut of: u8) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
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
