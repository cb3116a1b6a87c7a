//! Index of the permutations of the tiles: the chunk, the word in it, and the bit in that.
//!
//! The tiles in reading order, without the blank, are a permutation of n elements. Its Lehmer digit j is the number of
//! later tiles that are smaller than tile j, so it is below n−j. The last two digits are left out: one is 0, and one
//! follows from the parity of the permutation, which is that of the sum of its digits.
//!
//! ```text
//!   digit     0   1   2    3   4   5     6   7   8     9  10        (the 3×4 board: n = 11)
//!   below    11  10   9    8   7   6     5   4   3     2   1
//!            ╰─ word ──╯   ╰ chunk ─╯   ╰── bit ──╯   left out
//!              990 words    336 chunks   60 bits
//! ```
//!
//! The first digit that numbers a bit, a word or a chunk counts by ones. So a change of late digits only moves long runs
//! of words alike.

use std::ops::Range;

use traybit_core::grid::Size;

/// Maximum number of words in a chunk: several chunks fit the nearest cache.
const CHUNK_WORDS: usize = 2048;
/// Number of last digits that never number a word: they have 5 · 4 · 3 combinations, a bit each.
const LATE: usize = 5;
/// Words of a chunk that are processed at a time; a chunk begins at a multiple of it.
pub(super) const BLOCK: usize = 16;
/// Maximum number of elements: the words of longer permutations have no numbers of 64 bits.
const MOST_ELEMENTS: usize = 24;

pub(super) struct Index {
    pub(super) elements: usize,
    /// Number of leading digits, which number words and chunks.
    pub(super) leading: usize,
    /// Number of the leading digits that number words of a chunk.
    pub(super) split: usize,
    /// Number of digits that are not left out; those after the leading ones number bits.
    kept: usize,
    /// Unit of each digit, in words of a chunk, in chunks or in bits.
    unit: Vec<usize>,
    /// Words of a chunk that are used, and that it takes.
    pub(super) used: usize,
    pub(super) pitch: usize,
    pub(super) chunks: usize,
    pub(super) bits: usize,
    /// All ones for the words whose digits have an odd sum, then for the others.
    odd_words: [Vec<u64>; 2],
}

impl Index {
    /// Index of the permutations that can occur on a board: only one on a single row or column. `None` if they are too
    /// many to number.
    pub(super) fn new(size: Size) -> Option<Self> {
        let elements = if size.height.min(size.width) == 1 { 0 } else { size.cells() - 1 };
        if elements > MOST_ELEMENTS {
            return None;
        }
        let (leading, kept) = (elements.saturating_sub(LATE), elements.saturating_sub(2));
        let (mut split, mut unit) = (0, vec![0; elements]);
        let (mut used, mut chunks, mut bits) = (1, 1_usize, 1);
        for (digit, unit) in unit.iter_mut().enumerate().take(kept) {
            let radix = elements - digit;
            if digit >= leading {
                *unit = bits;
                bits *= radix;
            } else if digit == split && used * radix <= CHUNK_WORDS {
                *unit = used;
                used *= radix;
                split += 1;
            } else {
                *unit = chunks;
                chunks = chunks.checked_mul(radix)?;
            }
        }
        let pitch = used.next_multiple_of(BLOCK);
        let odd_words = [vec![], vec![]];
        let mut index = Self { elements, leading, split, kept, unit, used, pitch, chunks, bits, odd_words };
        let all_ones = |word, odd| u64::from(index.sum(word, 0..split) % 2 == odd).wrapping_neg();
        index.odd_words = [1, 0].map(|odd| (0..pitch).map(|word| all_ones(word, odd)).collect());
        Some(index)
    }

    /// Unit of a digit that numbers words of a chunk, or the words used if it is the first that does not.
    pub(super) fn run(&self, digit: usize) -> usize {
        if digit < self.split { self.unit[digit] } else { self.used }
    }

    /// Unit of a digit that numbers chunks, or all chunks if it is the first that does not.
    pub(super) fn stride(&self, digit: usize) -> usize {
        if digit < self.leading { self.unit[digit] } else { self.chunks }
    }

    /// All ones for the words of a chunk whose leading digits have an odd sum.
    pub(super) fn odd_words(&self, chunk: usize) -> &[u64] {
        &self.odd_words[self.sum(chunk, self.split..self.leading) % 2]
    }

    /// Digit of the word, chunk or bit with a number.
    fn digit(&self, number: usize, digit: usize) -> usize {
        number / self.unit[digit] % (self.elements - digit)
    }

    fn sum(&self, number: usize, digits: Range<usize>) -> usize {
        digits.map(|digit| self.digit(number, digit)).sum()
    }

    /// Chunk, word and bit of the permutations with these digits.
    pub(super) fn numbers(&self, digits: &[u8]) -> [usize; 3] {
        let number =
            |range: Range<usize>| range.map(|digit| usize::from(digits[digit]) * self.unit[digit]).sum();
        [number(self.split..self.leading), number(0..self.split), number(self.leading..self.kept)]
    }

    /// Digits of the odd or even permutation with this chunk, word and bit.
    pub(super) fn digits(&self, chunk: usize, word: usize, bit: usize, odd: bool) -> Vec<u8> {
        let mut digits = vec![0; self.elements];
        let ranges =
            [(0..self.split, word), (self.split..self.leading, chunk), (self.leading..self.kept, bit)];
        for (range, number) in ranges {
            range.for_each(|digit| digits[digit] = self.digit(number, digit) as u8);
        }
        self.complete(&mut digits, odd);
        digits
    }

    /// Sets the digit that follows from the parity of the permutation.
    pub(super) fn complete(&self, digits: &mut [u8], odd: bool) {
        if self.elements >= 2 {
            digits[self.kept] = 0;
            digits[self.kept] = u8::from(is_odd(digits) != odd);
        }
    }
}

pub(super) fn is_odd(digits: &[u8]) -> bool {
    digits.iter().fold(0, |sum, digit| sum ^ digit) & 1 == 1
}

/// Exchanges two neighbouring elements, the first of them at `at`: only the digits of these two change.
pub(super) fn exchange(digits: &mut [u8], at: usize) {
    let (first, second) = (digits[at], digits[at + 1]);
    (digits[at], digits[at + 1]) = if first <= second { (second + 1, first) } else { (second, first - 1) };
}
