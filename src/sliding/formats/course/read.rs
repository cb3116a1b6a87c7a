//! Reads tray files and goal files.
//!
//! A line holds exactly its number of integers, separated by blanks or tabs; `\r\n` and a missing final
//! newline are accepted, and nothing else is. What a reader returns is valid.

use std::io::Read;

use crate::formats::course::{Block, Goal, Tray};
use crate::formats::lines::{LineFormat, Lines};
use crate::puzzle::Placing;
use traybit_core::grid::{LONGEST_SIDE, Size};
use traybit_core::input::InputError;

/// Bound far above every coordinate: an integer past it is refused before its end is read.
const FAR_TOO_LARGE: u32 = 1_000_000_000;

const SIZE: LineFormat = LineFormat {
    count: 2,
    expected: "2 integers (height, width)",
    most: FAR_TOO_LARGE,
    range: "1 to 256",
    hint: Some((4, "; this looks like a goal file: were the tray and the goal swapped?")),
};

const BLOCK: LineFormat = LineFormat {
    count: 4,
    expected: "4 integers (top row, left column, bottom row, right column)",
    most: FAR_TOO_LARGE,
    range: "0 to 255",
    hint: None,
};

const FIRST_GOAL_BLOCK: LineFormat = LineFormat {
    hint: Some((2, "; this looks like a tray file: were the tray and the goal swapped?")),
    ..BLOCK
};

/// Reads a tray file to its end or its first error.
///
/// # Errors
/// [`InputError::Unreadable`] when a read fails, [`InputError::Invalid`] when the tray is malformed or invalid; the
/// message calls the file `name`.
pub fn read_tray(name: &str, reader: impl Read) -> Result<Tray, InputError> {
    let mut lines = Lines::new(name.to_owned(), reader);
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

/// Reads a goal file to its end or its first error.
///
/// Without a size (for a goal whose tray is itself invalid) blocks are judged against the largest tray.
///
/// # Errors
/// [`InputError::Unreadable`] when a read fails, [`InputError::Invalid`] when the goal is malformed or invalid; the
/// message calls the file `name`.
pub fn read_goal(name: &str, reader: impl Read, size: Option<Size>) -> Result<Goal, InputError> {
    let mut lines = Lines::new(name.to_owned(), reader);
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
        for (row, column) in block.cells() {
            if let Err(earlier) = placing.cover((row, column), blocks.len()) {
                let (other, line) = (blocks[earlier], before + 1 + earlier as u64);
                let clash = format!(
                    "{}, which overlaps {other} of line {line} at row {row}, column {column}",
                    found()
                );
                return Err(lines.error("a block on free cells", &clash));
            }
        }
        blocks.push(block);
    }
    Ok(blocks)
}
