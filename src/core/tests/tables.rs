//! Visited tables and filters of layers.

use traybit_core::bits::Key;
use traybit_core::search::bloom::BloomFilter;
use traybit_core::search::partition::Split;
use traybit_core::search::visited::VisitedTable;
use traybit_core::space::part_index;

#[test]
fn equal_hashes_do_not_stand_for_equal_keys() {
    // A factor of the hash is 0 where the lower half of a key is this number.
    let key = |high: u128| high << 64 | 0x9e37_79b9_7f4a_7c15;
    assert_eq!(key(7).hash64(), key(8).hash64());
    let mut table = VisitedTable::<u128>::new(false);
    table.know(&[1, 2, 3]);
    table.add(&[7, 8, 7, 9, 8].map(key), &[]);
    table.add(&[2, 4, 3], &[]);
    assert_eq!(table.fresh(), [key(7), key(8), key(9), 4]);
}

#[test]
fn all_members_and_hardly_any_others_pass_a_filter() {
    let mut parts = vec![Vec::new(); 4];
    for key in 0..10_000u64 {
        parts[part_index(key.hash64(), 2)].push(key);
    }
    // The more neighbours, the finer.
    for (neighbours, most) in [(4, 600), (4096, 40)] {
        let part = |keys: &Vec<u64>| {
            let mut words = BloomFilter::empty_part(keys.len(), neighbours);
            BloomFilter::add(&mut words, keys);
            words
        };
        let filter =
            BloomFilter::held((0..).zip(parts.iter().map(part)).collect(), Split { level: 0, bits: 2 });
        let passing = |keys: std::ops::Range<u64>| {
            keys.filter(|key| filter.passes(key, &[]).expect("it is in memory")).count()
        };
        assert_eq!(passing(0..10_000), 10_000);
        assert!(passing(10_000..110_000) < most, "{neighbours} neighbours");
        assert!(neighbours > 4 || (29_900..=30_200).contains(&filter.bytes()), "3 bytes a position");
    }
    let nothing = BloomFilter::of::<u64>(&[], 4);
    assert!((0..1000u64).all(|key| !nothing.passes(&key, &[]).expect("it is in memory")));
}
