//! Sorted lists that change.

use traybit_sliding::sorted::{changes, replace};

#[test]
fn what_leaves_and_what_comes() {
    let mut seen = Vec::new();
    changes(&[1, 4, 7, 9], &[2, 4, 9, 12], |anchor, comes| seen.push((anchor, comes)));
    assert_eq!(seen, [(1, false), (2, true), (7, false), (12, true)]);
}

#[test]
fn replacing_keeps_the_order() {
    for (old, new) in [(3, 0), (3, 4), (3, 6), (3, 20), (1, 2), (9, 0), (9, 30), (1, 30)] {
        let mut list = vec![1, 3, 5, 9];
        replace(&mut list, old, new);
        let mut expected: Vec<u16> =
            [1, 3, 5, 9].into_iter().filter(|&anchor| anchor != old).chain([new]).collect();
        expected.sort_unstable();
        assert_eq!(list, expected, "{old} by {new}");
    }
}
