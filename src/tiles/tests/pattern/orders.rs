//! Orders of tiles as numbers.

use traybit_tiles::pattern::orders::{MOST_TILES, Orders, rank};

#[test]
fn ranks_are_lexicographic() {
    let orders = Orders::new(3, 2);
    let all: Vec<Vec<usize>> = (0..6).map(|number| orders.order(number)).collect();
    assert_eq!(all, [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]);
    assert!(all.iter().enumerate().all(|(number, order)| rank(order) == number));
    assert_eq!(rank(&[30, 7, 9]), 4, "names do not matter, only which is the smaller");
    assert_eq!(Orders::new(MOST_TILES, 1).number, 40_320);
}

#[test]
fn a_tile_that_moves_passes_those_between() {
    let orders = Orders::new(5, 3);
    for from in 0..5 {
        for to in (0..5usize).filter(|to| to.abs_diff(from) <= 3) {
            let moved = orders.all_moved(from, to);
            for (before, &after) in moved.as_flattened()[..orders.number].iter().enumerate() {
                let mut order = orders.order(before);
                let tile = order.remove(from);
                order.insert(to, tile);
                assert_eq!(usize::from(after), rank(&order));
            }
        }
    }
}
