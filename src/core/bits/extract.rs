//! Bits of a word gathered at its low end, and spread again, as x86's PEXT and PDEP do.
//!
//! ```text
//!   word       . a . b c . . d       within    0 1 0 1 1 0 0 1
//!   extracted  . . . . a b c d       and back: deposited
//! ```

/// The bits of `word` at the places of `within`, side by side.
#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
pub(crate) use safe_arch::population_extract_u64 as extract;

/// The low bits of `word` at the places of `within`.
#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
pub(crate) use safe_arch::population_deposit_u64 as deposit;

#[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
pub(crate) use portable::{deposit, extract};

/// One bit after another: most words have few.
#[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
mod portable {
    pub(crate) fn extract(word: u64, within: u64) -> u64 {
        let (mut rest, mut extracted) = (word & within, 0);
        while rest != 0 {
            let below = (rest & rest.wrapping_neg()) - 1;
            extracted |= 1 << (within & below).count_ones();
            rest &= rest - 1;
        }
        extracted
    }

    pub(crate) fn deposit(word: u64, within: u64) -> u64 {
        let (mut rest, mut deposited, mut word) = (within, 0, word);
        while word != 0 && rest != 0 {
            deposited |= (rest & rest.wrapping_neg()) & (word & 1).wrapping_neg();
            rest &= rest - 1;
            word >>= 1;
        }
        deposited
    }
}
