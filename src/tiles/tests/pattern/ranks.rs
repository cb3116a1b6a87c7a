//! Sets of cells as numbers.

use traybit_tiles::pattern::ranks::Ranks;

#[test]
fn ranks_are_in_the_order_of_the_sets() {
    for (cells, count, sets) in [(1, 1, 1), (6, 3, 20), (16, 6, 8008), (25, 2, 300), (9, 9, 1), (32, 2, 496)]
    {
        let ranks = Ranks::new(cells, count, 1);
        let all: Vec<u32> = ranks.sets().collect();
        assert_eq!(all.len(), sets);
        assert!(all.is_sorted());
        for (number, &set) in all.iter().enumerate() {
            assert_eq!((set.count_ones(), ranks.rank(set) as usize), (count, number));
        }
    }
    let (one, six) = (Ranks::new(12, 4, 1), Ranks::new(12, 4, 24));
    assert!(one.sets().all(|set| six.rank(set) == 24 * one.rank(set)));
}
