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
