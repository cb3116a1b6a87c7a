//! Tests of a playback.

use super::{Aim, Floor, Handling, Move, Piece, Playback, beyond, straight};
use crate::tests::drawn;
use traybit_core::grid::Size;
use traybit_core::shape::Shape;
use traybit_tiles::direction::Direction;

/// A corner piece and a single cell on three rows of three.
fn playback(moves: Vec<Move>) -> Playback {
    let piece = |label: &str, shape, class| Piece::new(label.to_owned(), shape, class, class);
    let (corner, _) = Shape::of(&[(0, 1), (1, 0), (1, 1)]);
    Playback {
        pieces: vec![piece("a", corner, 0), piece("", Shape::rectangle(1, 1), 1)],
        start: vec![Some((0, 0)), None],
        goals: vec![vec![Aim { class: Some(1), shape: Shape::rectangle(1, 1), corner: (0, 0) }]],
        moves,
        ..Playback::new(Handling::Choose, Size { height: 3, width: 3 }, vec![Floor::Open; 9])
    }
}

#[test]
fn moves_put_pieces_elsewhere() {
    let moves = [(1, (2, 2)), (1, (0, 2)), (0, (1, 0))].map(|(piece, to)| Move { piece, to });
    let playback = playback(moves.to_vec());
    assert_eq!(playback.captions(), ["block 2 is placed", "block 2 up 2", "a down"]);
    assert_eq!(playback.corners_after(1), [Some((0, 0)), Some((2, 2))]);
    assert_eq!(playback.corners_after(9), [Some((1, 0)), Some((0, 2))]);
    let covered = playback.covered(&playback.corners_after(0));
    let drawn: String = covered.iter().map(|piece| if piece.is_some() { 'x' } else { '.' }).collect();
    assert_eq!(drawn, ".x.xx....");
    assert_eq!((playback.floor_at((2, 2)), playback.floor_at((3, 0))), (Floor::Open, Floor::Wall));
}

#[test]
fn straight_moves_have_a_direction() {
    assert_eq!(straight((2, 2), (0, 2)), Some((Direction::Up, 2)));
    assert_eq!((straight((2, 2), (2, 2)), straight((2, 2), (1, 1))), (None, None));
    assert_eq!(beyond((1, 1), Direction::Left, 1), Some((1, 0)));
    assert_eq!((beyond((1, 1), Direction::Up, 2), beyond((1, 1), Direction::Right, u16::MAX)), (None, None));
}

#[test]
fn a_move_that_stays_is_said_to() {
    assert_eq!(playback(vec![Move { piece: 0, to: (0, 0) }]).captions(), ["a stays"]);
}

#[test]
fn pillars_are_inside() {
    let playback = drawn(&["##...", "#.#.#", ".....", ".###."]);
    let outside: Vec<_> = playback.outside().into_iter().collect();
    assert_eq!(outside, [(0, 0), (0, 1), (1, 0), (1, 4), (3, 1), (3, 2), (3, 3)]);
}

#[test]
fn a_place_is_drawn_once_and_many_are_not() {
    let aim = |column| Aim { class: Some(0), shape: Shape::rectangle(1, 1), corner: (0, column) };
    let mut playback = drawn(&["................"]);
    playback.goals = vec![vec![aim(0), aim(1)], vec![aim(1), aim(2)]];
    assert_eq!(playback.drawn_aims().len(), 3);
    playback.goals = vec![(0..16).map(aim).collect()];
    assert_eq!(playback.drawn_aims().len(), 0);
    playback.goals = (0..5).map(|column| vec![aim(column)]).collect();
    assert_eq!(playback.drawn_aims().len(), 0);
}
