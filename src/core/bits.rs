//! Cell sets and packed states as machine words: the only place that knows a word's size.
//!
//! ```text
//!  a tray of 5×4 cells          bit number = row · width + column
//!   0  1  2  3
//!   4  5  6  7     a *cell set* is one word: bit c is set when cell c is in the set;
//!   8  9 10 11     moving every member one row down is `<< 4`, one column right `<< 1`
//!  12 13 14 15
//!  16 17 18 19     a *key* is one packed position: equal positions are equal bits
//! ```
//!
//! Keys come in five widths: `u64`, `u128`, [`Wide<4>`] (256 bits), [`Wide<8>`] (512 bits, packings only) and boxed limbs
//! for larger keys. [`Width::fitting`] alone picks the width.

mod wide;

use std::fmt::Debug;
use std::iter::from_fn;
use std::ops::{BitAnd, BitOr, BitOrAssign, BitXor, Not, Shl, Shr};

pub use crate::bits::wide::Wide;
use crate::processor::Processor;

/// A set of cells of one tray, as a machine word.
pub trait CellSet:
    Key
    + Copy
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + BitOrAssign
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// Number of cells that the word can hold.
    const CELLS: u32;
    /// The empty set.
    const EMPTY: Self;

    /// The set that holds one cell.
    fn cell(index: u32) -> Self;
    /// True if no cell is in the set.
    #[inline(always)]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }
    /// The cells before `index`, which must be a cell that the word can hold.
    fn below(index: u32) -> Self;
    /// The set if `kept` is true, else the empty set.
    #[must_use]
    fn when(self, kept: bool) -> Self;
    /// Number of cells in the set.
    fn len(self) -> u32;
    /// The lowest cell; [`Self::CELLS`] if the set is empty.
    fn first(self) -> u32;
    /// The set without its lowest cell.
    #[must_use]
    fn without_first(self) -> Self;

    /// True if `index` is in the set.
    fn contains(self, index: u32) -> bool {
        !(self & Self::cell(index)).is_empty()
    }

    /// The set moved back by `offset` cells, or forward if it is negative. Cells shifted out of the word are lost;
    /// `offset` must be smaller than the word.
    #[must_use]
    #[inline(always)]
    fn shifted_back(self, offset: i32) -> Self {
        // One of the two shifts is by 0: rows of sets are shifted without a branch.
        (self >> offset.max(0) as u32) << offset.min(0).unsigned_abs()
    }

    /// The numbers that cells of the set have among those of `within`; other cells are left out.
    #[must_use]
    #[inline(always)]
    fn extracted(self, within: Self, on: impl Processor) -> Self {
        let (mut numbers, mut before) = (Self::EMPTY, 0);
        for limb in 0..Self::CELLS.div_ceil(64) as usize {
            numbers |= Self::from_limbs(&[on.extract(self.limb(limb), within.limb(limb))]) << before;
            before += within.limb(limb).count_ones();
        }
        numbers
    }

    /// The cells of `within` whose numbers among them are in the set.
    #[must_use]
    #[inline(always)]
    fn deposited(self, within: Self, on: impl Processor) -> Self {
        let (mut cells, mut before) = (Self::EMPTY, 0);
        for limb in 0..Self::CELLS.div_ceil(64) as usize {
            cells |= Self::from_limbs(&[on.deposit((self >> before).limb(0), within.limb(limb))])
                << (64 * limb as u32);
            before += within.limb(limb).count_ones();
        }
        cells
    }

    /// Its cells, lowest first.
    #[inline(always)]
    fn each(mut self) -> impl Iterator<Item = u32> {
        from_fn(move || {
            let first = (!self.is_empty()).then(|| self.first());
            self = self.without_first();
            first
        })
    }

    /// Calls `visit` with each cell, lowest first.
    #[inline(always)]
    fn for_each(self, mut visit: impl FnMut(u32)) {
        let mut rest = self;
        while !rest.is_empty() {
            visit(rest.first());
            rest = rest.without_first();
        }
    }
}

