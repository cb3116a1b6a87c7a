//! The shares of a universe of cars: all boards with the same cars in the rows.
//!
//! ```text
//!   rows       . . 2 . . .      all placements of these cars in their rows
//!   column 0   nothing          those that leave room for it: all
//!   column 1   2                … fewer, and fewer with each column: where none is left, no further column is tried
//!   …
//!   column 5   3                the boards of a mix
//!
//!   boards     0 1 2 3 4 5 6 …  flooded from the first that is new: a component with its goals
//!   visited    S S . S R . R …  then, if it may hold the hardest board, searched from all of its goals at once
//! ```

mod boards;

use std::array::from_fn;

use crate::universe::Ground;
use crate::universe::cars::boards::{
    Boards, DIGIT, Lines, MOST_CELLS, NUMBER, RowsPlaced, Sequence, State, all_sequences,
};
use crate::universe::shares::{Hardest, InShares, Outline, Row};
use crate::{Freedom, Metric, Puzzle};
use traybit_core::{GaveUp, Limits, Shape, Size};

/// Boards between two checks of the limits.
const STRIDE: usize = 1 << 14;

/// Marks of a board: not found yet, found as part of its component, reached from a goal.
const NEW: u8 = 0;
const SEEN: u8 = 1;
const REACHED: u8 = 2;

/// A universe of cars.
#[derive(Clone, Debug)]
pub struct Cars {
    tray: Ground,
    metric: Metric,
    exit: u16,
    /// The sequences of a row and of a column.
    across: Vec<Sequence>,
    down: Vec<Sequence>,
    /// The cars of the exit's row, as the index of a sequence, and which of them is red.
    red: Vec<(usize, usize)>,
}

impl Cars {
    /// The universe of a tray whose red car stands in the row `exit`, with moves of this unit.
    pub fn new(tray: Ground, exit: u16, metric: Metric) -> Result<Self, String> {
        let (height, width) = (tray.size.height, tray.size.width);
        if height > MOST_CELLS || width > MOST_CELLS {
            return Err(format!(
                "expected a tray of at most {MOST_CELLS}x{MOST_CELLS} for cars, found {height}x{width}"
            ));
        }
        if exit >= height || width < 2 {
            return Err(format!(
                "expected a row below {height}, from 0, with room for the red car, found row {exit} of {width} cells"
            ));
        }
        let across = all_sequences(width);
        let cars = across.iter().map(|sequence| sequence.arrangements[0].iter().enumerate()).enumerate();
        let red = cars.flat_map(|(index, cars)| {
            cars.filter(|(_, car)| car.1 == 2).map(move |(number, _)| (index, number))
        });
        Ok(Self { tray, metric, exit, red: red.collect(), down: all_sequences(height), across })
    }

    /// The cars of each row in a share, and which one in the exit's row is red.
    fn rows(&self, mut share: usize) -> (Vec<&Sequence>, usize) {
        let mut digit = |base: usize| {
            let digit = share % base;
            share /= base;
            digit
        };
        let (sequence, car) = self.red[digit(self.red.len())];
        let row = |row| if row == self.exit { sequence } else { digit(self.across.len()) };
        ((0..self.tray.size.height).map(row).map(|index| &self.across[index]).collect(), car)
    }

    fn placements(&self, lines: &Lines, red: usize) -> Vec<RowsPlaced> {
        let mut placed = vec![RowsPlaced::default()];
        for (row, sequence) in (0..).zip(&lines.rows) {
            let walls = (lines.walls >> (8 * row)) as u8;
            let fitting = (0..).zip(&sequence.masks).filter(|(_, mask)| *mask & walls == 0);
            let longer = fitting.flat_map(|(arrangement, mask)| {
                let is_at_end = |car: (u8, u8)| u16::from(car.0) + 2 == self.tray.size.width;
                let is_goal = row == self.exit && is_at_end(sequence.arrangements[arrangement as usize][red]);
                placed.iter().map(move |before| RowsPlaced {
                    digits: before.digits | arrangement << (DIGIT * u32::from(row)),
                    covered: from_fn(|column| before.covered[column] | ((mask | walls) >> column & 1) << row),
                    is_goal: before.is_goal || is_goal,
                })
            });
            placed = longer.collect();
        }
        placed
    }
}

impl InShares for Cars {
    fn outline(&self) -> Outline {
        let tray = self.tray;
        let shares = self.red.len() * self.across.len().pow(u32::from(tray.size.height) - 1);
        Outline { tray, metric: Some(self.metric), shares, most_pieces: tray.room() as usize / 2 }
    }

    fn explore(&self, share: usize, rows: &mut [Row], limits: &Limits) -> Result<usize, GaveUp> {
        let Ground { size: Size { height, width }, open } = self.tray;
        let walls = |row: u16| (!open >> (row * width)) as u64 & ((1 << width) - 1);
        let walls = (0..height).map(|row| walls(row) << (8 * row)).sum();
        let (across, red) = self.rows(share);
        let lines = Lines { rows: across, columns: Vec::new(), walls };
        let mut left = vec![Vec::new(); usize::from(width) + 1];
        left[0] = self.placements(&lines, red);
        let (boards, visited, component, queue) = Default::default();
        let mut share = Share { cars: self, lines, left, boards, visited, component, queue, rows, limits };
        share.columns()?;
        Ok(share.bytes())
    }

