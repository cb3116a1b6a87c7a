//! The numbers of the permutations of the tiles: which word, and which bit in it.
//!
//! The tiles in reading order, the gap left out, are a permutation of n. Its Lehmer digit j counts the later tiles
//! that are smaller than tile j, so it is below n−j. The last two digits are left out: one is 0, and one follows
//! from the parity of the permutation, which is that of the sum of its digits.
//!
//! ```text
//!   digit     0   1   2    3   4   5     6   7   8     9  10        (the 3×4 board: n = 11)
//!   below    11  10   9    8   7   6     5   4   3     2   1
//!            ╰ in a tile ╯ ╰ tiles ─╯   ╰ bit, of ╯   left out
//!             990 words      336         60 a word
//! ```
//!
//! Of the digits that number a bit, a word or a tile the first one counts by ones. So what touches only late digits
//! does the same to long runs of words.

use std::ops::Range;

/// A tile has at most so many words: some of them stay in the nearest cache.
const TILE_WORDS: usize = 2048;
/// So many of the last digits never number a word: they hold 5 · 4 · 3 combinations, a bit each.
const LATE: usize = 5;
/// Words of a tile are processed so many at a time; a tile begins at a multiple of it.
pub(super) const BLOCK: usize = 16;

/// Of more elements there are more permutations than 64 bits can number words.
pub(super) const MOST_ELEMENTS: usize = 24;

/// How many permutations of one parity there are, and where each has its bit.
#[derive(Clone, Debug)]
pub(super) struct Numbering {
    /// Elements of the permutation.
    pub(super) elements: usize,
    /// Digits that number words; those that follow number bits.
    pub(super) lead: usize,
    /// Digits of `lead` that number words in one tile.
    pub(super) split: usize,
    /// What a digit counts by, in words of a tile, in tiles or in bits, whichever it numbers.
    scale: Vec<usize>,
    /// Words of a tile that are used, and that it takes.
    pub(super) used: usize,
    pub(super) pitch: usize,
    pub(super) tiles: usize,
}

/// The Lehmer digits of a permutation.
pub(super) type Digits = Vec<u8>;

impl Numbering {
    /// Of permutations of so many elements; none when there are too many to number.
    pub(super) fn new(elements: usize) -> Option<Self> {
        if elements > MOST_ELEMENTS {
            return None;
        }
        let lead = elements.saturating_sub(LATE);
        let mut numbering =
            Self { elements, lead, split: 0, scale: vec![0; elements], used: 1, pitch: 0, tiles: 1 };
        for digit in 0..lead {
            let radix = elements - digit;
            if digit == numbering.split && numbering.used * radix <= TILE_WORDS {
                numbering.scale[digit] = numbering.used;
                numbering.used *= radix;
                numbering.split += 1;
            } else {
                numbering.scale[digit] = numbering.tiles;
                numbering.tiles = numbering.tiles.checked_mul(radix)?;
            }
        }
        let mut bits = 1;
        for digit in lead..elements.saturating_sub(2) {
            numbering.scale[digit] = bits;
            bits *= elements - digit;
        }
        numbering.pitch = numbering.used.next_multiple_of(BLOCK);
        Some(numbering)
    }

    /// The values that a digit can have.
    pub(super) fn radix(&self, digit: usize) -> usize {
        self.elements - digit
    }

    /// What a digit that numbers words in a tile counts by, or the words used where it is the first that does not.
    pub(super) fn run(&self, digit: usize) -> usize {
        if digit < self.split { self.scale[digit] } else { self.used }
    }

    /// What a digit that numbers tiles counts by, or all tiles where it is the first that does not.
    pub(super) fn stride(&self, digit: usize) -> usize {
        if digit < self.lead { self.scale[digit] } else { self.tiles }
    }

    /// Whether the digits that number a tile add up to an odd number.
    pub(super) fn is_odd_tile(&self, tile: usize) -> bool {
        let digit = |digit: usize| tile / self.scale[digit] % self.radix(digit);
        (self.split..self.lead).map(digit).sum::<usize>() % 2 == 1
    }

