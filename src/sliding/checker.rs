//! The independent checker: replays a list of moves by the assignment's rules alone.
//!
//! It shares nothing with the engines but the plain types, so that a fault in the packing of positions or in
//! a search cannot hide itself.

use std::error::Error;
use std::fmt::{Display, Formatter, Result as FmtResult};

use crate::taken::Taken;
use crate::text::RawMove;
use crate::tray::{Block, Goal, Size, Slide, Tray};

/// The blocks of a tray on their way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    size: Size,
    taken: Taken,
    /// Height and width of the block whose top-left cell this is, in reading order; `NO_BLOCK` elsewhere.
    anchors: Vec<(u16, u16)>,
}

const NO_BLOCK: (u16, u16) = (0, 0);

/// Why a block cannot make a move. Cells are (row, column).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Impossible {
    /// No block has its top-left cell there.
    NoBlock {
        /// The block that lies over that cell, if one does.
        covered_by: Option<Block>,
    },
    /// Row and column both change.
    NotStraight,
    /// The block would reach past an edge of the tray.
    Outside {
        /// The block before the move.
        block: Block,
        /// The tray.
        size: Size,
    },
    /// A cell on the way is not free.
    Taken {
        /// One such cell.
        cell: (u16, u16),
        /// The block that takes it.
        by: Block,
    },
}

impl Display for Impossible {
    fn fmt(&self, f: &mut Formatter<'_>) -> FmtResult {
        match self {
            Self::NoBlock { covered_by: None } => write!(f, "no block has its top-left cell there"),
            Self::NoBlock { covered_by: Some(block) } => write!(
                f,
                "no block has its top-left cell there; the block over that cell has it at {} {}",
                block.top, block.left
            ),
            Self::NotStraight => write!(f, "it changes both the row and the column"),
            Self::Outside { block: Block { height, width, .. }, size } => write!(
                f,
                "the block of {height} by {width} cells would leave the tray of {} rows and {} columns",
                size.height, size.width
            ),
            Self::Taken { cell: (row, column), by } => {
                write!(f, "the cell at row {row}, column {column} is taken by the block {by}")
            }
        }
    }
}

impl Error for Impossible {}

impl Position {
    /// The position in which a tray starts.
    #[must_use]
    pub fn new(tray: &Tray) -> Self {
        let size = tray.size();
        let anchors = vec![NO_BLOCK; size.cells()];
        let mut position = Self { size, taken: Taken::none(size), anchors };
        for &block in tray.blocks() {
            position.put(block);
        }
        position
    }

    /// Makes one move, or leaves the position as it is.
    ///
    /// # Errors
    /// What stands in the way.
    #[inline]
    pub fn apply(&mut self, step: RawMove) -> Result<(), Impossible> {
        let Some(block) = self.anchored_at(step.from) else {
            return Err(Impossible::NoBlock { covered_by: self.covering(step.from) });
        };
        let (row, column) = step.to;
        if row != u32::from(block.top) && column != u32::from(block.left) {
            return Err(Impossible::NotStraight);
        }
        // Corners saturate far outside any tray, so the last row and column need more than 32 bits.
        if u64::from(row) + u64::from(block.height) > u64::from(self.size.height)
            || u64::from(column) + u64::from(block.width) > u64::from(self.size.width)
        {
            return Err(Impossible::Outside { block, size: self.size });
        }
        let moved = Block { top: row as u16, left: column as u16, ..block };
        let (Some(front), Some(rear)) = (entered(block, moved), entered(moved, block)) else {
            return Ok(());
        };
        if let Some(cell) = self.taken.first_within(front) {
            let by = self.covering((cell.0.into(), cell.1.into())).unwrap_or(block);
            return Err(Impossible::Taken { cell, by });
        }
        if front.cells() <= block.cells() {
            // What the block has before and after stays as it is.
            self.taken.flip(rear);
            self.taken.flip(front);
        } else {
            self.taken.flip(block);
            self.taken.flip(moved);
        }
        let (old, new) = (self.cell(block.top, block.left), self.cell(moved.top, moved.left));
        self.anchors[old] = NO_BLOCK;
        self.anchors[new] = block.shape();
        Ok(())
    }

