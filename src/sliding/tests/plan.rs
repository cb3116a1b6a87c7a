//! Plans of random small puzzles, with walls, gates, labels and blocks of any shape, replayed by the checker.

use crate::random::puzzle;
use traybit_core::search::limits::Limits;
use traybit_sliding::plan::Planner;
use traybit_sliding::puzzle::Puzzle;
use traybit_sliding::tidy;

/// Random puzzles.
const PUZZLES: u64 = 400;

#[test]
fn plans_are_solutions() {
    let mut planned = 0;
    for number in 0..PUZZLES {
        let Some(puzzle) = puzzle(number).filter(Puzzle::has_goal) else { continue };
        let classes = puzzle.classes();
        let planner = Planner::new(&classes);
        for attempt in 0..2 {
            let (moves, _) = planner.plan(attempt, &Limits::default());
            if let Some(moves) = moves {
                let slides = tidy::lay_out(&classes, &moves);
                assert!(puzzle.verify(&slides).is_ok(), "puzzle {number}, attempt {attempt}");
                planned += 1;
            }
        }
    }
    assert!(planned > PUZZLES / 4, "{planned} of {PUZZLES} puzzles");
}
