//! Random boards: as frequent as they should be, and the same under a seed and a number.

use std::collections::HashMap;

use traybit_core::grid::Size;
use traybit_core::search::limits::Limits;
use traybit_tiles::arrangement::Arrangement;
use traybit_tiles::board::Board;
use traybit_tiles::solve::random::{Shuffle, boards};

fn board(goal: &Board, shuffle: Shuffle, seed: u64, number: u64) -> Board {
    boards(goal, shuffle, seed, number..=number, &Limits::default()).unwrap().remove(0)
}

#[test]
fn every_board_with_a_solution_comes_about_as_often() {
    let goal = Board::blank_last(Size { height: 2, width: 2 });
    for shuffle in [Shuffle::Uniform, Shuffle::Walk(1000), Shuffle::Walk(1001)] {
        let mut counts = HashMap::new();
        let limits = Limits { threads: 2, ..Limits::default() };
        for mixed in boards(&goal, shuffle, 5, 1..=6000, &limits).unwrap() {
            assert_eq!(Arrangement::new(&mixed, &goal).obstacle(), None);
            *counts.entry(mixed).or_insert(0) += 1;
        }
        // After so many moves the blank is on every second cell.
        let boards = if shuffle == Shuffle::Uniform { 12 } else { 6 };
        assert_eq!(counts.len(), boards);
        let mean = 6000 / boards;
        assert!(counts.values().all(|&count| (mean * 4 / 5..mean * 6 / 5).contains(&count)), "{counts:?}");
    }
}

#[test]
fn boards_of_any_sides_are_mixed_and_known_by_seed_and_number() {
    for (height, width) in [(1, 1), (1, 2), (6, 1), (2, 5), (9, 9)] {
        for goal in [Board::blank_last, Board::blank_first].map(|goal| goal(Size { height, width })) {
            for shuffle in [Shuffle::Uniform, Shuffle::Walk(0), Shuffle::Walk(100_000)] {
                let mixed = board(&goal, shuffle, 1, 2);
                assert_eq!(Arrangement::new(&mixed, &goal).obstacle(), None);
                assert_eq!(mixed, board(&goal, shuffle, 1, 2));
                assert!(shuffle != Shuffle::Walk(0) || mixed == goal);
            }
        }
    }
    let goal = Board::blank_last(Size { height: 9, width: 9 });
    assert_ne!(board(&goal, Shuffle::Uniform, 1, 2), board(&goal, Shuffle::Uniform, 1, 3));
    assert_ne!(board(&goal, Shuffle::Uniform, 1, 2), board(&goal, Shuffle::Uniform, 2, 2));
}
