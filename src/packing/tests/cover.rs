//! Covers against the board, the pieces and the rules.

use proptest::{prop_assert_eq, proptest};

use crate::random::{cases, puzzles, read};
use traybit_core::search::limits::Limits;
use traybit_packing::budget::Budget;
use traybit_packing::cover::{Cover, Outline};
use traybit_packing::kinds::Kinds;
use traybit_packing::pack::Pack;
use traybit_packing::space::{self, bits};

fn of(pack: &Pack) -> Cover {
    Cover::of(pack, &Kinds::of(pack))
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

proptest! {
    #![proptest_config(cases(150))]

    #[test]
    fn outlines_know_widths_before_places_are_found(small in puzzles()) {
        let limits = Limits::default();
        let mut budget = Budget::of(&limits);
        let (cover, outline) = (of(&small.0), Outline::of(&small.0, &Kinds::of(&small.0), &mut budget).unwrap());
        prop_assert_eq!(outline.bits(space::width, &mut budget), Ok(bits(&cover)));
        for placement in cover.placements().iter() {
            let rest = cover.with(placement, &mut budget).unwrap();
            prop_assert_eq!(outline.with(placement).bits(space::width, &mut budget), Ok(bits(&rest)));
            prop_assert_eq!(outline.with(placement).fill(&mut budget), Ok(rest));
        }
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
