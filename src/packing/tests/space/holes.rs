//! Holes against a plain search for connected cells.

use proptest::prelude::*;

use super::{parts, window};
use traybit_core::bits::{Register, Wide};
use traybit_packing::cover::{Cover, Kind};
use traybit_packing::space::holes::Holes;

/// A board of lines of `stride` cells and pieces of one size.
fn cover(stride: u32, cells: usize, area: u32) -> Cover {
    Cover {
        weights: vec![1; cells],
        may_stay_empty: vec![false; cells],
        kinds: vec![Kind { area, counts: 0..=1 }, Kind { area: area + 4, counts: 1..=9 }],
        orientations: Vec::new(),
        places: vec![Vec::new(); cells],
        empty: 0..=0,
        stride: Some(stride),
    }
}

fn compare<W: Register>(stride: u32, area: u32, cell: usize, open: &[bool]) -> Result<(), TestCaseError> {
    let holes = Holes::<W>::new(&cover(stride, open.len(), area));
    let holes = holes.expect("lines shorter than the word");
    let found = holes.any(cell, window(open, cell));
    let most = (area as usize - 1).min(3);
    let is_there = parts(stride as usize, open).iter().any(|part| part.len() <= most);
    if open.len() + stride as usize <= cell + W::CELLS as usize {
        prop_assert_eq!(found, is_there);
    } else {
        // The cells beside those in the window's last line are not known.
        prop_assert!(!found || is_there);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn holes_are_found_as_by_a_plain_search(
        stride in 1u32..=12,
        area in 2u32..=6,
        cell in 0usize..=90,
        draws in prop::collection::vec(0u8..100, 1..=150),
        share in prop::sample::select(vec![25u8, 50, 75]),
    ) {
        let open: Vec<bool> = draws.iter().enumerate().map(|(at, &draw)| at >= cell && draw < share).collect();
        compare::<u64>(stride, area, cell, &open)?;
        compare::<u128>(stride, area, cell, &open)?;
        compare::<Wide<8>>(stride, area, cell, &open)?;
    }
}

#[test]
fn holes_need_lines_that_fit_and_pieces_of_two_cells() {
    assert!(Holes::<u64>::new(&cover(64, 128, 2)).is_none());
    assert!(Holes::<u128>::new(&cover(64, 128, 2)).is_some());
    assert!(Holes::<u64>::new(&cover(8, 64, 1)).is_none());
    assert!(Holes::<u64>::new(&Cover { stride: None, ..cover(8, 64, 2) }).is_none());
}
