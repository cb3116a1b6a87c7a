//! Covers against the board, the pieces and the rules; colourings of them against plain search.

use proptest::{prop_assert, prop_assert_eq, proptest};

use crate::dealt::Judged;
use crate::random::{cases, puzzles, read};
use traybit_core::search::limits::Limits;
use traybit_packing::budget::Budget;
use traybit_packing::colouring::refutation;
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

    #[test]
    fn what_is_refuted_has_no_packing(puzzle in puzzles()) {
        prop_assert!(refuted(&puzzle.0).is_none() || Judged::of(&puzzle.0).packings.is_empty());
    }
}

#[test]
fn a_name_that_is_placed_more_often_than_it_must_makes_up_for_no_other() {
    let mut pack = read("piece A: 0..2\nX\n\npiece B: 1\nX\n\nboard: 1x3\n\nplaced:\n11. . \n");
    let left = |pack: &Pack| of(pack).kinds[0].counts.clone();
    // What has to be there gets its name first.
    assert_eq!((pack.placed[0].piece, left(&pack)), (1, 0..=2));
    pack.placed[0].piece = 0;
    assert_eq!(left(&pack), 1..=2);
}

fn refuted(pack: &Pack) -> Option<String> {
    refutation(&of(pack), &mut Budget::of(&Limits::default())).expect("no limit")
}

const TETROMINOES: &str = "piece I:\nXXXX\n\npiece O:\nXX\nXX\n\npiece T:\nXXX\n.X.\n\npiece S:\n.XX\nXX.\n\npiece L:\nXXX\nX..\n\n";

#[test]
fn known_boards_are_refuted() {
    let tetrominoes = |board: &str| format!("{TETROMINOES}board: {board}\n");
    let corners = format!("#.......\n{}.......#\n", "........\n".repeat(6));
    for (puzzle, is_refuted) in [
        (tetrominoes("4x5\nempty: 0"), true),
        (tetrominoes("2x10\nempty: 0"), true),
        (tetrominoes("3x7\nempty: 1"), false),
        (format!("piece D: 31\nXX\n\nboard:\n{corners}"), true),
        // Each covers two cells of each colour where lines and places change by turns of two; the board has 52 and 48.
        ("piece I: 25\nXXXX\n\nboard: 10x10\n".to_owned(), true),
    ] {
        assert_eq!(refuted(&read(&puzzle)).is_some(), is_refuted, "{puzzle}");
    }
}
