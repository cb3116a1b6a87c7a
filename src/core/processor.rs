//! Loops compiled for the instructions that the processor has, besides those that every processor of its kind has.
//!
//! ```text
//!   on_processor!(|on| loop) ─┬─ AVX2, BMI2, …  ─▶  v3.call(loop)         compiled with x86-64-v3
//!                             └─ any other      ─▶  Portable.call(loop)   compiled with what the target has
//! ```
//!
//! The choice is made once a loop. What the loop calls is compiled with it only if it is inlined there
//! (`#[inline(always)]`), or called in the same way through the processor that is passed on. So such a loop is a `for`: the loops
//! of `Vec::extend`, of an array's `map` and of `fold` are the standard library's, and often stay functions of their own.

#[cfg(target_arch = "x86_64")]
use archmage::{SimdToken as _, X64V3Token, arcane};

/// A set of instructions that the processor at hand has: a value of the type is the proof.
pub trait Processor: Copy + Send + Sync {
    /// Calls a function that is compiled with these instructions.
    fn call<R>(self, work: impl FnOnce() -> R) -> R;
    /// The bits of `word` at the places of `within`, side by side.
    ///
    /// ```text
    ///   word       . a . b c . . d       within    0 1 0 1 1 0 0 1
    ///   extracted  . . . . a b c d       and back: deposited
    /// ```
    fn extract(self, word: u64, within: u64) -> u64;
    /// The low bits of `word` at the places of `within`.
    fn deposit(self, word: u64, within: u64) -> u64;
}

/// The instructions that every processor of the target has.
#[derive(Clone, Copy, Debug)]
pub struct Portable;

impl Processor for Portable {
    #[inline(never)]
    fn call<R>(self, work: impl FnOnce() -> R) -> R {
        work()
    }

    /// One bit after another: most words have few.
    #[inline(always)]
    fn extract(self, word: u64, within: u64) -> u64 {
        let (mut rest, mut extracted) = (word & within, 0);
        while rest != 0 {
            let below = (rest & rest.wrapping_neg()) - 1;
            extracted |= 1 << (within & below).count_ones();
            rest &= rest - 1;
        }
        extracted
    }

    #[inline(always)]
    fn deposit(self, word: u64, within: u64) -> u64 {
        let (mut rest, mut deposited, mut word) = (within, 0, word);
        while word != 0 && rest != 0 {
            deposited |= (rest & rest.wrapping_neg()) & (word & 1).wrapping_neg();
            rest &= rest - 1;
            word >>= 1;
        }
        deposited
    }
}

/// The instructions of x86-64-v3: AVX2, BMI, LZCNT, POPCNT and others.
#[cfg(target_arch = "x86_64")]
impl Processor for X64V3Token {
    #[inline(always)]
    fn call<R>(self, work: impl FnOnce() -> R) -> R {
        with_v3(self, work)
    }

    #[inline(always)]
    fn extract(self, word: u64, within: u64) -> u64 {
        extract_with_v3(self, word, within)
    }

    #[inline(always)]
    fn deposit(self, word: u64, within: u64) -> u64 {
        deposit_with_v3(self, word, within)
    }
}

#[cfg(target_arch = "x86_64")]
#[arcane]
fn with_v3<R>(_: X64V3Token, work: impl FnOnce() -> R) -> R {
    work()
}

#[cfg(target_arch = "x86_64")]
#[arcane]
fn extract_with_v3(_: X64V3Token, word: u64, within: u64) -> u64 {
    std::arch::x86_64::_pext_u64(word, within)
}

#[cfg(target_arch = "x86_64")]
#[arcane]
fn deposit_with_v3(_: X64V3Token, word: u64, within: u64) -> u64 {
    std::arch::x86_64::_pdep_u64(word, within)
}

/// The proof that the processor has more instructions than every processor of its kind, if it has.
#[inline(always)]
pub fn detected() -> Option<impl Processor> {
    #[cfg(target_arch = "x86_64")]
    return X64V3Token::summon();
    #[cfg(not(target_arch = "x86_64"))]
    None::<Portable>
}

/// Evaluates an expression, compiled for the best set of instructions that the processor has; `on` is its proof.
#[macro_export]
macro_rules! on_processor {
    (|$on:ident| $work:expr) => {
        match $crate::processor::detected() {
            Some($on) => $crate::processor::Processor::call($on, || $work),
            None => {
                let $on = $crate::processor::Portable;
                $crate::processor::Processor::call($on, || $work)
            }
        }
    };
}