/// A whole packed state in one word: cell sets and numbers side by side. A move is one exclusive or, or one addition.
pub trait Register: CellSet {
    /// The cells of `within` whose bits are set; cell 0 is at bit `offset`.
    #[inline(always)]
    fn cells<C: CellSet>(self, offset: u32, within: C) -> C {
        let high = if C::CELLS > 64 && offset + 64 < Self::CELLS { self.field(offset + 64, 64) } else { 0 };
        C::from_limbs(&[self.field(offset, 64), high]) & within
    }
    /// A word with the number in its lowest bits.
    #[inline(always)]
    fn number(number: u64) -> Self {
        Self::from_limbs(&[number])
    }
    /// The lowest 64 bits.
    #[inline(always)]
    fn low(self) -> u64 {
        self.limb(0)
    }
    /// The sum; bits that do not fit are lost.
    #[must_use]
    fn plus(self, other: Self) -> Self;
    /// Number of consecutive set bits, from the lowest bit on.
    #[inline(always)]
    fn trailing_ones(self) -> u32 {
        (!self).first()
    }
}

/// One packed position: a visited set stores and compares it whole.
pub trait Key: Clone + Default + Eq + Ord + Send + Sync + Debug + 'static {
    /// A well-mixed hash: both its high and its low bits may be used as an index.
    fn hash64(&self) -> u64;
    /// Builds the key from its limbs, lowest first; missing limbs are zero.
    fn from_limbs(limbs: &[u64]) -> Self;
    /// The 64 bits at `index` · 64; zero past the end.
    fn limb(&self, index: usize) -> u64;
    /// Number of limbs of the key.
    fn limbs(&self) -> usize {
        size_of_val(self) / size_of::<u64>()
    }
    /// Bytes that the key holds outside itself.
    fn heap_bytes(&self) -> usize {
        0
    }
    /// The bits that are set in both keys.
    #[must_use]
    fn masked(&self, mask: &Self) -> Self;
    /// The `length` bits from `offset` on, as a number; `length` is 1 to 64.
    #[inline(always)]
    fn field(&self, offset: u32, length: u32) -> u64 {
        let (limb, shift) = (offset as usize / 64, offset % 64);
        let low = self.limb(limb) >> shift;
        let high = if shift == 0 { 0 } else { self.limb(limb + 1) << (64 - shift) };
        (low | high) & mask(length)
    }
    /// The key with the bits that are set in `value` flipped; bit 0 of `value` is at bit `offset`.
    #[must_use]
    fn flipped(self, offset: u32, value: u64) -> Self;
}

const MIX: [u64; 3] = [0x9e37_79b9_7f4a_7c15, 0xd6e8_feb8_6659_fd93, 0xa076_1d64_78bd_642f];

/// Multiplies and folds the 128-bit product: each bit of either side reaches most bits of the result.
#[inline(always)]
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    (product >> 64) as u64 ^ product as u64
}

fn fold_limbs(limbs: &[u64]) -> u64 {
    let mut state = MIX[2];
    for &limb in limbs {
        state = fold(state ^ limb, MIX[0]).wrapping_add(MIX[1]);
    }
    fold(state, MIX[1])
}

fn mask(length: u32) -> u64 {
    u64::MAX >> (64 - length)
}

fn flip(limbs: &mut [u64], offset: u32, value: u64) {
    let (limb, shift) = (offset as usize / 64, offset % 64);
    limbs[limb] ^= value << shift;
    if let Some(beyond) = limbs.get_mut(limb + 1) {
        *beyond ^= value >> 1 >> (63 - shift);
    }
}

