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
//! Of the digits that number a bit, a word or a chunk the first one counts by ones. So a change of late digits only
//! changes long runs of words alike.

use std::ops::Range;

use traybit_core::grid::Size;

/// Words of a chunk, at most: some chunks fit the nearest cache.
const CHUNK_WORDS: usize = 2048;
/// Number of last digits that never number a word: they have 5 · 4 · 3 combinations, a bit each.
const LATE: usize = 5;
/// Words of a chunk that are processed at a time; a chunk begins at a multiple of it.
pub(super) const BLOCK: usize = 16;

/// Elements at most: of more there are more permutations than 64 bits can number words.
const MOST_ELEMENTS: usize = 24;

/// Index of the permutations of one parity.
pub(super) struct Index {
    /// Elements of the permutation.
    pub(super) elements: usize,
    /// Number of leading digits, which number words and chunks; those that follow number bits.
    pub(super) leading: usize,
    /// Number of the leading digits that number words of a chunk.
    pub(super) split: usize,
    /// Unit of each digit, in words of a chunk, in chunks or in bits.
    unit: Vec<usize>,
    /// Words of a chunk that are used, and that it takes.
    pub(super) used: usize,
    pub(super) pitch: usize,
    pub(super) chunks: usize,
}

/// Lehmer digits of a permutation.
pub(super) type Digits = Vec<u8>;

impl Index {
    /// Index of the permutations of so many elements; none when there are too many to number.
    pub(super) fn new(elements: usize) -> Option<Self> {
        if elements > MOST_ELEMENTS {
            return None;
        }
        let leading = elements.saturating_sub(LATE);
        let mut index =
            Self { elements, leading, split: 0, unit: vec![0; elements], used: 1, pitch: 0, chunks: 1 };
        for digit in 0..leading {
            let radix = elements - digit;
            if digit == index.split && index.used * radix <= CHUNK_WORDS {
                index.unit[digit] = index.used;
                index.used *= radix;
                index.split += 1;
            } else {
                index.unit[digit] = index.chunks;
                index.chunks = index.chunks.checked_mul(radix)?;
            }
        }
        let mut bits = 1;
        for digit in leading..elements.saturating_sub(2) {
            index.unit[digit] = bits;
            bits *= elements - digit;
        }
        index.pitch = index.used.next_multiple_of(BLOCK);
        Some(index)
    }

    /// Index of the permutations that can occur on a board: on a single row or column only one.
    pub(super) fn of_board(size: Size) -> Option<Self> {
        Self::new(if size.height.min(size.width) == 1 { 0 } else { size.cells() - 1 })
    }

    /// Number of values of a digit.
    pub(super) fn radix(&self, digit: usize) -> usize {
        self.elements - digit
    }

    /// Unit of a digit that numbers words of a chunk, or the words used where it is the first that does not.
    pub(super) fn run(&self, digit: usize) -> usize {
        if digit < self.split { self.unit[digit] } else { self.used }
    }

    /// Unit of a digit that numbers chunks, or all chunks where it is the first that does not.
    pub(super) fn stride(&self, digit: usize) -> usize {
        if digit < self.leading { self.unit[digit] } else { self.chunks }
    }

    /// True if the digits that number a chunk have an odd sum.
    pub(super) fn is_odd_chunk(&self, chunk: usize) -> bool {
        self.is_odd(chunk, self.split..self.leading)
    }

    /// All ones for the words whose digits have an odd sum.
    pub(super) fn odd_words(&self) -> Vec<u64> {
        (0..self.pitch).map(|word| u64::from(self.is_odd(word, 0..self.split)).wrapping_neg()).collect()
    }

    fn is_odd(&self, number: usize, digits: Range<usize>) -> bool {
        let digit = |digit: usize| number / self.unit[digit] % self.radix(digit);
        digits.map(digit).sum::<usize>() % 2 == 1
    }

    /// Number given by the digits of a range, all of which number the same.
    fn number(&self, digits: &[u8], range: Range<usize>) -> usize {
        range.map(|digit| usize::from(digits[digit]) * self.unit[digit]).sum()
    }

    pub(super) fn chunk(&self, digits: &[u8]) -> usize {
        self.number(digits, self.split..self.leading)
    }

    /// Word of a permutation in its chunk.
    pub(super) fn word(&self, digits: &[u8]) -> usize {
        self.number(digits, 0..self.split)
    }

    /// Bit of a permutation in its word.
    pub(super) fn bit(&self, digits: &[u8]) -> usize {
        self.number(digits, self.leading..self.elements.saturating_sub(2))
    }

    /// Number of bits of a word that are used.
    pub(super) fn bits(&self) -> usize {
        (self.leading..self.elements.saturating_sub(2)).map(|digit| self.radix(digit)).product()
    }

    /// Digits of the permutation, odd or even, with this chunk, word and bit.
    pub(super) fn digits(&self, chunk: usize, word: usize, bit: usize, odd: bool) -> Digits {
        let mut digits = vec![0; self.elements];
        for (digit, value) in digits.iter_mut().enumerate().take(self.elements.saturating_sub(2)) {
            let number = match digit {
                _ if digit < self.split => word,
                _ if digit < self.leading => chunk,
                _ => bit,
            };
            *value = (number / self.unit[digit] % self.radix(digit)) as u8;
        }
        self.complete(&mut digits, odd);
        digits
    }

    /// Sets the digit that follows from the parity of the permutation.
    pub(super) fn complete(&self, digits: &mut [u8], odd: bool) {
        if let Some(left_out) = self.elements.checked_sub(2) {
            digits[left_out] = 0;
            digits[left_out] = u8::from(is_odd(digits) != odd);
        }
    }
}

/// True if the permutation is odd, or what some of its digits contribute to that.
pub(super) fn is_odd(digits: &[u8]) -> bool {
    digits.iter().fold(0, |sum, digit| sum ^ digit) & 1 == 1
}

/// Exchanges two neighbouring elements, the first of them at `at`: only the digits of these two change.
pub(super) fn exchange(digits: &mut [u8], at: usize) {
    let (first, second) = (digits[at], digits[at + 1]);
    (digits[at], digits[at + 1]) = if first <= second { (second + 1, first) } else { (second, first - 1) };
}

pub(super) fn permutation(digits: &[u8]) -> Vec<usize> {
    let mut left: Vec<usize> = (0..digits.len()).collect();
    digits.iter().map(|&digit| left.remove(usize::from(digit))).collect()
}
