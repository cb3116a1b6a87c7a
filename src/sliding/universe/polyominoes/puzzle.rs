//! Simple puzzles: the piece over the upper left cell is to come over the lower right cell.
//!
//! ```text
//!   a a .      . . .      the corner of the box round the piece comes into the corner of the tray, so that there is
//!   a b b      . a a      one goal; a piece that has no cell in this corner never gets there
//!   . . b      . a .
//! ```

use crate::puzzle::{Freedom, Puzzle};
use crate::universe::polyominoes::board::{Board, Cells};
use crate::universe::polyominoes::exploration::AnyPieces;
use crate::universe::shares::InShares as _;
use traybit_core::shape::Shape;

impl AnyPieces {
    /// The simple puzzle that begins with a board from which it has a solution. Pieces are in the order of their first
    /// cells.
    ///
    /// # Panics
    /// When the upper left cell is empty.
    pub(super) fn simple_puzzle(&self, board: Board) -> Puzzle {
        assert!(board & 1 == 1, "a simple puzzle begins with a piece over the first cell");
        let size = self.tray().size;
        let placed = |piece: Cells| {
            let covered = size.all().zip(0..).filter(|&(_, number)| piece >> number & 1 == 1);
            let (shape, anchor) = Shape::of(&covered.map(|(cell, _)| cell).collect::<Vec<_>>());
            (shape, anchor, Freedom::Both)
        };
        let blocks: Vec<_> = self.packed().pieces(board).map(placed).collect();
        let shape = &blocks[0].0;
        let goal = (size.height - shape.height(), size.width - shape.width() + shape.lead());
        self.tray().with_one_target(blocks, goal)
    }
}
