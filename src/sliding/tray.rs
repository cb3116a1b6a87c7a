//! Trays, goals and moves as the assignment states them: plain corners, checked once and then trusted.
//!
//! Nothing here knows how an engine packs a position. A [`Tray`] or a [`Goal`] that exists is valid, so no
//! later code has to ask again.

use std::fmt::{Display, Formatter, Result as FmtResult};

pub use crate::placing::Misplaced;
use crate::placing::Placing;
pub use traybit_core::grid::{LONGEST_SIDE, Size};

/// A rectangle of cells: its top-left cell, counted from 0, and its height and width in cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Block {
    /// Top row.
    pub top: u16,
    /// Left column.
    pub left: u16,
    /// Rows taken.
    pub height: u16,
    /// Columns taken.
    pub width: u16,
}

impl Block {
    /// The lowest row taken.
    #[must_use]
    pub fn bottom(self) -> u16 {
        (self.top + self.height).saturating_sub(1)
    }

    /// The rightmost column taken.
    #[must_use]
    pub fn right(self) -> u16 {
        (self.left + self.width).saturating_sub(1)
    }

    /// Height and width: blocks of equal shape are interchangeable.
    #[must_use]
    pub fn shape(self) -> (u16, u16) {
        (self.height, self.width)
    }

    /// Whether the block takes a cell, given as (row, column).
    #[must_use]
    pub fn covers(self, (row, column): (u16, u16)) -> bool {
        (self.top..=self.bottom()).contains(&row) && (self.left..=self.right()).contains(&column)
    }

    /// The number of cells taken.
    #[must_use]
    pub fn cells(self) -> usize {
        usize::from(self.height) * usize::from(self.width)
    }
}

/// One line of a tray or goal file: top row, left column, bottom row, right column.
impl Display for Block {
    fn fmt(&self, f: &mut Formatter<'_>) -> FmtResult {
        write!(f, "{} {} {} {}", self.top, self.left, self.bottom(), self.right())
    }
}

/// A block slides along one straight line: its top-left cell before and after, as (row, column).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Slide {
    /// Top-left cell before the move.
    pub from: (u16, u16),
    /// Top-left cell after the move.
    pub to: (u16, u16),
}

/// One line of a list of moves: row and column before, row and column after.
impl Display for Slide {
    fn fmt(&self, f: &mut Formatter<'_>) -> FmtResult {
        write!(f, "{} {} {} {}", self.from.0, self.from.1, self.to.0, self.to.1)
    }
}

/// A valid tray: every block inside it, no two overlapping.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tray {
    size: Size,
    blocks: Vec<Block>,
}

impl Tray {
    /// A tray of the given blocks, which keep their order.
    ///
    /// # Errors
    /// The first fault in the order of the blocks.
    pub fn new(size: Size, blocks: Vec<Block>) -> Result<Self, Misplaced> {
        Placing::of(size, blocks).map(Self::from)
    }

    /// Height and width.
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// The blocks in the order of the file.
    #[must_use]
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// The number of cells that no block takes.
    #[must_use]
    pub fn free_cells(&self) -> usize {
        self.size.cells() - self.blocks.iter().map(|block| block.cells()).sum::<usize>()
    }
}

impl From<Placing> for Tray {
    fn from(placing: Placing) -> Self {
        Self { size: placing.size(), blocks: placing.into_blocks() }
    }
}

/// The tray file: a line `HEIGHT WIDTH`, then a line for each block.
impl Display for Tray {
    fn fmt(&self, f: &mut Formatter<'_>) -> FmtResult {
        writeln!(f, "{} {}", self.size.height, self.size.width)?;
        self.blocks.iter().try_for_each(|block| writeln!(f, "{block}"))
    }
}

/// A valid goal: blocks that must stand somewhere at the end, no two overlapping.
/// The default has none and is met by every position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Goal {
    blocks: Vec<Block>,
}

impl Goal {
    /// A goal for trays of the given size. Without blocks it is met by every position.
    ///
    /// # Errors
    /// The first fault in the order of the blocks.
    pub fn new(size: Size, blocks: Vec<Block>) -> Result<Self, Misplaced> {
        Placing::of(size, blocks).map(Self::from)
    }

    /// The blocks in the order of the file.
    #[must_use]
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }
}

impl From<Placing> for Goal {
    fn from(placing: Placing) -> Self {
        Self { blocks: placing.into_blocks() }
    }
}

/// The goal file: a line for each block.
impl Display for Goal {
    fn fmt(&self, f: &mut Formatter<'_>) -> FmtResult {
        self.blocks.iter().try_for_each(|block| writeln!(f, "{block}"))
    }
}

#[cfg(test)]
mod tests {
    use super::{Block, Goal, Size, Slide, Tray};

    const SIZE: Size = Size { height: 3, width: 4 };

    fn block(top: u16, left: u16, height: u16, width: u16) -> Block {
        Block { top, left, height, width }
    }

    #[test]
    fn corners_are_inclusive() {
        let b = block(1, 2, 2, 1);
        assert_eq!((b.bottom(), b.right(), b.shape(), b.cells()), (2, 2, (2, 1), 2));
        let far = block(255, 255, 1, 1);
        assert_eq!((far.bottom(), far.right()), (255, 255));
    }

    #[test]
    fn files_are_written_as_the_contract_states() {
        let blocks = vec![block(1, 2, 2, 1), block(0, 0, 1, 2)];
        let tray = Tray::new(SIZE, blocks.clone()).unwrap();
        assert_eq!(tray.to_string(), "3 4\n1 2 2 2\n0 0 0 1\n");
        assert_eq!((tray.blocks(), tray.free_cells()), (&blocks[..], 8));
        assert_eq!(Goal::new(SIZE, blocks).unwrap().to_string(), "1 2 2 2\n0 0 0 1\n");
        assert_eq!(Slide { from: (1, 2), to: (0, 2) }.to_string(), "1 2 0 2");
    }
}
