//! Fewest pushes, compared with a plain breadth-first search.

use crate::distances::distances_in_pushes;
use traybit_core::grid::Size;
use traybit_core::rng::Rng;
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::Answer;
use traybit_tiles::arrangement::Arrangement;
use traybit_tiles::board::Board;
use traybit_tiles::direction::Direction;
use traybit_tiles::solution::Unit;
use traybit_tiles::solve::fast::fast;
use traybit_tiles::solve::optimal::Optimiser;
use traybit_tiles::solve::pushes::{PushBounds, PushNode};

/// Solves a board and returns the number of pushes, replayed and proven.
fn solved(bounds: &PushBounds, start: &Arrangement) -> u64 {
    let known = fast(start, &Limits::default()).unwrap();
    let attempt = bounds.solve(start, &known, &Limits::default());
    let Answer::Solved(moves) = attempt.outcome.answer else { panic!("{attempt:?}") };
    let mut board = start.clone();
    assert!(moves.iter().all(|&to| board.slide(to)) && board.is_solved());
    assert_eq!(attempt.bound, Unit::Push.length(&moves));
    attempt.bound
}

#[test]
fn fewest_pushes_are_those_of_a_plain_search() {
    let mut rng = Rng::new(3, 3);
    for (height, width) in [(2, 2), (2, 3), (3, 2), (2, 4), (3, 3)] {
        let size = Size { height, width };
        let homes = if size.cells() < 9 { vec![0, 1, size.cells() - 1] } else { vec![1] };
        for blank_home in homes {
            let optimiser = Optimiser::new(size, blank_home, None);
            let bounds = optimiser.push_bounds().unwrap();
            for (board, distance) in distances_in_pushes(&Board::blank_at(size, blank_home)) {
                let least = PushNode::new(bounds, &board).unwrap().least();
                assert!(least <= distance && (least == 0) == (distance == 0), "{board:?}");
                if rng.below(2000) == 0 || size.cells() < 6 {
                    assert_eq!(solved(bounds, &board), distance.into(), "{board:?}");
                }
            }
        }
    }
}

#[test]
fn lines_and_boards_without_tables() {
    let size = Size { height: 1, width: 8 };
    let optimiser = Optimiser::new(size, 0, None);
    let start = Arrangement::new(&Board::blank_first(size), &Board::blank_first(size));
    assert_eq!(PushNode::new(optimiser.push_bounds().unwrap(), &start).unwrap().least(), 0);
    let size = Size { height: 5, width: 6 };
    let goal = Board::blank_last(size);
    let mut board = goal.clone();
    for letter in *b"DDDRRRULU" {
        board.slide(Direction::of_letter(letter).unwrap()).unwrap();
    }
    let optimiser = Optimiser::new(size, 29, None);
    assert_eq!(solved(optimiser.push_bounds().unwrap(), &Arrangement::new(&board, &goal)), 5);
}
