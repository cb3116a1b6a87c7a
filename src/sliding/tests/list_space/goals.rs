//! The index of many goals.

use traybit_sliding::list_space::goals::{GoalIndex, MANY};

#[test]
fn goals_are_found_by_what_they_name_first() {
    // The first class at 3, then at 5, or the second at a place of its own.
    let goal = |number: u16| match number {
        0 => vec![vec![3, 5], vec![]],
        1 => vec![vec![5], vec![3]],
        _ => vec![vec![], vec![number]],
    };
    let goals: Vec<_> = (0..MANY as u16).map(goal).collect();
    let index = GoalIndex::new(&goals).expect("many goals");
    let possible = |anchors: [&[u16]; 2]| {
        let mut found: Vec<usize> = index.possible(&anchors.map(<[u16]>::to_vec)).collect();
        found.sort_unstable();
        found
    };
    assert_eq!(possible([&[3, 4, 5], &[2, 6]]), [0, 1, 2, 6]);
    assert_eq!(possible([&[2, 6], &[3]]), [3]);
    assert!(possible([&[4], &[0, 1]]).is_empty());
    assert!(GoalIndex::new(&goals[1..]).is_none(), "few goals");
    assert!(GoalIndex::new(&vec![vec![vec![], vec![]]; MANY]).is_none(), "goals that name nothing");
}
