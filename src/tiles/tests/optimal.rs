//! Proven solutions: replayed on a plain board, and their lengths compared with a plain breadth-first search or with
//! published ones; distances along a path, all shortest solutions, and boards of a length.

use std::array;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use crate::plain::{Distances, assert_solves, distances, size, within};
use traybit_core::grid::Size;
use traybit_core::rng::Rng;
use traybit_core::search::ida_star::DepthFirst;
use traybit_core::search::limits::{Limits, MemoryMonitor};
use traybit_core::search::outcome::{Cost, GaveUp};
use traybit_tiles::arrangement::{Arrangement, Obstacle};
use traybit_tiles::board::Board;
use traybit_tiles::checker;
use traybit_tiles::direction::Direction;
use traybit_tiles::solution::Unit;
use traybit_tiles::solve::analyse::analyse;
use traybit_tiles::solve::answer::{Objective, Report, Solver, Verdict};
use traybit_tiles::solve::fast::fast;
use traybit_tiles::solve::level::Level;
use traybit_tiles::solve::optimal::Optimiser;
use traybit_tiles::solve::pushes::{PushNode, PushSolver};
use traybit_tiles::solve::random::{boards, boards_of_length};

const SQUARE: Size = Size { height: 4, width: 4 };

/// Three of Korf's instances (Artificial Intelligence 27, 1985; the blank's home is the first cell) and their optimal lengths.
const KORF: [([u16; 16], usize); 3] = [
    ([13, 8, 14, 3, 9, 1, 0, 7, 15, 5, 4, 10, 12, 2, 6, 11], 41),
    ([14, 13, 15, 7, 11, 12, 9, 5, 6, 0, 2, 1, 4, 8, 10, 3], 57),
    ([14, 7, 8, 2, 13, 11, 10, 4, 9, 12, 5, 0, 3, 6, 1, 15], 59),
];

/// Board of these tiles, whose goal has the blank first.
fn korf(tiles: [u16; 16]) -> Arrangement {
    Arrangement::new(&Board::new(SQUARE, tiles.to_vec()).unwrap(), &Board::blank_first(SQUARE))
}

/// Board after a number of random moves from `goal`.
fn scrambled(goal: &Board, moves: u32, rng: &mut Rng) -> Arrangement {
    let mut board = goal.clone();
    for _ in 0..moves {
        board.slide(Direction::ALL[rng.below(4) as usize]);
    }
    Arrangement::new(&board, goal)
}

/// Length of the solution, which leads to the goal and is as long as the proven bound.
fn replayed(start: &Arrangement, proven: &Report) -> usize {
    let Verdict::Solved { moves, shortest: true } = &proven.verdict else { panic!("solved, not {proven:?}") };
    assert_solves(start, moves);
    assert_eq!(proven.bound, moves.len() as u64);
    moves.len()
}

#[test]
fn lengths_are_those_of_a_plain_search() {
    for (height, width, blank_home, stride) in [
        (3, 3, 0, 97),
        (3, 3, 8, 997),
        (3, 3, 4, 97),
        (2, 4, 5, 97),
        (4, 2, 0, 97),
        (2, 2, 2, 1),
        (1, 5, 1, 1),
        (6, 1, 5, 1),
        (1, 1, 0, 1),
    ] {
        let size = size(height, width);
        let optimiser = Optimiser::new(size, blank_home, None);
        let boards = distances(&Board::blank_at(size, blank_home));
        let farthest = boards.values().max().copied();
        for (number, (start, &distance)) in boards.iter().enumerate() {
            if number % stride == 0 || Some(distance) == farthest {
                let proven = optimiser.solve(start, None, &Limits::default());
                assert_eq!(replayed(start, &proven), distance as usize, "{start:?}");
            }
        }
    }
}

