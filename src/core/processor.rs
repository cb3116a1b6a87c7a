//! Loops compiled for the instructions that the processor has, besides those that every processor of its kind has.
//!
//! ```text
//!   on_processor!(|on| loop) ─┬─ AVX2, BMI2, …  ─▶  V3.call(loop)         compiled with x86-64-v3
//!                             └─ any other      ─▶  Portable.call(loop)   compiled with what the target has
//! ```
//!
//! The choice is made once a loop. What the loop calls is compiled with it only if it is inlined there
//! (`#[inline(always)]`), or called in the same way through the processor that is passed on. So such a loop is a `for`: the loops
//! of `Vec::extend`, of an array's `map` and of `fold` are the standard library's, and often stay functions of their own.
//! This is the only file of the library with unsafe code.

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
#[derive(Clone, Copy, Debug)]
pub struct V3(());

#[cfg(target_arch = "x86_64")]
impl V3 {
    /// The proof that the processor has them, if it has.
    #[inline(always)]
    pub fn detected() -> Option<Self> {
        let has_all = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("fma")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("movbe")
            && is_x86_feature_detected!("popcnt");
        has_all.then_some(Self(()))
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,fma,lzcnt,movbe,popcnt")]
fn with_v3<R>(work: impl FnOnce() -> R) -> R {
    work()
}

#[cfg(target_arch = "x86_64")]
impl Processor for V3 {
    #[inline(always)]
    fn call<R>(self, work: impl FnOnce() -> R) -> R {
        #[expect(unsafe_code, reason = "only the processor at hand tells whether it has the instructions")]
        // SAFETY: it has them, since there is a value of this type.
        unsafe {
            with_v3(work)
        }
    }

    #[inline(always)]
    fn extract(self, word: u64, within: u64) -> u64 {
        #[expect(unsafe_code, reason = "only the processor at hand tells whether it has the instruction")]
        // SAFETY: it has BMI2, since there is a value of this type.
        unsafe {
            std::arch::x86_64::_pext_u64(word, within)
        }
    }

    #[inline(always)]
    fn deposit(self, word: u64, within: u64) -> u64 {
        #[expect(unsafe_code, reason = "only the processor at hand tells whether it has the instruction")]
        // SAFETY: it has BMI2, since there is a value of this type.
        unsafe {
            std::arch::x86_64::_pdep_u64(word, within)
        }
    }
}

/// Evaluates an expression, compiled for the best set of instructions that the processor has; `on` is its proof.
#[macro_export]
macro_rules! on_processor {
    (|$on:ident| $work:expr) => {{
        #[cfg(target_arch = "x86_64")]
        let v3 = $crate::processor::V3::detected();
        #[cfg(not(target_arch = "x86_64"))]
        let v3 = None::<$crate::processor::Portable>;
        match v3 {
            Some($on) => $crate::processor::Processor::call($on, || $work),
            None => {
                let $on = $crate::processor::Portable;
                $crate::processor::Processor::call($on, || $work)
            }
        }
    }};
}
