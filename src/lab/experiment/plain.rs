//! Plain representation of a tray: a list of blocks and the contents of each cell.
//!
//! ```text
//!   blocks  class 0 at (0, 1), class 1 at (0, 0), …        sorted: equal trays are equal lists
//!   cells   2 1 1 2                                        the class plus one, 0 where nothing is
//!           2 1 1 2
//!           . 3 3 .
//! ```
//!
//! Both are kept as seed 000 of the assignments has them, the cells to see what is free, the blocks to see what moves.

use traybit_core::shape::Shape;
use traybit_sliding::classes::Classes;

/// One block.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Placed {
    pub(super) class: u16,
    pub(super) row: u16,
    pub(super) column: u16,
}

/// A tray.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Plain {
    pub(super) blocks: Vec<Placed>,
    pub(super) cells: Vec<u16>,
}

impl Plain {
    /// The tray whose classes have these anchors.
    pub(super) fn new(puzzle: &Classes, anchors: &[Vec<u16>]) -> Self {
        let mut tray = Self { blocks: Vec::new(), cells: vec![0; puzzle.size.cells()] };
        for (anchors, class) in anchors.iter().zip(0..) {
            for &anchor in anchors {
                let (row, column) = puzzle.row_column(anchor);
                let block = Placed { class, row, column };
                tray.put(puzzle, block, class + 1);
                tray.blocks.push(block);
            }
        }
        tray.blocks.sort_unstable();
        tray
    }

    fn put(&mut self, puzzle: &Classes, block: Placed, value: u16) {
        for cell in shape(puzzle, block).cells_at((block.row, block.column)) {
            self.cells[usize::from(puzzle.number(cell))] = value;
        }
    }

    /// The corners of all blocks' boxes: top row, left column, bottom row, right column.
    pub(super) fn corners(&self, puzzle: &Classes) -> impl DoubleEndedIterator<Item = u16> {
        self.blocks.iter().flat_map(|&block| {
            let shape = shape(puzzle, block);
            let left = block.column - shape.lead();
            [block.row, left, block.row + shape.height() - 1, left + shape.width() - 1]
        })
    }
}

fn shape(puzzle: &Classes, block: Placed) -> &Shape {
    &puzzle.classes[usize::from(block.class)].shape
}