#[test]
fn published_lengths_are_found_with_any_number_of_threads() {
    let optimiser = Optimiser::new(SQUARE, 0, None);
    for (index, (tiles, length)) in KORF.iter().enumerate() {
        let start = korf(*tiles);
        let limits = Limits { threads: 1 + index, ..Limits::default() };
        let proven = optimiser.solve(&start, None, &limits);
        assert_eq!(replayed(&start, &proven), *length);
        let known = vec![Direction::Up; *length];
        let shorter = optimiser.solve(&start, Some(known.clone()), &limits);
        let verdict = Verdict::Solved { moves: known, shortest: true };
        assert_eq!((shorter.verdict, shorter.bound), (verdict, *length as u64));
        assert_eq!(limits.progress.layer.load(Ordering::Relaxed) as usize, *length);
        assert!(proven.cost.positions > 0);
    }
    let solved = korf(array::from_fn(|tile| tile as u16));
    let method = "IDA*, additive pattern databases 6-6-3 with their reflection";
    assert_eq!(optimiser.solve(&solved, None, &Limits::default()).method, method);
}

/// The rest of the process leaves no room for larger databases: the search does without them.
#[test]
fn databases_that_the_process_has_no_room_for_are_left_out() {
    let (start, length) = (korf(KORF[1].0), &KORF[1].1);
    let monitor = MemoryMonitor::new(64 << 20, |_| Some(60 << 20));
    let limits = Limits { monitor: Some(monitor.into()), ..Limits::default() };
    let proven = Optimiser::new(SQUARE, 0, None).solve(&start, None, &limits);
    let method = "IDA*, additive pattern databases 4-4-4-3 with their reflection";
    assert_eq!((replayed(&start, &proven), proven.method.as_str()), (*length, method));
}

#[test]
fn threads_share_databases() {
    let (goal, optimiser) = (Board::blank_at(size(3, 5), 7), Optimiser::new(size(3, 5), 7, None));
    assert!(optimiser.pattern_databases(&Limits { threads: 2, ..Limits::default() }).unwrap().is_some());
    let work = || {
        let boards = (0..6).map(|number| scrambled(&goal, 60, &mut Rng::new(5, number)));
        let solved = boards.map(|start| replayed(&start, &optimiser.solve(&start, None, &Limits::default())));
        solved.collect::<Vec<usize>>()
    };
    let lengths = thread::scope(|scope| [0; 3].map(|_| scope.spawn(work)).map(|work| work.join().unwrap()));
    assert!(lengths.iter().all(|each| *each == lengths[0]));
    assert!(lengths[0].iter().any(|&length| length > 15));
}

