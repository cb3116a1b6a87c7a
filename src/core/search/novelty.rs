//! Novelty of a state among those that seem equally far from the goal.
//!
//! Best-first width search (Lipovetzky and Geffner, AAAI 2017): of states with equal estimates, those that hold a fact, or a
//! pair of facts, not yet seen at that estimate come first. This reduces a plateau of millions of states to some thousands
//! that differ in something.
//!
//! Seen facts and pairs are bits at hashed places: a collision makes a state look older than it is, which may delay it and
//! never loses it. Threads that set bits of one word at the same time may lose one, which makes a later state look newer:
//! that is cheaper than to set them in one access.

use crate::sync::atomic::{AtomicU64, Ordering};

/// Bits kept: 1 MiB stays in the second-level cache, and the pairs of a 6×6 tray hardly ever collide.
const BITS: u32 = if cfg!(interleavings) { 8 } else { 23 };

/// Facts and pairs of facts seen so far.
#[derive(Debug)]
pub(super) struct Novelty {
    seen: Vec<AtomicU64>,
}

/// Number of ranks; the lower, the newer.
pub(super) const RANKS: usize = 3;

impl Default for Novelty {
    fn default() -> Self {
        // Zeros that the system hands out, of which untouched pages cost nothing.
        Self { seen: vec![0; 1 << (BITS - 6)].into_iter().map(AtomicU64::new).collect() }
    }
}

impl Novelty {
    pub(super) fn bytes(&self) -> usize {
        self.seen.len() * size_of::<u64>()
    }

    /// Notes a state at an estimate, with the fact that the last move brought about and all facts that hold. Returns 0 if
    /// that fact is new at this estimate, 1 if only a pair of it and another one is, else 2.
    #[inline]
    pub(super) fn rank(&self, estimate: u32, brought: u32, features: &[u32]) -> usize {
        let salt = u64::from(estimate).wrapping_mul(0xd6e8_feb8_6659_fd93);
        let fact = spread(brought);
        let single = self.is_new(fact.rotate_left(32) ^ salt);
        let mut pair = false;
        for &other in features {
            pair |= self.is_new((fact ^ spread(other)).wrapping_add(salt));
        }
        if single { 0 } else { 2 - usize::from(pair) }
    }

    #[inline(always)]
    fn is_new(&self, code: u64) -> bool {
        let at = code.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - BITS);
        let (word, bit) = (&self.seen[(at >> 6) as usize], 1 << (at & 63));
        let seen = word.load(Ordering::Relaxed);
        let new = seen & bit == 0;
        if new {
            word.store(seen | bit, Ordering::Relaxed);
        }
        new
    }
}

#[inline(always)]
fn spread(feature: u32) -> u64 {
    u64::from(feature + 1).wrapping_mul(0xa076_1d64_78bd_642f)
}
