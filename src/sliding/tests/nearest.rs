//! The nearest of several cells.

use traybit_sliding::nearest::{FAR, take, to};

#[test]
fn the_nearest_that_counts() {
    // Width 10: blocks at (0,0), (0,2) and (2,3); the target is (1,1).
    assert_eq!(to(11, &[0, 2, 23], 10, |_| true), (2, Some(0)));
    assert_eq!(to(11, &[0, 2, 23], 10, |cell| cell != 0), (2, Some(2)));
    assert_eq!(to(11, &[0, 2, 23], 10, |cell| cell == 23), (3, Some(23)));
    assert_eq!(to(11, &[], 10, |_| true), (FAR, None));
    let mut candidates = vec![0, 2, 23];
    assert_eq!(take(11, &mut candidates, 10), (2, Some(0)));
    assert_eq!(take(11, &mut candidates, 10), (2, Some(2)));
    assert_eq!(candidates, [23]);
}
