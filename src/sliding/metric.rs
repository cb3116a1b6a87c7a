//! Metrics: units in which the length of a solution is counted.

use std::fmt;

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

impl fmt::Display for Metric {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
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