#[test]
fn boards_of_all_sizes_are_solved() {
    let sizes =
        [(2, 7), (7, 2), (2, 13), (3, 4), (4, 5), (5, 5), (5, 6), (2, 16), (6, 6), (1, 32), (33, 1), (12, 9)];
    for (number, (height, width)) in sizes.into_iter().enumerate() {
        let size = size(height, width);
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
    assert_eq!(
        optimiser.solve(&swapped, None, &Limits::default()).verdict,
        Verdict::Unsolvable(Obstacle::Parity)
    );
    // Thousands of moves at least, too many for a depth-first search, and some hundreds.
    for ((height, width), blank_home, ending) in
        [((256, 256), 65_279, GaveUp::Exhausted), ((100, 3), 299, GaveUp::Time)]
    {
        let size = size(height, width);
        let start = Arrangement::new(&Board::blank_first(size), &Board::blank_at(size, blank_home));
        assert_eq!(start.obstacle(), None);
        let deadline = Some(Instant::now() + Duration::from_millis(50));
        let limits = Limits { deadline, ..Limits::default() };
        let proven = Optimiser::new(size, blank_home, None).solve(&start, None, &limits);
        assert_eq!((proven.verdict, proven.ended), (Verdict::GaveUp, Some(ending)));
        assert!(proven.bound >= start.manhattan());
    }
}

#[test]
fn limits_hold_before_while_and_after_databases_are_built() {
    let size = size(5, 5);
    let reversed: Vec<u16> = (0..25).rev().collect();
    let start = Arrangement::new(&Board::new(size, reversed).unwrap(), &Board::blank_first(size));
    let optimiser = Optimiser::new(size, 0, None);
    let stopped = Limits::default();
    stopped.stop.store(true, Ordering::Relaxed);
    let proven = optimiser.solve(&start, None, &stopped);
    assert_eq!((&proven.verdict, proven.ended), (&Verdict::GaveUp, Some(GaveUp::Stopped)));
    assert_eq!(proven.cost.positions, 0);
    let time = Limits { deadline: Some(Instant::now()), threads: 2, ..Limits::default() };
    let databases = |limits| optimiser.pattern_databases(&limits).map(drop);
    assert_eq!(databases(time), Err(GaveUp::Time));
    assert_eq!(databases(Limits { memory: 1 << 20, ..Limits::default() }), Err(GaveUp::Memory));
    // Without memory for databases the search does without them.
    let known = vec![Direction::Up; start.manhattan() as usize + 2];
    let proven =
        optimiser.solve(&start, Some(known.clone()), &Limits { memory: 1 << 20, ..Limits::default() });
    assert_eq!(proven.bound, known.len() as u64);
    assert_eq!(proven.verdict, Verdict::Solved { moves: known, shortest: true });
    assert_eq!(proven.method, "IDA*, Manhattan distance");
    // The largest databases of 4×4 boards have 2^27 bytes each, and one of seven tiles is built at a time.
    assert!(Level::new(SQUARE, 0, 7, false).plan().bytes < 320_000_000);
}

#[test]
fn every_board_of_a_path_is_judged_as_by_a_plain_search() {
    let goal = Board::blank_last(size(3, 3));
    let (distances, optimiser) = (distances(&goal), Optimiser::new(size(3, 3), 8, None));
    let mut rng = Rng::new(7, 0);
    for start in boards(&goal, None, 7, 1..=5, &Limits::default()).0 {
        let mut board = Arrangement::new(&start, &goal);
        let mut moves = fast(&board, &Limits::default()).unwrap();
        // Other paths than to the goal are judged, too.
        moves.truncate(moves.len() - rng.below(3) as usize);
        let (stations, _, ended) = analyse(&board, &moves, &optimiser, &Limits::default());
        assert_eq!((stations.len(), ended), (moves.len() + 1, None));
        for (number, station) in stations.into_iter().enumerate() {
            let (station, distance) = (station.unwrap(), distances[&board]);
            assert_eq!(station.to_go, distance.into());
            let nearer = |direction: &Direction| {
                let mut next = board.clone();
                next.slide(*direction) && distances[&next] < distance
            };
            let best: Vec<Direction> = Direction::ALL.into_iter().filter(nearer).collect();
            assert_eq!(station.best, best);
            moves.get(number).map(|&direction| board.slide(direction));
        }
    }
}

#[test]
fn all_shortest_solutions_are_as_many_as_ways_in_a_plain_search() {
    /// Paths that come nearer to the goal with each move.
    fn paths(board: &Arrangement, distances: &Distances) -> u64 {
        let distance = distances[board];
        let next = |direction| {
            let mut next = board.clone();
            (next.slide(direction) && distances[&next] < distance).then(|| paths(&next, distances))
        };
        if distance == 0 { 1 } else { Direction::ALL.into_iter().filter_map(next).sum() }
    }
    let goal = Board::blank_first(size(3, 3));
    let (distances, limits) = (distances(&goal), Limits::default());
    let optimiser = Optimiser::new(size(3, 3), 0, None);
    for start in boards(&goal, None, 8, 1..=8, &limits).0 {
        let board = Arrangement::new(&start, &goal);
        let (mut solutions, mut cost, far) = (Vec::new(), Cost::default(), distances[&board]);
        let mut give = |moves: &[Direction]| {
            solutions.push(moves.to_vec());
            Ok(())
        };
        let number = optimiser.every(&board, far, &limits, &mut cost, &mut give).unwrap();
        assert_eq!((number, cost.positions >= far.into()), (paths(&board, &distances), true));
        assert!(solutions.iter().all(|moves| checker::verify(&start, &goal, moves) == Ok(())));
        solutions.sort_unstable_by_key(|moves| moves.iter().map(|&to| to as u8).collect::<Vec<_>>());
        solutions.dedup();
        assert_eq!(number, solutions.len() as u64);
    }
}

#[test]
fn boards_of_a_length_have_it() {
    let goal = Board::blank_last(size(3, 3));
    let distances = distances(&goal);
    let (limits, cost) = (Limits::default(), &mut Cost::default());
    for length in [0, 1, 5, 20, 31] {
        let made = boards_of_length(&goal, length, 1, 1..=8, &limits, cost).0;
        for board in &made {
            assert_eq!(u64::from(distances[&Arrangement::new(board, &goal)]), length);
        }
        // Each depends on its number alone.
        assert_eq!(boards_of_length(&goal, length, 1, 3..=3, &limits, cost), (vec![made[2].clone()], None));
    }
    assert_eq!(boards_of_length(&goal, 32, 1, 1..=1, &limits, cost), (vec![], None));
    let larger = Board::blank_first(SQUARE);
    let solver = Solver::new(larger.clone());
    for board in boards_of_length(&larger, 21, 1, 1..=3, &limits, cost).0 {
        assert_eq!(solver.solve(&board, Objective::Optimal, &limits).length(), Some((21, true)));
    }
}

#[test]
fn a_fast_solution_is_shortened_to_the_optimum() {
    let (goal, limits) = (Board::blank_last(SQUARE), Limits::default());
    let start = boards(&goal, Some(60), 2, 1..=1, &limits).0.remove(0);
    let solver = Solver::new(goal.clone());
    let moves = fast(&Arrangement::new(&start, &goal), &limits).unwrap();
    let shortened = solver.shorten(&start, &moves, Objective::Optimal, &limits).length();
    assert_eq!(shortened, solver.solve(&start, Objective::Optimal, &limits).length());
    assert!(shortened.is_some_and(|(_, shortest)| shortest));
}

/// Solves a board and returns the number of pushes, replayed and proven.
fn pushed(solver: &PushSolver, start: &Arrangement) -> u64 {
    let known = fast(start, &Limits::default()).unwrap();
    let report = solver.solve(start, known, &Limits::default());
    let Verdict::Solved { moves, .. } = report.verdict else { panic!("{report:?}") };
    assert_solves(start, &moves);
    assert_eq!(report.bound, Unit::Push.length(&moves));
    report.bound
}

#[test]
fn fewest_pushes_are_those_of_a_plain_search() {
    let mut rng = Rng::new(3, 3);
    for (height, width) in [(2, 2), (2, 3), (3, 2), (2, 4), (3, 3)] {
        let size = size(height, width);
        let homes = if size.cells() < 9 { vec![0, 1, size.cells() - 1] } else { vec![1] };
        for blank_home in homes {
            let solver = PushSolver::new(size, blank_home);
            let bounds = &solver.bounds(0, &Limits::default()).unwrap();
            for (board, distance) in within(&Board::blank_at(size, blank_home), usize::MAX, u32::MAX) {
                let least = PushNode::<16, 32>::new(bounds, &board).bound();
                assert!(least <= distance && (least == 0) == (distance == 0), "{board:?}");
                if rng.below(2000) == 0 || size.cells() < 6 {
                    assert_eq!(pushed(&solver, &board), distance.into(), "{board:?}");
                }
            }
        }
    }
    let one = Board::blank_last(size(1, 1));
    let report = Solver::new(one.clone()).solve(&one, Objective::Pushes, &Limits::default());
    assert_eq!((report.length(), report.unit), (Some((0, true)), Unit::Push));
    // Lines, and the beginnings of larger boards.
    for (height, width, depth) in
        [(1, 2, u32::MAX), (2, 1, u32::MAX), (1, 8, u32::MAX), (3, 4, 6), (5, 6, 5), (4, 8, 5), (16, 2, 5)]
    {
        let size = size(height, width);
        let solver = PushSolver::new(size, size.cells() - 1);
        for (board, distance) in within(&Board::blank_last(size), usize::MAX, depth) {
            if rng.below(20) == 0 {
                assert_eq!(pushed(&solver, &board), distance.into(), "{board:?}");
            }
        }
    }
}
