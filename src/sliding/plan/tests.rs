//! Plans replayed by the independent checker, on trays with a goal that a random walk led to.

use crate::plan::Planner;
use crate::puzzle::{Floor, Puzzle};
use crate::solve::walk::{WalkOrder, walk};
use crate::tidy;
use crate::universe::parse_kinds;
use traybit_core::grid::Size;
use traybit_core::search::limits::Limits;

fn walked(side: u16, kinds: &str, free: usize, goal_blocks: Option<usize>, seed: u64) -> Puzzle {
    let size = Size { height: side, width: side };
    let floor = vec![Floor::Open; size.cells()];
    let kinds = parse_kinds(kinds).expect("kinds").0;
    let order = WalkOrder { size, floor: &floor, kinds: &kinds, free, steps: 20_000, goal_blocks, seed };
    walk(order, 1, &Limits::default()).expect("a puzzle")
}

/// The number of steps of the first attempt that succeeds, replayed; none where none of `attempts` does.
fn planned(puzzle: &Puzzle, attempts: u32) -> Option<usize> {
    let classes = puzzle.classes();
    let planner = Planner::new(&classes);
    let moves = (0..attempts).find_map(|number| planner.plan(number, &Limits::default()).0)?;
    puzzle.verify(&tidy::lay_out(&classes, &moves)).expect("a plan is a solution");
    Some(moves.len())
}

#[test]
fn blocks_are_carried_through_crowds() {
    let kinds = ["1x1,1x2,2x1,2x2", "1x1,1x2,2x1,2x2,2x3,3x2,1x3,3x1", "1x2,2x1,2x2"];
    for (seed, kinds) in (1..).zip(kinds) {
        for (side, free) in [(9, 12), (16, 30), (24, 60)] {
            for goal_blocks in [1, 3] {
                let puzzle = walked(side, kinds, free, Some(goal_blocks), seed);
                let steps = planned(&puzzle, 40);
                assert!(steps.is_some(), "{side}×{side}, {free} free, {kinds}, {goal_blocks} in the goal");
            }
        }
    }
}

#[test]
fn all_blocks_get_to_their_places() {
    for (side, kinds, free) in [(6, "1x1,1x2,2x1,2x2", 10), (8, "1x2,2x1,2x2", 16), (10, "1x1,2x1,2x2", 25)] {
        let puzzle = walked(side, kinds, free, None, 5);
        let steps = planned(&puzzle, 40);
        assert!(steps.is_some_and(|steps| steps > 0), "{side}×{side}, {free} free, {kinds}");
    }
}
