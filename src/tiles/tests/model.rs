//! Boards, directions, the checker, and random boards.

use std::collections::HashMap;
use std::ops::ControlFlow;

use crate::plain::{distances, size};
use traybit_core::Key;
use traybit_core::search::limits::Limits;
use traybit_core::space::{Columns, Sink, Space, UsedMoves};
use traybit_tiles::arrangement::{Arrangement, Obstacle, unsolvable};
use traybit_tiles::board::{Board, BoardError, Size, WALL};
use traybit_tiles::checker::{Game, verify};
use traybit_tiles::direction::Direction;
use traybit_tiles::in_tile_space;
use traybit_tiles::reference::{expand, position};
use traybit_tiles::solution::RawMove;
use traybit_tiles::solve::random::boards;
use traybit_tiles::space::{self, Width};

const SIZE: Size = Size { height: 2, width: 3 };

#[test]
fn numbers_make_a_board_or_an_error() {
    let board = |tiles: &[u16]| Board::new(SIZE, tiles.to_vec());
    assert_eq!(board(&[1, 2, 3, 4, 5, 0]), Ok(Board::blank_last(SIZE)));
    assert_eq!(board(&[0, 1, 2, 3, 4, 5]), Ok(Board::blank_first(SIZE)));
    assert_eq!(board(&[1, 2, 3]), Err(BoardError::Count(3)));
    assert_eq!(board(&[1, 2, 6, 4, 5, 0]), Err(BoardError::TooLarge(6, 2)));
    assert_eq!(board(&[1, 2, 3, 4, 2, 0]), Err(BoardError::Twice(2, [1, 4])));
    assert_eq!(Board::new(size(0, 3), Vec::new()), Err(BoardError::Size(size(0, 3))));
    assert_eq!(Board::blank_last(Size::LARGEST).tiles()[65_534], 65_535);
}

#[test]
fn tiles_slide_into_the_blank_and_back() {
    let mut board = Board::blank_last(SIZE);
    for (direction, tile) in [(Direction::Up, None), (Direction::Down, Some(3)), (Direction::Right, Some(2))]
    {
        assert_eq!(board.slide(direction), tile);
    }
    assert_eq!((board.tiles(), board.blank()), (&[1, 0, 2, 4, 5, 3][..], 1));
    assert_eq!(board.to_string(), "1   2\n4 5 3\n");
    let sources = |blank| Direction::ALL.map(|direction| direction.source(blank, SIZE));
    assert_eq!(sources(0), [Some(3), None, Some(1), None]);
    assert_eq!(sources(2), [Some(5), None, None, Some(1)]);
    assert_eq!(sources(4), [None, Some(1), Some(5), Some(3)]);
    for (blank, direction) in (0..6).flat_map(|blank| Direction::ALL.map(|to| (blank, to))) {
        if let Some(source) = direction.source(blank, SIZE) {
            assert_eq!(direction.opposite().source(source, SIZE), Some(blank));
        }
    }
}

#[test]
fn moves_are_made_or_refused() {
    // 1 2
    // 3 .
    let goal = Board::blank_last(size(2, 2));
    let mut game = Game::new(&goal);
    for (tile, direction, expected) in [
        (None, Direction::Up, Err("the board ends below the blank")),
        (None, Direction::Left, Err("the board ends on the right of the blank")),
        (Some(7), Direction::Right, Err("the tile on the left of the blank is 3")),
        (Some(3), Direction::Down, Err("the tile above the blank is 2")),
        (Some(2), Direction::Down, Ok(2)),
        (Some(1), Direction::Right, Ok(1)),
        (None, Direction::Right, Err("the board ends on the left of the blank")),
    ] {
        assert_eq!(game.apply(RawMove { tile, direction }), expected.map_err(str::to_owned));
    }
    assert_eq!(game.missing(&goal).unwrap(), "row 1, column 1 holds the blank, not 1");
    let mut start = goal.clone();
    start.slide(Direction::Down).unwrap();
    for (moves, expected) in [
        (&[Direction::Up][..], Ok(())),
        (&[], Err("the goal is not met: row 1, column 2 holds the blank, not 2")),
        (&[Direction::Up; 2], Err("move 2 is impossible: the board ends below the blank")),
    ] {
        assert_eq!(verify(&start, &goal, moves), expected.map_err(str::to_owned));
    }
}