    /// Whether those that number a word in a tile do.
    pub(super) fn is_odd_word(&self, word: usize) -> bool {
        let digit = |digit: usize| word / self.scale[digit] % self.radix(digit);
        (0..self.split).map(digit).sum::<usize>() % 2 == 1
    }

    /// The number that the digits of a range add up to; all of them number the same.
    fn number(&self, digits: &[u8], range: Range<usize>) -> usize {
        range.map(|digit| usize::from(digits[digit]) * self.scale[digit]).sum()
    }

    /// The tile of a permutation.
    pub(super) fn tile(&self, digits: &[u8]) -> usize {
        self.number(digits, self.split..self.lead)
    }

    /// Its word in the tile.
    pub(super) fn word(&self, digits: &[u8]) -> usize {
        self.number(digits, 0..self.split)
    }

    /// Its bit in the word.
    pub(super) fn bit(&self, digits: &[u8]) -> usize {
        self.number(digits, self.lead..self.elements.saturating_sub(2))
    }

    /// How many bits of a word are used.
    pub(super) fn bits(&self) -> usize {
        (self.lead..self.elements.saturating_sub(2)).map(|digit| self.radix(digit)).product()
    }

    /// The digits that a tile, a word and a bit stand for. With `odd`, the permutation is.
    pub(super) fn digits(&self, tile: usize, word: usize, bit: usize, odd: bool) -> Digits {
        let mut digits = vec![0; self.elements];
        for (digit, value) in digits.iter_mut().enumerate().take(self.elements.saturating_sub(2)) {
            let number = match digit {
                _ if digit < self.split => word,
                _ if digit < self.lead => tile,
                _ => bit,
            };
            *value = (number / self.scale[digit] % self.radix(digit)) as u8;
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

/// Whether the permutation is odd; of some digits, what they contribute.
pub(super) fn is_odd(digits: &[u8]) -> bool {
    digits.iter().fold(0, |sum, digit| sum ^ digit) & 1 == 1
}

/// Exchanges two neighbouring elements, the first of them at `at`: only the digits of these two change.
pub(super) fn exchange(digits: &mut [u8], at: usize) {
    let (first, second) = (digits[at], digits[at + 1]);
    (digits[at], digits[at + 1]) = if first <= second { (second + 1, first) } else { (second, first - 1) };
}

/// The permutation of these digits.
pub(super) fn permutation(digits: &[u8]) -> Vec<usize> {
    let mut left: Vec<usize> = (0..digits.len()).collect();
    digits.iter().map(|&digit| left.remove(usize::from(digit))).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{Numbering, exchange, is_odd, permutation};

    #[test]
    fn every_permutation_of_a_parity_has_a_bit_of_its_own() {
        for (elements, count) in [(0, 1), (1, 1), (2, 1), (3, 3), (5, 60), (6, 360), (8, 20_160)] {
            let numbering = Numbering::new(elements).unwrap();
            assert_eq!(numbering.tiles * numbering.used * numbering.bits(), count);
            for odd in [false, true].into_iter().take(elements.clamp(1, 2)) {
                let mut seen = HashSet::new();
                for tile in 0..numbering.tiles {
                    for (word, bit) in
                        (0..numbering.used).flat_map(|word| (0..numbering.bits()).map(move |bit| (word, bit)))
                    {
                        let digits = numbering.digits(tile, word, bit, odd);
                        assert_eq!(is_odd(&digits), odd);
                        let place =
                            (numbering.tile(&digits), numbering.word(&digits), numbering.bit(&digits));
                        assert_eq!(place, (tile, word, bit));
                        seen.insert(permutation(&digits));
                    }
                }
                assert_eq!(seen.len(), count);
            }
        }
        assert_eq!(Numbering::new(11).unwrap().tiles, 336);
        assert!(Numbering::new(400).is_none());
    }

    #[test]
    fn digits_exchanged_are_elements_exchanged() {
        let numbering = Numbering::new(6).unwrap();
        for word in 0..numbering.used {
            for bit in 0..60 {
                let before = numbering.digits(0, word, bit, false);
                for at in 0..5 {
                    let (mut after, mut wanted) = (before.clone(), permutation(&before));
                    exchange(&mut after, at);
                    wanted.swap(at, at + 1);
                    assert_eq!(permutation(&after), wanted);
                }
            }
        }
    }
}
