//! Covers against the board, the pieces and the rules.

use std::collections::{BTreeMap, BTreeSet};

use proptest::{prop_assert, prop_assert_eq, proptest};

use crate::plain::{covered, packings};
use crate::random::{Judged, cases, places_of, puzzles, read};
use traybit_core::search::limits::Limits;
use traybit_packing::budget::Budget;
use traybit_packing::cover::{Cover, Outline, Single};
use traybit_packing::kinds::{Kinds, Scan};
use traybit_packing::pack::{Cell, Pack};
use traybit_packing::space::{self, bits};

fn of(pack: &Pack) -> Cover {
    Cover::of(pack, &Kinds::of(pack))
}

#[test]
fn numbers_run_along_the_short_side() {
    for (height, width) in [(1, 1), (1, 9), (9, 1), (2, 5), (5, 2), (4, 4), (256, 3), (3, 256)] {
        let pack = read(&format!("piece A: any\nX\n\nboard: {height}x{width}\n"));
        let scan = Scan::of(&pack);
        assert_eq!((scan.stride, scan.by_columns), (height.min(width), height < width));
        let mut numbers = BTreeSet::new();
        for row in 0..height {
            for column in 0..width {
                let number = scan.number((row, column));
                assert_eq!(scan.cell(number), (row, column));
                numbers.insert(number);
            }
        }
        assert!(numbers.into_iter().eq(0..u32::from(height) * u32::from(width)));
        for number in 1..pack.size.cells() as u32 {
            let (before, cell) = (scan.cell(number - 1), scan.cell(number));
            let steps = cell.0.abs_diff(before.0) + cell.1.abs_diff(before.1);
            let is_first = number.is_multiple_of(scan.stride.into());
            assert_eq!(steps, if is_first { scan.stride } else { 1 });
        }
    }
    let scan = Scan { stride: 2, by_columns: true };
    assert_eq!([0, 1, 2, 9].map(|number| scan.cell(number)), [(0, 0), (1, 0), (0, 1), (1, 4)]);
}

#[test]
fn pieces_of_the_same_orientations_are_one_kind() {
    let pack = read(
        "piece L: 1..2\nX.\nX.\nXX\n\npiece D: any\nXX\n\npiece J: 0..1\nXXX\nX..\n\npiece E: 1 turn\nX\nX\n\n\
         piece C: 1 fixed\nXX\n\npiece K: 1 turn\nX.\nX.\nXX\n\nboard: 6x6\n",
    );
    let kinds = Kinds::of(&pack);
    assert_eq!(kinds.of_piece, [0, 1, 0, 1, 2, 3]);
    assert_eq!(kinds.orientations.iter().map(Vec::len).collect::<Vec<_>>(), [8, 2, 1, 4]);
    assert_eq!(kinds.left(&pack), [1..=3, 1..=19, 1..=1, 1..=1]);
}

#[test]
fn reaches_and_empties_that_are_known() {
    let reach = |text: &str| of(&read(text)).reach();
    assert_eq!(reach("piece D: any\nXX\n\nboard: 1x7\n"), 1);
    assert_eq!(reach("piece D: any\nXX\n\nboard: 2x7\n"), 2);
    assert_eq!(reach("piece D: any fixed\nXX\n\nboard: 9x7\n"), 1);
    assert_eq!(reach("piece X: any\n.X.\nXXX\n.X.\n\nboard: 6x10\n"), 12);
    let empties = |text: &str| of(&read(text)).empties();
    let popinjay = "piece J: 11\nXXXXX\nX....\nXX...\n\nboard: 10x10\n";
    assert_eq!(empties(popinjay), 12..=12);
    assert_eq!(empties("piece D: 1..3\nXX\n\nboard: 3x3\n"), 3..=7);
    assert_eq!(empties("piece D: any\nXX\n\nboard: 3x3\nempty: ..4\n"), 1..=4);
    let mut cover = of(&read(popinjay));
    cover.empty = 0..=11;
    assert!(cover.empties().is_empty());
    cover.kinds[0].counts = 13..=13;
    assert!(cover.empties().is_empty());
}

/// The cells of each placement, by its kind.
fn placements(pack: &Pack, cover: &Cover) -> Vec<(u16, Vec<Cell>)> {
    let scan = Scan::of(pack);
    let cells = |number: u32| {
        let (kind, numbers) = covered(cover, number);
        let mut cells: Vec<Cell> = numbers.into_iter().map(|number| scan.cell(number)).collect();
        cells.sort_unstable();
        (kind, cells)
    };
    (0..cover.placements().count() as u32).map(cells).collect()
}

