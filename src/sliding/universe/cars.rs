//! The shares of a universe of cars: all boards with the same cars in the rows.
//!
//! ```text
//!   rows       . . 2 . . .      all placements of these cars in their rows
//!   column 0   nothing          those that leave room for it: all
//!   column 1   2                … fewer, and fewer with each column: where none is left, no further column is tried
//!   …
//!   column 5   3                the boards of a mix                                          mix.rs
//! ```

mod boards;
mod lanes;
mod mix;

use crate::metric::Metric;
use crate::puzzle::{Freedom, Puzzle};
use crate::universe::Ground;
use crate::universe::cars::boards::{DIGIT, LINES, Lines, NUMBER, RowsPlaced};
use crate::universe::cars::lanes::{MOST_CELLS, Sequence, all_sequences};
use crate::universe::cars::mix::Search;
use crate::universe::shares::{self, InShares, Row};
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::GaveUp;
use traybit_core::shape::Shape;

/// A universe of cars.
#[derive(Clone, Debug)]
pub struct Cars {
    tray: Ground,
    metric: Metric,
    /// The row of the exit.
    exit: u16,
    /// The sequences of a row and of a column.
    across: Vec<Sequence>,
    down: Vec<Sequence>,
    /// The cars of the exit's row, as the index of a sequence, and which of them is red.
    red: Vec<(usize, usize)>,
}

impl Cars {
    /// The universe of a tray whose red car stands in the row `exit`, with moves of this unit.
    ///
    /// # Errors
    /// A sentence when the tray is too large, or when there is no place for the red car.
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
        let reds = |(index, sequence): (usize, &Sequence)| {
            let cars = sequence.cars.iter().enumerate().filter(|&(_, &length)| length == 2);
            cars.map(|(car, _)| (index, car)).collect::<Vec<_>>()
        };
        let red = across.iter().enumerate().flat_map(reds).collect();
        Ok(Self { tray, metric, exit, across, down: all_sequences(height), red })
    }

    /// The cells of walls in a row.
    fn walls(&self, row: u16) -> u8 {
        let width = self.tray.size.width;
        let open = (0..width).filter(|column| self.tray.open >> (row * width + column) & 1 == 1);
        !open.fold(0, |open, column| open | 1 << column) & ((1 << width) - 1)
    }

    /// The cars of each row in a share, and which one in the exit's row is red.
    fn rows(&self, mut share: usize) -> (Vec<&Sequence>, usize) {
        let (sequence, car) = self.red[share % self.red.len()];
        share /= self.red.len();
        let row = |row| {
            if row == self.exit {
                return &self.across[sequence];
            }
            let sequence = &self.across[share % self.across.len()];
            share /= self.across.len();
            sequence
        };
        ((0..self.tray.size.height).map(row).collect(), car)
    }

    /// All placements of the cars of the rows.
    fn placements(&self, rows: &[&Sequence], red: usize) -> Vec<RowsPlaced> {
        let mut placed = vec![RowsPlaced { number: 0, digits: 0, covered: [0; LINES], is_goal: false }];
        let mut stride = 1;
        for (row, sequence) in (0..).zip(rows) {
            let walls = self.walls(row);
            let mut longer = Vec::new();
            for (arrangement, mask) in (0..).zip(&sequence.masks) {
                if mask & walls != 0 {
                    continue;
                }
                let start = |car: usize| u16::from(sequence.starts[arrangement as usize][car]);
                let is_goal = row == self.exit && start(red) + 2 == self.tray.size.width;
                longer.extend(placed.iter().map(|before| RowsPlaced {
                    number: before.number + arrangement * stride,
                    digits: before.digits | arrangement << (DIGIT * u32::from(row)),
                    covered: std::array::from_fn(|column| {
                        before.covered[column] | ((mask | walls) >> column & 1) << row
                    }),
                    is_goal: before.is_goal || is_goal,
                }));
            }
            placed = longer;
            stride *= sequence.masks.len() as u32;
        }
        placed
    }
}

impl InShares for Cars {
    fn tray(&self) -> Ground {
        self.tray
    }

    fn metric(&self) -> Option<Metric> {
        Some(self.metric)
    }

    fn shares(&self) -> usize {
        self.red.len() * self.across.len().pow(u32::from(self.tray.size.height) - 1)
    }

