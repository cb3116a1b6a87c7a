//! Puzzles by random walks.

use traybit_core::generation::GenerateError;
use traybit_core::grid::Size;
use traybit_core::search::limits::Limits;
use traybit_sliding::puzzle::Floor;
use traybit_sliding::solve::walk::{WalkOptions, walk};
use traybit_sliding::universe::parse_kinds;

#[test]
fn walks_keep_to_their_order_and_are_the_same_again() {
    let size = Size { height: 12, width: 9 };
    let mut floor = vec![Floor::Open; size.cells()];
    floor[0] = Floor::Wall;
    let kinds = parse_kinds("1x1,1x2=3..99,2x2=0..4").expect("kinds").0;
    for goal_blocks in [Some(1), Some(5), None] {
        let options =
            WalkOptions { size, floor: &floor, kinds: &kinds, free: 20, steps: 5_000, goal_blocks, seed: 7 };
        let puzzle = walk(options, 3, &Limits::default()).expect("a puzzle");
        let covered: usize = puzzle.blocks.iter().map(|block| block.shape.area()).sum();
        assert_eq!(covered, size.cells() - 1 - 20);
        let count = |area| puzzle.blocks.iter().filter(|block| block.shape.area() == area).count();
        assert!(count(2) >= 3 && count(4) <= 4);
        let goal = &puzzle.goals[0];
        assert!(goal.iter().all(|target| puzzle.blocks[target.block].anchor != target.anchor));
        match goal_blocks {
            Some(count) => assert_eq!(goal.len(), count),
            None => assert!(goal.len() > 5),
        }
        assert_eq!(walk(options, 3, &Limits::default()), Ok(puzzle.clone()));
        assert_ne!(walk(options, 4, &Limits::default()), Ok(puzzle));
    }
}

#[test]
fn a_tray_that_cannot_be_filled_is_told() {
    let size = Size { height: 3, width: 3 };
    let kinds = parse_kinds("2x2=2..9").expect("kinds").0;
    let floor = [Floor::Open; 9];
    let options =
        WalkOptions { size, floor: &floor, kinds: &kinds, free: 2, steps: 9, goal_blocks: None, seed: 0 };
    assert_eq!(
        walk(options, 1, &Limits::default()),
        Err(GenerateError::NotFound { number: 1, too_large: 0 })
    );
}
