//! Numbers of paths, as wide as they have to be.
//!
//! ```text
//!   64 bits ──▶ 128 ──▶ 512 ──▶ 8,192      from the first sum on that does not fit, all numbers of a count
//! ```
//!
//! Numbers lie in the slots of tables, without memory of their own: a width is a type. Numbers of a frontier as wide as a
//! count in practice can go through, whose states pass all memory sooner, have some thousand bits.

use num_bigint::BigUint;

/// A number of paths: never zero once a state was reached.
pub(super) trait Number: Copy + Eq + Send + Sync + 'static {
    /// No path.
    const ZERO: Self;
    /// One path.
    const ONE: Self;
    /// Limbs of 64 bits.
    const LIMBS: usize = size_of::<Self>() / 8;
    /// The next wider number; the widest one is its own.
    type Wider: Number;

    /// The sum; none when it does not fit.
    fn plus(self, other: Self) -> Option<Self>;
    /// The 64 bits at `index` · 64; zero past the end.
    fn limb(&self, index: usize) -> u64;
    /// The number with these limbs, lowest first.
    fn from_limbs(limb: impl FnMut(usize) -> u64) -> Self;

    /// Widens it.
    fn wider(self) -> Self::Wider {
        Self::Wider::from_limbs(|index| self.limb(index))
    }

    /// The number in words of any length.
    fn to_big(self) -> BigUint {
        let halves = |index| [self.limb(index) as u32, (self.limb(index) >> 32) as u32];
        BigUint::new((0..Self::LIMBS).flat_map(halves).collect())
    }
}

impl Number for u64 {
    const ZERO: Self = 0;
    const ONE: Self = 1;
    type Wider = u128;

    #[inline(always)]
    fn plus(self, other: Self) -> Option<Self> {
        self.checked_add(other)
    }
    fn limb(&self, index: usize) -> u64 {
        if index == 0 { *self } else { 0 }
    }
    fn from_limbs(mut limb: impl FnMut(usize) -> u64) -> Self {
        limb(0)
    }
}

impl Number for u128 {
    const ZERO: Self = 0;
    const ONE: Self = 1;
    type Wider = Natural<8>;

    #[inline(always)]
    fn plus(self, other: Self) -> Option<Self> {
        self.checked_add(other)
    }
    fn limb(&self, index: usize) -> u64 {
        if index < 2 { (*self >> (64 * index)) as u64 } else { 0 }
    }
    fn from_limbs(mut limb: impl FnMut(usize) -> u64) -> Self {
        u128::from(limb(0)) | u128::from(limb(1)) << 64
    }
}

/// A number of so many limbs, the lowest first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Natural<const LIMBS: usize>([u64; LIMBS]);

macro_rules! natural {
    ($($limbs:literal wider $wider:literal),*) => {$(
        impl Number for Natural<$limbs> {
            const ZERO: Self = Self([0; $limbs]);
            const ONE: Self = { let mut limbs = [0; $limbs]; limbs[0] = 1; Self(limbs) };
            type Wider = Natural<$wider>;

            fn plus(mut self, other: Self) -> Option<Self> {
                let mut carry = false;
                for (limb, other) in self.0.iter_mut().zip(other.0) {
                    (*limb, carry) = limb.carrying_add(other, carry);
                }
                (!carry).then_some(self)
            }
            fn limb(&self, index: usize) -> u64 {
                self.0.get(index).copied().unwrap_or(0)
            }
            fn from_limbs(limb: impl FnMut(usize) -> u64) -> Self {
                Self(std::array::from_fn(limb))
            }
        }
    )*};
}
natural!(8 wider 128, 128 wider 128);
