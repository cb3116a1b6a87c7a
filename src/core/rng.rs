//! Seeded random numbers that are the same on every machine and will never change.
//!
//! ```text
//!   key (256 bits)     the seed in the first 64, lowest byte first; zeros
//!   stream             the number of what is made
//!   a draw below n     the next 64 bits modulo n, except those that would favour small numbers
//! ```
//!
//! The bits are those of `ChaCha20` (Bernstein, 2008), independent of the library. Each generated item has a stream of its
//! own, so neither the order nor the number of items matters.

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng};

/// A sequence of random numbers.
#[derive(Clone, Debug)]
pub struct Rng(ChaCha20Rng);

impl Rng {
    /// The sequence `number` of a seed.
    #[must_use]
    pub fn new(seed: u64, number: u64) -> Self {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        let mut bits = ChaCha20Rng::from_seed(key);
        bits.set_stream(number);
        Self(bits)
    }

    /// 64 uniformly random bits.
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A uniformly random number below `end`, which must not be 0.
    pub fn below(&mut self, end: u64) -> u64 {
        // The largest multiple of `end` that 64 bits can hold.
        let fair = u64::MAX - u64::MAX % end;
        loop {
            let draw = self.bits();
            if draw < fair {
                return draw % end;
            }
        }
    }

    /// A uniformly random number below `end`; `None` if `end` is 0.
    pub fn below_wide(&mut self, end: u128) -> Option<u128> {
        if let Ok(end) = u64::try_from(end) {
            return (end > 0).then(|| self.below(end).into());
        }
        let fair = u128::MAX - u128::MAX % end;
        loop {
            let draw = u128::from(self.bits()) << 64 | u128::from(self.bits());
            if draw < fair {
                return Some(draw % end);
            }
        }
    }
}