    fn most_pieces(&self) -> usize {
        self.tray.room() as usize / 2
    }

    fn worker<'a>(&'a self, limits: &'a Limits) -> Box<dyn shares::Worker + 'a> {
        let search = Search::new(limits, self.metric != Metric::Step);
        let most = vec![0; self.most_pieces() + 1];
        Box::new(Worker { cars: self, limits, search, most, left: Vec::new() })
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
            let (sequence, starts) = arrangement(if is_row { &self.across } else { &self.down }, number);
            for (&length, &start) in sequence.cars.iter().zip(starts) {
                let (length, start) = (u16::from(length), u16::from(start));
                if line == self.exit {
                    red = blocks.len();
                }
                blocks.push(if is_row {
                    (Shape::rectangle(1, length), (line, start), Freedom::Across)
                } else {
                    (Shape::rectangle(length, 1), (start, line - size.height), Freedom::Down)
                });
            }
        }
        blocks.swap(0, red);
        self.tray.with_one_target(blocks, (self.exit, size.width - 2))
    }
}

/// The sequence and the first cells of the cars of an arrangement.
fn arrangement(sequences: &[Sequence], number: u64) -> (&Sequence, &[u8]) {
    let of = sequences.iter().rfind(|sequence| sequence.first <= number).expect("the first one is number 0");
    (of, &of.starts[(number - of.first) as usize])
}

/// Working storage of a thread.
struct Worker<'a> {
    cars: &'a Cars,
    limits: &'a Limits,
    search: Search<'a>,
    /// Greatest distance that this thread has found, by number of cars.
    most: Vec<u32>,
    /// For each column the placements of the rows that are left before it.
    left: Vec<Vec<u32>>,
}

impl shares::Worker for Worker<'_> {
    fn share(&mut self, share: usize, rows: &mut [Row]) -> Result<(), GaveUp> {
        let (across, red) = self.cars.rows(share);
        let placed = self.cars.placements(&across, red);
        self.search.boards.begin(across.iter().map(|sequence| sequence.masks.len()).product());
        self.left.resize(usize::from(self.cars.tray.size.width) + 1, Vec::new());
        self.left[0].clear();
        self.left[0].extend(0..placed.len() as u32);
        let walls = |row| u64::from(self.cars.walls(row)) << (8 * row);
        let walls = (0..self.cars.tray.size.height).map(walls).sum();
        self.columns(&mut Lines { rows: across, columns: Vec::new(), walls }, &placed, rows)
    }

    fn bytes(&self) -> usize {
        let lists: usize = self.left.iter().map(Vec::capacity).sum();
        self.search.bytes() + lists * size_of::<u32>()
    }
}

impl<'a> Worker<'a> {
    /// Tries all cars of the columns that have none yet.
    fn columns(
        &mut self,
        lines: &mut Lines<'a>,
        placed: &[RowsPlaced],
        rows: &mut [Row],
    ) -> Result<(), GaveUp> {
        let column = lines.columns.len();
        if column == self.left.len() - 1 {
            return self.mix(lines, placed, rows);
        }
        let cars = self.cars;
        for sequence in &cars.down {
            let (before, after) = self.left.split_at_mut(column + 1);
            let has_room =
                |&&index: &&u32| sequence.remaining[usize::from(placed[index as usize].covered[column])] != 0;
            after[0].clear();
            after[0].extend(before[column].iter().filter(has_room));
            if after[0].is_empty() {
                continue;
            }
            lines.columns.push(sequence);
            self.columns(lines, placed, rows)?;
            lines.columns.pop();
        }
        Ok(())
    }

    /// Searches a mix.
    fn mix(&mut self, lines: &Lines, placed: &[RowsPlaced], rows: &mut [Row]) -> Result<(), GaveUp> {
        self.limits.check()?;
        let cars: usize = lines.rows.iter().chain(&lines.columns).map(|sequence| sequence.cars.len()).sum();
        let left = self.left.last().expect("a tray has a column").iter();
        let row = self.search.mix(lines, left.map(|&index| placed[index as usize]), self.most[cars])?;
        self.most[cars] = self.most[cars].max(row.hardest.map_or(0, |hardest| hardest.moves));
        rows[cars].add(row);
        Ok(())
    }
}
