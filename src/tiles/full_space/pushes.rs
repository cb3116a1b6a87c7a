//! All positions by pushes, the moves of the multi-tile metric: a push moves the tiles between the blank and a cell of its
//! line. Layer by layer from the goal, one bit for each row of the blank and permutation.
//!
//! ```text
//!   positions      a push along the row moves the blank anywhere in it and leaves the permutation in reading order as it
//!                  is, so the positions of one row and permutation are neighbours of one another: a *rank*. Likewise
//!                  those that differ by a push along a column: a *file*. Each position is in one rank and one file.
//!
//!   rank at d      distance of its nearest position. One in row r leads along column c to ranks of the other rows:
//!                  the permutation is rotated, row by row. Those not seen before are at d + 2.
//!
//!   its positions  that of column c is at d + 2, if such a file leads there; those of other columns are at d + 3, one push
//!                  along the row later. So counting needs no bits for positions.
//! ```
//!
//! The goal's rank is at 0; the ranks that its own file leads to are at 1. The board is oriented with its longer side
//! across, so that there are few rows and few ranks. A rotation of many tiles is made in pieces, whose programs stay small.

use crate::full_space::Frame;
use crate::full_space::index::{Index, exchange};
use crate::full_space::layer::Layer;
use crate::full_space::rotation::Rotation;
use crate::{Arrangement, Direction};
use traybit_core::{GaveUp, Limits, Size};

/// Maximum number of tiles that one piece of a rotation moves.
const PIECE: usize = 4;
/// Sets of ranks: those seen, those of three distances, and those of one column.
const SETS: u64 = 5;

/// A set of ranks, by row of the blank.
type Ranks = Vec<Layer>;

/// Positions from which the goal can be reached, explored by pushes up to some layer.
pub struct PushSpace {
    frame: Frame,
    /// Pieces of the rotations that move the blank down by one row and up again, by column and upper row.
    rotations: Vec<Vec<[Vec<Rotation>; 2]>>,
    seen: Ranks,
    /// Ranks by their distance, modulo 3: those of the last three distances.
    at: [Ranks; 3],
    /// Ranks that one column leads to, and one row of them between two pieces.
    reached: Ranks,
    between: [Layer; 2],
    depth: usize,
    /// Positions of the next layer that are in the ranks of the last one.
    along_rows: u64,
}

impl PushSpace {
    /// Bytes that exploring a board takes; `None` if no machine can address them.
    pub fn bytes(size: Size) -> Option<u64> {
        let index = Index::new(size)?;
        let row = (index.chunks as u64).checked_mul(index.pitch as u64)?.checked_mul(8)?;
        row.checked_mul(SETS * u64::from(size.height.min(size.width)) + 2)
    }

    /// Space with the goal in its first layer, the blank on the board's cell `blank_home`; `None` if
    /// [`PushSpace::bytes`] is.
    pub fn new(size: Size, blank_home: usize) -> Option<Self> {
        Self::bytes(size)?;
        let wide = Size { height: size.height.min(size.width), width: size.height.max(size.width) };
        let frame = Frame::new(size, wide, blank_home)?;
        let (height, width) = (usize::from(wide.height), usize::from(wide.width));
        let both = |column: usize, row: usize| {
            let first = row * width + column;
            let pieces = |to, row| pieces(&frame.index, first, width, to, frame.is_odd_row(row));
            [pieces(Direction::Up, row + 1), pieces(Direction::Down, row)]
        };
        let rotations = |column| (0..height - 1).map(|row| both(column, row)).collect();
        let empty = || Layer::empty(1, &frame.index);
        let ranks = || (0..height).map(|_| empty()).collect::<Ranks>();
        let goal = || {
            let mut goal = ranks();
            goal[frame.home / width].insert(0);
            goal
        };
        Some(Self {
            rotations: (0..width).map(rotations).collect(),
            seen: goal(),
            at: [goal(), ranks(), ranks()],
            reached: ranks(),
            between: [empty(), empty()],
            depth: 0,
            along_rows: width as u64 - 1,
            frame,
        })
    }

    /// Finds the next layer, unless all positions are found, and returns its number of positions. At a limit the layer is
    /// not finished, and none can follow.
    pub fn advance(&mut self, limits: &Limits) -> Result<u64, GaveUp> {
        let width = usize::from(self.frame.lying.width);
        let next = self.depth + 1;
        let home = self.frame.home % width;
        // Of the goal's rank only the goal itself is at 0, and one push leads along its own column.
        let (from, columns) = if next == 1 { (0, home..home + 1) } else { (next - 2, 0..width) };
        let mut found = std::mem::take(&mut self.at[next % 3]);
        found.iter_mut().for_each(Layer::clear);
        let mut positions = 0;
        for column in columns {
            self.reach(from % 3, column, limits)?;
            positions += add(&self.reached, Some(&self.seen), &mut found, limits)?;
        }
        let ranks = add(&found, None, &mut self.seen, limits)?;
        self.at[next % 3] = found;
        let layer = positions + std::mem::replace(&mut self.along_rows, ranks * width as u64 - positions);
        self.depth = next;
        Ok(layer)
    }

