//! Placements as pieces that keep all that the puzzle asks for.

use std::collections::BTreeSet;

use proptest::{prop_assert, prop_assert_eq, proptest};

use crate::plain::packings;
use crate::random::{Judged, cases, puzzles, read};
use traybit_packing::assembly::Assembly;
use traybit_packing::checker::{Checker, check};
use traybit_packing::cover::Cover;
use traybit_packing::kinds::Kinds;
use traybit_packing::pack::{Pack, Packing, Placed};

fn assembled(pack: &Pack) -> Vec<Packing> {
    let kinds = Kinds::of(pack);
    let cover = Cover::of(pack, &kinds);
    let assembly = Assembly::new(pack, &kinds, &cover);
    packings(&cover, usize::MAX).unwrap().iter().map(|packing| assembly.packing(packing)).collect()
}

#[test]
fn names_are_given_out_within_their_counts() {
    let mut pack = read(
        "piece A: ..1\nXX\n\npiece B: 1..2 turn\nX\nX\n\npiece C: 1\nXX\n\npiece S: any\nX\n\nboard: 2x4\nempty: 0\n",
    );
    let count =
        |packing: &Packing, piece: usize| packing.iter().filter(|placed| placed.piece == piece).count();
    for (placed, least) in [(None, 2), (Some(0), 3), (Some(1), 2), (Some(2), 2)] {
        pack.placed = placed.map(|piece| Placed { piece, cells: vec![(0, 1), (0, 2)] }).into_iter().collect();
        // One that is placed beforehand counts as one of those there have to be.
        pack.pieces[0].counts = u32::from(placed == Some(0))..=1;
        let all = assembled(&pack);
        assert!(all.len() > 3 && Checker::of(&pack).repeated(&all).is_none());
        let mut numbers = BTreeSet::new();
        for packing in &all {
            assert_eq!(check(&pack, packing), Ok(()));
            assert!(pack.placed.iter().all(|placed| packing.contains(placed)));
            numbers.insert([0, 1, 2].map(|piece| count(packing, piece)).iter().sum::<usize>());
        }
        assert!(
            numbers.into_iter().eq(least..=4),
            "from as few as there have to be to as many as there may be"
        );
    }
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn assembled_packings_pass_the_checker(small in puzzles()) {
        let pack = &small.0;
        let judged = Judged::of(pack);
        let all = assembled(pack);
        prop_assert_eq!(Checker::of(pack).repeated(&all), None);
        for packing in &all {
            prop_assert_eq!(check(pack, packing), Ok(()));
            prop_assert!(packing.is_sorted_by_key(|placed| &placed.cells));
        }
        let merged: BTreeSet<Packing> = all.iter().map(|packing| judged.merged(packing)).collect();
        prop_assert!(merged == judged.packings);
    }
}
