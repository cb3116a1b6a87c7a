//! Index of a database's entries: which entry belongs to which placement of the tiles.

use crate::pattern::orders::Orders;
use crate::pattern::ranks::Ranks;
use traybit_core::grid::Size;

/// Index of a database's entries, the same for all patterns of so many tiles.
#[derive(Debug)]
pub struct EntryIndex {
    /// Size of the board.
    pub size: Size,
    /// Ranks of the sets of cells.
    pub ranks: Ranks,
    /// Ranks of the orders of the tiles.
    pub orders: Orders,
}

impl EntryIndex {
    /// Index for patterns of `tiles` tiles.
    pub fn new(size: Size, tiles: usize) -> Self {
        let reach = usize::from(size.width) - 1;
        Self {
            size,
            ranks: Ranks::new(size.cells() as u32, tiles as u32, 1),
            orders: Orders::new(tiles, reach),
        }
    }
}
