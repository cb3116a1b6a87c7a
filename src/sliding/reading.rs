//! Reading order: free cells and all classes but one determine where the blocks of that one stand.
//!
//! The first cell, in reading order, that is neither free nor covered must be the top-left cell of a block of the
//! missing class; cover it, and so on. For plain puzzles only: rectangles in a tray without walls.

use crate::classes::Classes;

/// Marks the cells that a block of `class` at `anchor` covers.
fn cover(puzzle: &Classes, class: usize, anchor: u16, covered: &mut [bool]) {
    let (width, shape) = (usize::from(puzzle.size.width), &puzzle.classes[class].shape);
    for row in 0..usize::from(shape.height()) {
        let first = usize::from(anchor) + row * width;
        covered[first..first + usize::from(shape.width())].fill(true);
    }
}

/// The cells that blocks of some classes cover.
fn covered<'a>(puzzle: &Classes, classes: impl Iterator<Item = (usize, &'a Vec<u16>)>) -> Vec<bool> {
    let mut covered = vec![false; puzzle.size.cells()];
    for (class, anchors) in classes {
        for &anchor in anchors {
            cover(puzzle, class, anchor, &mut covered);
        }
    }
    covered
}

/// The cells, ascending, that no block covers.
pub(super) fn free_cells<'a>(puzzle: &Classes, anchors: impl Iterator<Item = &'a Vec<u16>>) -> Vec<u16> {
    let covered = covered(puzzle, anchors.enumerate());
    (0..=u16::MAX).zip(&covered).filter(|&(_, &covered)| !covered).map(|(cell, _)| cell).collect()
}

/// Writes into `anchors[missing]` the anchors that the free cells and the other classes leave.
pub(super) fn fill(puzzle: &Classes, missing: usize, anchors: &mut [Vec<u16>], free: &[u16]) {
    let others = anchors.iter().enumerate().filter(|&(class, _)| class != missing);
    let mut covered = covered(puzzle, others);
    for &cell in free {
        covered[usize::from(cell)] = true;
    }
    anchors[missing].clear();
    for cell in 0..puzzle.size.cells() {
        if !covered[cell] {
            cover(puzzle, missing, cell as u16, &mut covered);
            anchors[missing].push(cell as u16);
        }
    }
}
