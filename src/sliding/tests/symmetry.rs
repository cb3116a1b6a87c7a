//! Symmetries that a goal leaves.

use traybit_core::grid::Size;
use traybit_sliding::classes::Classes;
use traybit_sliding::formats::course::{self, Block, Goal, Tray};
use traybit_sliding::symmetry::Symmetry;

/// A tray with a unit block and an upright and a lying domino, and a goal.
fn puzzle(size: Size, goal: Vec<Block>) -> Classes {
    let block = |top, left, height, width| Block { top, left, height, width };
    let blocks = vec![block(0, 0, 1, 1), block(0, 1, 2, 1), block(2, 0, 1, 2)];
    let tray = Tray::new(size, blocks).expect("blocks apart");
    course::puzzle(&tray, Some(&Goal::new(size, goal).expect("a goal"))).classes()
}

#[test]
fn a_goal_leaves_the_symmetries_that_it_has_itself() {
    let square = Size { height: 3, width: 3 };
    let oblong = Size { height: 3, width: 4 };
    let unit = |top, left| vec![Block { top, left, height: 1, width: 1 }];
    let count = |size, goal| Symmetry::all(&puzzle(size, goal)).len();
    assert_eq!([count(square, vec![]), count(oblong, vec![])], [7, 3]);
    assert_eq!([count(square, unit(1, 1)), count(square, unit(0, 1)), count(square, unit(0, 0))], [7, 1, 1]);
    assert_eq!([count(oblong, unit(1, 1)), count(oblong, unit(0, 1))], [1, 0]);
    let domino = vec![Block { top: 2, left: 1, height: 1, width: 2 }];
    assert_eq!([count(oblong, domino.clone()), count(square, domino)], [1, 0]);
}
