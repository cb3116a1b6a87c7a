//! Seeded random numbers.

use traybit_core::rng::Rng;

#[test]
fn sequences_are_those_of_the_cipher() {
    // The first key stream of RFC 8439, A.1: key 0, nonce 0, block 0 begins 76 b8 e0 ad a0 f1 3d 90.
    assert_eq!(Rng::new(0, 0).below(u64::MAX), 0x903d_f1a0_ade0_b876);
    let draws = |seed, number| {
        let mut rng = Rng::new(seed, number);
        (0..8).map(|_| rng.below(100)).collect::<Vec<_>>()
    };
    assert_eq!(draws(7, 1), draws(7, 1));
    assert_ne!(draws(7, 1), draws(7, 2));
    assert_ne!(draws(7, 1), draws(8, 1));
}

#[test]
fn every_number_comes_about_as_often() {
    let mut rng = Rng::new(1, 1);
    let mut counts = [0; 6];
    for _ in 0..60_000 {
        counts[rng.below(6) as usize] += 1;
    }
    assert!(counts.iter().all(|count| (9_600..10_400).contains(count)), "{counts:?}");
    assert_eq!(rng.below(1), 0);
}
