//! Trays, kinds of blocks and counts as they are typed.
//!
//! ```text
//!   tray      5x4            or rows of open cells and walls:     .../.#./...
//!   kinds     2x2=1,1x2      or rows of cells that a block has:   xx/x.=2
//!   counts    3   0..4   2..                both ends count; nothing after `..` is no end
//! ```

use crate::universe::pieces::{Ground, Kind, MOST_CELLS};
use traybit_core::grid::{LONGEST_SIDE, Size};
use traybit_core::input::{parse_counts, unexpected};
use traybit_core::shape::Shape;

/// A list of kinds of blocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kinds(pub Vec<Kind>);

/// A tray: `5x4`, or its rows with `/` between them, `.` an open cell and `#` a wall.
///
/// # Errors
/// A sentence with what was expected and what was found.
pub fn parse_tray(text: &str) -> Result<Ground, String> {
    let ground = parse_large_tray(text)?;
    let (Size { height, width }, cells) = (ground.size, ground.size.cells());
    if cells <= MOST_CELLS {
        return Ok(ground);
    }
    Err(format!("expected a tray of at most {MOST_CELLS} cells, found {height}×{width}, which has {cells}"))
}

/// A tray of any size, typed as for [`parse_tray`]; of one that is drawn the first 128 cells are read.
///
/// # Errors
/// A sentence with what was expected and what was found.
pub fn parse_large_tray(text: &str) -> Result<Ground, String> {
    const EXPECTED: &str = "a tray as height x width, such as 5x4, or as rows of . and # such as .../.#./...";
    if text.contains(['.', '#']) {
        return drawn_tray(text).ok_or_else(|| unexpected(EXPECTED, text));
    }
    let (height, width) = sides(text).ok_or_else(|| unexpected(EXPECTED, text))?;
    Ok(Ground::rectangle(Size { height, width }))
}

/// The tray; its cells past the 128th are left out. None if rows differ in length or have other characters.
fn drawn_tray(text: &str) -> Option<Ground> {
    let rows: Vec<&str> = text.split('/').collect();
    let width = rows[0].len();
    if width == 0 || rows.iter().any(|row| row.len() != width) || text.contains(|mark| !".#/".contains(mark))
    {
        return None;
    }
    let marks = rows.concat();
    let cells = marks.bytes().take(MOST_CELLS).enumerate();
    let open = cells.fold(0, |open, (cell, mark)| open | u128::from(mark == b'.') << cell);
    Some(Ground { size: Size { height: rows.len().try_into().ok()?, width: width.try_into().ok()? }, open })
}

/// Kinds of blocks with commas between them, each with its counts or without: `2x2=1,1x2,xx/x.=0..2`.
///
/// # Errors
/// A sentence with what was expected and what was found.
pub fn parse_kinds(text: &str) -> Result<Kinds, String> {
    text.split(',').map(parse_kind).collect::<Result<_, _>>().map(Kinds)
}

fn parse_kind(text: &str) -> Result<Kind, String> {
    let (shape, counts) = match text.split_once('=') {
        None => (text, 0..=u32::MAX),
        Some((shape, counts)) => (shape, parse_counts(counts)?),
    };
    let shape = parse_shape(shape.trim()).ok_or_else(|| {
        unexpected("a block as height x width, such as 2x1, or as rows of x and . such as xx/x.", shape)
    })?;
    Ok(Kind { shape, counts })
}

pub(super) fn parse_shape(text: &str) -> Option<Shape> {
    if let Some((height, width)) = sides(text) {
        return Some(Shape::rectangle(height, width));
    }
    let place = |at: usize| u16::try_from(at).ok().filter(|&at| at < LONGEST_SIDE);
    let rows = text.split('/').enumerate();
    let marks =
        rows.flat_map(|(row, marks)| marks.bytes().enumerate().map(move |(at, mark)| (row, at, mark)));
    let cells = marks.filter(|&(.., mark)| mark != b'.').map(|(row, column, mark)| {
        let cell = (place(row)?, place(column)?);
        (mark == b'x').then_some(cell)
    });
    let cells = cells.collect::<Option<Vec<_>>>()?;
    (!cells.is_empty()).then(|| Shape::of(&cells).0)
}

/// Height and width, each at least 1.
fn sides(text: &str) -> Option<(u16, u16)> {
    let (height, width) = text.split_once(['x', '×'])?;
    let side = |text: &str| {
        text.trim().parse().ok().filter(|&side: &u16| Size { height: side, width: 1 }.is_allowed())
    };
    Some((side(height)?, side(width)?))
}
