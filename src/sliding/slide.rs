//! Moves as lists have them: one block slides along one straight line.

use std::fmt::{Display, Formatter, Result as FmtResult};

use crate::puzzle::Cell;

/// A straight move of one block: its anchor before and after.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Slide {
    /// Anchor before the move.
    pub from: Cell,
    /// Anchor after the move.
    pub to: Cell,
}

/// A line of a list of moves: row and column before, row and column after.
impl Display for Slide {
    fn fmt(&self, f: &mut Formatter<'_>) -> FmtResult {
        write!(f, "{} {} {} {}", self.from.0, self.from.1, self.to.0, self.to.1)
    }
}

/// A line of a list of moves that nobody has judged: rows and columns of any size, saturated at `u32::MAX`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RawMove {
    /// Row and column of the block's anchor before the move.
    pub from: (u32, u32),
    /// Row and column after the move.
    pub to: (u32, u32),
}

impl From<Slide> for RawMove {
    fn from(slide: Slide) -> Self {
        let wide = |(row, column): Cell| (u32::from(row), u32::from(column));
        Self { from: wide(slide.from), to: wide(slide.to) }
    }
}

/// The line as it was read; of a saturated number no more is known than that no tray is that large.
impl Display for RawMove {
    fn fmt(&self, f: &mut Formatter<'_>) -> FmtResult {
        let shown = |number: u32| match number {
            u32::MAX => "(a number past every tray)".to_owned(),
            _ => number.to_string(),
        };
        let [row, column, to_row, to_column] = [self.from.0, self.from.1, self.to.0, self.to.1].map(shown);
        write!(f, "{row} {column} {to_row} {to_column}")
    }
}
