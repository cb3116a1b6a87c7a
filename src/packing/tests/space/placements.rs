//! Placements possible at a cell, against trying each orientation.

use proptest::prelude::*;

use traybit_core::bits::CellSet;
use traybit_core::search::limits::Limits;
use traybit_packing::budget::Budget;
use traybit_packing::cover::{Cover, Kind, Orientation};
use traybit_packing::space::counters::Counters;
use traybit_packing::space::placements::Placements;

/// Three kinds: one piece, up to three (fewer than there is room for), any number; orientations of all of them, placed at each cell as far as they fit.
fn cover(orientations: &[(u16, Vec<u32>)], cells: usize, stride: Option<u32>) -> Cover {
    let orientations = orientations.iter().map(|(kind, offsets)| {
        let mut offsets = offsets.clone();
        offsets.push(0);
        offsets.sort_unstable();
        offsets.dedup();
        Orientation { kind: *kind, pieces: 1, offsets }
    });
    let orientations: Vec<Orientation> = orientations.collect();
    let fits = |cell: usize, number: u32| {
        let last = orientations[number as usize].offsets.last().copied().unwrap_or(0);
        cell + (last as usize) < cells
    };
    let places =
        (0..cells).map(|cell| (0..orientations.len() as u32).filter(|&number| fits(cell, number)).collect());
    let counts = [0..=1, 0..=3, 0..=u32::from(u16::MAX)];
    Cover {
        weights: vec![1; cells],
        may_stay_empty: vec![true; cells],
        kinds: counts.into_iter().map(|counts| Kind { area: 1, counts }).collect(),
        places: places.collect(),
        orientations,
        empty: 0..=0,
        stride,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn every_orientation_that_fits_is_placed(
        orientations in prop::collection::vec((0u16..3, prop::collection::vec(1u32..30, 0..=5)), 1..=60),
        cells in 8usize..=60,
        cell in 0usize..=60,
        stride in prop::option::of(1u32..=40),
        front in any::<u64>(),
        placed in (0u64..=1, 0u64..=3),
    ) {
        let cover = cover(&orientations, cells, stride);
        let counters = Counters::<u64>::new(&cover);
        let placements = Placements::new(&cover, &counters, &mut Budget::of(&Limits::default())).expect("a small cover");
        let cell = cell.min(cells);
        let front = front & !1 & u64::below(30);
        let state = front | counters.pieces(0, placed.0) | counters.pieces(1, placed.1);
        let mut placed_there = Vec::new();
        placements.each(&counters, cell, state, |state, step| placed_there.push((step, state)));
        placed_there.sort_unstable();
        let first: usize = cover.places[..cell].iter().map(Vec::len).sum();
        let mut expected = Vec::new();
        for (&number, step) in cover.places.get(cell).into_iter().flatten().zip(first as u32..) {
            let orientation = &cover.orientations[number as usize];
            let cells = orientation.offsets.iter().fold(0u64, |cells, offset| cells | 1 << offset);
            let is_left = [placed.0 < 1, placed.1 < 3, true][usize::from(orientation.kind)];
            if is_left && cells & front == 0 {
                expected.push((step, state + cells + counters.pieces(orientation.kind, 1)));
            }
        }
        prop_assert_eq!(placed_there, expected);
    }
}
