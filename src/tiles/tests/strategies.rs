//! Strategies: lengths against a plain breadth-first search.

use std::collections::HashMap;

use crate::distances::distances;
use traybit_core::grid::Size;
use traybit_core::rng::Rng;
use traybit_core::search::a_star::Weight;
use traybit_core::search::exploration::{Request, explore};
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::{Answer, Outcome};
use traybit_tiles::arrangement::{Arrangement, Obstacle};
use traybit_tiles::board::Board;
use traybit_tiles::direction::Direction;
use traybit_tiles::solution::Unit;
use traybit_tiles::solve::explore;
use traybit_tiles::solve::optimal::Optimiser;
use traybit_tiles::solve::strategies::{self, Estimate, Strategy};
use traybit_tiles::space::Packed;

const ESTIMATES: [Estimate; 4] =
    [Estimate::Manhattan, Estimate::LinearConflict, Estimate::WalkingDistance, Estimate::Tables];

fn solve(
    start: &Arrangement,
    strategy: Strategy,
    estimate: Estimate,
    optimiser: &Optimiser,
    limits: &Limits,
) -> Outcome<Direction> {
    let attempt = strategies::solve(start, strategy, estimate, optimiser, limits);
    assert!(strategy != Strategy::IdaStar || attempt.outcome.cost.bytes > 0, "the path takes memory");
    if let Answer::Solved(moves) = &attempt.outcome.answer {
        assert!(attempt.bound <= moves.len() as u64);
    }
    attempt.outcome
}

fn solved(goal: &Board) -> Arrangement {
    Arrangement::new(goal, goal)
}

/// The moves of a solution, made.
fn length(start: &Arrangement, outcome: &Outcome<Direction>) -> usize {
    let Answer::Solved(moves) = &outcome.answer else { panic!("{start:?}: {:?}", outcome.answer) };
    let mut board = start.clone();
    assert!(moves.iter().all(|&direction| board.slide(direction)) && board.is_solved());
    moves.len()
}

/// Some boards, the same each time, and the farthest of all.
fn some(distances: &HashMap<Arrangement, u32>, count: usize) -> Vec<Arrangement> {
    let mut boards: Vec<&Arrangement> = distances.keys().collect();
    boards.sort_by_key(|board| (board.homes().to_vec(), board.blank()));
    let farthest = boards.iter().copied().max_by_key(|board| distances[board]).unwrap();
    let mut rng = Rng::new(1, 1);
    let mut drawn = || boards[rng.below(boards.len() as u64) as usize].clone();
    let mut some: Vec<Arrangement> = (1..count).map(|_| drawn()).collect();
    some.push(farthest.clone());
    some
}

#[test]
fn every_strategy_keeps_its_promise() {
    let size = |height, width| Size { height, width };
    let middle = Board::new(size(2, 4), vec![3, 1, 0, 2, 7, 5, 4, 6]).unwrap();
    let weights = [1000, 1500, 3000].map(|weight| Weight::of_thousandths(weight).unwrap());
    let limits = Limits::default();
    for goal in [Board::blank_last(size(3, 3)), Board::blank_first(size(4, 2)), middle] {
        let distances = distances(&goal);
        let optimiser = Optimiser::new(goal.size(), goal.blank(), None);
        for board in some(&distances, 40) {
            let distance = distances[&board] as usize;
            let with =
                |strategy, estimate| length(&board, &solve(&board, strategy, estimate, &optimiser, &limits));
            for estimate in ESTIMATES {
                assert_eq!(with(Strategy::AStar, estimate), distance);
                assert_eq!(with(Strategy::IdaStar, estimate), distance);
                assert!(with(Strategy::Greedy, estimate) >= distance);
                for weight in weights {
                    let most = distance * weight.thousandths() as usize / 1000;
                    let strategy = Strategy::WeightedAStar(weight);
                    assert!((distance..=most).contains(&with(strategy, estimate)));
                }
            }
            assert_eq!(with(Strategy::Frontier, Estimate::Manhattan), distance);
            assert_eq!(with(Strategy::BreadthFirstSet, Estimate::Manhattan), distance);
            if distance <= 14 {
                assert_eq!(with(Strategy::BreadthFirstList, Estimate::Manhattan), distance);
            }
        }
    }
}

#[test]
fn what_cannot_be_solved_is_refuted() {
    let size = Size { height: 2, width: 3 };
    let start =
        Arrangement::new(&Board::new(size, vec![2, 1, 3, 4, 5, 0]).unwrap(), &Board::blank_last(size));
    assert_eq!(start.obstacle(), Some(Obstacle::Parity));
    let strategies = [
        Strategy::BreadthFirstList,
        Strategy::BreadthFirstSet,
        Strategy::Frontier,
        Strategy::Greedy,
        Strategy::AStar,
        Strategy::WeightedAStar(Weight::of_thousandths(2000).unwrap()),
    ];
    for strategy in strategies {
        let optimiser = Optimiser::new(size, start.blank_home(), None);
        let outcome = solve(&start, strategy, Estimate::LinearConflict, &optimiser, &Limits::default());
        assert_eq!((outcome.answer, outcome.cost.positions), (Answer::Unsolvable, 360));
    }
}

#[test]
fn boards_of_every_width_are_solved() {
    for (height, width) in [(1, 1), (1, 30), (4, 4), (5, 5), (6, 6), (7, 9), (9, 10), (20, 20)] {
        let mut start = solved(&Board::blank_last(Size { height, width }));
        let mut rng = Rng::new(2, u64::from(height));
        for _ in 0..20 {
            start.slide(Direction::ALL[rng.below(4) as usize]);
        }
        let optimiser = Optimiser::new(start.size(), start.blank_home(), None);
        for estimate in ESTIMATES.into_iter().filter(|estimate| estimate.is_for(&optimiser)) {
            let with = |strategy| solve(&start, strategy, estimate, &optimiser, &Limits::default());
            let (optimal, greedy) = (with(Strategy::AStar), with(Strategy::Greedy));
            assert_eq!(length(&start, &with(Strategy::IdaStar)), length(&start, &optimal));
            assert!(length(&start, &optimal) <= length(&start, &greedy).min(20));
        }
    }
}

#[test]
fn the_packed_space_has_the_layers_of_the_space_of_bits() {
    for (height, width) in [(1, 1), (1, 6), (2, 2), (2, 3), (3, 2), (2, 4), (3, 3)] {
        let size = Size { height, width };
        for (blank_home, goal) in [(size.cells() - 1, Board::blank_last(size)), (0, Board::blank_first(size))]
        {
            let sizes = explore::explore(size, blank_home, Unit::Move, 0, &Limits::default()).explored.sizes;
            for wide in [1, 1 << 15] {
                let limits = Limits { wide, ..Limits::default() };
                assert_eq!(
                    explore(&Packed::<u64>::new(&solved(&goal)), &limits, Request::default()).explored.sizes,
                    sizes
                );
            }
        }
    }
}
