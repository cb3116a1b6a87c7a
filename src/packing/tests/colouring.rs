//! Colourings against plain search.

use proptest::{prop_assert, proptest};

use crate::dealt::Judged;
use crate::random::{cases, puzzles, read};
use traybit_core::search::limits::Limits;
use traybit_packing::budget::Budget;
use traybit_packing::colouring::refutation;
use traybit_packing::cover::Cover;
use traybit_packing::kinds::Kinds;
use traybit_packing::pack::Pack;

fn refuted(pack: &Pack) -> Option<String> {
    refutation(&Cover::of(pack, &Kinds::of(pack)), &mut Budget::of(&Limits::default())).expect("no limit")
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

proptest! {
    #![proptest_config(cases(100))]

    #[test]
    fn what_is_refuted_has_no_packing(puzzle in puzzles()) {
        prop_assert!(refuted(&puzzle.0).is_none() || Judged::of(&puzzle.0).packings.is_empty());
    }
}
