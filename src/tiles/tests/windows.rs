//! Solutions shortened window by window.

use crate::fast::{assert_solves, fast, random};
use traybit_core::search::limits::Limits;
use traybit_tiles::solve::anytime::windows::{Windows, pass};

#[test]
fn a_pass_shortens_and_keeps_the_ends_on_any_number_of_threads() {
    let start = random(20, 12, 100, 1);
    let moves = fast(&start);
    let windows = Windows { offset: 11, length: 40, width: 60 };
    let run = |threads| pass(&start, &moves, windows, &Limits { threads, ..Limits::default() });
    let (shorter, positions) = run(1);
    assert_solves(&start, &shorter);
    assert!(shorter.len() < moves.len() && positions > 0);
    assert_eq!(run(3), (shorter, positions));
}
