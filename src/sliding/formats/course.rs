//! CS 61B's pair of files: a tray of rectangles, and a goal. Corners are plain numbers, validated once and then trusted.

mod convert;
mod read;

use std::error::Error;
use std::fmt::{Display, Formatter, Result as FmtResult};

pub use crate::formats::course::convert::{puzzle, write};
pub use crate::formats::course::read::{read_goal, read_tray};
use crate::puzzle::Placing;
use crate::puzzle::{Cell, fits};
use traybit_core::grid::{LONGEST_SIDE, Size};
use traybit_core::shape::Shape;

/// A rectangle of cells: its top-left cell, counted from 0, and its height and width in cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Block {
    /// Top row.
    pub top: u16,
    /// Left column.
    pub left: u16,
    /// Number of rows.
    pub height: u16,
    /// Number of columns.
    pub width: u16,
}

impl Block {
    /// Its lowest row.
    #[must_use]
    pub fn bottom(self) -> u16 {
        (self.top + self.height).saturating_sub(1)
    }

    /// Its rightmost column.
    #[must_use]
    pub fn right(self) -> u16 {
        (self.left + self.width).saturating_sub(1)
    }

    /// Its height and width: blocks of equal shape are interchangeable.
    #[must_use]
    pub fn shape(self) -> (u16, u16) {
        (self.height, self.width)
    }

    /// Its shape, without its place.
    fn shape_of(self) -> Shape {
        Shape::rectangle(self.height, self.width)
    }

    /// True if it covers a cell.
    #[must_use]
    pub fn covers(self, (row, column): Cell) -> bool {
        (self.top..=self.bottom()).contains(&row) && (self.left..=self.right()).contains(&column)
    }

    /// Its cells in reading order.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        let columns = move |row| (self.left..self.left + self.width).map(move |column| (row, column));
        (self.top..self.top + self.height).flat_map(columns)
    }
}

/// One line of a tray or goal file: top row, left column, bottom row, right column.
impl Display for Block {
    fn fmt(&self, f: &mut Formatter<'_>) -> FmtResult {
        write!(f, "{} {} {} {}", self.top, self.left, self.bottom(), self.right())
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
    /// The first misplaced block.
    pub fn new(size: Size, blocks: Vec<Block>) -> Result<Self, Misplaced> {
        Ok(Self { size, blocks: Blocks::of(size, blocks)? })
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
    /// The first misplaced block.
    pub fn new(size: Size, blocks: Vec<Block>) -> Result<Self, Misplaced> {
        Ok(Self { blocks: Blocks::of(size, blocks)? })
    }

    /// The blocks in the order of the file.
    #[must_use]
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }
}

/// The goal file: a line for each block.
impl Display for Goal {
    fn fmt(&self, f: &mut Formatter<'_>) -> FmtResult {
        self.blocks.iter().try_for_each(|block| writeln!(f, "{block}"))
    }
}

/// Reason why blocks do not make a tray or a goal. Blocks are given by their index in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misplaced {
    /// A side of the tray is 0 or longer than 256 cells.
    Size(Size),
    /// The block has no cells: its bottom-right corner lies above or left of its top-left one.
    Reversed(usize),
    /// A block reaches past the lowest row or the rightmost column.
    Outside {
        /// The block.
        block: usize,
        /// Size of the tray.
        size: Size,
    },
    /// A block covers a cell that an earlier block covers.
    Overlap {
        /// The block.
        block: usize,
        /// The earlier block.
        earlier: usize,
        /// The first such cell.
        cell: Cell,
    },
}

impl Display for Misplaced {
    fn fmt(&self, f: &mut Formatter<'_>) -> FmtResult {
        match *self {
            Self::Size(Size { height, width }) => {
                write!(f, "a tray measures 1 to {LONGEST_SIDE} cells either way, not {height} by {width}")
            }
            Self::Reversed(block) => write!(f, "block {block} has no cells"),
            Self::Outside { block, size: Size { height, width } } => {
                write!(f, "block {block} lies outside the tray of {height} rows and {width} columns")
            }
            Self::Overlap { block, earlier, cell: (row, column) } => {
                write!(f, "block {block} overlaps block {earlier} at row {row}, column {column}")
            }
        }
    }
}

impl Error for Misplaced {}

/// The blocks of a file so far, none overlapping; refuses the first that does not fit.
struct Blocks {
    size: Size,
    placing: Placing,
    read: Vec<Block>,
}

impl Blocks {
    /// An empty tray; [`Misplaced::Size`] when a side is 0 or longer than 256 cells.
    fn new(size: Size) -> Result<Self, Misplaced> {
        if !size.is_allowed() {
            return Err(Misplaced::Size(size));
        }
        Ok(Self { size, placing: Placing::new(size), read: Vec::new() })
    }

    /// All the given blocks, or the first misplaced one.
    fn of(size: Size, blocks: Vec<Block>) -> Result<Vec<Block>, Misplaced> {
        let mut placed = Self::new(size)?;
        blocks.into_iter().try_for_each(|block| placed.place(block))?;
        Ok(placed.read)
    }

    /// Adds a block. Nothing may be added after one that was refused.
    fn place(&mut self, block: Block) -> Result<(), Misplaced> {
        let number = self.read.len();
        if block.height == 0 || block.width == 0 {
            return Err(Misplaced::Reversed(number));
        }
        if !fits(self.size, &block.shape_of(), (block.top, block.left)) {
            return Err(Misplaced::Outside { block: number, size: self.size });
        }
        for cell in block.cells() {
            let overlap = |earlier| Misplaced::Overlap { block: number, earlier, cell };
            self.placing.cover(cell, number).map_err(overlap)?;
        }
        self.read.push(block);
        Ok(())
    }
}
