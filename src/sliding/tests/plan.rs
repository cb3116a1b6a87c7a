//! Plans replayed by the independent checker: of random small puzzles, with walls, gates, labels and blocks of any shape, and
//! of trays with a goal that a random walk led to.

use std::sync::atomic::Ordering;

use crate::puzzle;
use traybit_core::search::portfolio::Attempts;
use traybit_core::{Limits, Size};
use traybit_sliding::plan::Planner;
use traybit_sliding::solve::walk::{WalkOptions, walk};
use traybit_sliding::tidy;
use traybit_sliding::universe::parse_kinds;
use traybit_sliding::{Floor, Puzzle, Shift};

/// Random puzzles.
const PUZZLES: u64 = 200;

#[test]
fn plans_are_solutions() {
    let (mut planned, mut spared) = (0, 0);
    for number in 0..PUZZLES {
        let Some(puzzle) = puzzle(number).filter(|own| own.begin().missing().is_some()) else { continue };
        let classes = puzzle.classes();
        for attempt in 0..2 {
            if let (Some(moves), _) = Planner(&classes).attempt(attempt, &Limits::default()) {
                let moves: Vec<Shift> = moves.into_iter().map(Shift::from).collect();
                let [all, joined] = [tidy::lay_out, tidy::lay_out_joined].map(|way| way(&classes, &moves));
                let are_solutions = [&all, &joined].map(|slides| puzzle.verify(slides).is_ok());
                assert_eq!(are_solutions, [true; 2], "puzzle {number}, attempt {attempt}");
                planned += 1;
                spared += all.len().saturating_sub(joined.len());
            }
        }
    }
    assert!(planned > PUZZLES / 4 && spared > 10_000, "{planned} plans, {spared} slides spared");
}

fn walked(side: u16, kinds: &str, free: usize, goal_blocks: Option<usize>, seed: u64) -> Puzzle {
    let size = Size { height: side, width: side };
    let floor = vec![Floor::Open; size.cells()];
    let kinds = parse_kinds(kinds).expect("kinds");
    let options = WalkOptions { size, floor: &floor, kinds: &kinds, free, steps: 20_000, goal_blocks, seed };
    walk(options, 1, &Limits::default()).expect("a puzzle")
}

/// The number of steps of the first attempt that succeeds, replayed; none if all `attempts` fail.
fn planned(puzzle: &Puzzle, attempts: u32) -> Option<usize> {
    let classes = puzzle.classes();
    let moves = (0..attempts).find_map(|number| Planner(&classes).attempt(number, &Limits::default()).0)?;
    let moves: Vec<Shift> = moves.into_iter().map(Shift::from).collect();
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
    let trays = [
        (6, "1x1,1x2,2x1,2x2", 10),
        (8, "1x2,2x1,2x2", 16),
        (10, "1x1,2x1,2x2", 25),
        (16, "1x1,1x2,2x1,2x2", 16),
        (20, "1x1,1x2,2x1,2x2,2x3,3x2,1x3,3x1", 48),
        (30, "1x2,2x1,2x2", 162),
    ];
    for (side, kinds, free) in trays {
        let puzzle = walked(side, kinds, free, None, 5);
        let steps = planned(&puzzle, 40);
        assert!(steps.is_some_and(|steps| steps > 0), "{side}×{side}, {free} free, {kinds}");
    }
}

#[test]
fn attempts_from_both_ends_settle_cells_of_the_largest_tray() {
    let puzzle = walked(256, "1x1,1x2,2x1,2x2", 65_500, None, 1);
    let (classes, limits) = (puzzle.classes(), Limits::default());
    for number in 0..2 {
        Planner(&classes).attempt(number, &limits);
    }
    assert!(limits.progress.met.load(Ordering::Relaxed) > 0);
}
