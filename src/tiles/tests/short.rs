//! Solutions line by line, shortened with time and window by window.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use crate::plain::{assert_solves, distances, random, size};
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::GaveUp;
use traybit_tiles::arrangement::Arrangement;
use traybit_tiles::board::Board;
use traybit_tiles::direction::Direction;
use traybit_tiles::lines::distance::StageDistance;
use traybit_tiles::lines::{Stage, plan};
use traybit_tiles::solve::answer::{Report, Verdict};
use traybit_tiles::solve::anytime::{Windows, improve, pass};
use traybit_tiles::solve::fast::fast as quick;

fn fast(start: &Arrangement) -> Vec<Direction> {
    quick(start, &Limits::default()).unwrap()
}

fn moves_of(report: &Report) -> Vec<Direction> {
    let Verdict::Solved { moves, .. } = &report.verdict else { panic!("{report:?}") };
    moves.clone()
}

/// Checks that moves lead to the goal, and that none takes back the one before.
fn assert_short(start: &Arrangement, moves: &[Direction]) {
    assert_solves(start, moves);
    assert!(moves.windows(2).all(|pair| pair[0] != pair[1].opposite()));
}

#[test]
fn boards_of_every_shape_are_solved_with_the_blank_resting_anywhere() {
    let shapes =
        [(1, 1), (1, 7), (6, 1), (2, 2), (2, 3), (3, 2), (3, 3), (2, 9), (9, 2), (4, 3), (3, 8), (4, 4)];
    for (height, width) in shapes.into_iter().chain([(5, 4), (5, 5), (6, 7), (9, 9), (12, 12)]) {
        let cells = usize::from(height * width);
        for number in 0..12 {
            let start = random(height, width, number as usize * 7 % cells, number);
            assert_short(&start, &fast(&start));
        }
    }
    for (height, width, blank_home) in
        [(40, 3, 61), (3, 120, 0), (20, 20, 399), (2, 150, 140), (150, 2, 0), (33, 21, 300)]
    {
        let start = random(height, width, blank_home, 1);
        assert_short(&start, &fast(&start));
    }
}

#[test]
fn every_solvable_small_board_is_solved() {
    for (width, blank_home) in [(3, 0), (3, 4), (3, 5), (4, 2)] {
        let boards = distances(&Board::blank_at(size(2, width), blank_home));
        for board in boards.keys() {
            assert_short(board, &fast(board));
        }
        assert_eq!(boards.len(), (1..=usize::from(2 * width)).product::<usize>() / 2);
    }
}

#[test]
fn solutions_are_short_and_always_the_same() {
    for (side, hundredths) in [(4, 235), (5, 260), (7, 260), (9, 260)] {
        let (mut moves, mut distance) = (0, 0);
        for number in 0..50 {
            let start = random(side, side, usize::from(side * side) - 1, number);
            moves += fast(&start).len() as u64;
            distance += start.manhattan();
            if number == 0 {
                assert_eq!(fast(&start), fast(&start));
            }
        }
        assert!(moves * 100 <= distance * hundredths, "{side}: {moves} moves for a distance of {distance}");
    }
}

#[test]
fn solutions_are_never_longer_than_the_fast_one() {
    for (height, width, threads) in
        [(1, 5, 1), (3, 3, 2), (4, 4, 1), (5, 5, 2), (9, 9, 2), (2, 20, 1), (20, 20, 2)]
    {
        let start = random(height, width, usize::from(height * width) / 2, 3);
        let limits = Limits { threads, ..Limits::default() };
        let found = improve(&start, None, Duration::from_millis(150), &limits);
        let moves = moves_of(&found);
        assert_short(&start, &moves);
        assert!(moves.len() <= fast(&start).len());
        assert_eq!(
            limits.progress.positions.load(Ordering::Relaxed) > 0,
            height > 1 && found.cost.positions > moves.len() as u64
        );
    }
}

#[test]
fn limits_or_a_proof_end_the_search() {
    let limits = Limits { deadline: Some(Instant::now()), ..Limits::default() };
    assert_eq!(quick(&random(60, 60, 0, 1), &limits), Err(GaveUp::Time));
    let start = random(9, 9, 80, 5);
    let hour = Duration::from_hours(1);
    let limits = Limits::default();
    limits.stop.store(true, Ordering::Relaxed);
    assert_eq!(moves_of(&improve(&start, None, hour, &limits)), fast(&start));
    let limits = Limits { memory: 1 << 10, threads: 2, ..Limits::default() };
    let soon = Duration::from_millis(50);
    assert_short(&start, &moves_of(&improve(&start, None, soon, &limits)));
    // The distance itself ends the search.
    let start = random(1, 9, 2, 4);
    assert_eq!(moves_of(&improve(&start, None, hour, &Limits::default())).len() as u64, start.manhattan());
}

#[test]
fn a_pass_shortens_and_keeps_the_ends_on_any_number_of_threads() {
    let start = random(20, 12, 100, 1);
    let moves = fast(&start);
    let windows = Windows { offset: 11, length: 40, width: 60 };
    let run = |threads| pass(&start, &moves, windows, &Limits { threads, ..Limits::default() });
    let (shorter, positions) = run(1);
    assert_short(&start, &shorter);
    assert!(shorter.len() < moves.len() && positions > 0);
    assert_eq!(run(3), (shorter, positions));
}

/// Every placement of the blank and the stage's tiles on open cells that is not the stage's end.
fn placements(stage: &Stage, open: &[bool]) -> impl Iterator<Item = (usize, [usize; 2])> {
    let (cells, homes) = (open.len(), stage.cells);
    let all =
        (0..cells.pow(3)).map(move |index| (index % cells, [index / cells % cells, index / cells / cells]));
    all.filter(move |&(blank, tiles)| {
        let apart = !tiles.contains(&blank) && (tiles[0] == tiles[1]) == (homes[0] == homes[1]);
        apart && tiles != homes && [blank, tiles[0], tiles[1]].iter().all(|&cell| open[cell])
    })
}

#[test]
fn some_move_leads_on_from_every_board_of_a_stage() {
    for (height, width) in [(4, 3), (4, 4), (5, 4), (3, 5), (6, 6)] {
        let size = size(height, width);
        let distance = StageDistance::new(height.max(width).into());
        for blank_home in [0, size.cells() / 2, size.cells() - 1] {
            let mut open = vec![true; size.cells()];
            for stage in plan(size, blank_home, 0).0 {
                for (blank, tiles) in placements(&stage, &open) {
                    let value = distance.remaining(&stage, blank, tiles).value;
                    let leads_on = |direction: Direction| {
                        let source = direction.source(blank, size).filter(|&source| open[source])?;
                        let tiles = tiles.map(|cell| if cell == source { blank } else { cell });
                        Some(distance.remaining(&stage, source, tiles).value < value)
                    };
                    assert!(
                        Direction::ALL.into_iter().filter_map(leads_on).any(|leads_on| leads_on),
                        "{size:?} blank's home {blank_home} {stage:?} blank {blank} tiles {tiles:?}"
                    );
                }
                for home in stage.cells {
                    open[home] = false;
                }
            }
        }
    }
}
