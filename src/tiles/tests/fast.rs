//! Fast solutions of boards of every shape.

use crate::distances::distances;
use traybit_core::grid::Size;
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::GaveUp;
use traybit_tiles::arrangement::Arrangement;
use traybit_tiles::board::Board;
use traybit_tiles::direction::Direction;
use traybit_tiles::solve::fast;
use traybit_tiles::solve::random::{Shuffle, boards};

pub(crate) fn fast(start: &Arrangement) -> Vec<Direction> {
    fast::fast(start, &Limits::default()).unwrap()
}

/// Random board without obstacle.
pub(crate) fn random(height: u16, width: u16, blank_home: usize, number: u64) -> Arrangement {
    let goal = Board::blank_at(Size { height, width }, blank_home);
    let seed = u64::from(height) << 16 | u64::from(width);
    let made = boards(&goal, Shuffle::Uniform, seed, number..=number, &Limits::default());
    Arrangement::new(&made.unwrap()[0], &goal)
}

pub(crate) fn assert_solves(start: &Arrangement, moves: &[Direction]) {
    let mut board = start.clone();
    assert!(moves.iter().all(|&direction| board.slide(direction)) && board.is_solved(), "{start:?}");
    assert!(moves.len() as u64 >= start.manhattan());
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
            assert_solves(&start, &fast(&start));
        }
    }
    for (height, width, blank_home) in
        [(40, 3, 61), (3, 120, 0), (20, 20, 399), (2, 150, 140), (150, 2, 0), (33, 21, 300)]
    {
        let start = random(height, width, blank_home, 1);
        assert_solves(&start, &fast(&start));
    }
}

#[test]
fn every_solvable_small_board_is_solved() {
    for (height, width, blank_homes) in [(2, 3, &[0, 4, 5][..]), (2, 4, &[2])] {
        for &blank_home in blank_homes {
            let boards = distances(&Board::blank_at(Size { height, width }, blank_home));
            for board in boards.keys() {
                assert_solves(board, &fast(board));
            }
            assert_eq!(boards.len(), (1..=usize::from(height * width)).product::<usize>() / 2);
        }
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
fn large_boards_can_be_given_up() {
    let limits = Limits { deadline: Some(std::time::Instant::now()), ..Limits::default() };
    assert_eq!(fast::fast(&random(60, 60, 0, 1), &limits), Err(GaveUp::Time));
}
