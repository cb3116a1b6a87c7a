//! Flaws of puzzles.

use traybit_core::grid::Size;
use traybit_core::shape::Shape;
use traybit_sliding::puzzle::{Flaw, Floor, Freedom, Gate, Parts, Piece, Puzzle, Target};

fn piece(name: char, anchor: (u16, u16)) -> Piece {
    Piece { name, shape: Shape::rectangle(1, 2), anchor, freedom: Freedom::Both, labelled: false }
}

/// Two blocks in a tray of two rows and three columns, the last of which is a gate for `b`.
fn parts() -> Parts {
    let mut floor = vec![Floor::Open; 6];
    (floor[2], floor[5]) = (Floor::Gate(0), Floor::Gate(0));
    Parts {
        floor,
        gates: vec![Gate { mark: '+', admits: vec!['b'], is_exit: false }],
        blocks: vec![piece('a', (0, 0)), piece('b', (1, 1))],
        ..Parts::open(Size { height: 2, width: 3 })
    }
}

fn sentence(change: impl FnOnce(&mut Parts)) -> String {
    let mut parts = parts();
    change(&mut parts);
    Puzzle::new(parts.clone()).map_or_else(|flaw| flaw.sentence(&parts), |_| "fine".to_owned())
}

#[test]
fn every_flaw_has_its_sentence() {
    assert_eq!(sentence(|_| ()), "fine");
    assert_eq!(
        sentence(|parts| parts.size.width = 300),
        "a tray measures 1 to 256 cells either way, not 2 by 300"
    );
    assert_eq!(sentence(|parts| parts.blocks[1].name = 'a'), "two blocks are called a");
    assert_eq!(
        sentence(|parts| parts.gates[0].admits.push('z')),
        "the gate + admits a block z, and the tray has none"
    );
    assert_eq!(
        sentence(|parts| parts.blocks[0].shape = Shape::of(&[(0, 0), (1, 1)]).0),
        "the cells of block a are not all connected by their edges"
    );
    assert_eq!(
        sentence(|parts| parts.gates[0].admits.clear()),
        "block b stands at the start at row 1, column 2, where a gate does not admit it"
    );
    assert_eq!(
        sentence(|parts| parts.floor[1] = Floor::Wall),
        "block a stands at the start at row 0, column 1, where there is no floor"
    );
    assert_eq!(
        sentence(|parts| parts.blocks[1].anchor = (0, 1)),
        "blocks a and b both take row 0, column 1 at the start"
    );
    let target = |block, anchor| Target { block, anchor };
    assert_eq!(
        sentence(|parts| {
            parts.floor[5] = Floor::Open;
            parts.blocks[1].anchor = (1, 0);
            parts.goals = vec![vec![target(1, (1, 2))]];
        }),
        "block b stands in the goal at row 1, column 2, from where it would reach past the edge of the tray"
    );
    assert_eq!(
        sentence(|parts| parts.goals = vec![vec![], vec![target(0, (1, 0)), target(0, (0, 0))]]),
        "block a is named twice in goal 2"
    );
}

#[test]
fn goals_and_gates_are_put_in_order_and_judged_one_by_one() {
    let mut parts = parts();
    parts.gates[0].admits = vec!['b', 'a', 'b'];
    let targets = [Target { block: 1, anchor: (0, 0) }, Target { block: 0, anchor: (1, 0) }];
    parts.goals = vec![targets.to_vec(), vec![], targets.to_vec()];
    let puzzle = Puzzle::new(parts).unwrap();
    assert_eq!(puzzle.gates[0].admits, ['a', 'b']);
    assert_eq!(puzzle.goals, [vec![targets[1], targets[0]], vec![], vec![targets[1], targets[0]]]);
    assert!(puzzle.are_equal(&puzzle.blocks[0], &puzzle.blocks[1]));
}

#[test]
fn blocks_that_gates_tell_apart_are_not_equal() {
    let puzzle = Puzzle::new(parts()).unwrap();
    assert!(!puzzle.are_equal(&puzzle.blocks[0], &puzzle.blocks[1]));
    assert!(!puzzle.admits(&puzzle.blocks[0], (0, 2)) && puzzle.admits(&puzzle.blocks[1], (0, 2)));
    assert!(matches!(Puzzle::new(Parts { floor: vec![], ..parts() }), Err(Flaw::Size(_))));
}
