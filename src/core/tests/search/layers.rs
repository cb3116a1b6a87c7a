//! Layers that are split and joined.

use traybit_core::bits::Key;
use traybit_core::search::layers::{Layer, part_index};

#[test]
fn splitting_and_joining_keeps_every_key_in_its_part() {
    let mut layer = Layer::<u64>::empty();
    for key in 0..5000 {
        layer.parts[0].push(key, key as u32 ^ 0x5555);
    }
    for bits in [3, 6, 1, 4, 0] {
        layer.resplit(bits);
        assert_eq!((layer.bits(), layer.len()), (bits, 5000));
        for (index, part) in layer.parts.iter().enumerate() {
            assert!(part.keys.iter().all(|key| part_index(key.hash64(), bits) == index));
            assert!(part.keys.iter().zip(&part.tags).all(|(&key, &used)| key as u32 ^ 0x5555 == used));
        }
    }
    let mut keys = layer.parts[0].keys.clone();
    keys.sort_unstable();
    assert_eq!(keys, (0..5000).collect::<Vec<u64>>());
}
