//! CS 61B's pair of files: a tray of rectangles, and a goal. Corners are plain numbers, validated once and then trusted.

mod read;

use std::collections::HashMap;
use std::fmt::{Display, Formatter, Result as FmtResult};

pub use crate::formats::course::read::{read_goal, read_tray};
use crate::formats::names::named;
use crate::puzzle::{Cell, Floor, Freedom, Lacking, Parts, Placing, Puzzle, Target, fits};
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
    fn of(shape: &Shape, (top, left): Cell) -> Self {
        Self { top, left, height: shape.height(), width: shape.width() }
    }

    fn anchor(self) -> Cell {
        (self.top, self.left)
    }

    /// Blocks of equal shape are interchangeable.
    fn shape(self) -> Shape {
        Shape::rectangle(self.height, self.width)
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
        let Self { top, left, height, width } = self;
        write!(f, "{top} {left} {} {}", top + height - 1, left + width - 1)
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
    /// A sentence about the size or the first misplaced block.
    pub fn new(size: Size, blocks: Vec<Block>) -> Result<Self, String> {
        check_places(size, &blocks)?;
        Ok(Self { size, blocks })
    }

    /// Height and width.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The blocks in the order of the file.
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
    /// A goal for trays of the given size.
    ///
    /// # Errors
    /// As of [`Tray::new`].
    pub fn new(size: Size, blocks: Vec<Block>) -> Result<Self, String> {
        check_places(size, &blocks)?;
        Ok(Self { blocks })
    }

    /// The blocks in the order of the file.
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

fn check_places(size: Size, blocks: &[Block]) -> Result<(), String> {
    if !size.is_allowed() {
        return Err(format!("a side of the tray is not 1 to {LONGEST_SIDE}"));
    }
    let mut placing = Placing::new(size);
    for (number, block) in blocks.iter().enumerate() {
        let has_cells = block.height > 0 && block.width > 0;
        if !has_cells || !fits(size, &block.shape(), block.anchor()) {
            return Err(format!("block {number} has no cells, or some outside the tray"));
        }
        let overlap = |earlier| format!("block {number} overlaps block {earlier}");
        block.cells().try_for_each(|cell| placing.cover(cell, number)).map_err(overlap)?;
    }
    Ok(())
}

/// The puzzle of a tray, and of a goal if there is one: blocks in their order, called a, b, c …; each goal line is for a
/// block of its own, which the tray may lack. An empty goal is met by every position.
///
/// # Panics
/// When the goal is of a larger tray.
pub fn puzzle(tray: &Tray, goal: Option<&Goal>) -> Puzzle {
    let blocks = named(tray.blocks.iter().map(|block| (block.shape(), block.anchor())));
    let mut parts = Parts { blocks, named: false, ..Parts::open(tray.size) };
    // The blocks of each shape in the order of the file, and the first of them that no goal line has named yet.
    let sides = |block: &Block| (block.height, block.width);
    let mut by_shape: Vec<usize> = (0..tray.blocks.len()).collect();
    by_shape.sort_by_key(|&block| sides(&tray.blocks[block]));
    let mut next: HashMap<(u16, u16), usize> = HashMap::new();
    let mut targets = Vec::new();
    for line in goal.iter().flat_map(|goal| &goal.blocks) {
        let first = || by_shape.partition_point(|&block| sides(&tray.blocks[block]) < sides(line));
        let next = next.entry(sides(line)).or_insert_with(first);
        let anchor = line.anchor();
        match by_shape.get(*next).filter(|&&block| sides(&tray.blocks[block]) == sides(line)) {
            Some(&block) => {
                targets.push(Target { block, anchor });
                *next += 1;
            }
            None => parts.lacking.push(Lacking { goal: 0, shape: line.shape(), anchor }),
        }
    }
    parts.goals = goal.map(|_| targets).into_iter().collect();
    Puzzle::new(parts).expect("the tray and the goal are valid")
}

/// The tray and the goal of a puzzle. Names, titles and sources are left out.
///
/// # Errors
/// A sentence without its full stop that says what a tray and a goal cannot express.
pub fn write(puzzle: &Puzzle) -> Result<(Tray, Goal), String> {
    check(puzzle)?;
    let start = puzzle.blocks.iter().map(|piece| Block::of(&piece.shape, piece.anchor));
    let targets = puzzle.goals.iter().flatten();
    let end = targets.map(|target| Block::of(&puzzle.blocks[target.block].shape, target.anchor));
    let lacking = puzzle.lacking.iter().map(|lacking| Block::of(&lacking.shape, lacking.anchor));
    let tray = Tray { size: puzzle.size, blocks: start.collect() };
    Ok((tray, Goal { blocks: end.chain(lacking).collect() }))
}

/// Refuses what a tray and a goal cannot express.
fn check(puzzle: &Puzzle) -> Result<(), String> {
    if let Some(cell) = puzzle.floor.iter().position(|floor| *floor != Floor::Open) {
        let what = if puzzle.floor[cell] == Floor::Wall { "walls" } else { "gates or exits" };
        let (row, column) = puzzle.size.cell(cell);
        return Err(format!("a tray has no {what} such as that at row {row}, column {column}"));
    }
    let mut equals: HashMap<&Shape, usize> = HashMap::new();
    for block in &puzzle.blocks {
        *equals.entry(&block.shape).or_default() += 1;
    }
    for block in &puzzle.blocks {
        let name = block.name;
        if !block.shape.is_rectangle() {
            return Err(format!("blocks of a tray are rectangles, and block {name} is not"));
        }
        if block.freedom != Freedom::Both {
            return Err(format!("blocks of a tray move along rows and columns, and block {name} does not"));
        }
        if block.labelled && equals[&block.shape] > 1 {
            return Err(format!(
                "blocks of one shape are interchangeable in a tray, and block {name} is distinguished from its equals"
            ));
        }
    }
    match puzzle.goals.len() {
        0 | 1 => Ok(()),
        goals => Err(format!("a goal's file holds one goal, and there are {goals} alternatives")),
    }
}
