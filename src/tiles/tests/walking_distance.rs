//! Walking distances of whole boards and of single lines.

use traybit_tiles::walking_distance::WalkingDistance;

#[test]
fn a_4x4_board_has_24_964_states() {
    let walking = WalkingDistance::new(4, 4, 3).unwrap();
    assert_eq!(walking.distances.len(), 24_964);
    assert_eq!(walking.distances.iter().max(), Some(&35), "of both axes: 70, of 80 moves");
    assert_eq!(WalkingDistance::new(4, 4, 0).unwrap().distances.len(), 24_964);
}

#[test]
fn a_single_column_needs_as_many_moves_as_it_says() {
    // 1 2 . and its rows: each tile has to pass one line.
    let walking = WalkingDistance::new(3, 1, 0).unwrap();
    let state = walking.state([(0, 1), (1, 2)].into_iter(), 2).unwrap();
    assert_eq!(walking.distance(state), 2);
    let next = walking.successor(state, 0, 2);
    assert_eq!(walking.distance(next), 1);
    assert_eq!(walking.distance(walking.successor(next, 0, 1)), 0);
    assert!(walking.state([(0, 2), (1, 1)].into_iter(), 2).is_none(), "no tile passes another one");
}

#[test]
fn large_boards_have_none() {
    assert!(WalkingDistance::new(5, 5, 0).is_none());
    assert!(WalkingDistance::new(8, 2, 0).is_none());
    assert!(WalkingDistance::new(256, 256, 0).is_none());
    assert!(WalkingDistance::new(1, 1, 0).is_some());
}
