//! CS 61B's pair of files: a tray of rectangles, and a goal.
//!
//! ```text
//! 5 4           height and width                                3 1 4 2     a goal has lines of blocks only
//! 0 0 1 0       a block: its top-left and bottom-right cells
//! ```
//!
//! A line holds exactly its number of integers, separated by blanks or tabs; `\r\n` and a missing final newline are
//! accepted, and nothing else is.

use std::collections::{HashMap, VecDeque};
use std::fmt::{Display, Formatter, Result as FmtResult};
use std::io::Read;

use crate::formats::grid::named;
use crate::formats::lines::{LineFormat, Lines};
use crate::puzzle::{Cell, Floor, Freedom, Lacking, Parts, Piece, Placing, Puzzle, Target};
use traybit_core::grid::{LONGEST_SIDE, Size};
use traybit_core::input::InputError;
use traybit_core::shape::Shape;

const SIZE: LineFormat = LineFormat {
    count: 2,
    expected: "2 integers (height, width)",
    range: Some("1 to 256"),
    hint: Some((4, "; this looks like a goal file: were the tray and the goal swapped?")),
};

const BLOCK: LineFormat = LineFormat {
    count: 4,
    expected: "4 integers (top row, left column, bottom row, right column)",
    range: Some("0 to 255"),
    hint: None,
};

const FIRST_GOAL_BLOCK: LineFormat = LineFormat {
    hint: Some((2, "; this looks like a tray file: were the tray and the goal swapped?")),
    ..BLOCK
};

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

    fn shape(self) -> (Shape, Cell) {
        (Shape::rectangle(self.height, self.width), (self.top, self.left))
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

/// A tray: in a file that was read every block is inside it, and no two overlap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tray {
    /// Height and width.
    pub size: Size,
    /// The blocks in the order of the file.
    pub blocks: Vec<Block>,
}

/// The tray file: a line `HEIGHT WIDTH`, then a line for each block.
impl Display for Tray {
    fn fmt(&self, f: &mut Formatter<'_>) -> FmtResult {
        writeln!(f, "{} {}", self.size.height, self.size.width)?;
        self.blocks.iter().try_for_each(|block| writeln!(f, "{block}"))
    }
}

/// A goal: places of blocks at the end, in the order of the file. The default is met by every position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Goal {
    /// The places.
    pub blocks: Vec<Block>,
}

/// The goal file: a line for each block.
impl Display for Goal {
    fn fmt(&self, f: &mut Formatter<'_>) -> FmtResult {
        self.blocks.iter().try_for_each(|block| writeln!(f, "{block}"))
    }
}

/// The puzzle of a tray, and of a goal if there is one: blocks in their order, called a, b, c …; each goal line is for a block
/// of its own, which the tray may lack.
///
/// # Panics
/// When blocks overlap or reach out of the tray.
pub fn puzzle(tray: &Tray, goal: Option<&Goal>) -> Puzzle {
    let blocks = named(tray.blocks.iter().map(|block| block.shape()));
    let mut parts = Parts { blocks, named: false, ..Parts::open(tray.size) };
    // The blocks of each shape that no goal line has named yet, in the order of the file.
    let mut unnamed: HashMap<Shape, VecDeque<usize>> = HashMap::new();
    for (number, block) in tray.blocks.iter().enumerate() {
        unnamed.entry(block.shape().0).or_default().push_back(number);
    }
    let mut targets = Vec::new();
    for (shape, anchor) in goal.iter().flat_map(|goal| &goal.blocks).map(|line| line.shape()) {
        match unnamed.get_mut(&shape).and_then(VecDeque::pop_front) {
            Some(block) => targets.push(Target { block, anchor }),
            None => parts.lacking.push(Lacking { goal: 0, shape, anchor }),
        }
    }
    parts.goals = goal.map(|_| targets).into_iter().collect();
    Puzzle::new(parts).expect("blocks are apart")
}

