//! How the blocks of one class cover cells and step, as shifts of masks.
//!
//! ```text
//! free cells F   anchors of 1×2 blocks that can step right
//! . # . .        their front is 2 cells right of the anchor:
//! .... . .                      = legal & F >> 2
//! ```
//!
//! Finding the blocks of a class that can step in a direction is thus one AND for each cell of the block's front, for all
//! blocks of the class at once.

use std::collections::HashSet;

use crate::classes::{Class, Classes};
use traybit_core::bits::CellSet;

/// Steps up, left, right and down, as rows and columns; the one that undoes number *d* is number 3 − *d*.
pub(super) const DIRECTIONS: [(i32, i32); 4] = [(-1, 0), (0, -1), (0, 1), (1, 0)];

/// How blocks of one class cover cells and move.
#[derive(Debug)]
pub(super) struct Moves<C> {
    /// Offsets from the anchor of the cells that a block covers.
    pub(super) cover: Vec<u32>,
    /// The cells covered by a block whose anchor is cell 0.
    pub(super) shape: C,
    /// Steps in each direction.
    pub(super) gates: [Gate<C>; 4],
}

/// Steps in one direction.
#[derive(Debug)]
pub(super) struct Gate<C> {
    /// Anchors from which a step stays on cells that the block may be on.
    pub(super) legal: C,
    /// Offsets from the anchor of the cells that a step newly covers, ascending.
    pub(super) front: Vec<i32>,
    /// The first of them: that cell and the direction tell which block of a position steps.
    pub(super) first: i32,
    /// Difference between the anchors after and before a step.
    pub(super) offset: i32,
    /// True if a block has a gap along the line of the step, so that it can slide onto cells that it left.
    pub(super) has_gap: bool,
}

impl<C: CellSet> Gate<C> {
    fn new(class: &Class, puzzle: &Classes, (down, right): (i32, i32)) -> Self {
        let size = puzzle.size;
        let cell = |row: i32, column: i32| row * i32::from(size.width) + column;
        let mut legal = C::EMPTY;
        for anchor in class.anchors(size).filter(|_| class.freedom.allows((down, right))) {
            let (row, column) = puzzle.row_column(anchor);
            let (row, column) = (i32::from(row) + down, i32::from(column) + right);
            let is_inside =
                (0..i32::from(size.height)).contains(&row) && (0..i32::from(size.width)).contains(&column);
            if is_inside && class.can_stand(size, cell(row, column) as u16) {
                legal |= C::cell(anchor.into());
            }
        }
        if legal.is_empty() {
            // The block never steps; its front could lie past the end of the word.
            return Self { legal, front: Vec::new(), first: 0, offset: 0, has_gap: false };
        }
        let cells: Vec<(i32, i32)> = class.shape.offsets().collect();
        let stepped = cells.iter().map(|&(row, column)| (row + down, column + right));
        let newly = stepped.filter(|place| !cells.contains(place));
        let mut front: Vec<i32> = newly.map(|(row, column)| cell(row, column)).collect();
        front.sort_unstable();
        // Without gaps a line of the block has one cell in the front.
        let line = |&(row, column): &(i32, i32)| if down == 0 { row } else { column };
        let lines: HashSet<i32> = cells.iter().map(line).collect();
        Self { legal, first: front[0], has_gap: front.len() > lines.len(), front, offset: cell(down, right) }
    }

    /// Anchors from which a block steps onto free cells only.
    #[inline(always)]
    pub(super) fn open(&self, free: C) -> C {
        self.front.iter().fold(self.legal, |open, &offset| open & free.shifted_back(offset))
    }

    /// The anchors after one step.
    #[inline(always)]
    pub(super) fn stepped(&self, anchors: C) -> C {
        anchors.shifted_back(-self.offset)
    }
}

impl<C: CellSet> Moves<C> {
    pub(super) fn new(class: &Class, puzzle: &Classes) -> Self {
        let width = i32::from(puzzle.size.width);
        // No cell of a block comes before its anchor.
        let cover: Vec<u32> =
            class.shape.offsets().map(|(row, column)| (row * width + column) as u32).collect();
        let shape = cover.iter().fold(C::EMPTY, |shape, &cell| shape | C::cell(cell));
        let gates = DIRECTIONS.map(|direction| Gate::new(class, puzzle, direction));
        Self { cover, shape, gates }
    }

    /// The cells that blocks at these anchors cover.
    #[inline(always)]
    pub(super) fn covered(&self, anchors: C) -> C {
        self.cover.iter().fold(C::EMPTY, |cells, &offset| cells | anchors << offset)
    }
}
