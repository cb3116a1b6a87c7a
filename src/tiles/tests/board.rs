//! Boards from numbers, and moves on them.

use traybit_tiles::board::{Board, BoardError, Size};
use traybit_tiles::direction::Direction;

const SIZE: Size = Size { height: 2, width: 3 };

#[test]
fn numbers_make_a_board_or_an_error() {
    let board = |tiles: &[u16]| Board::new(SIZE, tiles.to_vec());
    assert_eq!(board(&[1, 2, 3, 4, 5, 0]), Ok(Board::blank_last(SIZE)));
    assert_eq!(board(&[0, 1, 2, 3, 4, 5]), Ok(Board::blank_first(SIZE)));
    assert_eq!(board(&[1, 2, 3]), Err(BoardError::Count(3)));
    assert_eq!(board(&[1, 2, 6, 4, 5, 0]), Err(BoardError::TooLarge(6, 2)));
    assert_eq!(board(&[1, 2, 3, 4, 2, 0]), Err(BoardError::Twice(2, [1, 4])));
    let none = Size { height: 0, width: 3 };
    assert_eq!(Board::new(none, Vec::new()), Err(BoardError::Size(none)));
    assert_eq!(Board::blank_last(Size::LARGEST).tiles()[65_534], 65_535);
    assert_eq!(Board::new(Size { height: 1, width: 1 }, vec![0]).unwrap().blank(), 0);
}

#[test]
fn tiles_slide_into_the_blank() {
    let mut board = Board::blank_last(SIZE);
    assert_eq!(board.slide(Direction::Up), None);
    assert_eq!(board.slide(Direction::Down), Some(3));
    assert_eq!(board.slide(Direction::Right), Some(2));
    assert_eq!((board.tiles(), board.blank()), (&[1, 0, 2, 4, 5, 3][..], 1));
    assert_eq!(board.to_string(), "1   2\n4 5 3\n");
}
