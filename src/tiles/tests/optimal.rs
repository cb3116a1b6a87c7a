//! Solutions are replayed on a plain board, and their lengths compared with a plain breadth-first search or with
//! published ones.

mod levels;

use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use crate::distances::distances;
use traybit_core::grid::Size;
use traybit_core::rng::Rng;
use traybit_core::search::limits::Limits;
use traybit_core::search::memory_monitor::MemoryMonitor;
use traybit_core::search::outcome::{Answer, GaveUp};
use traybit_tiles::arrangement::Arrangement;
use traybit_tiles::board::Board;
use traybit_tiles::direction::Direction;
use traybit_tiles::solve::optimal::{Attempt, Optimiser};

const SQUARE: Size = Size { height: 4, width: 4 };

/// Some of Korf's instances (Artificial Intelligence 27, 1985; the blank's home is the first cell) and their optimal lengths.
const KORF: [([u16; 16], usize); 6] = [
    ([13, 8, 14, 3, 9, 1, 0, 7, 15, 5, 4, 10, 12, 2, 6, 11], 41),
    ([0, 1, 9, 7, 11, 13, 5, 3, 14, 12, 4, 2, 8, 6, 10, 15], 42),
    ([14, 13, 15, 7, 11, 12, 9, 5, 6, 0, 2, 1, 4, 8, 10, 3], 57),
    ([7, 11, 8, 3, 14, 0, 6, 15, 1, 4, 13, 9, 5, 12, 2, 10], 46),
    ([3, 14, 9, 11, 5, 4, 8, 2, 13, 12, 6, 7, 10, 1, 15, 0], 46),
    ([14, 7, 8, 2, 13, 11, 10, 4, 9, 12, 5, 0, 3, 6, 1, 15], 59),
];

/// Board after so many random moves from `goal`.
fn scrambled(goal: &Board, moves: u32, rng: &mut Rng) -> Arrangement {
    let mut board = goal.clone();
    for _ in 0..moves {
        board.slide(Direction::ALL[rng.below(4) as usize]);
    }
    Arrangement::new(&board, goal)
}

/// Length of the solution, which leads to the goal and is as long as the proven bound.
fn replayed(start: &Arrangement, proven: &Attempt) -> usize {
    let Answer::Solved(moves) = &proven.outcome.answer else { panic!("solved, not {proven:?}") };
    let mut board = start.clone();
    assert!(moves.iter().all(|&step| board.slide(step)));
    assert!(board.is_solved());
    assert_eq!(proven.bound, moves.len() as u64);
    moves.len()
}

/// Boards by their distance from a goal.
fn layers(goal: &Board) -> Vec<Vec<Arrangement>> {
    let mut layers = Vec::new();
    for (board, distance) in distances(goal) {
        let distance = distance as usize;
        layers.resize(layers.len().max(distance + 1), Vec::new());
        layers[distance].push(board);
    }
    for layer in &mut layers {
        layer.sort_unstable_by(|one, other| one.homes().cmp(other.homes()));
    }
    layers
}

/// Solves every `stride`-th board of each distance, and returns the numbers of boards by distance.
fn counts(height: u16, width: u16, blank_home: usize, stride: usize) -> Vec<usize> {
    let size = Size { height, width };
    let optimiser = Optimiser::new(size, blank_home, None);
    let layers = layers(&Board::blank_at(size, blank_home));
    for (distance, layer) in layers.iter().enumerate() {
        for start in layer.iter().step_by(stride) {
            let proven = optimiser.solve(start, None, &Limits::default());
            assert_eq!(replayed(start, &proven), distance, "{start:?}");
        }
    }
    layers.iter().map(Vec::len).collect()
}

/// Boards of the 8-puzzle by distance, with the blank's home in a corner.
const EIGHT: [usize; 32] = [
    1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878, 16993,
    17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
];

#[test]
fn eight_puzzle_with_the_blank_first() {
    assert_eq!(counts(3, 3, 0, 97), EIGHT);
}

#[test]
fn eight_puzzle_with_the_blank_last() {
    assert_eq!(counts(3, 3, 8, 997), EIGHT);
}

#[test]
fn eight_puzzle_with_the_blank_in_the_middle() {
    assert_eq!(counts(3, 3, 4, 97).iter().sum::<usize>(), 181_440);
}

#[test]
fn two_rows_of_four() {
    assert_eq!(counts(2, 4, 5, 97).iter().sum::<usize>(), 20_160);
}

#[test]
fn four_rows_of_two_need_36_moves_at_most() {
    assert_eq!(counts(4, 2, 0, 97).len(), 37);
}

#[test]
fn two_rows_of_two() {
    assert_eq!(counts(2, 2, 2, 1), [1, 2, 2, 2, 2, 2, 1]);
}

#[test]
fn boards_of_one_row_or_column() {
    assert_eq!(counts(1, 5, 1, 1), [1, 2, 1, 1]);
    assert_eq!(counts(6, 1, 5, 1), [1; 6]);
    assert_eq!(counts(1, 1, 0, 1), [1]);
}

#[test]
fn published_lengths_are_found_with_any_number_of_threads() {
    let optimiser = Optimiser::new(SQUARE, 0, None);
    for (index, (tiles, length)) in KORF.iter().enumerate() {
        let start =
            Arrangement::new(&Board::new(SQUARE, tiles.to_vec()).unwrap(), &Board::blank_first(SQUARE));
        let limits = Limits { threads: 1 + index % 3, ..Limits::default() };
        let proven = optimiser.solve(&start, None, &limits);
        assert_eq!(replayed(&start, &proven), *length);
        let known = vec![Direction::Up; *length];
        let shorter = optimiser.solve(&start, Some(&known), &limits);
        assert_eq!((shorter.outcome.answer, shorter.bound), (Answer::Solved(known), *length as u64));
        assert_eq!(limits.progress.layer.load(Ordering::Relaxed) as usize, *length);
        assert!(proven.outcome.cost.positions > 0);
    }
    let method = "IDA*, additive pattern databases 6-6-3 with their reflection";
    let start = Arrangement::new(&Board::blank_first(SQUARE), &Board::blank_first(SQUARE));
    assert_eq!(optimiser.solve(&start, None, &Limits::default()).method, method);
}

