//! Holes against a plain search for connected cells.

use proptest::prelude::*;

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

/// How many cells are connected with each undecided one, itself among them.
fn sizes(stride: usize, decided: &[bool]) -> Vec<usize> {
    let mut sizes = vec![0; decided.len()];
    for first in (0..decided.len()).filter(|&cell| !decided[cell]) {
        let mut reached = vec![first];
        let mut next = 0;
        while let Some(&cell) = reached.get(next) {
            next += 1;
            let left = cell.checked_sub(1).filter(|_| cell % stride > 0);
            let right = Some(cell + 1).filter(|right| right % stride > 0);
            for other in [left, right, cell.checked_sub(stride), Some(cell + stride)].into_iter().flatten() {
                if decided.get(other) == Some(&false) && !reached.contains(&other) {
                    reached.push(other);
                }
            }
        }
        sizes[first] = reached.len();
    }
    sizes
}

/// The window of a board from `cell` on.
fn window<W: Register>(decided: &[bool], cell: usize) -> W {
    let bits = (0..W::CELLS).filter(|&bit| decided.get(cell + bit as usize).is_none_or(|decided| *decided));
    bits.fold(W::EMPTY, |front, bit| front | W::cell(bit))
}

fn compare<W: Register>(stride: u32, area: u32, cell: usize, decided: &[bool]) -> Result<(), TestCaseError> {
    let holes = Holes::<W>::new(&cover(stride, decided.len(), area));
    let holes = holes.expect("lines shorter than the word");
    let found = holes.any(cell, window(decided, cell));
    let most = (area as usize - 1).min(3);
    let sizes = sizes(stride as usize, decided);
    let is_there = sizes.iter().any(|size| (1..=most).contains(size));
    if decided.len() + stride as usize <= cell + W::CELLS as usize {
        prop_assert_eq!(found, is_there);
    } else {
        // The cells beside those in the window's last line are not known.
        prop_assert!(!found || is_there);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn holes_are_found_as_by_a_plain_search(
        stride in 1u32..=12,
        area in 2u32..=6,
        cell in 0usize..=90,
        open in prop::collection::vec(0u8..100, 1..=150),
        share in prop::sample::select(vec![25u8, 50, 75]),
    ) {
        let decided: Vec<bool> =
            open.iter().enumerate().map(|(at, &draw)| at < cell || draw >= share).collect();
        compare::<u64>(stride, area, cell, &decided)?;
        compare::<u128>(stride, area, cell, &decided)?;
        compare::<Wide<8>>(stride, area, cell, &decided)?;
    }
}

#[test]
fn holes_need_lines_that_fit_and_pieces_of_two_cells() {
    assert!(Holes::<u64>::new(&cover(64, 128, 2)).is_none());
    assert!(Holes::<u128>::new(&cover(64, 128, 2)).is_some());
    assert!(Holes::<u64>::new(&cover(8, 64, 1)).is_none());
    assert!(Holes::<u64>::new(&Cover { stride: None, ..cover(8, 64, 2) }).is_none());
}
