//! The checker: replays a list of moves by the rules alone.
//!
//! It shares nothing with the engine but the plain puzzle, so that an error in the packing of positions or in a search
//! cannot hide itself. A block steps where the cells of its front, those that the step newly covers, are free.

use std::collections::HashMap;
use std::fmt::{Display, Formatter, Result as FmtResult};

use crate::puzzle::{Cell, Floor, Puzzle, Target};
use crate::slide::{RawMove, Slide};
use traybit_core::shape::Shape;

/// The blocks of a puzzle while moves are made.
#[derive(Clone, Debug)]
pub struct Checker<'a> {
    puzzle: &'a Puzzle,
    /// One more than the index of the block that covers each cell; 0 for none.
    covering: Vec<u32>,
    /// Each block's anchor.
    anchors: Vec<Cell>,
    /// Fronts of each shape of a block, and the shape of each block.
    fronts: Vec<[Front; 4]>,
    shape_of: Vec<usize>,
}

/// Directions as rows and columns of one step; of two opposite ones the indices add up to 3.
const DIRECTIONS: [(i32, i32); 4] = [(-1, 0), (0, -1), (0, 1), (1, 0)];

/// Cells that a step newly covers, as rows and columns from the anchor before it.
type Front = Box<[(i32, i32)]>;

/// Name of a block in messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockName {
    /// The name that its author gave it.
    Given(char),
    /// Rows and columns of its top-left and bottom-right cells.
    Corners(Cell, Cell),
}

impl Display for BlockName {
    fn fmt(&self, f: &mut Formatter<'_>) -> FmtResult {
        match self {
            Self::Given(name) => write!(f, "block {name}"),
            Self::Corners((top, left), (bottom, right)) => {
                write!(f, "the block {top} {left} {bottom} {right}")
            }
        }
    }
}

/// Reason why a block cannot make a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Impossible {
    /// No block has its anchor there.
    NoBlock {
        /// The block over that cell, and its anchor.
        covered_by: Option<(BlockName, Cell)>,
    },
    /// Row and column both change.
    NotStraight,
    /// The block does not move along that line.
    NotFree(BlockName),
    /// The block would reach past an edge of the tray.
    Outside(BlockName),
    /// A cell on the way is a wall.
    Wall {
        /// The block.
        block: BlockName,
        /// The cell.
        cell: Cell,
    },
    /// A cell on the way is a gate that does not admit the block.
    Gate {
        /// The block.
        block: BlockName,
        /// The cell.
        cell: Cell,
    },
    /// A cell on the way is covered by another block.
    Covered {
        /// The block.
        block: BlockName,
        /// The cell.
        cell: Cell,
        /// The other block.
        by: BlockName,
    },
}

impl Display for Impossible {
    fn fmt(&self, f: &mut Formatter<'_>) -> FmtResult {
        match self {
            Self::NoBlock { covered_by: None } => {
                f.write_str("no block has its first cell (the leftmost of its top row) there")
            }
            Self::NoBlock { covered_by: Some((block, (row, column))) } => {
                write!(
                    f,
                    "no block has its first cell there; {block}, over that cell, has it at {row} {column}"
                )
            }
            Self::NotStraight => f.write_str("it changes both the row and the column"),
            Self::NotFree(block) => write!(f, "{block} does not move that way"),
            Self::Outside(block) => write!(f, "{block} would leave the tray"),
            Self::Wall { block, cell: (row, column) } => {
                write!(f, "{block} would meet the wall at row {row}, column {column}")
            }
            Self::Gate { block, cell: (row, column) } => {
                write!(f, "the gate at row {row}, column {column} does not admit {block}")
            }
            Self::Covered { block, cell: (row, column), by } => {
                write!(f, "{block} would meet {by} at row {row}, column {column}")
            }
        }
    }
}

impl std::error::Error for Impossible {}

impl Puzzle {
    /// The start, to make moves from.
    #[must_use]
    pub fn begin(&self) -> Checker<'_> {
        Checker::new(self)
    }

    /// Checks a solution.
    ///
    /// # Errors
    /// The first impossible move, or the goal that does not hold after the last one, as a sentence.
    pub fn verify(&self, slides: &[Slide]) -> Result<(), String> {
        let mut checker = self.begin();
        for (slide, number) in slides.iter().zip(1..) {
            let reason = checker.apply(RawMove::from(*slide));
            reason.map_err(|reason| format!("move {number} ({slide}) is impossible: {reason}"))?;
        }
        checker.missing().map_or(Ok(()), |missing| Err(format!("after the last move {missing}")))
    }
}