    /// The puzzle that begins with a board that can be solved, so that no car stands between the red one and the end of
    /// its row. The red car is called a, the others after it in the order of rows and columns.
    fn puzzle(&self, start: u64) -> Puzzle {
        let size = self.tray.size;
        let mut blocks = Vec::new();
        let mut red = 0;
        for line in 0..size.height + size.width {
            let is_row = line < size.height;
            let number = start >> (NUMBER * u32::from(line)) & ((1 << NUMBER) - 1);
            let sequences = if is_row { &self.across } else { &self.down };
            let sequence = sequences.iter().rfind(|sequence| sequence.first <= number);
            let Sequence { arrangements, first, .. } = sequence.expect("the first one is number 0");
            blocks.extend(arrangements[(number - first) as usize].iter().map(|&(start, length)| {
                let (start, length) = (u16::from(start), u16::from(length));
                if is_row {
                    (Shape::rectangle(1, length), (line, start), Freedom::Across)
                } else {
                    (Shape::rectangle(length, 1), (start, line - size.height), Freedom::Down)
                }
            }));
            if line == self.exit {
                red = blocks.len() - 1;
            }
        }
        blocks[..=red].rotate_right(1);
        self.tray.with_one_target(&blocks, (self.exit, size.width - 2))
    }
}

/// A share whose columns are filled one by one.
struct Share<'a> {
    cars: &'a Cars,
    lines: Lines<'a>,
    /// For each column the placements of the rows that are left before it.
    left: Vec<Vec<RowsPlaced>>,
    boards: Boards,
    visited: Vec<u8>,
    component: Vec<State>,
    /// Those of them from which a goal can be reached, by distance.
    queue: Vec<State>,
    rows: &'a mut [Row],
    limits: &'a Limits,
}

impl Share<'_> {
    fn bytes(&self) -> usize {
        let Self { boards, visited, component, queue, left, .. } = self;
        boards.bytes()
            + visited.capacity()
            + (component.capacity() + queue.capacity()) * size_of::<State>()
            + left.iter().map(Vec::capacity).sum::<usize>() * size_of::<RowsPlaced>()
    }

    /// Searches the mixes with all cars of the columns that have none yet.
    fn columns(&mut self) -> Result<(), GaveUp> {
        let column = self.lines.columns.len();
        if column == self.left.len() - 1 {
            return self.mix();
        }
        for sequence in &self.cars.down {
            let (before, after) = self.left.split_at_mut(column + 1);
            let has_room = |rows: &&RowsPlaced| sequence.remaining[usize::from(rows.covered[column])] != 0;
            after[0].clear();
            after[0].extend(before[column].iter().filter(has_room));
            if !after[0].is_empty() {
                self.lines.columns.push(sequence);
                self.columns()?;
                self.lines.columns.pop();
            }
        }
        Ok(())
    }

    /// Searches the mix. Distances are left out in components that cannot hold a hardest board.
    fn mix(&mut self) -> Result<(), GaveUp> {
        self.limits.check()?;
        let number = self.boards.place(&self.lines, &self.left[self.lines.columns.len()]);
        self.visited.clear();
        self.visited.resize(number as usize, NEW);
        // The other threads hold about as much.
        self.limits.within(self.bytes() * self.limits.threads)?;
        let Self { cars, lines, boards, visited, component, queue, rows, limits, .. } = self;
        let is_slide = cars.metric != Metric::Step;
        let cars_of = |sequence: &&Sequence| sequence.arrangements[0].len();
        let count: usize = lines.rows.iter().chain(&lines.columns).map(cars_of).sum();
        let row = &mut rows[count];
        row.boards += u64::from(number);
        row.mixes += 1;
        let mut from = 0;
        while let Some(new) = visited[from..].iter().position(|&mark| mark == NEW) {
            from += new;
            component.clear();
            component.push(boards.state(from as u32));
            breadth_first(boards, lines, false, component, visited, SEEN, limits)?;
            queue.clear();
            queue.extend(component.iter().filter(|state| boards.is_goal(**state)));
            row.components += 1;
            if queue.is_empty() {
                continue;
            }
            row.positions += component.len() as u64;
            // Each move leads to one more board at least.
            let most = row.hardest.map_or(0, |hardest| hardest.moves);
            if component.len() - queue.len() >= most as usize {
                let (moves, last) = breadth_first(boards, lines, is_slide, queue, visited, REACHED, limits)?;
                let start = queue[last..].iter().map(|state| boards.packed(lines, *state)).min();
                let start = start.expect("the last layer has a board");
                row.add(Row { hardest: Some(Hardest { moves, start }), ..Row::default() });
            }
        }
        Ok(())
    }
}

/// Breadth-first search from the boards of the queue over those with a lower mark, which get this one.
/// Returns the number of the last layer, and its place in the queue.
fn breadth_first(
    boards: &Boards,
    lines: &Lines,
    is_slide: bool,
    queue: &mut Vec<State>,
    visited: &mut [u8],
    mark: u8,
    limits: &Limits,
) -> Result<(u32, usize), GaveUp> {
    for state in &*queue {
        visited[state.number as usize] = mark;
    }
    let (mut moves, mut layer) = (0, 0..queue.len());
    loop {
        for at in layer.clone() {
            if (at + 1).is_multiple_of(STRIDE) {
                limits.check()?;
            }
            boards.expand(lines, queue[at], is_slide, |next| {
                let known = &mut visited[next.number as usize];
                if *known < mark {
                    *known = mark;
                    queue.push(next);
                }
            });
        }
        if queue.len() == layer.end {
            return Ok((moves, layer.start));
        }
        moves += 1;
        layer = layer.end..queue.len();
    }
}
