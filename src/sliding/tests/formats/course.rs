//! Trays and goals as plain numbers.

mod convert;
mod read;

use proptest::prelude::{Just, Strategy};
use proptest::{collection, prop_assert_eq, proptest};

use traybit_core::grid::Size;
use traybit_sliding::formats::course::{Block, Goal, Misplaced, Tray};

fn block(top: u16, left: u16, height: u16, width: u16) -> Block {
    Block { top, left, height, width }
}

#[test]
fn corners_are_inclusive() {
    let b = block(1, 2, 2, 1);
    assert_eq!((b.bottom(), b.right(), b.shape()), (2, 2, (2, 1)));
    assert_eq!(b.cells().collect::<Vec<_>>(), [(1, 2), (2, 2)]);
    let far = block(255, 255, 1, 1);
    assert_eq!((far.bottom(), far.right()), (255, 255));
}

#[test]
fn files_are_written_as_the_contract_states() {
    let blocks = vec![block(1, 2, 2, 1), block(0, 0, 1, 2)];
    let tray = Tray::new(Size { height: 3, width: 4 }, blocks.clone()).unwrap();
    assert_eq!(tray.to_string(), "3 4\n1 2 2 2\n0 0 0 1\n");
    assert_eq!(tray.blocks(), &blocks[..]);
    assert_eq!(Goal::new(Size { height: 3, width: 4 }, blocks).unwrap().to_string(), "1 2 2 2\n0 0 0 1\n");
}

#[test]
fn sizes_run_from_1_to_256() {
    for (height, width) in [(0, 1), (1, 0), (257, 1), (1, 257), (0, 0), (u16::MAX, u16::MAX)] {
        let size = Size { height, width };
        assert_eq!(Tray::new(size, Vec::new()).err(), Some(Misplaced::Size(size)));
    }
    assert!(Tray::new(Size { height: 1, width: 256 }, Vec::new()).is_ok());
}

#[test]
fn each_error_names_its_block() {
    let size = Size { height: 3, width: 4 };
    let misplaced = |second| Tray::new(size, vec![block(1, 1, 2, 2), second]).err();
    assert_eq!(misplaced(block(0, 0, 1, 4)), None);
    assert_eq!(misplaced(block(0, 0, 0, 1)), Some(Misplaced::Reversed(1)));
    assert_eq!(misplaced(block(0, 3, 1, 2)), Some(Misplaced::Outside { block: 1, size }));
    assert_eq!(misplaced(block(0, 3, 4, 1)), Some(Misplaced::Outside { block: 1, size }));
    assert_eq!(misplaced(block(u16::MAX, 0, u16::MAX, 1)), Some(Misplaced::Outside { block: 1, size }));
    assert_eq!(misplaced(block(2, 0, 1, 4)), Some(Misplaced::Overlap { block: 1, earlier: 0, cell: (2, 1) }));
}

#[test]
fn a_full_tray_of_single_cells_is_valid() {
    let cells = (0..256).flat_map(|row| (0..256).map(move |column| block(row, column, 1, 1)));
    let mut cells: Vec<Block> = cells.collect();
    assert!(Tray::new(Size::LARGEST, cells.clone()).is_ok());
    cells.push(block(255, 255, 1, 1));
    assert_eq!(
        Tray::new(Size::LARGEST, cells).err(),
        Some(Misplaced::Overlap { block: 65_536, earlier: 65_535, cell: (255, 255) })
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
        let found = Tray::new(Size { height: 4, width: 140 }, blocks.clone()).err();
        match found {
            Some(Misplaced::Overlap { block, earlier, cell }) => {
                prop_assert_eq!(Some(block), clash);
                prop_assert_eq!(blocks[earlier].covers(cell) && blocks[block].covers(cell), true);
            }
            other => prop_assert_eq!((other, clash), (None, None)),
        }
    }
}