#[test]
fn boards_are_read_back_from_keys_of_every_width() {
    for (height, width, key) in [
        (3, 3, Width::W64),
        (4, 4, Width::W64),
        (4, 5, Width::W128),
        (6, 6, Width::W256),
        (9, 9, Width::Boxed),
    ] {
        let goal = Board::blank_last(size(height, width));
        let board = boards(&goal, None, 3, 1..=1, &Limits::default()).0.remove(0);
        let start = Arrangement::new(&board, &goal);
        assert_eq!(space::width(goal.size()), key, "{height}×{width}");
        in_tile_space!(&start, false, space => {
            let mut homes = Vec::new();
            assert_eq!(space.homes(&space.start(), &mut homes), start.blank());
            assert_eq!(homes, start.homes());
        });
    }
}

/// Boards after one step, each with the mask of the steps that it leaves out.
fn successors<K: Key>(space: &dyn Space<K>, from: &Columns<K, UsedMoves>) -> Columns<K, UsedMoves> {
    let (mut found, mut buffer) = (Columns::default(), Columns::default());
    let mut look = |batch: &mut Columns<K, UsedMoves>| {
        batch.keys.drain(..).zip(batch.tags.drain(..)).for_each(|(key, used)| found.add(key, Some(used)));
        ControlFlow::Continue(())
    };
    let mut sink = Sink::new(&mut buffer, true, 16, &mut look);
    space.expander().expand(&from.keys, &from.tags, &mut sink);
    let _ = sink.flush();
    found
}

#[test]
fn no_move_leads_back_and_no_push_follows_one_along_its_line() {
    //  1  2  3  4
    //  5  .  6  7
    //  8  9 10 11
    let goal = Board::blank_last(size(3, 4));
    let tiles = [1, 2, 3, 4, 5, 0, 6, 7, 8, 9, 10, 11];
    let start = Arrangement::new(&Board::new(size(3, 4), tiles.to_vec()).unwrap(), &goal);
    macro_rules! counts {
        ($pushes:literal) => {
            in_tile_space!(&start, $pushes, space => {
                let first = Columns { keys: vec![space.start()], tags: vec![0] };
                let second = successors(space, &first);
                [second.len(), successors(space, &second).len()]
            })
        };
    }
    // Left and up 2 further moves, right 3, down 2; along the row 3 times 2 further pushes, along the column 2 times 3.
    assert_eq!(counts!(false), [4, 2 + 2 + 3 + 2]);
    assert_eq!(counts!(true), [5, 3 * 2 + 2 * 3]);
}

#[test]
fn by_the_plain_rules_the_tiles_beside_the_blank_move_and_walls_do_not() {
    let from = |size, tiles: &[u16]| {
        let mut found = Vec::new();
        expand(size, &tiles.into(), &mut found);
        found.sort_unstable();
        found.iter().map(|next| next.to_vec()).collect::<Vec<_>>()
    };
    // 1 2 0     1 2 0
    // 3 4 5     3 # 4
    assert_eq!(from(SIZE, &[1, 2, 0, 3, 4, 5]), [[1, 0, 2, 3, 4, 5], [1, 2, 5, 3, 4, 0]]);
    assert_eq!(from(SIZE, &[1, 2, 0, 3, WALL, 4]), [[1, 0, 2, 3, WALL, 4], [1, 2, 4, 3, WALL, 0]]);
    assert_eq!(from(SIZE, &[1, 0, 2, 3, WALL, 4]), [[0, 1, 2, 3, WALL, 4], [1, 2, 0, 3, WALL, 4]]);
    assert!(from(SIZE, &[WALL; 6]).is_empty());
    // The number of a wall is that of the last tile of the largest board, which has room for none.
    let largest = Board::blank_last(Size::LARGEST);
    assert_eq!(*position(&largest), *largest.tiles());
    assert_eq!(from(Size::LARGEST, largest.tiles()).len(), 2);
}

