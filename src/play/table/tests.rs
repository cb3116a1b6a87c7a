use std::sync::Arc;

use super::{Goal, Table};
use traybit_family::interface::{Puzzle, of_family};
use traybit_family::read;
use traybit_family::tiles::TilesPuzzle;
use traybit_picture::playback::Playback;
use traybit_sliding::formats::course::read_pair;
use traybit_tiles::direction::Direction;

fn with_playback(puzzle: Arc<dyn Puzzle>) -> (Arc<dyn Puzzle>, Playback) {
    let playback = puzzle.playback(None, 1).unwrap();
    (puzzle, playback)
}

pub(crate) fn drawn(text: &str) -> (Arc<dyn Puzzle>, Playback) {
    with_playback(Arc::clone(&read("p", text.as_bytes()).unwrap().puzzles[0].puzzle))
}

pub(crate) fn pair(tray: &str, goal: &str) -> (Arc<dyn Puzzle>, Playback) {
    with_playback(Arc::new(read_pair(("t", tray.as_bytes()), ("g", goal.as_bytes())).unwrap()))
}

/// A board of 2 by 3 cells whose blank cell has to go from the first place to the last.
pub(crate) fn board() -> (Arc<dyn Puzzle>, Playback) {
    drawn("0 1 2\n3 4 5\n")
}

#[test]
fn blocks_move_by_the_rules_and_back() {
    let (puzzle, playback) = pair("2 4\n0 0 0 0\n0 1 1 1\n", "0 3 1 3\n");
    let mut table = Table::new(&playback, &*puzzle);
    assert!(table.shift(0, Direction::Right, false).unwrap_err().contains("would meet the block 0 1 1 1"));
    assert_eq!(table.shift(0, Direction::Up, true).unwrap_err(), "it would leave the board");
    assert!(matches!(table.goal(), Goal::Missing(_)));
    let step = table.shift(1, Direction::Right, true).unwrap();
    assert_eq!((step.from, step.to, table.goal()), (Some((0, 1)), (0, 3), Goal::Met));
    assert_eq!((table.piece_at((1, 3)), table.piece_at((1, 1)), table.blank()), (Some(1), None, (0, 1)));
    table.walk(step, false).unwrap();
    assert_eq!(table.corners, playback.start);
}

#[test]
fn tiles_go_into_the_blank_cell() {
    let (puzzle, playback) = board();
    let mut table = Table::new(&playback, &*puzzle);
    assert_eq!(table.push(Direction::Down).unwrap_err(), "the board ends above the blank");
    let step = table.push(Direction::Left).unwrap();
    assert_eq!((step.piece, step.to, table.blank()), (0, (0, 0), (0, 1)));
    let here = puzzle.moved(&table.corners);
    let here: &TilesPuzzle = of_family(&*here).unwrap();
    assert_eq!(here.start.tiles(), [1, 0, 2, 3, 4, 5]);
    table.walk(step, false).unwrap();
    assert_eq!(table.corners, playback.start);
    assert!(table.make(4, (0, 0)).is_err());
}
