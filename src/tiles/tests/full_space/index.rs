//! Permutations as numbers, and back.

use std::collections::HashSet;

use traybit_tiles::full_space::index::{Index, exchange, is_odd, permutation};

#[test]
fn every_permutation_of_a_parity_has_a_bit_of_its_own() {
    for (elements, count) in [(0, 1), (1, 1), (2, 1), (3, 3), (5, 60), (6, 360), (8, 20_160)] {
        let index = Index::new(elements).unwrap();
        assert_eq!(index.chunks * index.used * index.bits(), count);
        for odd in [false, true].into_iter().take(elements.clamp(1, 2)) {
            let mut seen = HashSet::new();
            for chunk in 0..index.chunks {
                for (word, bit) in
                    (0..index.used).flat_map(|word| (0..index.bits()).map(move |bit| (word, bit)))
                {
                    let digits = index.digits(chunk, word, bit, odd);
                    assert_eq!(is_odd(&digits), odd);
                    let place = (index.chunk(&digits), index.word(&digits), index.bit(&digits));
                    assert_eq!(place, (chunk, word, bit));
                    seen.insert(permutation(&digits));
                }
            }
            assert_eq!(seen.len(), count);
        }
    }
    assert_eq!(Index::new(11).unwrap().chunks, 336);
    assert!(Index::new(400).is_none());
}

/// The position that the head of the parent module draws.
#[test]
fn the_drawn_position_has_bit_9() {
    let digits = [4, 1, 0, 1, 0];
    let tiles: Vec<usize> = permutation(&digits).iter().map(|rank| rank + 1).collect();
    assert_eq!(tiles, [5, 2, 1, 4, 3]);
    let index = Index::new(5).unwrap();
    assert_eq!((index.chunk(&digits), index.word(&digits), index.bit(&digits)), (0, 0, 9));
}

#[test]
fn digits_exchanged_are_elements_exchanged() {
    let index = Index::new(6).unwrap();
    for word in 0..index.used {
        for bit in 0..60 {
            let before = index.digits(0, word, bit, false);
            for at in 0..5 {
                let (mut after, mut expected) = (before.clone(), permutation(&before));
                exchange(&mut after, at);
                expected.swap(at, at + 1);
                assert_eq!(permutation(&after), expected);
            }
        }
    }
}
