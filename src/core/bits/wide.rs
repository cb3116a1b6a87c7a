//! A word of several limbs: the operations of `u64` and `u128`, for more cells.
//!
//! ```text
//!  limb      1         0          cell 70 is bit 6 of limb 1; shifting by 70 moves one limb on, and 6 bits
//!  bit   127…64    63…0           with what comes from the limb before
//! ```

use std::array::from_fn;
use std::ops::{BitAnd, BitOr, BitOrAssign, BitXor, Not, Shl, Shr};

use crate::bits::{CellSet, Key, Register, flip, fold_limbs};

/// A word of `N` limbs of 64 bits, lowest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Wide<const N: usize>([u64; N]);

impl<const N: usize> Wide<N> {
    /// The sum, if it fits.
    pub(crate) fn checked_add(self, other: Self) -> Option<Self> {
        let (sum, carry) = self.carrying_add(other);
        (!carry).then_some(sum)
    }

    /// The wrapping sum, and true on overflow.
    #[inline(always)]
    fn carrying_add(mut self, other: Self) -> (Self, bool) {
        let mut carry = false;
        for (limb, other) in self.0.iter_mut().zip(other.0) {
            (*limb, carry) = limb.carrying_add(other, carry);
        }
        (self, carry)
    }
}

impl<const N: usize> Default for Wide<N> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<const N: usize> Key for Wide<N> {
    #[inline(always)]
    fn hash64(&self) -> u64 {
        fold_limbs(&self.0)
    }
    #[inline(always)]
    fn from_limbs(limbs: &[u64]) -> Self {
        Self(from_fn(|index| limbs.get(index).copied().unwrap_or(0)))
    }
    #[inline(always)]
    fn limb(&self, index: usize) -> u64 {
        self.0.get(index).copied().unwrap_or(0)
    }
    #[inline(always)]
    fn masked(&self, mask: &Self) -> Self {
        *self & *mask
    }
    fn flipped(mut self, offset: u32, value: u64) -> Self {
        flip(&mut self.0, offset, value);
        self
    }
}

macro_rules! bitwise {
    ($operation:ident, $name:ident) => {
        impl<const N: usize> $operation for Wide<N> {
            type Output = Self;

            #[inline(always)]
            fn $name(self, other: Self) -> Self {
                Self(from_fn(|index| self.0[index].$name(other.0[index])))
            }
        }
    };
}
bitwise!(BitAnd, bitand);
bitwise!(BitOr, bitor);
bitwise!(BitXor, bitxor);

impl<const N: usize> BitOrAssign for Wide<N> {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl<const N: usize> Not for Wide<N> {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        Self(self.0.map(Not::not))
    }
}

impl<const N: usize> Shl<u32> for Wide<N> {
    type Output = Self;

    #[inline(always)]
    fn shl(self, by: u32) -> Self {
        let (limbs, bits) = (by as usize / 64, by % 64);
        let limb = |index: usize| if index < N { self.0[index] } else { 0 };
        // Shifted in two steps, so that a shift by 0 bits takes nothing from the limb before.
        Self(from_fn(|index| {
            limb(index.wrapping_sub(limbs)) << bits | limb(index.wrapping_sub(limbs + 1)) >> 1 >> (63 - bits)
        }))
    }
}

impl<const N: usize> Shr<u32> for Wide<N> {
    type Output = Self;

    #[inline(always)]
    fn shr(self, by: u32) -> Self {
        let (limbs, bits) = (by as usize / 64, by % 64);
        let limb = |index: usize| self.limb(index);
        Self(from_fn(|index| limb(index + limbs) >> bits | limb(index + limbs + 1) << 1 << (63 - bits)))
    }
}

impl<const N: usize> CellSet for Wide<N> {
    const CELLS: u32 = 64 * N as u32;
    const EMPTY: Self = Self([0; N]);

    #[inline(always)]
    fn cell(index: u32) -> Self {
        let mut set = Self::EMPTY;
        set.0[index as usize / 64] = 1 << (index % 64);
        set
    }
    fn below(index: u32) -> Self {
        !Self::EMPTY >> (Self::CELLS - index)
    }
    #[inline(always)]
    fn when(self, kept: bool) -> Self {
        Self(self.0.map(|limb| limb.when(kept)))
    }
    #[inline(always)]
    fn len(self) -> u32 {
        self.0.iter().map(|limb| limb.count_ones()).sum()
    }
    #[inline(always)]
    fn first(self) -> u32 {
        let limb = self.0.iter().position(|limb| *limb != 0).unwrap_or(N);
        64 * limb as u32 + self.limb(limb).trailing_zeros() % 64
    }
    #[inline(always)]
    fn without_first(mut self) -> Self {
        if let Some(limb) = self.0.iter_mut().find(|limb| **limb != 0) {
            *limb = limb.without_first();
        }
        self
    }
}

impl<const N: usize> Register for Wide<N> {
    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        self.carrying_add(other).0
    }
}
