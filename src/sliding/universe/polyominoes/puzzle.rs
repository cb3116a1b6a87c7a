//! Simple puzzles: the piece over the upper left cell is to come over the lower right cell.
//!
//! ```text
//!   a a .      . . .      the corner of the box round the piece comes into the corner of the tray, so that there is
//!   a b b      . a a      one goal; a piece that has no cell in this corner never gets there
//!   . . b      . a .
//! ```

use crate::formats::names;
use crate::puzzle::{Floor, Freedom, Parts, Piece, Puzzle, Target};
use crate::universe::polyominoes::board::{Board, Cells};
use crate::universe::polyominoes::exploration::AnyPieces;
use crate::universe::shares::InShares as _;
use traybit_core::grid::Size;
use traybit_core::shape::Shape;

impl AnyPieces {
    /// The simple puzzle that begins with a board from which it has a solution. Pieces are called a, b, c … in the
    /// order of their first cells.
    ///
    /// # Panics
    /// When the upper left cell is empty.
    #[must_use]
    pub fn simple_puzzle(&self, board: Board) -> Puzzle {
        let size = self.tray().size;
        let Size { height, width } = size;
        let shaped = |piece: Cells| {
            let covered = size.all().zip(0..).filter(|&(_, number)| piece >> number & 1 == 1);
            Shape::of(&covered.map(|(cell, _)| cell).collect::<Vec<_>>())
        };
        let named = self.packed().pieces(board).map(shaped).zip(names::in_order());
        let mut blocks: Vec<Piece> = named
            .map(|((shape, anchor), name)| Piece {
                name,
                shape,
                anchor,
                freedom: Freedom::Both,
                labelled: false,
            })
            .collect();
        assert!(board & 1 == 1, "a simple puzzle begins with a piece over the first cell");
        let shape = blocks[0].shape.clone();
        blocks[0].labelled = blocks[1..].iter().any(|other| other.shape == shape);
        let anchor = (height - shape.height(), width - shape.width() + shape.lead());
        let floor = |cell: usize| if self.tray().open >> cell & 1 == 1 { Floor::Open } else { Floor::Wall };
        let parts = Parts {
            floor: (0..size.cells()).map(floor).collect(),
            blocks,
            goals: vec![vec![Target { block: 0, anchor }]],
            ..Parts::open(size)
        };
        Puzzle::new(parts).expect("pieces of a board are apart")
    }
}
