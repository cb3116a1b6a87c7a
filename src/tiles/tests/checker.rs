//! Moves that are made or refused.

use traybit_core::grid::Size;
use traybit_tiles::board::Board;
use traybit_tiles::checker::{Game, verify};
use traybit_tiles::direction::Direction;
use traybit_tiles::solution::RawMove;

#[test]
fn moves_are_made_or_refused() {
    // 1 2
    // 3 .
    let goal = Board::blank_last(Size { height: 2, width: 2 });
    let mut game = Game::new(&goal);
    let mut apply = |tile, direction| game.apply(RawMove { tile, direction });
    assert_eq!(apply(None, Direction::Up), Err("the board ends below the blank".to_owned()));
    assert_eq!(apply(None, Direction::Left), Err("the board ends on the right of the blank".to_owned()));
    assert_eq!(apply(Some(3), Direction::Down), Err("the tile above the blank is 2".to_owned()));
    assert_eq!(apply(Some(2), Direction::Down), Ok(2));
    assert_eq!(apply(Some(1), Direction::Right), Ok(1));
    assert_eq!(apply(None, Direction::Right), Err("the board ends on the left of the blank".to_owned()));
    let missing = game.missing(&goal).unwrap();
    assert_eq!(missing, "row 1, column 1 holds the blank, not 1");
    assert_eq!(
        Game::new(&goal).apply(RawMove { tile: Some(7), direction: Direction::Right }),
        Err("the tile on the left of the blank is 3".to_owned())
    );
}

#[test]
fn whole_lists_are_verified() {
    let goal = Board::blank_last(Size { height: 2, width: 2 });
    let mut start = goal.clone();
    start.slide(Direction::Down).unwrap();
    assert_eq!(verify(&start, &goal, &[Direction::Up]), Ok(()));
    assert_eq!(
        verify(&start, &goal, &[]),
        Err("the goal is not met: row 1, column 2 holds the blank, not 2".to_owned())
    );
    let told = verify(&start, &goal, &[Direction::Up, Direction::Up]);
    assert_eq!(told, Err("move 2 is impossible: the board ends below the blank".to_owned()));
}
