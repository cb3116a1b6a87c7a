//! The number of boards of pieces of any shape, counted cell by cell.
//!
//! ```text
//!   a a . b      the frontier: what the next cell x can touch, and the cells after it
//!   a c[c b      labels   c x c b ──▶ 1 0 1 2     a column each, numbered as they come, 0 where the cell is empty
//!   a]x          apart    b|c                     pairs that have touched, and so are two pieces whatever comes
//! ```
//!
//! The next cell is empty, begins a piece, or belongs to the piece above, to that on the left, or to both, which become
//! one unless they have touched as two. So each board is one path, and equal frontiers are counted together: the transfer
//! matrix of lattice counting, with the pieces that have touched as part of the state.

use traybit_core::search::counting::{Count, Unfinished, count};
use traybit_core::search::limits::Limits;
use traybit_core::search::staged::{StageExpander, Staged, Successor};

use crate::universe::Ground;

/// Maximum number of cells of the shorter side of a tray of 128 cells.
const WIDEST: u16 = 11;
/// Bits of a label, and of all labels.
const LABEL: u32 = 4;
const LABELS: u32 = LABEL * WIDEST as u32;
/// The label of a piece that begins, until all are numbered.
const NEW: u8 = WIDEST as u8 + 1;

/// Counts the boards of a tray.
///
/// # Errors
/// When a limit is reached, or when the number has more than 8,192 bits.
pub fn count_boards(Ground { size, open }: Ground, limits: &Limits) -> Result<Count, Unfinished> {
    let (rows, columns) = (size.height.max(size.width), size.height.min(size.width));
    let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    let is_open = |(row, column)| {
        let cell = if size.width <= size.height { (row, column) } else { (column, row) };
        open >> size.number(cell) & 1 == 1
    };
    let frontiers = Frontiers { width: columns.into(), open: cells.map(is_open).collect() };
    count::<u128>(&frontiers, limits, None)
}

/// The frontiers of a tray, its rows along the shorter side.
struct Frontiers {
    width: usize,
    /// True for open cells, in the order in which they are decided.
    open: Vec<bool>,
}

/// A frontier.
#[derive(Clone)]
struct Frontier {
    /// Label of each column; 0 where the cell is empty.
    labels: [u8; WIDEST as usize],
    /// Set of labels that each label has touched.
    apart: [u16; NEW as usize + 1],
}

impl Frontiers {
    fn unpack(&self, state: u128) -> Frontier {
        let mut frontier = Frontier { labels: [0; _], apart: [0; _] };
        for (column, label) in (0..).zip(&mut frontier.labels[..self.width]) {
            *label = (state >> (LABEL * column)) as u8 & 0xf;
        }
        for (pair, (low, high)) in (0..).zip(pairs(self.width as u8)) {
            if state >> (LABELS + pair) & 1 == 1 {
                frontier.touch(low, high);
            }
        }
        frontier
    }

    /// The frontier with its labels numbered as they come; those that it has no more are forgotten.
    fn pack(&self, frontier: &Frontier) -> u128 {
        // The old label of each number.
        let mut old = [0u8; WIDEST as usize + 1];
        let (mut state, mut count) = (0, 0);
        for (column, &label) in (0..).zip(&frontier.labels[..self.width]).filter(|(_, label)| **label > 0) {
            let number = (1..=count).find(|&number| old[usize::from(number)] == label).unwrap_or(count + 1);
            old[usize::from(number)] = label;
            count = count.max(number);
            state |= u128::from(number) << (LABEL * column);
        }
        for (pair, (low, high)) in (0..).zip(pairs(count)) {
            if frontier.are_apart(old[usize::from(low)], old[usize::from(high)]) {
                state |= 1 << (LABELS + pair);
            }
        }
        state
    }
}

/// Pairs of labels up to one, those with lower ones first.
fn pairs(last: u8) -> impl Iterator<Item = (u8, u8)> {
    (2..=last).flat_map(|high| (1..high).map(move |low| (low, high)))
}

impl Frontier {
    fn are_apart(&self, one: u8, other: u8) -> bool {
        self.apart[usize::from(one)] >> other & 1 == 1
    }

    /// Notes that two pieces have touched; nothing touches an empty cell.
    fn touch(&mut self, one: u8, other: u8) {
        if one != other && one > 0 && other > 0 {
            self.apart[usize::from(one)] |= 1 << other;
            self.apart[usize::from(other)] |= 1 << one;
        }
    }

    /// Visits the frontiers after the next cell, which has a piece with this label on its left.
    fn after(&self, column: usize, left: u8, mut visit: impl FnMut(Self)) {
        let above = self.labels[column];
        let mut put = |label: u8, mut next: Self| {
            next.labels[column] = label;
            next.touch(label, left);
            next.touch(label, above);
            visit(next);
        };
        put(0, self.clone());
        put(NEW, self.clone());
        if above > 0 {
            put(above, self.clone());
        }
        if left > 0 && left != above {
            put(left, self.clone());
            if above > 0 && !self.are_apart(left, above) {
                let mut joined = self.clone();
                let apart = (1..=NEW).filter(|&label| self.are_apart(above, label));
                apart.for_each(|label| joined.touch(left, label));
                joined.labels.iter_mut().filter(|label| **label == above).for_each(|label| *label = left);
                put(left, joined);
            }
        }
    }
}

impl Staged<u128> for Frontiers {
    fn last(&self) -> usize {
        self.open.len()
    }

    fn start(&self) -> Option<(usize, u128)> {
        Some((0, 0))
    }

    fn expander(&self) -> Box<dyn StageExpander<u128> + '_> {
        Box::new(self)
    }
}

impl StageExpander<u128> for &Frontiers {
    fn expand(&mut self, stage: usize, states: &[u128], successors: &mut Vec<Successor<u128>>) {
        let column = stage % self.width;
        for (parent, &state) in (0..).zip(states) {
            let (mut frontier, first) = (self.unpack(state), successors.len());
            let mut push = |next: Frontier| {
                let (state, step) = (self.pack(&next), (successors.len() - first) as u32);
                successors.push(Successor { state, parent, stage: stage as u32 + 1, step });
            };
            if self.open[stage] {
                let left = if column > 0 { frontier.labels[column - 1] } else { 0 };
                frontier.after(column, left, push);
            } else {
                frontier.labels[column] = 0;
                push(frontier);
            }
        }
    }
}