impl<'a> Checker<'a> {
    /// The start of a puzzle.
    #[must_use]
    pub fn new(puzzle: &'a Puzzle) -> Self {
        let mut numbers: HashMap<&Shape, usize> = HashMap::new();
        let mut checker = Self {
            puzzle,
            covering: vec![0; puzzle.size.cells()],
            anchors: puzzle.blocks.iter().map(|block| block.anchor).collect(),
            fronts: Vec::new(),
            shape_of: Vec::with_capacity(puzzle.blocks.len()),
        };
        for (block, number) in puzzle.blocks.iter().zip(1..) {
            for cell in block.shape.cells_at(block.anchor) {
                let index = checker.index(cell);
                checker.covering[index] = number;
            }
            let shape = *numbers.entry(&block.shape).or_insert(checker.fronts.len());
            if shape == checker.fronts.len() {
                checker.fronts.push(DIRECTIONS.map(|direction| front(&block.shape, direction)));
            }
            checker.shape_of.push(shape);
        }
        checker
    }

    /// Makes one move, or leaves everything as it is.
    ///
    /// # Errors
    /// The reason why the move is impossible.
    #[inline]
    pub fn apply(&mut self, step: RawMove) -> Result<(), Impossible> {
        let block = self.anchored_at(step.from)?;
        let (down, right) = (difference(step.from.0, step.to.0), difference(step.from.1, step.to.1));
        if down != 0 && right != 0 {
            return Err(Impossible::NotStraight);
        }
        let direction = match (down.signum(), right.signum()) {
            (-1, _) => 0,
            (_, -1) => 1,
            (_, 1) => 2,
            (1, _) => 3,
            _ => return Ok(()),
        };
        if !self.puzzle.blocks[block].freedom.allows(DIRECTIONS[direction]) {
            return Err(Impossible::NotFree(self.name(block)));
        }
        let fronts = &self.fronts[self.shape_of[block]];
        let length = down.abs().max(right.abs());
        for at in self.anchors_on(block, direction).take(length as usize) {
            for &offset in &fronts[direction] {
                self.enter(block, at, offset)?;
            }
        }
        // What a step frees is what the step back would newly cover.
        let covering = block as u32 + 1;
        let ahead = DIRECTIONS[direction];
        for at in self.anchors_on(block, direction).take(length as usize) {
            for (front, covering) in [(&fronts[3 - direction], 0), (&fronts[direction], covering)] {
                let at = if covering == 0 { (at.0 + ahead.0, at.1 + ahead.1) } else { at };
                for offset in front {
                    let cell = ((at.0 + offset.0) as u16, (at.1 + offset.1) as u16);
                    let index =
                        usize::from(cell.0) * usize::from(self.puzzle.size.width) + usize::from(cell.1);
                    self.covering[index] = covering;
                }
            }
        }
        self.anchors[block] = (step.to.0 as u16, step.to.1 as u16);
        Ok(())
    }

    /// Whether some goal holds; where nothing is asked there is none.
    #[must_use]
    pub fn is_solved(&self) -> bool {
        (0..self.puzzle.goals.len()).any(|goal| self.unmet(goal).is_none())
    }

    /// The missing part of the goal, as a sentence that follows "but"; none when it holds.
    #[must_use]
    pub fn missing(&self) -> Option<String> {
        match self.puzzle.goals.len() {
            _ if self.is_solved() => None,
            0 => Some("there is no goal to be met".to_owned()),
            1 => self.unmet(0),
            goals => Some(format!("none of the {goals} goals holds")),
        }
    }

    /// Each block's anchor.
    #[must_use]
    pub fn anchors(&self) -> &[Cell] {
        &self.anchors
    }

