//! Keys as a search meets them: as wide as those of most puzzles, each drawn three or four times, in an order
//! without pattern.

/// A stream of 2^`bits` keys, some set bits in each half. (The generator is Vigna's, 2015.)
pub(crate) fn stream(bits: u32) -> Vec<u128> {
    let length = 1u64 << bits;
    let drawn = length / 16 * 5;
    let key = |number: u64| u128::from(mix(number) & mix(!number)) << 32 | u128::from(mix(number + drawn));
    (0..length).map(|place| key(mix(place) % drawn)).collect()
}

fn mix(seed: u64) -> u64 {
    let mut z = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
