//! Placing blocks one after another: the rules that make a tray or a goal valid.

use std::error::Error;
use std::fmt::{Display, Formatter, Result as FmtResult};

use crate::taken::Taken;
use crate::tray::{Block, LONGEST_SIDE, Size};

/// Why blocks do not make a tray or a goal. Blocks are named by their place in the list, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misplaced {
    /// A side of the tray is 0 or longer than 256 cells.
    Size(Size),
    /// A block without cells: its bottom-right corner lies above or left of its top-left one.
    Reversed {
        /// The block at fault.
        block: usize,
    },
    /// A block reaches past the lowest row or the rightmost column.
    Outside {
        /// The block at fault.
        block: usize,
        /// The tray it should lie in.
        size: Size,
    },
    /// A block takes a cell that an earlier block has.
    Overlap {
        /// The block at fault.
        block: usize,
        /// The block before it in the list that holds the cell.
        earlier: usize,
        /// One such cell, as (row, column).
        cell: (u16, u16),
    },
}

impl Display for Misplaced {
    fn fmt(&self, f: &mut Formatter<'_>) -> FmtResult {
        match *self {
            Self::Size(Size { height, width }) => {
                write!(f, "a tray measures 1 to {LONGEST_SIDE} cells either way, not {height} by {width}")
            }
            Self::Reversed { block } => write!(f, "block {block} has no cells"),
            Self::Outside { block, size: Size { height, width } } => {
                write!(f, "block {block} lies outside the tray of {height} rows and {width} columns")
            }
            Self::Overlap { block, earlier, cell: (row, column) } => {
                write!(f, "block {block} overlaps block {earlier} at row {row}, column {column}")
            }
        }
    }
}

impl Error for Misplaced {}

/// Blocks placed so far, none overlapping; refuses the first that does not fit.
///
/// Tested on bits, so that 65,536 blocks and one block of 65,536 cells both cost next to nothing.
#[derive(Clone, Debug)]
pub(super) struct Placing {
    size: Size,
    taken: Taken,
    blocks: Vec<Block>,
}

impl Placing {
    /// No block yet; [`Misplaced::Size`] when a side is 0 or longer than 256 cells.
    pub(super) fn new(size: Size) -> Result<Self, Misplaced> {
        if !size.is_allowed() {
            return Err(Misplaced::Size(size));
        }
        Ok(Self { size, taken: Taken::none(size), blocks: Vec::new() })
    }

    /// All the given blocks, or the first fault in their order.
    pub(super) fn of(size: Size, blocks: Vec<Block>) -> Result<Self, Misplaced> {
        let mut placing = Self::new(size)?;
        for block in blocks {
            placing.place(block)?;
        }
        Ok(placing)
    }

    /// Adds a block, or says what is wrong with it.
    pub(super) fn place(&mut self, block: Block) -> Result<(), Misplaced> {
        let number = self.blocks.len();
        if block.height == 0 || block.width == 0 {
            return Err(Misplaced::Reversed { block: number });
        }
        let fits =
            |start: u16, extent: u16, side: u16| u32::from(start) + u32::from(extent) <= u32::from(side);
        if !fits(block.top, block.height, self.size.height) || !fits(block.left, block.width, self.size.width)
        {
            return Err(Misplaced::Outside { block: number, size: self.size });
        }
        if let Some(cell) = self.taken.first_within(block) {
            return Err(Misplaced::Overlap { block: number, earlier: self.block_on(cell), cell });
        }
        self.taken.flip(block);
        self.blocks.push(block);
        Ok(())
    }

    pub(super) fn size(&self) -> Size {
        self.size
    }

    pub(super) fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    pub(super) fn into_blocks(self) -> Vec<Block> {
        self.blocks
    }

    fn block_on(&self, cell: (u16, u16)) -> usize {
        // A taken cell always has its block; the length is only what a total function needs.
        self.blocks.iter().position(|block| block.covers(cell)).unwrap_or(self.blocks.len())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{Just, Strategy};
    use proptest::{collection, prop_assert_eq, proptest};

    use super::{Misplaced, Placing};
    use crate::tray::{Block, Size};

    fn block(top: u16, left: u16, height: u16, width: u16) -> Block {
        Block { top, left, height, width }
    }

    #[test]
    fn sizes_run_from_1_to_256() {
        for (height, width) in [(0, 1), (1, 0), (257, 1), (1, 257), (0, 0), (u16::MAX, u16::MAX)] {
            let size = Size { height, width };
            assert_eq!(Placing::new(size).err(), Some(Misplaced::Size(size)));
        }
        assert!(Placing::new(Size { height: 1, width: 256 }).is_ok());
    }

    #[test]
    fn each_fault_names_its_block() {
        let size = Size { height: 3, width: 4 };
        let fault = |second| Placing::of(size, vec![block(1, 1, 2, 2), second]).err();
        assert_eq!(fault(block(0, 0, 1, 4)), None);
        assert_eq!(fault(block(0, 0, 0, 1)), Some(Misplaced::Reversed { block: 1 }));
        assert_eq!(fault(block(0, 3, 1, 2)), Some(Misplaced::Outside { block: 1, size }));
        assert_eq!(fault(block(0, 3, 4, 1)), Some(Misplaced::Outside { block: 1, size }));
        assert_eq!(fault(block(u16::MAX, 0, u16::MAX, 1)), Some(Misplaced::Outside { block: 1, size }));
        assert_eq!(fault(block(2, 0, 1, 4)), Some(Misplaced::Overlap { block: 1, earlier: 0, cell: (2, 1) }));
    }

    #[test]
    fn a_full_tray_of_single_cells_is_valid() {
        let cells = (0..256).flat_map(|row| (0..256).map(move |column| block(row, column, 1, 1)));
        let mut placing = Placing::of(Size::LARGEST, cells.collect()).unwrap();
        assert_eq!(
            placing.place(block(255, 255, 1, 1)),
            Err(Misplaced::Overlap { block: 65_536, earlier: 65_535, cell: (255, 255) })
        );
    }

    proptest! {
        #[test]
        fn overlaps_are_found_as_by_counting_cells(
            blocks in collection::vec((0..4u16, 0..140u16).prop_flat_map(|(top, left)| {
                (Just(top), Just(left), 1..=4 - top, 1..=140 - left)
            }), 1..6)
        ) {
            let blocks: Vec<_> = blocks.into_iter().map(|(t, l, h, w)| block(t, l, h, w)).collect();
            let mut owners = std::collections::HashMap::new();
            let clash = blocks.iter().enumerate().find_map(|(number, b)| {
                let mut cells = (b.top..=b.bottom()).flat_map(|r| (b.left..=b.right()).map(move |c| (r, c)));
                cells.find_map(|cell| owners.insert(cell, number).map(|_| number))
            });
            let found = Placing::of(Size { height: 4, width: 140 }, blocks.clone()).err();
            match found {
                Some(Misplaced::Overlap { block, earlier, cell }) => {
                    prop_assert_eq!(Some(block), clash);
                    prop_assert_eq!(blocks[earlier].covers(cell) && blocks[block].covers(cell), true);
                }
                other => prop_assert_eq!((other, clash), (None, None)),
            }
        }
    }
}