    /// The first block that is not where a goal asks for it, as a sentence.
    fn unmet(&self, goal: usize) -> Option<String> {
        let target = self.puzzle.goals[goal].iter().find(|target| !self.holds(target)).copied();
        let target = target.map(|Target { block, anchor }| {
            (&self.puzzle.blocks[block].shape, anchor, self.puzzle.blocks[block].name)
        });
        let lacking = || self.puzzle.lacking.iter().find(|lacking| lacking.goal == goal);
        let (shape, (row, column), name) =
            target.or_else(|| lacking().map(|lacking| (&lacking.shape, lacking.anchor, '?')))?;
        if self.puzzle.named {
            return Some(format!("no block like {name} has its first cell at row {row}, column {column}"));
        }
        let (bottom, right) = (row + shape.height() - 1, column + shape.width() - 1);
        Some(format!("no block stands on the goal's corners {row} {column} {bottom} {right}"))
    }

    fn holds(&self, target: &Target) -> bool {
        let Some(there) = self.covering[self.index(target.anchor)].checked_sub(1) else { return false };
        let there = there as usize;
        let [block, wanted] = [there, target.block].map(|block| &self.puzzle.blocks[block]);
        self.anchors[there] == target.anchor && self.puzzle.are_equal(block, wanted)
    }

    fn anchored_at(&self, (row, column): (u32, u32)) -> Result<usize, Impossible> {
        let size = self.puzzle.size;
        if row >= u32::from(size.height) || column >= u32::from(size.width) {
            return Err(Impossible::NoBlock { covered_by: None });
        }
        let cell = (row as u16, column as u16);
        match self.covering[self.index(cell)].checked_sub(1).map(|block| block as usize) {
            Some(block) if self.anchors[block] == cell => Ok(block),
            covering => {
                let told = |block: usize| (self.name(block), self.anchors[block]);
                Err(Impossible::NoBlock { covered_by: covering.map(told) })
            }
        }
    }

    /// A block's anchors while it goes in one direction, from where it is, without end.
    fn anchors_on(&self, block: usize, direction: usize) -> impl Iterator<Item = (i32, i32)> + use<> {
        let (row, column) = self.anchors[block];
        let (down, right) = DIRECTIONS[direction];
        (0..).map(move |length| (i32::from(row) + length * down, i32::from(column) + length * right))
    }

    /// Whether a block may be on a cell, given from an anchor.
    #[inline]
    fn enter(&self, block: usize, at: (i32, i32), offset: (i32, i32)) -> Result<(), Impossible> {
        let size = self.puzzle.size;
        let (row, column) = (at.0 + offset.0, at.1 + offset.1);
        if !(0..i32::from(size.height)).contains(&row) || !(0..i32::from(size.width)).contains(&column) {
            return Err(Impossible::Outside(self.name(block)));
        }
        let cell = (row as u16, column as u16);
        let index = self.index(cell);
        if self.puzzle.floor[index] != Floor::Open && !self.puzzle.admits(&self.puzzle.blocks[block], cell) {
            let block = self.name(block);
            return Err(match self.puzzle.floor[index] {
                Floor::Gate(_) => Impossible::Gate { block, cell },
                _ => Impossible::Wall { block, cell },
            });
        }
        match self.covering[index].checked_sub(1) {
            Some(other) if other as usize != block => {
                Err(Impossible::Covered { block: self.name(block), cell, by: self.name(other as usize) })
            }
            _ => Ok(()),
        }
    }

    #[cold]
    fn name(&self, block: usize) -> BlockName {
        let piece = &self.puzzle.blocks[block];
        if self.puzzle.named {
            return BlockName::Given(piece.name);
        }
        let (row, column) = self.anchors[block];
        let left = column - piece.shape.lead();
        BlockName::Corners((row, left), (row + piece.shape.height() - 1, left + piece.shape.width() - 1))
    }

    fn index(&self, (row, column): Cell) -> usize {
        usize::from(row) * usize::from(self.puzzle.size.width) + usize::from(column)
    }
}

fn difference(from: u32, to: u32) -> i64 {
    i64::from(to) - i64::from(from)
}

/// Cells that a shape newly covers by one step.
fn front(shape: &Shape, (down, right): (i32, i32)) -> Front {
    let (height, width) = (i32::from(shape.height()), i32::from(shape.width()));
    let cells: Vec<(i32, i32)> = shape.offsets().collect();
    let covers = |cell: &(i32, i32)| {
        if shape.is_rectangle() {
            (0..height).contains(&cell.0) && (0..width).contains(&cell.1)
        } else {
            cells.binary_search(cell).is_ok()
        }
    };
    let stepped = cells.iter().map(|&(row, column)| (row + down, column + right));
    stepped.filter(|cell| !covers(cell)).collect()
}

#[cfg(test)]
mod tests;
