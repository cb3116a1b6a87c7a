//! Trays, kinds of blocks, counts and goals as typed by a user. Errors are sentences without their full stop:
//! what was expected, and what was found.
//!
//! ```text
//!   tray      5x4               or rows of open cells and walls:     .../.#./...
//!   kinds     2x2=1,1x2         or rows of cells that a block has:   xx/x.=2
//!   counts    3   0..4   2..                both ends count; nothing after `..` is no end
//!   goal      2x2 3 1           a 2×2 block with its first cell in row 3, column 1, and any other blocks
//!             1x2 0 0,1x2 0 2   two blocks, both there at once
//! ```

use crate::formats::course::with_goal;
use crate::puzzle::{Cell, Puzzle, fits};
use crate::universe::pieces::{Ground, Kind, MOST_CELLS, Mix, Pieces, all_mixes};
use traybit_core::grid::{LONGEST_SIDE, Size};
use traybit_core::input::{parse_counts, unexpected};
use traybit_core::shape::Shape;
use traybit_core::{GaveUp, Limits};

/// Kinds of blocks.
pub type Kinds = Vec<Kind>;

/// Blocks and the places of their first cells in reading order.
pub type Places = Vec<(Shape, Cell)>;

/// A tray: `5x4`, or its rows with `/` between them, `.` an open cell and `#` a wall.
pub fn parse_tray(text: &str) -> Result<Ground, String> {
    let is_drawn = text.contains(['.', '#']);
    let ground = if is_drawn { drawn_tray(text) } else { Size::parse(text).map(Ground::rectangle) };
    ground.ok_or_else(|| {
        unexpected("a tray as height x width, such as 5x4, or as rows of . and #, at most 128 cells, such as .../.#./...", text)
    })
}

/// The tray. None if rows differ in length or have other characters, or too many.
fn drawn_tray(text: &str) -> Option<Ground> {
    let rows: Vec<&str> = text.split('/').collect();
    let (size, marks) = (Size::of(rows.len(), rows[0].len())?, rows.concat());
    let is_even = rows.iter().all(|row| row.len() == rows[0].len());
    if !is_even || size.cells() > MOST_CELLS || marks.contains(|mark| !".#".contains(mark)) {
        return None;
    }
    let open = marks.bytes().rev().fold(0, |open, mark| open << 1 | u128::from(mark == b'.'));
    Some(Ground { size, open })
}

/// Kinds of blocks with commas between them, each with its counts or without: `2x2=1,1x2,xx/x.=0..2`.
pub fn parse_kinds(text: &str) -> Result<Kinds, String> {
    let kind = |text: &str| {
        let (shape, counts) = text.split_once('=').unwrap_or((text, ".."));
        let counts = parse_counts(counts)?;
        let shape = parse_shape(shape.trim()).ok_or_else(|| {
            unexpected("a block as height x width, such as 2x1, or as rows of x and . such as xx/x.", shape)
        })?;
        Ok(Kind { shape, counts })
    };
    text.split(',').map(kind).collect()
}

fn parse_shape(text: &str) -> Option<Shape> {
    if let Some(Size { height, width }) = Size::parse(text) {
        return Some(Shape::rectangle(height, width));
    }
    let mut cells = Vec::new();
    for (row, marks) in text.split('/').enumerate() {
        for (column, mark) in marks.bytes().enumerate().filter(|&(_, mark)| mark != b'.') {
            if mark != b'x' || row.max(column) >= usize::from(LONGEST_SIDE) {
                return None;
            }
            cells.push((row as u16, column as u16));
        }
    }
    (!cells.is_empty()).then(|| Shape::of(&cells).0)
}

/// Blocks with their places, with commas between them: `2x2 3 1,xx/x. 0 0`.
pub fn parse_places(text: &str) -> Result<Places, String> {
    let place = |text: &str| {
        let place = match text.split_whitespace().collect::<Vec<_>>()[..] {
            [shape, row, column] => parse_shape(shape).zip(row.parse().ok().zip(column.parse().ok())),
            _ => None,
        };
        place.ok_or_else(|| unexpected("a block with its row and column, such as 2x2 3 1", text))
    };
    text.split(',').map(place).collect()
}

/// A goal that boards of the pieces can meet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goal {
    /// Anchors that blocks of each kind must have: bit row · width + column.
    anchors: Vec<u128>,
    /// The blocks one by one, as typed.
    targets: Places,
}

impl Goal {
    /// The goal with blocks at these places.
    pub fn new(pieces: &Pieces, places: &[(Shape, Cell)]) -> Result<Self, String> {
        let Ground { size, open } = pieces.ground;
        let (mut anchors, mut free) = (vec![0u128; pieces.kinds.len()], open);
        for (shape, cell @ (row, column)) in places {
            let refused =
                |why: &str| format!("the goal has a block of {shape} at cell {row} {column}, where {why}");
            let kind = pieces.kinds.iter().position(|kind| kind.shape == *shape);
            let kind =
                kind.ok_or_else(|| format!("the goal has a block of {shape}, and the pieces have none"))?;
            let cells = fits(size, shape, *cell)
                .then(|| shape.cells_at(*cell).map(|cell| 1u128 << size.number(cell)).sum::<u128>())
                .filter(|cells| cells & !open == 0)
                .ok_or_else(|| refused("it does not fit"))?;
            if cells & !free != 0 {
                return Err(refused("another one of its blocks is"));
            }
            free &= !cells;
            anchors[kind] |= 1 << size.number(*cell);
        }
        for (Kind { shape, counts }, anchors) in pieces.kinds.iter().zip(&anchors) {
            let (count, most) = (anchors.count_ones(), counts.end());
            if count > *most {
                return Err(format!(
                    "the goal has {count} of the block {shape}, and the pieces have {most} at most"
                ));
            }
        }
        Ok(Self { anchors, targets: places.to_vec() })
    }

    /// Those of [`all_mixes`] that have the blocks that the goal names.
    pub fn mixes(&self, pieces: &Pieces, limits: &Limits) -> Result<Vec<Mix>, GaveUp> {
        let mut mixes = all_mixes(pieces, limits)?;
        mixes.retain(|mix| {
            self.anchors.iter().zip(&mix.counts).all(|(anchors, &count)| anchors.count_ones() <= count)
        });
        Ok(mixes)
    }

    /// True if a board, given as the anchors of the blocks of each kind, meets it.
    pub fn is_met(&self, board: &[u128]) -> bool {
        self.anchors.iter().zip(board).all(|(&goal, &anchors)| anchors & goal == goal)
    }

    /// The puzzle that begins with a board of these pieces, as [`Pieces::puzzle`] makes it, with this goal.
    ///
    /// # Panics
    /// When the board is not one of the pieces.
    pub fn puzzle(&self, pieces: &Pieces, board: &[u128]) -> Puzzle {
        with_goal(pieces.puzzle(board), self.targets.iter().cloned())
    }
}
