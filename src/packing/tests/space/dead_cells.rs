//! Cells that nothing covers, against going through all placements.

use proptest::prelude::*;

use traybit_core::bits::{Register, Wide};
use traybit_core::search::limits::Limits;
use traybit_packing::budget::Budget;
use traybit_packing::cover::{Cover, Kind, Orientation};
use traybit_packing::space::dead_cells::{DeadCells, LANES};

/// A made-up cover: orientations of two kinds by their offsets, each placed where `places` has it.
fn cover(offsets: &[Vec<u32>], places: &[u8], cells: usize) -> Cover {
    let orientations = offsets.iter().zip(0..).map(|(offsets, number): (_, u16)| {
        let mut offsets = offsets.clone();
        offsets.push(0);
        offsets.sort_unstable();
        offsets.dedup();
        Orientation { kind: number % 2, pieces: 1, offsets }
    });
    let orientations: Vec<Orientation> = orientations.collect();
    let placed = |cell: usize| {
        let is_placed = |number: &u32| {
            let last = orientations[*number as usize].offsets.last().copied().unwrap_or(0);
            cell + (last as usize) < cells && places[cell % places.len()] >> number & 1 == 1
        };
        (0..orientations.len() as u32).filter(is_placed).collect()
    };
    Cover {
        weights: vec![1; cells],
        may_stay_empty: vec![true; cells],
        kinds: vec![Kind { area: 1, counts: 0..=9 }; 2],
        places: (0..cells).map(placed).collect(),
        orientations,
        empty: 0..=cells as u32,
        stride: Some(1),
    }
}

fn compare<W: Register>(
    cover: &Cover,
    cell: usize,
    decided: &[u64; LANES],
    left: [u8; 2],
) -> Result<(), TestCaseError> {
    let dead_cells =
        DeadCells::new(cover, W::CELLS, &mut Budget::of(&Limits::default())).expect("a small cover");
    // The same draw over and over, since a word may be longer.
    let is_decided =
        |lane: usize, at: usize| at < cell || at >= cover.places.len() || decided[lane] >> (at % 61) & 1 == 1;
    let front = |lane: usize| {
        let bits = (0..W::CELLS).filter(|&bit| is_decided(lane, cell + bit as usize));
        bits.fold(W::EMPTY, |front, bit| front | W::cell(bit))
    };
    let fronts: [W; LANES] = std::array::from_fn(front);
    let lanes = left.map(|left| std::array::from_fn(|lane| (!W::EMPTY).when(left >> lane & 1 == 1)));
    // Beyond so many cells, an orientation might reach over the end of the window.
    let known = W::CELLS - 20;
    let dead = dead_cells.find(cell, &fronts, &lanes, W::below(known));
    for (lane, dead) in dead.iter().enumerate() {
        let mut covered = vec![false; cover.places.len() + W::CELLS as usize];
        for (first, places) in cover.places.iter().enumerate().skip(cell) {
            for &number in places {
                let orientation = &cover.orientations[number as usize];
                let cells = orientation.offsets.iter().map(|&offset| first + offset as usize);
                let is_left = left[usize::from(orientation.kind)] >> lane & 1 == 1;
                if is_left && cells.clone().all(|at| !is_decided(lane, at)) {
                    cells.for_each(|at| covered[at] = true);
                }
            }
        }
        for bit in 0..known {
            let at = cell + bit as usize;
            prop_assert_eq!(
                dead.contains(bit),
                !is_decided(lane, at) && !covered[at],
                "lane {} cell {}",
                lane,
                at
            );
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn cells_that_nothing_covers_are_dead(
        offsets in prop::collection::vec(prop::collection::vec(0u32..20, 0..=6), 1..=8),
        places in prop::collection::vec(any::<u8>(), 1..=7),
        cells in 1usize..=150,
        cell in 0usize..=70,
        decided in any::<[u64; LANES]>(),
        left in any::<[u8; 2]>(),
    ) {
        let cover = cover(&offsets, &places, cells);
        let cell = cell.min(cells);
        compare::<u64>(&cover, cell, &decided, left)?;
        compare::<u128>(&cover, cell, &decided, left)?;
        compare::<Wide<8>>(&cover, cell, &decided, left)?;
    }
}
