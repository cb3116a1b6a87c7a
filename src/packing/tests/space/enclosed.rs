//! Enclosed holes against a plain search for connected cells and for sums of areas.

use proptest::prelude::*;

use super::{parts, window};
use traybit_core::bits::{Register, Wide};
use traybit_core::search::limits::Limits;
use traybit_packing::budget::Budget;
use traybit_packing::cover::{Cover, Kind};
use traybit_packing::space::enclosed::EnclosedHoles;

/// A board of lines of `stride` cells and pieces of these sizes.
fn cover(stride: u32, cells: usize, areas: &[u32]) -> Cover {
    Cover {
        weights: vec![1; cells],
        may_stay_empty: vec![true; cells],
        kinds: areas.iter().map(|&area| Kind { area, counts: 0..=1 }).collect(),
        orientations: Vec::new(),
        places: vec![Vec::new(); cells],
        empty: 0..=cells as u32,
        stride: Some(stride),
    }
}

/// Cells of so many that no sum of areas covers.
fn waste(size: usize, areas: &[u32]) -> u64 {
    let mut sums = vec![true];
    for sum in 1..=size {
        sums.push(areas.iter().any(|&area| sum.checked_sub(area as usize).is_some_and(|rest| sums[rest])));
    }
    (0..=size).find(|&rest| sums[size - rest]).expect("no piece at all") as u64
}

fn compare<W: Register>(stride: u32, areas: &[u32], cell: usize, open: &[bool]) -> Result<(), TestCaseError> {
    let settled: Vec<W> = (0..=open.len()).map(|cell| window(open, cell)).collect();
    let limits = Limits::default();
    let holes =
        EnclosedHoles::<W>::new(&cover(stride, open.len(), areas), &settled, &mut Budget::of(&limits));
    let holes = holes.unwrap().expect("lines shorter than the word");
    // Of a part that reaches the last line of the window nothing is known.
    let end = cell + W::CELLS as usize - stride as usize;
    let parts = parts(stride as usize, &open[..open.len().min(end + stride as usize)]);
    let enclosed = parts.iter().filter(|part| part.iter().all(|&cell| cell < end));
    let known: u64 = enclosed.map(|part| waste(part.len(), areas)).sum();
    prop_assert_eq!(holes.waste(cell, settled[cell]), known);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn enclosed_holes_are_found_as_by_a_plain_search(
        stride in 1u32..=12,
        areas in prop::collection::vec(3u32..=9, 1..=3),
        cell in 0usize..=90,
        draws in prop::collection::vec(0u8..100, 1..=150),
        share in prop::sample::select(vec![25u8, 50, 60]),
    ) {
        let open: Vec<bool> = draws.iter().enumerate().map(|(at, &draw)| at >= cell && draw < share).collect();
        let cell = cell.min(open.len());
        compare::<u64>(stride, &areas, cell, &open)?;
        compare::<u128>(stride, &areas, cell, &open)?;
        compare::<Wide<8>>(stride, &areas, cell, &open)?;
    }
}
