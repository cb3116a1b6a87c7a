//! Colourings against plain search.

use proptest::{prop_assert, proptest};

use crate::random::{Judged, cases, puzzles, read};
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
fn the_five_tetrominoes_fill_no_rectangle() {
    for board in ["4x5", "2x10"] {
        let text = format!("{TETROMINOES}board: {board}\nempty: 0\n");
        assert!(refuted(&read(&text)).is_some());
    }
    assert_eq!(refuted(&read(&format!("{TETROMINOES}board: 3x7\nempty: 1\n"))), None);
}

#[test]
fn a_square_without_two_opposite_corners_is_not_filled_by_dominoes() {
    let board = "#.......\n........\n........\n........\n........\n........\n........\n.......#\n";
    assert!(refuted(&read(&format!("piece D: 31\nXX\n\nboard:\n{board}"))).is_some());
}

#[test]
fn bars_of_four_do_not_fill_a_square_of_ten() {
    // Each covers two cells of each colour where lines and places change by turns of two; the board has 52 and 48.
    assert!(refuted(&read("piece I: 25\nXXXX\n\nboard: 10x10\n")).is_some());
}

proptest! {
    #![proptest_config(cases(100))]

    #[test]
    fn what_is_refuted_has_no_packing(puzzle in puzzles()) {
        prop_assert!(refuted(&puzzle.0).is_none() || Judged::of(&puzzle.0).packings.is_empty());
    }
}