/// Implements all traits for a machine word; they differ in their hash and fields.
macro_rules! word {
    ($word:ty, $hash:expr, $from:expr) => {
        impl Key for $word {
            #[inline(always)]
            fn hash64(&self) -> u64 {
                $hash(*self)
            }
            #[inline(always)]
            fn from_limbs(limbs: &[u64]) -> Self {
                let limb = |index: usize| limbs.get(index).copied().map_or(0, u128::from);
                (limb(0) | limb(1) << 64) as Self
            }
            #[inline(always)]
            fn limb(&self, index: usize) -> u64 {
                if 64 * index < Self::BITS as usize { (u128::from(*self) >> (64 * index)) as u64 } else { 0 }
            }
            #[inline(always)]
            fn masked(&self, mask: &Self) -> Self {
                self & mask
            }
            #[inline(always)]
            fn field(&self, offset: u32, length: u32) -> u64 {
                $from(*self, offset) & mask(length)
            }
            #[inline(always)]
            fn flipped(self, offset: u32, value: u64) -> Self {
                self ^ (value as Self) << offset
            }
        }

        impl CellSet for $word {
            const CELLS: u32 = <$word>::BITS;
            const EMPTY: Self = 0;

            #[inline(always)]
            fn cell(index: u32) -> Self {
                1 << index
            }
            #[inline(always)]
            fn below(index: u32) -> Self {
                Self::cell(index) - 1
            }
            #[inline(always)]
            fn when(self, kept: bool) -> Self {
                self & Self::from(kept).wrapping_neg()
            }
            #[inline(always)]
            fn len(self) -> u32 {
                self.count_ones()
            }
            #[inline(always)]
            fn first(self) -> u32 {
                self.trailing_zeros()
            }
            #[inline(always)]
            fn without_first(self) -> Self {
                self & self.wrapping_sub(1)
            }
        }

        impl Register for $word {
            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }
        }
    };
}
word!(u32, |word: u32| u64::from(word).hash64(), |word: u32, offset: u32| u64::from(word) >> offset);
word!(
    u64,
    // Folded twice: one multiplication leaves the lowest bits of short keys badly mixed.
    |word: u64| fold(fold(word ^ MIX[2], MIX[0]), MIX[1]),
    |word: u64, offset: u32| word >> offset
);
word!(
    u128,
    |word: u128| fold(fold(word as u64 ^ MIX[0], (word >> 64) as u64 ^ MIX[1]), MIX[2]),
    // By halves: if the offset is the same for many words, the compiler hoists the test.
    |word: u128, offset: u32| {
        let (low, high) = (word as u64, (word >> 64) as u64);
        if offset < 64 { low >> offset | high << 1 << (63 - offset) } else { high >> (offset - 64) }
    }
);

/// Keys larger than any fixed word; all keys of one puzzle have the same number of limbs.
impl Key for Box<[u64]> {
    fn hash64(&self) -> u64 {
        fold_limbs(self)
    }
    fn from_limbs(limbs: &[u64]) -> Self {
        limbs.into()
    }
    fn limb(&self, index: usize) -> u64 {
        self.get(index).copied().unwrap_or(0)
    }
    fn limbs(&self) -> usize {
        self.len()
    }
    fn heap_bytes(&self) -> usize {
        self.len() * 8
    }
    fn masked(&self, mask: &Self) -> Self {
        self.iter().zip(mask).map(|(limb, mask)| limb & mask).collect()
    }
    fn flipped(mut self, offset: u32, value: u64) -> Self {
        flip(&mut self, offset, value);
        self
    }
}

/// Fingerprint of some bytes: FNV-1a (Fowler, Noll and Vo).
pub fn digest(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

/// Width of the word that holds a key.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Width {
    /// 64 bits: `u64`.
    W64,
    /// 128 bits: `u128`.
    W128,
    /// 256 bits: [`Wide<4>`].
    W256,
    /// 512 bits: [`Wide<8>`].
    W512,
    /// More than 512 bits: boxed limbs.
    Boxed,
}

impl Width {
    /// The narrowest width that holds `bits`.
    pub fn fitting(bits: u32) -> Self {
        match bits {
            0..=64 => Self::W64,
            65..=128 => Self::W128,
            129..=256 => Self::W256,
            257..=512 => Self::W512,
            _ => Self::Boxed,
        }
    }

    /// The name of the word, for messages.
    pub fn name(self) -> &'static str {
        match self {
            Self::W64 => "u64",
            Self::W128 => "u128",
            Self::W256 => "256-bit word",
            Self::W512 => "512-bit word",
            Self::Boxed => "boxed limbs",
        }
    }
}

/// Number of bits that distinguish `values` values (0 for one value).
pub fn bits_for(values: usize) -> u32 {
    usize::BITS - values.saturating_sub(1).leading_zeros()
}