    /// Whether every goal block has a block with exactly its corners.
    #[must_use]
    pub fn meets(&self, goal: &Goal) -> bool {
        self.first_unmet(goal).is_none()
    }

    /// The first goal block without a block on exactly its corners.
    #[must_use]
    pub fn first_unmet(&self, goal: &Goal) -> Option<Block> {
        let met = |block: &Block| self.anchored_at((block.top.into(), block.left.into())) == Some(*block);
        goal.blocks().iter().find(|block| !met(block)).copied()
    }

    /// The blocks where they stand now, in reading order of their top-left cells.
    pub fn blocks(&self) -> impl Iterator<Item = Block> {
        let width = usize::from(self.size.width);
        let anchors = self.anchors.iter().enumerate().filter(|(_, shape)| **shape != NO_BLOCK);
        anchors.map(move |(cell, &shape)| Block {
            top: (cell / width) as u16,
            left: (cell % width) as u16,
            height: shape.0,
            width: shape.1,
        })
    }

    fn put(&mut self, block: Block) {
        let cell = self.cell(block.top, block.left);
        self.anchors[cell] = block.shape();
        self.taken.flip(block);
    }

    fn cell(&self, row: u16, column: u16) -> usize {
        usize::from(row) * usize::from(self.size.width) + usize::from(column)
    }

    #[inline]
    fn anchored_at(&self, (row, column): (u32, u32)) -> Option<Block> {
        if row >= u32::from(self.size.height) || column >= u32::from(self.size.width) {
            return None;
        }
        let (top, left) = (row as u16, column as u16);
        let shape = self.anchors[self.cell(top, left)];
        (shape != NO_BLOCK).then_some(Block { top, left, height: shape.0, width: shape.1 })
    }

    /// The block over a cell, by looking at every block: only sentences ask.
    #[cold]
    fn covering(&self, (row, column): (u32, u32)) -> Option<Block> {
        let cell = (u16::try_from(row).ok()?, u16::try_from(column).ok()?);
        self.blocks().find(|block| block.covers(cell))
    }
}

/// The cells that a straight move sweeps, without those the block has already; none when it stays.
fn entered(old: Block, new: Block) -> Option<Block> {
    let (up, down) = (old.top.saturating_sub(new.top), new.top.saturating_sub(old.top));
    let (left, right) = (old.left.saturating_sub(new.left), new.left.saturating_sub(old.left));
    if up > 0 {
        Some(Block { height: up, ..new })
    } else if down > 0 {
        Some(Block { top: old.top + old.height, height: down, ..old })
    } else if left > 0 {
        Some(Block { width: left, ..new })
    } else if right > 0 {
        Some(Block { left: old.left + old.width, width: right, ..old })
    } else {
        None
    }
}

/// Why a list of moves is no solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// A move cannot be made.
    Move {
        /// Its place in the list, counted from 1.
        number: u64,
        /// The move.
        slide: Slide,
        /// What stands in the way.
        reason: Impossible,
    },
    /// Every move is possible, and a goal block has no block on its corners at the end.
    Goal {
        /// The first such goal block.
        unmet: Block,
    },
}

impl Display for Refusal {
    fn fmt(&self, f: &mut Formatter<'_>) -> FmtResult {
        match self {
            Self::Move { number, slide, reason } => {
                write!(f, "move {number} ({slide}) is impossible: {reason}")
            }
            Self::Goal { unmet } => {
                write!(f, "no block stands on the goal's corners {unmet} after the last move")
            }
        }
    }
}

impl Error for Refusal {}

/// Replays a solution before it is given out.
///
/// # Errors
/// The first impossible move, or the first goal block that is not met at the end.
pub fn verify(tray: &Tray, goal: &Goal, slides: impl IntoIterator<Item = Slide>) -> Result<(), Refusal> {
    let mut position = Position::new(tray);
    for (slide, number) in slides.into_iter().zip(1..) {
        position.apply(slide.into()).map_err(|reason| Refusal::Move { number, slide, reason })?;
    }
    position.first_unmet(goal).map_or(Ok(()), |unmet| Err(Refusal::Goal { unmet }))
}

#[cfg(test)]
mod tests;
