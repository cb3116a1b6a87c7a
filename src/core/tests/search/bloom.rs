//! Filters: how many others pass.

use traybit_core::bits::Key;
use traybit_core::search::bloom::BloomFilter;
use traybit_core::search::layers::part_index;

#[test]
fn all_members_and_hardly_any_others_pass() {
    let mut parts = vec![Vec::new(); 4];
    for key in 0..10_000u64 {
        parts[part_index(key.hash64(), 2)].push(key);
    }
    let filter = BloomFilter::Held(parts.iter().map(|keys| BloomFilter::part(keys, 4)).collect());
    assert!((0..10_000u64).all(|key| filter.passes(&key, &[]).unwrap()));
    let others = (10_000..110_000u64).filter(|key| filter.passes(key, &[]).unwrap()).count();
    assert!(others < 600, "{others} of 100,000");
    assert!((29_900..=30_032).contains(&filter.bytes()), "3 bytes a position");
}

#[test]
fn many_neighbours_make_it_finer() {
    let keys: Vec<u64> = (0..10_000).collect();
    let passing = |neighbours| {
        let filter = BloomFilter::Held(vec![BloomFilter::part(&keys, neighbours)]);
        (10_000..110_000u64).filter(|key| filter.passes(key, &[]).unwrap()).count()
    };
    let [few, many] = [4, 4096].map(passing);
    assert!(many < 40 && few > 4 * many, "{many} and {few} of 100,000");
}

#[test]
fn the_sieve_of_nothing_lets_nothing_through() {
    let filter = BloomFilter::Held(vec![BloomFilter::part::<u64>(&[], 4)]);
    assert!((0..1000u64).all(|key| !filter.passes(&key, &[]).unwrap()));
}