    /// Adds to the ranks at a distance all that share a file of this column with them.
    fn reach(&mut self, from: usize, column: usize, limits: &Limits) -> Result<(), GaveUp> {
        let Self { frame, rotations, reached, between, at, .. } = self;
        reached.iter_mut().for_each(Layer::clear);
        add(&at[from], None, reached, limits)?;
        let (index, rows) = (&frame.index, &rotations[column]);
        let mut turn = |pieces: &[Rotation], from: &Layer, to: &mut Layer| {
            let [mut source, mut target] = between.each_mut();
            let (last, before) = pieces.split_last().expect("a piece at least");
            for (number, piece) in before.iter().enumerate() {
                target.clear();
                let from = if number == 0 { from } else { &*source };
                rotate(index, from, piece, target, limits)?;
                std::mem::swap(&mut source, &mut target);
            }
            rotate(index, if before.is_empty() { from } else { source }, last, to, limits)
        };
        for (row, [down, _]) in rows.iter().enumerate() {
            let (above, below) = reached.split_at_mut(row + 1);
            turn(down, &above[row], &mut below[0])?;
        }
        for (row, [_, up]) in rows.iter().enumerate().rev() {
            let (above, below) = reached.split_at_mut(row + 1);
            turn(up, &below[0], &mut above[row])?;
        }
        Ok(())
    }

    /// The first `most` positions of the last layer, once all are found.
    pub fn last(&self, most: usize) -> Vec<Arrangement> {
        // Ranks of the last distance, and those before that have positions of it.
        let newest = self.positions(self.depth).filter(|_| self.depth > 0);
        let before =
            self.positions(self.depth.saturating_sub(1)).filter(|(blank, digits)| match self.depth {
                0 => *blank == self.frame.home,
                1 => *blank != self.frame.home,
                _ => self.is_far(*blank, digits),
            });
        let positions = newest.chain(before).take(most);
        positions.map(|(blank, digits)| self.frame.arrangement(blank, &digits)).collect()
    }

    /// Positions of the ranks at one of the last three distances: the cell of the blank, and the digits.
    fn positions(&self, distance: usize) -> impl Iterator<Item = (usize, Vec<u8>)> {
        let width = usize::from(self.frame.lying.width);
        self.at[distance % 3].iter().enumerate().flat_map(move |(row, layer)| {
            layer.bits().flat_map(move |(chunk, _, word, bit)| {
                let digits = self.frame.index.digits(chunk, word, bit, self.frame.is_odd_row(row));
                (0..width).map(move |column| (row * width + column, digits.clone()))
            })
        })
    }

    /// True if no push along the column leads from a position to a rank that is nearer than the last three distances.
    fn is_far(&self, blank: usize, digits: &[u8]) -> bool {
        let Frame { index, lying, .. } = &self.frame;
        let width = usize::from(lying.width);
        let (row, column) = (blank / width, blank % width);
        let is_last = |rows: Vec<usize>, is_down: bool| {
            let mut digits = digits.to_vec();
            rows.into_iter().all(|row| {
                let first = (row - usize::from(is_down)) * width + column;
                for step in 0..width - 1 {
                    exchange(&mut digits, first + if is_down { width - 2 - step } else { step });
                }
                let [chunk, word, bit] = index.numbers(&digits);
                self.at.iter().any(|ranks| ranks[row].contains(chunk, word, bit))
            })
        };
        is_last((0..row).rev().collect(), false) && is_last((row + 1..lying.height.into()).collect(), true)
    }
}

/// Rotation of the `width` elements from `first` on in pieces, after which the permutation is odd or even.
fn pieces(index: &Index, first: usize, width: usize, direction: Direction, mut odd: bool) -> Vec<Rotation> {
    let mut begins: Vec<usize> = (first..first + width - 1).step_by(PIECE - 1).collect();
    if direction == Direction::Down {
        begins.reverse();
    }
    // From the last piece, whose parity is known, to the first.
    let mut pieces = Vec::new();
    for begin in begins {
        let tiles = PIECE.min(first + width - begin);
        pieces.push(Rotation::new(index, begin, tiles, direction, odd));
        odd ^= tiles.is_multiple_of(2);
    }
    pieces.reverse();
    pieces
}

/// Adds the rotated ranks of one row to those of another.
fn rotate(index: &Index, from: &Layer, by: &Rotation, to: &mut Layer, limits: &Limits) -> Result<(), GaveUp> {
    if !from.filled.contains(&true) {
        return Ok(());
    }
    let rotate = |chunk, words: &mut [u64], filled: &mut [bool]| {
        filled[0] |= from.rotate(index, chunk, 0, by, words) && words.iter().any(|&word| word != 0);
        0
    };
    to.change(limits, rotate).map(drop)
}

/// Adds ranks but for those seen, and returns their number.
fn add(ranks: &[Layer], seen: Option<&[Layer]>, to: &mut [Layer], limits: &Limits) -> Result<u64, GaveUp> {
    let add = |(row, to): (usize, &mut Layer)| {
        to.change(limits, |chunk, words, filled| {
            let Some(ranks) = ranks[row].part(chunk, 0) else { return 0 };
            let seen = seen.and_then(|seen| seen[row].part(chunk, 0));
            let mut count = 0;
            for (at, (to, rank)) in words.iter_mut().zip(ranks).enumerate() {
                let fresh = rank & !seen.map_or(0, |seen| seen[at]);
                *to |= fresh;
                count += u64::from(fresh.count_ones());
            }
            filled[0] |= count > 0;
            count
        })
    };
    to.iter_mut().enumerate().map(add).sum()
}
