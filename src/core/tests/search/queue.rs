//! Order of the open list.

use traybit_core::search::queue::OpenList;

#[test]
fn rank_before_estimate_before_age() {
    let mut open = OpenList::default();
    for (rank, estimate, state) in [(1, 0, 10), (0, 7, 20), (0, 3, 30), (0, 3, 31), (2, 0, 40)] {
        open.push(rank, estimate, state);
    }
    assert_eq!(open.pop(), Some((0, 3, 30)));
    open.push(0, 1, 50);
    let rest: Vec<u32> = std::iter::from_fn(|| open.pop()).map(|(_, _, state)| state).collect();
    assert_eq!(rest, [50, 31, 20, 10, 40]);
}
