//! Metrics, the units in which the length of a solution is counted; moves of blocks, packed and as they stand in lists; and the
//! length of a list in every metric.

use std::fmt;

use crate::Cell;
use traybit_core::space::Move;

/// The unit in which a solution's length is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Metric {
    /// One block moves one cell.
    Step,
    /// One block moves along one straight line, any number of cells: the assignment's move.
    #[default]
    Slide,
    /// One block moves along any path through free cells.
    Path,
}

impl Metric {
    /// The unit's name, as options and reports write it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Step => "step",
            Self::Slide => "slide",
            Self::Path => "path",
        }
    }
}

/// A move of one block: its class, its anchor before and its anchor after.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shift {
    /// Index of the block's class.
    pub class: u16,
    /// The anchor before.
    pub from: u16,
    /// The anchor after.
    pub to: u16,
}

/// Packs the three numbers of 16 bits, one above another.
impl From<Shift> for Move {
    #[inline(always)]
    fn from(Shift { class, from, to }: Shift) -> Self {
        Self(u64::from(class) << 32 | u64::from(from) << 16 | u64::from(to))
    }
}

impl From<Move> for Shift {
    #[inline(always)]
    fn from(Move(code): Move) -> Self {
        Self { class: (code >> 32) as u16, from: (code >> 16) as u16, to: code as u16 }
    }
}

impl Shift {
    /// The move that undoes this one.
    #[must_use]
    pub fn reversed(self) -> Self {
        Self { class: self.class, from: self.to, to: self.from }
    }
}

/// A straight move of one block, not necessarily possible: rows and columns of any size, saturated at `u32::MAX`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Slide {
    /// Row and column of the block's anchor before the move.
    pub from: (u32, u32),
    /// Row and column after the move.
    pub to: (u32, u32),
}

impl Slide {
    /// A move from one cell to another.
    pub fn new(from: Cell, to: Cell) -> Self {
        let wide = |(row, column): Cell| (u32::from(row), u32::from(column));
        Self { from: wide(from), to: wide(to) }
    }
}

/// Line of a list of moves; a saturated number is only known to be past every tray.
impl fmt::Display for Slide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = |number: u32| match number {
            u32::MAX => "(a number past every tray)".to_owned(),
            _ => number.to_string(),
        };
        let [row, column, to_row, to_column] = [self.from.0, self.from.1, self.to.0, self.to.1].map(shown);
        write!(f, "{row} {column} {to_row} {to_column}")
    }
}

/// The length of a list of moves: consecutive moves of one block make one path move. Moves of zero cells count in no metric.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Cells moved, over all blocks.
    pub steps: u64,
    /// Moves.
    pub slides: u64,
    /// Runs of moves of one block.
    pub paths: u64,
    /// Anchor of the block that moved last.
    pub(crate) last: Option<(u32, u32)>,
}

impl Counts {
    /// The length of a whole list.
    pub fn of(slides: &[Slide]) -> Self {
        let mut counts = Self::default();
        for &slide in slides {
            counts.add(slide);
        }
        counts
    }

    /// Counts one more move, which must be possible after those before it.
    pub fn add(&mut self, Slide { from, to }: Slide) {
        let cells = from.0.abs_diff(to.0) + from.1.abs_diff(to.1);
        if cells == 0 {
            return;
        }
        self.steps += u64::from(cells);
        self.slides += 1;
        self.paths += u64::from(self.last != Some(from));
        self.last = Some(to);
    }

    /// The length in one metric.
    pub fn moves_in(&self, metric: Metric) -> u64 {
        match metric {
            Metric::Step => self.steps,
            Metric::Slide => self.slides,
            Metric::Path => self.paths,
        }
    }
}
