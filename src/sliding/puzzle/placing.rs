//! Blocks placed one after another: which one covers a cell, and which was there before.

use crate::puzzle::Cell;
use traybit_core::grid::Size;

/// Cells covered in the current round.
///
/// Cells of earlier rounds are recognised by the round's number, so a round costs no more than the cells that its blocks
/// cover, however large the tray is and however many rounds there are.
#[derive(Clone, Debug)]
pub struct Placing {
    size: Size,
    round: u32,
    /// For each cell the last round in which it was covered, and the block that did.
    covered: Vec<(u32, u32)>,
}

impl Placing {
    /// A tray without blocks.
    pub fn new(size: Size) -> Self {
        Self { size, round: 1, covered: vec![(0, 0); size.cells()] }
    }

    /// Takes all blocks off the tray.
    pub fn clear(&mut self) {
        self.round += 1;
    }

    /// Covers a cell of the tray by a block, given by its place in a list.
    ///
    /// # Errors
    /// The block that covers the cell already.
    #[inline]
    pub fn cover(&mut self, cell: Cell, block: usize) -> Result<(), usize> {
        let cell = &mut self.covered[self.size.number(cell)];
        if cell.0 == self.round {
            return Err(cell.1 as usize);
        }
        *cell = (self.round, block as u32);
        Ok(())
    }
}
