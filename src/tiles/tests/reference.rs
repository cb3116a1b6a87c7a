//! The plain rules.

use traybit_core::grid::Size;
use traybit_core::reference::Position;
use traybit_core::reference::layers::Layers;
use traybit_tiles::board::Board;
use traybit_tiles::reference::{expand, position};

/// Half of 6! boards, a single one of them 21 moves from the goal, which is the farthest.
#[test]
fn two_by_three_has_360_positions() {
    let goal = position(&Board::blank_last(Size { height: 2, width: 3 }));
    let mut layers = Layers::new(goal, |at: &Position, found: &mut Vec<Position>| expand(2, 3, at, found));
    let mut sizes = Vec::new();
    while !layers.layer().is_empty() {
        sizes.push(layers.layer().len());
        assert!(layers.advance(1000));
    }
    assert_eq!((layers.positions(), sizes.len() - 1, sizes[21]), (360, 21, 1));
}