proptest! {
    #![proptest_config(cases(150))]

    #[test]
    fn placements_are_all_ways_to_place_a_piece(small in puzzles()) {
        let pack = &small.0;
        let (kinds, cover) = (Kinds::of(pack), of(pack));
        let taken: BTreeSet<Cell> = pack.placed.iter().flat_map(|placed| placed.cells.clone()).collect();
        let mut expected = BTreeSet::new();
        for (piece, &kind) in pack.pieces.iter().zip(&kinds.of_piece) {
            let most = pack.pieces.iter().zip(&kinds.of_piece).filter(|(_, other)| **other == kind);
            let most: u32 = most.map(|(piece, _)| piece.counts.end()).sum();
            let placed = pack.placed.iter().filter(|placed| kinds.of_piece[placed.piece] == kind).count();
            for cells in places_of(pack, piece) {
                if placed < most as usize && cells.iter().all(|cell| !taken.contains(cell)) {
                    expected.insert((kind, cells));
                }
            }
        }
        let found = placements(pack, &cover);
        prop_assert_eq!(found.len(), expected.len(), "none comes twice");
        prop_assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), expected);
        prop_assert!(cover.places.iter().all(|orientations| orientations.is_sorted()));
        let placed: usize = pack.placed.iter().map(|placed| placed.cells.len()).sum();
        prop_assert_eq!(cover.weight(), (pack.open() - placed) as u64);
    }

    #[test]
    fn a_placement_leaves_what_does_not_touch_it(small in puzzles()) {
        let cover = of(&small.0);
        let all: Vec<(u16, Vec<u32>)> = (0..cover.placements().count() as u32).map(|number| covered(&cover, number)).collect();
        for (placement, (kind, cells)) in cover.placements().iter().zip(&all) {
            let rest = cover.with(placement, &mut Budget::of(&Limits::default())).unwrap();
            let (least, most) = cover.kinds[usize::from(*kind)].counts.clone().into_inner();
            prop_assert_eq!(&rest.kinds[usize::from(*kind)].counts, &(least.saturating_sub(1)..=most - 1));
            prop_assert_eq!(rest.weight() + cells.len() as u64, cover.weight());
            let stays = |(other, covers): &&(u16, Vec<u32>)| {
                (other != kind || most > 1) && covers.iter().all(|cell| !cells.contains(cell))
            };
            let left = (0..rest.placements().count() as u32).map(|number| covered(&rest, number));
            prop_assert!(left.eq(all.iter().filter(stays).cloned()));
        }
    }

    #[test]
    fn outlines_know_widths_and_single_pieces_before_places_are_found(small in puzzles(), most in 0..=20_usize) {
        let limits = Limits::default();
        let mut budget = Budget::of(&limits);
        let (cover, outline) = (of(&small.0), Outline::of(&small.0, &Kinds::of(&small.0), &mut budget).unwrap());
        prop_assert_eq!(outline.bits(space::width, &mut budget), Ok(bits(&cover)));
        for placement in cover.placements().iter() {
            let rest = cover.with(placement, &mut budget).unwrap();
            prop_assert_eq!(outline.with(placement).bits(space::width, &mut budget), Ok(bits(&rest)));
            prop_assert_eq!(outline.with(placement).fill(&mut budget), Ok(rest));
        }
        let own = |kind: &usize| -> Vec<(u32, u32)> {
            let all = cover.placements().iter();
            all.filter(|(_, orientation)| usize::from(cover.orientations[*orientation as usize].kind) == *kind).collect()
        };
        let is_single = |kind: &usize| cover.kinds[*kind].counts == (1..=1) && own(kind).len() <= most;
        let single = (0..cover.kinds.len()).filter(is_single).min_by_key(|kind| own(kind).len());
        let first = |kind: usize| own(&kind).into_iter().min_by_key(|(cell, orientation)| (*orientation, *cell));
        let known = single.filter(|_| cover.kinds.len() > 1).map(|kind| Single { kind: kind as u16, places: own(&kind).len(), first: first(kind) });
        prop_assert_eq!(outline.most_constrained(|_| true, most, &mut budget), Ok(known));
    }

    #[test]
    fn what_is_never_covered_stays_empty(small in puzzles()) {
        let cover = of(&small.0);
        let mut reach = 0;
        let mut never = vec![true; cover.weights.len()];
        for number in 0..cover.placements().count() as u32 {
            let (_, cells) = covered(&cover, number);
            reach = reach.max(cells[cells.len() - 1] - cells[0]);
            for cell in cells {
                never[cell as usize] = false;
            }
        }
        prop_assert_eq!(cover.reach(), reach);
        prop_assert_eq!(cover.never_covered(&mut Budget::of(&Limits::default())), Ok(never));
    }

    #[test]
    fn packings_are_those_of_the_puzzle(small in puzzles()) {
        let cover = of(&small.0);
        let all = packings(&cover, usize::MAX).unwrap();
        let mut covers: BTreeMap<u64, usize> = BTreeMap::new();
        for packing in &all {
            let pieces: u64 = packing.iter().map(|&placement| covered(&cover, placement).1.len() as u64).sum();
            *covers.entry(cover.weight() - pieces).or_default() += 1;
        }
        prop_assert!(covers.keys().all(|empty| cover.empties().contains(empty)));
        prop_assert_eq!(all.len(), Judged::of(&small.0).packings.len());
    }
}

#[test]
fn a_name_that_is_placed_more_often_than_it_must_makes_up_for_no_other() {
    let mut pack = read("piece A: 0..2\nX\n\npiece B: 1\nX\n\nboard: 1x3\n\nplaced:\n11. . \n");
    let left = |pack: &Pack| Cover::of(pack, &Kinds::of(pack)).kinds[0].counts.clone();
    // What has to be there gets its name first.
    assert_eq!((pack.placed[0].piece, left(&pack)), (1, 0..=2));
    pack.placed[0].piece = 0;
    assert_eq!(left(&pack), 1..=2);
}
