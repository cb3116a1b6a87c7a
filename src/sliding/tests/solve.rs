//! Solutions after a search for the shortest gave up, moves laid out as slides and their number, and puzzles by random walks.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use traybit_core::generation::GenerateError;
use traybit_core::{GaveUp, Limits, Size};
use traybit_sliding::refute::bounds;
use traybit_sliding::solve::Difficulty;
use traybit_sliding::solve::spaces::places;
use traybit_sliding::solve::walk::{WalkOptions, walk};
use traybit_sliding::solve::{any_instead, leaving_time};
use traybit_sliding::tidy::route;
use traybit_sliding::universe::parse_kinds;
use traybit_sliding::{Counts, Floor, Metric, Puzzle, Slide, Target};

use crate::formats::read::pair;
use crate::{KLOTSKI, drawing, solved};

fn puzzle(goal: &str) -> Puzzle {
    drawing(&format!("labels: a b\ntray:\na.b\n...\n\ngoal: {goal}\n"))
}

#[test]
fn a_solution_is_found_after_every_limit_and_signal() {
    let exchanged = puzzle("a 0 2, b 0 0");
    let stopped = Limits { stop: Arc::new(AtomicBool::new(true)), ..Limits::default() };
    for reason in [GaveUp::Time, GaveUp::Memory, GaveUp::Stopped] {
        let limits = if reason == GaveUp::Stopped { &stopped } else { &Limits::default() };
        let slides = any_instead(&exchanged, reason, limits).expect("a solution");
        assert!(exchanged.verify(&slides).is_ok(), "{slides:?}");
    }
    assert_eq!(any_instead(&exchanged, GaveUp::Exhausted, &Limits::default()), None);
    assert_eq!(any_instead(&exchanged, GaveUp::Time, &stopped), None);
    let little = Limits { deadline: Some(Instant::now()), ..Limits::default() };
    assert_eq!(any_instead(&exchanged, GaveUp::Time, &little), None);
}

#[test]
fn a_tenth_of_the_time_is_left_and_a_second_at_most() {
    let left_for = |time: Duration| {
        let deadline = Instant::now() + time;
        let limits = Limits { deadline: Some(deadline), ..Limits::default() };
        let earlier = leaving_time(&limits).deadline.expect("a deadline");
        deadline.duration_since(earlier)
    };
    assert_eq!(left_for(Duration::from_hours(1)), Duration::from_secs(1));
    assert!(left_for(Duration::from_secs(5)) <= Duration::from_millis(500));
    assert_eq!(leaving_time(&Limits::default()).deadline, None);
}

#[test]
fn routes_have_as_few_slides_as_possible() {
    let size = Size { height: 5, width: 5 };
    let mut board = vec![false; size.cells()];
    let unit = &pair("5 5\n0 0 0 0\n", "").classes().classes[0];
    let slides = |board: &[bool], from, to, most| route(board, unit, from, to, most).map(|stops| stops.len());
    for (from, to, count) in [((2, 2), (2, 2), 0), ((0, 0), (0, 4), 1), ((0, 0), (4, 4), 2)] {
        assert_eq!(slides(&board, from, to, 1), Some(count), "found without a search");
    }
    // A wall in column 2 with a gap at the bottom.
    (0..4).for_each(|row| board[size.number((row, 2))] = true);
    // Eighteen places lie no farther than the corner from which it goes up to the end.
    assert_eq!([17, 18].map(|most| slides(&board, (0, 0), (0, 4), most)), [None, Some(3)]);
    board[size.number((4, 2))] = true;
    assert_eq!(slides(&board, (0, 0), (0, 4), 100), None);
}

#[test]
fn runs_of_one_block_are_one_path_move() {
    let list = [((0, 0), (0, 3)), ((5, 5), (5, 5)), ((0, 3), (2, 3)), ((0, 0), (1, 0)), ((2, 3), (1, 3))];
    let counts = Counts::of(&list.map(|(from, to)| Slide::new(from, to)));
    assert_eq!([Metric::Step, Metric::Slide, Metric::Path].map(|metric| counts.moves_in(metric)), [7, 4, 3]);
}

#[test]
fn each_unmet_goal_line_needs_a_move() {
    let small = "5 6\n0 0 0 0\n4 5 4 5\n2 2 3 3\n";
    for (tray, goal, [paths, slides, steps]) in [
        (small, "0 0 0 0\n", [0, 0, 0]),
        (small, "0 4 0 4\n", [1, 1, 4]),
        (small, "1 4 1 4\n2 1 3 2\n", [2, 3, 5]),
        ("256 256\n0 0 2 4\n", "253 251 255 255\n", [1, 2, 504]),
    ] {
        let bounds = bounds(&pair(tray, goal).classes());
        let found = [Metric::Path, Metric::Slide, Metric::Step].map(|metric| bounds.moves_in(metric));
        assert_eq!(found, [paths, slides, steps]);
    }
}

