//! Symmetries of a tray that take a goal to itself.
//!
//! ```text
//!  a b b c      c b b a      A position and its mirror image are equally far from a goal that is its own mirror
//!  a b b c  ──▶ c b b a      image, so a search for the shortest way need look at one of them only. Blocks of equal
//!  . d e e      e e d .      shape are interchangeable: an image is a position of the same classes.
//! ```
//!
//! Of the eight symmetries of a square and the four of any other rectangle those are kept that take the goal of each
//! class to the goal of the class that it becomes; together with the identity they are a group.

use crate::sliding::classes::{Class, Classes};

/// One symmetry, not the identity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetry {
    /// The class that each class becomes: its own, or on a square tray the one turned by a right angle.
    pub classes: Vec<u16>,
    /// Where the anchor of a block goes, by class and by anchor.
    pub anchors: Vec<Vec<u16>>,
    /// Where a cell goes.
    pub cells: Vec<u16>,
    /// Whether it changes the parity of the sum of all blocks' rows and columns.
    pub is_odd: bool,
    turn: Turn,
}

/// Rows and columns exchanged, then rows in reverse, then columns in reverse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Turn {
    exchanged: bool,
    upside_down: bool,
    mirrored: bool,
}

impl Symmetry {
    /// All that a puzzle has.
    pub fn all(puzzle: &Classes) -> Vec<Self> {
        let is_square = puzzle.size.height == puzzle.size.width;
        let turns = (1..8u8).map(|bits| Turn {
            mirrored: bits & 1 > 0,
            upside_down: bits & 2 > 0,
            exchanged: bits & 4 > 0,
        });
        turns.filter(|turn| is_square || !turn.exchanged).filter_map(|turn| Self::of(puzzle, turn)).collect()
    }

    /// The symmetry, if the puzzle has it.
    fn of(puzzle: &Classes, turn: Turn) -> Option<Self> {
        let size = puzzle.size;
        let mut classes = Vec::new();
        let mut anchors = Vec::new();
        let mut is_odd = false;
        for class in &puzzle.classes {
            let (height, width) =
                if turn.exchanged { (class.width, class.height) } else { (class.height, class.width) };
            let becomes = |other: &Class| (other.height, other.width) == (height, width);
            let index = puzzle.classes.iter().position(becomes)?;
            let image = &puzzle.classes[index];
            let place = |anchor: u16| {
                let (row, column) = puzzle.row_column(anchor);
                let (row, column) = if turn.exchanged { (column, row) } else { (row, column) };
                // Anchors from which a block would leave the tray have no image; no position has them.
                let row = if turn.upside_down { (size.height - height).checked_sub(row)? } else { row };
                let column = if turn.mirrored { (size.width - width).checked_sub(column)? } else { column };
                Some(row * size.width + column)
            };
            let mut goal: Vec<u16> = class.goal.iter().filter_map(|&anchor| place(anchor)).collect();
            goal.sort_unstable();
            if goal != image.goal || class.start.len() != image.start.len() {
                return None;
            }
            let rows = if turn.upside_down { size.height - height } else { 0 };
            let columns = if turn.mirrored { size.width - width } else { 0 };
            is_odd ^= class.start.len() % 2 == 1 && (rows + columns) % 2 == 1;
            classes.push(index as u16);
            anchors.push((0..size.cells() as u16).map(|cell| place(cell).unwrap_or(0)).collect());
        }
        let cell = |cell: u16| {
            let (row, column) = puzzle.row_column(cell);
            let (row, column) = if turn.exchanged { (column, row) } else { (row, column) };
            let row = if turn.upside_down { size.height - 1 - row } else { row };
            let column = if turn.mirrored { size.width - 1 - column } else { column };
            row * size.width + column
        };
        let cells = (0..size.cells() as u16).map(cell).collect();
        Some(Self { classes, anchors, cells, is_odd, turn })
    }

    /// Where a direction goes, given as rows and columns.
    pub fn direction(&self, (down, right): (i32, i32)) -> (i32, i32) {
        let (down, right) = if self.turn.exchanged { (right, down) } else { (down, right) };
        let turned = |step: i32, reverse: bool| if reverse { -step } else { step };
        (turned(down, self.turn.upside_down), turned(right, self.turn.mirrored))
    }
}

#[cfg(test)]
mod tests {
    use super::Symmetry;
    use crate::sliding::classes::Classes;
    use crate::sliding::tray::{Block, Goal, Size, Tray};

    /// A tray with a unit block and an upright and a lying domino, and a goal.
    fn puzzle(size: Size, goal: Vec<Block>) -> Classes {
        let block = |top, left, height, width| Block { top, left, height, width };
        let blocks = vec![block(0, 0, 1, 1), block(0, 1, 2, 1), block(2, 0, 1, 2)];
        let tray = Tray::new(size, blocks).expect("blocks apart");
        Classes::of(&tray, &Goal::new(size, goal).expect("a goal"))
    }

    #[test]
    fn a_goal_leaves_the_symmetries_that_it_has_itself() {
        let square = Size { height: 3, width: 3 };
        let oblong = Size { height: 3, width: 4 };
        let unit = |top, left| vec![Block { top, left, height: 1, width: 1 }];
        let count = |size, goal| Symmetry::all(&puzzle(size, goal)).len();
        assert_eq!([count(square, vec![]), count(oblong, vec![])], [7, 3]);
        assert_eq!(
            [count(square, unit(1, 1)), count(square, unit(0, 1)), count(square, unit(0, 0))],
            [7, 1, 1]
        );
        assert_eq!([count(oblong, unit(1, 1)), count(oblong, unit(0, 1))], [1, 0]);
        let domino = vec![Block { top: 2, left: 1, height: 1, width: 2 }];
        assert_eq!([count(oblong, domino.clone()), count(square, domino)], [1, 0]);
    }

    #[test]
    fn anchors_go_to_the_corner_of_the_image() {
        let mirrored = &Symmetry::all(&puzzle(Size { height: 3, width: 4 }, vec![]))[0];
        // Classes in ascending order of shape: 1×1, 1×2, 2×1.
        let images: Vec<u16> = mirrored.anchors.iter().map(|anchors| anchors[4]).collect();
        assert_eq!(images, [7, 6, 7], "from the left of row 1");
        assert_eq!(mirrored.direction((0, 1)), (0, -1));
        assert_eq!(mirrored.direction((1, 0)), (1, 0));
        assert!(!mirrored.is_odd, "3 + 2 + 3 columns");
    }
}
