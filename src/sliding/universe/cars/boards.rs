//! The boards of a mix of cars, and moves among them.
//!
//! ```text
//!   sequence 2 3 in 6 cells    arrangement   mask      steps
//!   b b d d d .                     0       0b011111   1
//!   b b . d d d                     1       0b111011   0 2
//!   . b b d d d                     2       0b111110   1
//!
//!   rows placed      0        1            2      each placement of the cars of the rows that leaves room for the columns
//!   columns          2 × 3    2 × 2        3      those arrangements of each column that remain
//!   boards           0 .. 5   6 7 8 9      …      numbered: the rows first, then the columns as digits
//! ```
//!
//! Cars do not pass each other, so moves keep the sequence of a line. Cars that cross the line leave some
//! arrangements of it; a table lists which of these a move leads to.
//!
//! A board's number follows from its placements, so boards are not looked up in a table. Cars of two columns never meet:
//! the moves of a column depend on the rows alone.

use std::array::from_fn;

use traybit_core::CellSet;

/// Maximum number of cells of a line.
pub(super) const MOST_CELLS: u16 = 6;

/// Maximum number of rows, and of columns.
const LINES: usize = MOST_CELLS as usize;

/// Maximum number of arrangements of a sequence in a line: two cars of 2 cells in 6.
const MOST: usize = 6;

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
    pub(super) fn place(&mut self, lines: &Lines, rows: &[RowsPlaced]) -> u32 {
        // Their digits ascend.
        let places = rows.last().map_or(0, |rows| rows.digits as usize + 1);
        self.places.resize(places.max(self.places.len()), 0);
        self.placed.clear();
        let mut boards = 0u32;
        for &rows in rows {
            let (mut remaining, mut offsets, mut product) = ([0; LINES], [[0; LINES]; LINES], 1u32);
            for (column, sequence) in lines.columns.iter().enumerate() {
                remaining[column] = sequence.remaining[usize::from(rows.covered[column])];
                offsets[column] = from_fn(|arrangement| {
                    let before = remaining[column] & ((1 << arrangement) - 1);
                    // At most 6^6 boards share a placement of the rows.
                    (before.count_ones() * product) as u16
                });
                product *= remaining[column].count_ones();
            }
            self.places[rows.digits as usize] = self.placed.len() as u32;
            self.placed.push(Placed { rows, first: boards, remaining, offsets });
            // At most 6^12, which fits 32 bits.
            boards += product;
        }
        boards
    }

    pub(super) fn state(&self, number: u32) -> State {
        let placed = self.placed.partition_point(|placed| placed.first <= number) - 1;
        let Placed { first, remaining, .. } = &self.placed[placed];
        let (mut rest, mut columns) = (number - first, 0);
        for (column, &remaining) in remaining.iter().enumerate().filter(|(_, remaining)| **remaining > 0) {
            let arrangement =
                u32::from(remaining).each().nth((rest % remaining.count_ones()) as usize).unwrap_or(0);
            rest /= remaining.count_ones();
            columns = with_digit(columns, column, 0, arrangement);
        }
        State { number, placed: placed as u32, columns }
    }

    pub(super) fn is_goal(&self, state: State) -> bool {
        self.placed[state.placed as usize].rows.is_goal
    }

    /// Visits the boards that a step leads to or, if `is_slide`, a slide.
    #[inline(always)]
    pub(super) fn expand(&self, lines: &Lines, state: State, is_slide: bool, mut visit: impl FnMut(State)) {
        let here = &self.placed[state.placed as usize];
        let moves = |sequence: &Sequence, from: u32, remaining: u8| {
            let moves = &sequence.moves[usize::from(is_slide)];
            u32::from(moves[from as usize][usize::from(remaining) & (moves[0].len() - 1)]).each()
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

/// A byte's bits, eight bits apart.
#[inline(always)]
fn spread(mask: u8) -> u64 {
    // Seven bits times 1 + 2^7 + 2^14 … lie apart, each bit once at a multiple of eight.
    (u64::from(mask) * 0x0002_0408_1020_4081) & 0x0101_0101_0101_0101
}

/// For each arrangement and each set of remaining arrangements, those of the set that a move leads to, a bit each.
type Moves = [[u8; 1 << MOST]; MOST];

/// Cars of a line in their order.
#[derive(Clone, Debug)]
pub(super) struct Sequence {
    /// For each arrangement the first cell and the length of each car.
    pub(super) arrangements: Vec<Vec<(u8, u8)>>,
    /// For each arrangement the covered cells.
    pub(super) masks: Vec<u8>,
    /// Moves of a car by one cell, and by any number of cells.
    moves: [Moves; 2],
    /// Number of the first arrangement among those of all sequences of a line.
    pub(super) first: u64,
    /// For each set of cells covered by others the arrangements that remain, a bit each.
    pub(super) remaining: [u8; 1 << MOST_CELLS],
}

/// All sequences of a line: those with fewer cars first, then in the order of their lengths.
pub(super) fn all_sequences(cells: u16) -> Vec<Sequence> {
    let cells = cells as u8;
    let mut all: Vec<Vec<(u8, u8)>> = vec![Vec::new()];
    let mut shorter = 0;
    while let Some(cars) = all.get(shorter).cloned() {
        let from = cars.last().map_or(0, |(start, length)| start + length);
        let next = (from..cells).flat_map(|start| [(start, 2), (start, 3)]);
        let fitting = next.filter(|(start, length)| start + length <= cells);
        all.extend(fitting.map(|car| [&cars[..], &[car]].concat()));
        shorter += 1;
    }
    let lengths = |cars: &[(u8, u8)]| cars.iter().map(|car| car.1).collect::<Vec<_>>();
    all.sort_by_cached_key(|cars| (cars.len(), lengths(cars), cars.clone()));
    let mut first = 0;
    let sequences = all.chunk_by(|one, other| lengths(one) == lengths(other)).map(|same| {
        let mask = |cars: &Vec<(u8, u8)>| {
            cars.iter().fold(0, |mask, (start, length)| mask | ((1 << length) - 1) << start)
        };
        let masks: Vec<u8> = same.iter().map(mask).collect();
        let remaining = from_fn(|others| {
            let fits = masks.iter().enumerate().filter(|(_, mask)| **mask & others as u8 == 0);
            fits.fold(0, |bits, (number, _)| bits | 1 << number)
        });
        first += same.len() as u64;
        Sequence {
            arrangements: same.to_vec(),
            masks,
            moves: [moves(same, 1), moves(same, cells)],
            first: first - same.len() as u64,
            remaining,
        }
    });
    sequences.collect()
}

/// The moves of a car by at most `most` cells.
fn moves(arrangements: &[Vec<(u8, u8)>], most: u8) -> Moves {
    let mut moves = [[0; 1 << MOST]; MOST];
    for (from, moves) in arrangements.iter().zip(&mut moves) {
        for (remaining, moves) in moves.iter_mut().enumerate() {
            for (car, side) in (0..from.len()).flat_map(|car| [(car, 1), (car, u8::MAX)]) {
                let mut to = from.clone();
                for _ in 0..most {
                    to[car].0 = to[car].0.wrapping_add(side);
                    match arrangements.iter().position(|cars| *cars == to) {
                        Some(number) if remaining >> number & 1 == 1 => *moves |= 1 << number,
                        _ => break,
                    }
                }
            }
        }
    }
    moves
}