#[test]
fn walks_keep_to_their_order_and_are_the_same_again() {
    let size = Size { height: 12, width: 9 };
    let mut floor = vec![Floor::Open; size.cells()];
    floor[0] = Floor::Wall;
    let kinds = parse_kinds("1x1,1x2=3..99,2x2=0..4").expect("kinds");
    for goal_blocks in [Some(1), Some(5), None] {
        let options =
            WalkOptions { size, floor: &floor, kinds: &kinds, free: 20, steps: 5_000, goal_blocks, seed: 7 };
        let puzzle = walk(options, 3, &Limits::default()).expect("a puzzle");
        let covered: usize = puzzle.blocks.iter().map(|block| block.shape.area()).sum();
        assert_eq!(covered, size.cells() - 1 - 20);
        let count = |area| puzzle.blocks.iter().filter(|block| block.shape.area() == area).count();
        assert!(count(2) >= 3 && count(4) <= 4);
        let goal = &puzzle.goals[0];
        assert!(goal.iter().all(|target| puzzle.blocks[target.block].anchor != target.anchor));
        match goal_blocks {
            Some(count) => assert_eq!(goal.len(), count),
            None => assert!(goal.len() > 5),
        }
        assert_eq!(walk(options, 3, &Limits::default()), Ok(puzzle.clone()));
        assert_ne!(walk(options, 4, &Limits::default()), Ok(puzzle));
    }
}

#[test]
fn a_tray_that_cannot_be_filled_is_told() {
    let size = Size { height: 3, width: 3 };
    let kinds = parse_kinds("2x2=2..9").expect("kinds");
    let floor = [Floor::Open; 9];
    let options =
        WalkOptions { size, floor: &floor, kinds: &kinds, free: 2, steps: 9, goal_blocks: None, seed: 0 };
    // Nothing can move in a full tray.
    let singles = parse_kinds("1x1").expect("kinds");
    let not_found = GenerateError::NotFound { number: 1, too_large: 0 };
    for options in [options, WalkOptions { kinds: &singles, free: 0, ..options }] {
        assert_eq!(walk(options, 1, &Limits::default()).as_ref(), Err(&not_found));
    }
}

#[test]
fn places_have_the_lengths_of_shortest_solutions() {
    let klotski = drawing(KLOTSKI);
    let of = |puzzle: &Puzzle, block, metric| places(puzzle, block, metric, &Limits::default()).0.unwrap();
    let king = klotski.blocks.iter().position(|block| block.shape.area() == 4).unwrap();
    assert_eq!(of(&klotski, king, Metric::Step).iter().find(|place| place.0 == (3, 1)), Some(&((3, 1), 116)));
    // One of two equal blocks, and one that its label sets apart.
    let text = |labels: &str| format!("{labels}tray:\n#b.#\na..c\n#..#\n\ngoal: a 0 1\n");
    for labels in ["", "labels: a\n"] {
        let puzzle = drawing(&text(labels));
        for metric in [Metric::Step, Metric::Slide, Metric::Path] {
            let all = of(&puzzle, 1, metric);
            assert_eq!(all[0].1, 0);
            for &(cell, distance) in &all {
                let there = puzzle.clone().with_goal(vec![Target { block: 1, anchor: cell }], Vec::new());
                let length = solved(&there, metric).map(|solved| solved.1 as u64);
                assert_eq!(length, Some(distance), "{labels}{cell:?}");
            }
            assert_eq!(all.len(), 8);
        }
    }
    let fixed = drawing("fixed: a b\ntray:\na.b\n");
    assert_eq!(of(&fixed, 1, Metric::Slide), [((0, 0), 0), ((0, 2), 0)]);
    let stopped = Limits { stop: Arc::new(AtomicBool::new(true)), ..Limits::default() };
    assert_eq!(places(&klotski, king, Metric::Slide, &stopped).0, Err(GaveUp::Stopped));
}

#[test]
fn choices_detours_and_moved_blocks_are_counted() {
    let figures = |text: &str| {
        let puzzle = drawing(text);
        Difficulty::of(&puzzle, &solved(&puzzle, Metric::Slide).unwrap().0, Metric::Slide)
    };
    let one = figures("tray:\na..\n\ngoal: a 0 2\n");
    assert_eq!(one, Difficulty { branching: 2.0, away: 0, moved: 1 });
    // a leaves its place to let b pass: 2, 2, 2 and 3 choices.
    let passing = figures("labels: a b\ntray:\nba.\n#.#\n\ngoal: a 0 0, b 1 1\n");
    assert_eq!(passing, Difficulty { branching: 2.25, away: 1, moved: 2 });
    let met = figures("tray:\na..\n\ngoal: a 0 0\n");
    assert_eq!(met, Difficulty { branching: 0.0, away: 0, moved: 0 });
}
