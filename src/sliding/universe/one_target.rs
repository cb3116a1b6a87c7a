//! A board as a puzzle in which one block is to come to a place.

use crate::formats::names;
use crate::puzzle::{Cell, Floor, Freedom, Parts, Piece, Puzzle, Target};
use crate::universe::Ground;
use traybit_core::shape::Shape;

/// A block: its shape, its first cell, and the lines along which it moves.
pub(super) type Block = (Shape, Cell, Freedom);

impl Ground {
    /// The puzzle whose first block is to come to a place. It is told apart from others of its shape; blocks are called
    /// a, b, c …
    pub(super) fn with_one_target(self, placed: Vec<Block>, goal: Cell) -> Puzzle {
        let named = names::in_order().zip(placed);
        let block =
            |(name, (shape, anchor, freedom))| Piece { name, shape, anchor, freedom, labelled: false };
        let mut blocks: Vec<Piece> = named.map(block).collect();
        let is_alike = |other: &Piece| (&other.shape, other.freedom) == (&blocks[0].shape, blocks[0].freedom);
        blocks[0].labelled = blocks[1..].iter().any(is_alike);
        let floor = |cell: usize| if self.open >> cell & 1 == 1 { Floor::Open } else { Floor::Wall };
        let parts = Parts {
            floor: (0..self.size.cells()).map(floor).collect(),
            blocks,
            goals: vec![vec![Target { block: 0, anchor: goal }]],
            ..Parts::open(self.size)
        };
        Puzzle::new(parts).expect("pieces of a board are apart")
    }
}