/// The tray and the goal of a puzzle. Names, titles and sources are left out.
///
/// # Errors
/// A sentence without its full stop that says what a tray and a goal cannot express.
pub fn write(puzzle: &Puzzle) -> Result<(Tray, Goal), String> {
    if let Some(cell) = puzzle.floor.iter().position(|floor| *floor != Floor::Open) {
        let what = if puzzle.floor[cell] == Floor::Wall { "walls" } else { "gates or exits" };
        let (row, column) = puzzle.size.cell(cell);
        return Err(format!("a tray has no {what} such as that at row {row}, column {column}"));
    }
    let mut equals: HashMap<&Shape, usize> = HashMap::new();
    for block in &puzzle.blocks {
        *equals.entry(&block.shape).or_default() += 1;
    }
    for Piece { name, shape, freedom, labelled, .. } in &puzzle.blocks {
        if !shape.is_rectangle() {
            return Err(format!("blocks of a tray are rectangles, and block {name} is not"));
        }
        if *freedom != Freedom::Both {
            return Err(format!("blocks of a tray move along rows and columns, and block {name} does not"));
        }
        if *labelled && equals[shape] > 1 {
            return Err(format!(
                "blocks of one shape are interchangeable in a tray, and block {name} is distinguished from its equals"
            ));
        }
    }
    let goals = puzzle.goals.len();
    if goals > 1 {
        return Err(format!("a goal's file holds one goal, and there are {goals} alternatives"));
    }
    let start = puzzle.blocks.iter().map(|piece| Block::of(&piece.shape, piece.anchor));
    let targets = puzzle.goals.iter().flatten();
    let end = targets.map(|target| Block::of(&puzzle.blocks[target.block].shape, target.anchor));
    let lacking = puzzle.lacking.iter().map(|lacking| Block::of(&lacking.shape, lacking.anchor));
    let tray = Tray { size: puzzle.size, blocks: start.collect() };
    Ok((tray, Goal { blocks: end.chain(lacking).collect() }))
}

/// Reads a tray file to its end or its first error.
///
/// # Errors
/// [`InputError::Unreadable`] when a read fails, [`InputError::Invalid`] when the tray is malformed or invalid; the
/// message calls the file `name`.
pub fn read_tray(name: &str, reader: impl Read) -> Result<Tray, InputError> {
    let mut lines = Lines::new(name, reader);
    let Some([height, width, ..]) = lines.read(&SIZE)? else {
        return Err(lines.ended_early(&SIZE));
    };
    let sides = 1..=u32::from(LONGEST_SIDE);
    if !sides.contains(&height) || !sides.contains(&width) {
        let expected = format!("a height and a width of 1 to {LONGEST_SIDE}");
        return Err(lines.error(&expected, &format!("{height} {width}")));
    }
    let size = Size { height: height as u16, width: width as u16 };
    Ok(Tray { size, blocks: read_blocks(&mut lines, size, "the tray", &BLOCK)? })
}

/// Reads a goal file to its end or its first error. Without a size (of an invalid tray) the largest tray is assumed.
///
/// # Errors
/// [`InputError::Unreadable`] when a read fails, [`InputError::Invalid`] when the goal is malformed or invalid; the
/// message calls the file `name`.
pub fn read_goal(name: &str, reader: impl Read, size: Option<Size>) -> Result<Goal, InputError> {
    let mut lines = Lines::new(name, reader);
    let tray = if size.is_some() { "the tray" } else { "the largest tray" };
    let size = size.unwrap_or(Size::LARGEST);
    Ok(Goal { blocks: read_blocks(&mut lines, size, tray, &FIRST_GOAL_BLOCK)? })
}

fn read_blocks(
    lines: &mut Lines<impl Read>,
    size: Size,
    tray: &str,
    first: &LineFormat,
) -> Result<Vec<Block>, InputError> {
    let before = lines.line();
    let (mut placing, mut blocks) = (Placing::new(size), Vec::<Block>::new());
    let mut format = first;
    while let Some(corners) = lines.read(format)? {
        format = &BLOCK;
        let [top, left, bottom, right] = corners;
        let found = || format!("{top} {left} {bottom} {right}");
        if bottom < top || right < left {
            return Err(lines.error("a top-left corner, then a bottom-right corner", &found()));
        }
        if bottom >= u32::from(size.height) || right >= u32::from(size.width) {
            let (rows, columns) = (size.height - 1, size.width - 1);
            let expected = format!("a block inside {tray} (rows 0 to {rows}, columns 0 to {columns})");
            return Err(lines.error(&expected, &found()));
        }
        let [top, left, bottom, right] = corners.map(|corner| corner as u16);
        let block = Block { top, left, height: bottom - top + 1, width: right - left + 1 };
        if let Err((earlier, (row, column))) = placing.place(block.cells(), blocks.len()) {
            let (other, line) = (blocks[earlier], before + 1 + earlier as u64);
            let clash =
                format!("{}, which overlaps {other} of line {line} at row {row}, column {column}", found());
            return Err(lines.error("a block on free cells", &clash));
        }
        blocks.push(block);
    }
    Ok(blocks)
}