#[test]
fn tiles_are_renamed_by_the_goal() {
    let start = Board::new(SIZE, vec![3, 1, 2, 5, 4, 0]).unwrap();
    let seen = Arrangement::new(&start, &Board::blank_last(SIZE));
    assert_eq!(seen.homes(), [2, 0, 1, 4, 3, 5]);
    assert_eq!((seen.blank(), seen.blank_home(), seen.manhattan()), (5, 5, 6));
    assert_eq!(seen.board(&Board::blank_last(SIZE)), start);
    let first = Arrangement::new(&Board::blank_last(SIZE), &Board::blank_first(SIZE));
    assert_eq!((first.homes(), first.blank(), first.blank_home()), (&[1, 2, 3, 4, 5, 0][..], 5, 0));
}

#[test]
fn moves_at_an_edge_are_left_out_and_only_the_goal_is_solved() {
    let goal = Board::blank_last(SIZE);
    let mut board = Arrangement::new(&goal, &goal);
    board.follow(&[Direction::Up, Direction::Down, Direction::Left, Direction::Right]);
    assert_eq!(board.homes(), [0, 5, 1, 3, 4, 2]);
    let solved = distances(&goal).into_iter().filter(|(board, _)| board.manhattan() == 0);
    assert_eq!(solved.collect::<Vec<_>>(), [(Arrangement::new(&goal, &goal), 0)]);
}

#[test]
fn a_sentence_says_why_there_is_no_solution() {
    for (obstacle, reason) in [
        (Obstacle::Parity, "wrong parity"),
        (Obstacle::Order, "another order"),
        (Obstacle::Exhausted, "none of the positions"),
    ] {
        let sentence = unsolvable(obstacle);
        assert!(sentence.starts_with("no solution exists: ") && sentence.contains(reason), "{sentence}");
    }
}

#[test]
fn obstacles_are_found_exactly_where_no_moves_lead_to_the_goal() {
    for (height, width) in [(1, 3), (1, 5), (4, 1), (2, 2), (2, 3), (3, 2)] {
        let goal = Board::blank_last(size(height, width));
        let mut tiles = goal.tiles().to_vec();
        tiles.swap(0, 1);
        let swapped = Board::new(goal.size(), tiles).unwrap();
        let obstacle = if height == 1 || width == 1 { Obstacle::Order } else { Obstacle::Parity };
        for (from, expected) in [(&goal, None), (&swapped, Some(obstacle))] {
            for start in distances(from).keys() {
                let start = start.board(from);
                assert_eq!(Arrangement::new(&start, &goal).obstacle(), expected, "{start}");
            }
        }
    }
}

#[test]
fn every_board_with_a_solution_comes_about_as_often() {
    let goal = Board::blank_last(size(2, 2));
    for shuffle in [None, Some(1000), Some(1001)] {
        let mut counts = HashMap::new();
        let limits = Limits { threads: 2, ..Limits::default() };
        for mixed in boards(&goal, shuffle, 5, 1..=6000, &limits).0 {
            assert_eq!(Arrangement::new(&mixed, &goal).obstacle(), None);
            *counts.entry(mixed).or_insert(0) += 1;
        }
        // After a fixed number of moves the blank is on every second cell.
        let boards = if shuffle.is_none() { 12 } else { 6 };
        assert_eq!(counts.len(), boards);
        let mean = 6000 / boards;
        assert!(counts.values().all(|&count| (mean * 4 / 5..mean * 6 / 5).contains(&count)), "{counts:?}");
    }
}

#[test]
fn boards_of_any_sides_are_mixed_and_known_by_seed_and_number() {
    let board = |goal: &Board, shuffle, seed, number| {
        boards(goal, shuffle, seed, number..=number, &Limits::default()).0.remove(0)
    };
    for (height, width) in [(1, 1), (1, 2), (6, 1), (2, 5), (9, 9)] {
        for goal in [Board::blank_last, Board::blank_first].map(|goal| goal(size(height, width))) {
            for shuffle in [None, Some(0), Some(100_000)] {
                let mixed = board(&goal, shuffle, 1, 2);
                assert_eq!(Arrangement::new(&mixed, &goal).obstacle(), None);
                assert_eq!(mixed, board(&goal, shuffle, 1, 2));
                assert!(shuffle != Some(0) || mixed == goal);
            }
        }
    }
    let goal = Board::blank_last(size(9, 9));
    let [one, other_number, other_seed] =
        [(1, 2), (1, 3), (2, 2)].map(|(seed, number)| board(&goal, None, seed, number));
    assert!(one != other_number && one != other_seed);
}
