//! Numbers of paths, as wide as they have to be.
//!
//! ```text
//!   64 bits ──▶ 128 ──▶ 512 ──▶ 8,192      from the first sum on that does not fit, all numbers of a count
//! ```
//!
//! Numbers lie in the slots of tables, without memory of their own: a width is a type. Numbers of a frontier as wide as a
//! count in practice can go through, whose states pass all memory sooner, have some thousand bits.

use std::array::from_fn;

use num_bigint::BigUint;

use crate::bits::{Key, Wide, Word};
use crate::search::words::halves;

/// A number of paths: never zero once a state was reached.
pub(super) trait Number: Word {
    /// Limbs of 64 bits.
    const LIMBS: usize;
    /// The next wider number; the widest one is its own.
    type Wider: Number;

    fn plus(self, other: Self) -> Option<Self>;
    fn wider(self) -> Self::Wider;

    /// The number in words of any length.
    fn to_big(self) -> BigUint {
        BigUint::new((0..Self::LIMBS).flat_map(|index| halves(self.limb(index))).collect())
    }
}

macro_rules! numbers {
    ($($number:ty, $limbs:literal => $wider:ty;)*) => {
        $(impl Number for $number {
            const LIMBS: usize = $limbs;
            type Wider = $wider;

            #[inline(always)]
            fn plus(self, other: Self) -> Option<Self> {
                self.checked_add(other)
            }
            fn wider(self) -> $wider {
                Key::from_limbs(&from_fn::<u64, $limbs, _>(|index| self.limb(index)))
            }
        })*
    };
}
numbers! {
    u64, 1 => u128;
    u128, 2 => Wide<8>;
    Wide<8>, 8 => Wide<128>;
    Wide<128>, 128 => Wide<128>;
}
