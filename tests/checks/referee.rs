//! The checker against the plain reference, on drawings and boards.

use traybit_sliding::formats::lines::Lines;
use traybit_sliding::formats::{self, Content};
use traybit_sliding::reference::Rules;

use crate::parts::parts;
use crate::place::Place;

/// A drawing or a board, and moves.
pub fn check(data: &[u8]) {
    let [puzzle, moves] = parts(data);
    let Ok(Content::Puzzle(puzzle)) = formats::read("file", puzzle) else { return };
    let rules = Rules::of(&puzzle);
    let mut checker = puzzle.begin();
    let mut place = Place::start(&rules, &puzzle);
    let mut moves = Lines::new("moves", moves);
    while let Ok(Some(step)) = moves.next_move() {
        let after = place.after(step);
        let possible = checker.apply(step);
        assert_eq!(possible.is_ok(), after.is_some(), "{step}: {possible:?}");
        if let Some(after) = after {
            place.set(after);
        }
        assert_eq!(checker.is_solved(), rules.is_won(&place.position));
        assert_eq!(checker.anchors(), place.anchors, "{step}");
    }
}