/// The rest of the process leaves no room for databases: the search does without them.
#[test]
fn databases_that_the_process_has_no_room_for_are_left_out() {
    let (tiles, length) = &KORF[2];
    let start = Arrangement::new(&Board::new(SQUARE, tiles.to_vec()).unwrap(), &Board::blank_first(SQUARE));
    let monitor = MemoryMonitor::new(64 << 20, |_| Some(60 << 20));
    let limits = Limits { monitor: Some(monitor.into()), ..Limits::default() };
    let proven = Optimiser::new(SQUARE, 0, None).solve(&start, None, &limits);
    assert_eq!((replayed(&start, &proven), proven.method.as_str()), (*length, "IDA*, walking distance"));
}

#[test]
fn threads_share_databases() {
    let size = Size { height: 3, width: 5 };
    let optimiser = Optimiser::new(size, 7, None);
    assert!(optimiser.pattern_databases(&Limits { threads: 2, ..Limits::default() }).unwrap().is_some());
    let lengths: Vec<Vec<usize>> = thread::scope(|scope| {
        let work = || {
            let boards =
                (0..6).map(|number| scrambled(&Board::blank_at(size, 7), 60, &mut Rng::new(5, number)));
            boards.map(|start| replayed(&start, &optimiser.solve(&start, None, &Limits::default()))).collect()
        };
        let threads = [0; 3].map(|_| scope.spawn(work));
        threads.map(|thread| thread.join().unwrap()).into()
    });
    assert!(lengths.iter().all(|each| *each == lengths[0]));
    assert!(lengths[0].iter().any(|&length| length > 15));
}

#[test]
fn boards_of_all_sizes_are_solved() {
    let sizes =
        [(2, 7), (7, 2), (2, 13), (3, 4), (4, 5), (5, 5), (5, 6), (2, 16), (6, 6), (1, 32), (33, 1), (12, 9)];
    for (number, (height, width)) in sizes.into_iter().enumerate() {
        let size = Size { height, width };
        for blank_home in [0, size.cells() / 2, size.cells() - 1] {
            let optimiser = Optimiser::new(size, blank_home, None);
            let start = scrambled(&Board::blank_at(size, blank_home), 24, &mut Rng::new(1, number as u64));
            let proven = optimiser.solve(&start, None, &Limits::default());
            assert!(replayed(&start, &proven) <= 24);
        }
    }
}

#[test]
fn boards_without_a_solution_or_with_a_long_one() {
    let mut tiles = Board::blank_last(SQUARE).tiles().to_vec();
    tiles.swap(0, 1);
    let swapped = Arrangement::new(&Board::new(SQUARE, tiles).unwrap(), &Board::blank_last(SQUARE));
    let optimiser = Optimiser::new(SQUARE, 15, None);
    assert_eq!(optimiser.solve(&swapped, None, &Limits::default()).outcome.answer, Answer::Unsolvable);
    // Thousands of moves at least, too many for a depth-first search, and some hundreds.
    for ((height, width), blank_home, ending) in
        [((256, 256), 65_279, GaveUp::Exhausted), ((100, 3), 299, GaveUp::Time)]
    {
        let size = Size { height, width };
        let start = Arrangement::new(&Board::blank_first(size), &Board::blank_at(size, blank_home));
        assert_eq!(start.obstacle(), None);
        let deadline = Some(Instant::now() + Duration::from_millis(50));
        let limits = Limits { deadline, ..Limits::default() };
        let proven = Optimiser::new(size, blank_home, None).solve(&start, None, &limits);
        assert_eq!(proven.outcome.answer, Answer::GaveUp(ending));
        assert!(proven.bound >= start.manhattan());
    }
}

#[test]
fn limits_hold_before_while_and_after_databases_are_built() {
    let size = Size { height: 5, width: 5 };
    let reversed: Vec<u16> = (0..25).rev().collect();
    let start = Arrangement::new(&Board::new(size, reversed).unwrap(), &Board::blank_first(size));
    let optimiser = Optimiser::new(size, 0, None);
    let stopped = Limits::default();
    stopped.stop.store(true, Ordering::Relaxed);
    let proven = optimiser.solve(&start, None, &stopped);
    assert_eq!(proven.outcome.answer, Answer::GaveUp(GaveUp::Stopped));
    assert_eq!(proven.outcome.cost.positions, 0);
    let time = Limits { deadline: Some(Instant::now()), threads: 2, ..Limits::default() };
    let databases = |limits| optimiser.pattern_databases(&limits).map(drop);
    assert_eq!(databases(time), Err(GaveUp::Time));
    assert_eq!(databases(Limits { memory: 1 << 20, ..Limits::default() }), Err(GaveUp::Memory));
    // Without memory for databases the search does without them.
    let known = vec![Direction::Up; start.manhattan() as usize + 2];
    let proven = optimiser.solve(&start, Some(&known), &Limits { memory: 1 << 20, ..Limits::default() });
    assert_eq!((proven.bound, proven.outcome.answer), (known.len() as u64, Answer::Solved(known)));
    assert_eq!(proven.method, "IDA*, Manhattan distance");
}
