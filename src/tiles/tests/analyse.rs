//! Distances along a path, all shortest solutions, and boards of a length, compared with a plain breadth-first search.

use crate::distances::distances;
use traybit_core::grid::Size;
use traybit_core::rng::Rng;
use traybit_core::search::limits::Limits;
use traybit_tiles::arrangement::Arrangement;
use traybit_tiles::board::Board;
use traybit_tiles::checker;
use traybit_tiles::direction::Direction;
use traybit_tiles::solve::analyse::analyse;
use traybit_tiles::solve::answer::{Objective, Solver, Verdict};
use traybit_tiles::solve::every::every;
use traybit_tiles::solve::fast::fast;
use traybit_tiles::solve::optimal::Optimiser;
use traybit_tiles::solve::random::{Shuffle, boards, boards_of_length};

const EIGHT: Size = Size { height: 3, width: 3 };

#[test]
fn every_board_of_a_path_is_judged_as_by_a_plain_search() {
    let goal = Board::blank_last(EIGHT);
    let (distances, optimiser) = (distances(&goal), Optimiser::new(EIGHT, 8, None));
    let mut rng = Rng::new(7, 0);
    for start in boards(&goal, Shuffle::Uniform, 7, 1..=5, &Limits::default()).unwrap() {
        let mut board = Arrangement::new(&start, &goal);
        let mut moves = fast(&board, &Limits::default()).unwrap();
        // Other paths than to the goal are judged, too.
        moves.truncate(moves.len() - rng.below(3) as usize);
        let (stations, ended) = analyse(&board, &moves, &optimiser, &Limits::default());
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
    fn paths(board: &Arrangement, distances: &std::collections::HashMap<Arrangement, u32>) -> u64 {
        let distance = distances[board];
        let next = |direction| {
            let mut next = board.clone();
            (next.slide(direction) && distances[&next] < distance).then(|| paths(&next, distances))
        };
        if distance == 0 { 1 } else { Direction::ALL.into_iter().filter_map(next).sum() }
    }
    let goal = Board::blank_first(EIGHT);
    let (distances, optimiser) = (distances(&goal), Optimiser::new(EIGHT, 0, None));
    for start in boards(&goal, Shuffle::Uniform, 8, 1..=8, &Limits::default()).unwrap() {
        let board = Arrangement::new(&start, &goal);
        let mut solutions = Vec::new();
        let mut give = |moves: &[Direction]| solutions.push(moves.to_vec());
        let number = every(&board, distances[&board], &optimiser, &Limits::default(), &mut give).unwrap();
        assert_eq!(number, paths(&board, &distances));
        assert!(solutions.iter().all(|moves| checker::verify(&start, &goal, moves) == Ok(())));
        solutions.sort_unstable_by_key(|moves| moves.iter().map(|&to| to as u8).collect::<Vec<_>>());
        solutions.dedup();
        assert_eq!(number, solutions.len() as u64);
    }
}

#[test]
fn boards_of_a_length_have_it() {
    let goal = Board::blank_last(EIGHT);
    let distances = distances(&goal);
    let limits = Limits::default();
    for length in [0, 1, 5, 20, 31] {
        let made = boards_of_length(&goal, length, 1, 1..=8, &limits).unwrap().unwrap();
        for board in &made {
            assert_eq!(u64::from(distances[&Arrangement::new(board, &goal)]), length);
        }
        // Each depends on its number alone.
        assert_eq!(boards_of_length(&goal, length, 1, 3..=3, &limits), Ok(Some(vec![made[2].clone()])));
    }
    assert_eq!(boards_of_length(&goal, 32, 1, 1..=1, &limits), Ok(None));
    let larger = Board::blank_first(Size { height: 4, width: 4 });
    let solver = Solver::new(larger.clone(), None);
    for board in boards_of_length(&larger, 21, 1, 1..=3, &limits).unwrap().unwrap() {
        assert_eq!(solver.solve(&board, Objective::Optimal, &limits).length(), Some((21, true)));
    }
}

#[test]
fn a_fast_solution_is_shortened_to_the_optimum() {
    let goal = Board::blank_last(Size { height: 4, width: 4 });
    let start = boards(&goal, Shuffle::Walk(60), 2, 1..=1, &Limits::default()).unwrap().remove(0);
    let solver = Solver::new(goal.clone(), None);
    let limits = Limits::default();
    let moves = fast(&Arrangement::new(&start, &goal), &limits).unwrap();
    let report = solver.shorten(&start, &moves, Objective::Optimal, &Limits { ..limits.clone() });
    let best = solver.solve(&start, Objective::Optimal, &limits);
    assert_eq!(report.length(), best.length());
    assert!(matches!(report.verdict, Verdict::Solved { shortest: true, .. }));
}
