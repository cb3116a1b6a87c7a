//! CS 61B's pair of files: a tray of rectangles, and a goal.
//!
//! ```text
//! 5 4           height and width                                3 1 4 2     a goal has lines of blocks only
//! 0 0 1 0       a block: its top-left and bottom-right cells
//! ```
//!
//! A line holds exactly the expected number of integers, separated by blanks or tabs; `\r\n` and a missing
//! final newline are accepted, nothing else.

use std::collections::{HashMap, VecDeque};
use std::io::Read;
use std::iter::once;

use crate::formats::grid::named;
use crate::formats::lines::{LineFormat, Lines};
use crate::puzzle::Placing;
use crate::{Cell, Floor, Freedom, Parts, Piece, Puzzle, Target};
use traybit_core::{InputError, LONGEST_SIDE, Shape, Size};

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

/// A rectangle, and its top-left cell: a block of a tray, or a line of a goal.
pub type Placed = (Shape, Cell);

/// Builds a tray without a goal from some blocks, named a, b, c … in their order.
///
/// # Panics
/// When blocks overlap or reach out of the tray.
pub fn tray(size: Size, blocks: impl IntoIterator<Item = Placed>) -> Puzzle {
    let parts = Parts { blocks: named(blocks.into_iter()), named: false, ..Parts::open(size) };
    Puzzle::new(parts).expect("blocks are apart")
}

/// Adds a goal to a tray; each line names a different block, which the tray may lack.
///
/// # Panics
/// When lines overlap or reach out of the tray.
pub fn with_goal(tray: Puzzle, goal: impl IntoIterator<Item = Placed>) -> Puzzle {
    // The blocks of each shape that no goal line has named yet, in the order of the file.
    let mut unnamed: HashMap<&Shape, VecDeque<usize>> = HashMap::new();
    for (number, block) in tray.blocks.iter().enumerate() {
        unnamed.entry(&block.shape).or_default().push_back(number);
    }
    let (mut targets, mut lacking) = (Vec::new(), Vec::new());
    for (shape, anchor) in goal {
        match unnamed.get_mut(&shape).and_then(VecDeque::pop_front) {
            Some(block) => targets.push(Target { block, anchor }),
            None => lacking.push((shape, anchor)),
        }
    }
    tray.with_goal(targets, lacking)
}

/// A line of a tray's or a goal's file: top row, left column, bottom row, right column.
fn line(shape: &Shape, (top, left): Cell) -> String {
    format!("{top} {left} {} {}", top + shape.height() - 1, left + shape.width() - 1)
}

/// Writes the files of a tray and its goal. Names, titles and sources are left out.
pub fn write(puzzle: &Puzzle) -> Result<(String, String), String> {
    if let Some(cell) = puzzle.floor.iter().position(|floor| *floor != Floor::Open) {
        let what = if puzzle.floor[cell] == Floor::Wall { "walls" } else { "gates or exits" };
        let (row, column) = puzzle.size.cell(cell);
        return Err(format!("a tray has no {what} such as that at cell {row} {column}"));
    }
    for block @ Piece { name, shape, freedom, .. } in &puzzle.blocks {
        if !shape.is_rectangle() {
            return Err(format!("blocks of a tray are rectangles, and block {name} is not"));
        }
        if *freedom != Freedom::Both {
            return Err(format!("blocks of a tray move along rows and columns, and block {name} does not"));
        }
        let is_like = |other: &&Piece| (&other.shape, other.freedom) == (shape, *freedom);
        if !puzzle.blocks.iter().filter(is_like).all(|other| puzzle.are_equal(block, other)) {
            return Err(format!("block {name} is distinguished from its equals, and in a tray none can be"));
        }
    }
    match puzzle.goals.len() {
        0 => return Err("a goal's file holds one goal, and there is none".to_owned()),
        1 => (),
        goals => return Err(format!("a goal's file holds one goal, and there are {goals} alternatives")),
    }
    let start = puzzle.blocks.iter().map(|piece| line(&piece.shape, piece.anchor));
    let targets = puzzle.goals.iter().flatten();
    let end = targets.map(|target| line(&puzzle.blocks[target.block].shape, target.anchor));
    let lacking = puzzle.lacking.iter().map(|(shape, anchor)| line(shape, *anchor));
    let text = |lines: &mut dyn Iterator<Item = String>| lines.map(|line| line + "\n").collect::<String>();
    let size = format!("{} {}", puzzle.size.height, puzzle.size.width);
    Ok((text(&mut once(size).chain(start)), text(&mut end.chain(lacking))))
}

/// Reads a tray file to its end or its first error.
pub fn read_tray(name: &str, reader: impl Read) -> Result<Puzzle, InputError> {
    let mut lines = Lines::new(name, reader);
    let Some([height, width, ..]) = lines.read(&SIZE)? else {
        lines.line += 1;
        return Err(lines.error(SIZE.expected, "the end of the file"));
    };
    let Some(size) = Size::of(height as usize, width as usize) else {
        let expected = format!("a height and a width of 1 to {LONGEST_SIDE}");
        return Err(lines.error(&expected, &format!("{height} {width}")));
    };
    Ok(tray(size, read_blocks(&mut lines, size, "the tray", &BLOCK)?))
}

/// Reads a goal file to its end or its first error. Without a size (invalid tray) the largest tray is assumed.
pub fn read_goal(name: &str, reader: impl Read, size: Option<Size>) -> Result<Vec<Placed>, InputError> {
    let mut lines = Lines::new(name, reader);
    let tray = if size.is_some() { "the tray" } else { "the largest tray" };
    let size = size.unwrap_or(Size::LARGEST);
    read_blocks(&mut lines, size, tray, &FIRST_GOAL_BLOCK)
}

/// Reads a tray and its goal, each with its name in messages.
pub fn read_pair(
    (tray, tray_reader): (&str, impl Read),
    (goal, goal_reader): (&str, impl Read),
) -> Result<Puzzle, InputError> {
    let tray = read_tray(tray, tray_reader)?;
    let goal = read_goal(goal, goal_reader, Some(tray.size))?;
    Ok(with_goal(tray, goal))
}

fn read_blocks(
    lines: &mut Lines<impl Read>,
    size: Size,
    tray: &str,
    first: &LineFormat,
) -> Result<Vec<Placed>, InputError> {
    let before = lines.line;
    let (mut placing, mut blocks) = (Placing::new(size), Vec::<Placed>::new());
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
        let (shape, anchor) = (Shape::rectangle(bottom - top + 1, right - left + 1), (top, left));
        if let Err((earlier, (row, column))) = placing.place(shape.cells_at(anchor), blocks.len()) {
            let (other, line) = (line(&blocks[earlier].0, blocks[earlier].1), before + 1 + earlier as u64);
            let clash = format!("{}, which overlaps {other} of line {line} at cell {row} {column}", found());
            return Err(lines.error("a block on free cells", &clash));
        }
        blocks.push((shape, anchor));
    }
    Ok(blocks)
}
