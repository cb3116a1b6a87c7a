//! Tests of a playback.

use super::{Aim, Floor, Move, beyond, straight};
use crate::tests::drawn;
use traybit_core::shape::Shape;
use traybit_tiles::direction::Direction;

#[test]
fn moves_put_pieces_elsewhere() {
    let mut playback = drawn(&[".a.", "aa.", "..b"]);
    playback.pieces[1].label.clear();
    playback.start[1] = None;
    let moves = [(1, (2, 2)), (1, (0, 2)), (0, (1, 0)), (0, (1, 0))];
    playback.moves = moves.map(|(piece, to)| Move { piece, to }).to_vec();
    assert_eq!(playback.captions(), ["block 2 is placed", "block 2 up 2", "a down", "a stays"]);
    assert_eq!(playback.corners_after(1), [Some((0, 0)), Some((2, 2))]);
    assert_eq!(playback.corners_after(9), [Some((1, 0)), Some((0, 2))]);
    let covered = playback.covered(&playback.start);
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
fn pillars_are_inside() {
    let playback = drawn(&["##...", "#.#.#", ".....", ".###."]);
    let outside: Vec<_> = playback.outside().into_iter().collect();
    assert_eq!(outside, [(0, 0), (0, 1), (1, 0), (1, 4), (3, 1), (3, 2), (3, 3)]);
}

#[test]
fn a_place_is_drawn_once_and_many_are_not() {
    let aim = |column| Aim { class: Some(0), shape: Shape::rectangle(1, 1), corner: (0, column) };
    for (goals, places) in [
        (vec![vec![aim(0), aim(1)], vec![aim(1), aim(2)]], 3),
        (vec![(0..16).map(aim).collect()], 0),
        ((0..5).map(|column| vec![aim(column)]).collect(), 0),
    ] {
        let mut playback = drawn(&["................"]);
        playback.goals = goals;
        assert_eq!(playback.drawn_aims().len(), places);
    }
}
