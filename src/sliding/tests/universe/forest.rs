//! Joined numbers.

use traybit_sliding::universe::forest::Forest;

#[test]
fn trees_are_numbered_by_their_lowest_members() {
    let mut forest = Forest::default();
    forest.reset(9);
    forest.reset(7);
    for (one, other) in [(6, 4), (4, 2), (5, 1), (6, 2)] {
        forest.join(one, other);
    }
    assert_eq!(forest.trees(), 4);
    let (labels, roots) = forest.labels();
    assert_eq!((labels, &*roots), (&[0, 1, 2, 3, 2, 1, 2][..], &[0, 1, 2, 3][..]));
}
