//! Hash functions of a tray, each of 32 bits, as Java's are.
//!
//! ```text
//!   nested sum       p·(v₁ + p·(v₂ + p·(v₃ + …)))      seed 000, "HashCode Formula"
//!   plain sum        p·v₁ + p·v₂ + p·v₃ + …             seed 000, "Alt HashCode Formula", with one prime
//!   sum of primes    2·v₁ + 3·v₂ + 5·v₃ + …             the same read as a prime for each value
//!   powers of 31     Σ cell · 31^(column + row · width)   seed 002, section 6.5
//!   random words     one word for each class and anchor, combined by exclusive or (Zobrist, 1970)
//! ```
//!
//! The values *v* are the corners of the blocks in their order; a cell's value is the class of its block plus one. Seed
//! 000 does not name its prime; here it is 31.

use crate::experiment::plain::Plain;
use traybit_core::rng::Rng;
use traybit_sliding::classes::Classes;

const PRIME: u32 = 31;

/// A hash function of trays of one puzzle.
pub(super) enum Hashing {
    Nested,
    PlainSum,
    SumOfPrimes(Vec<u32>),
    Powers,
    /// Words by class and anchor.
    RandomWords(Vec<u32>),
}

/// The names of the functions.
pub(super) const NESTED: &str = "nested sum";
pub(super) const PLAIN_SUM: &str = "plain sum";
pub(super) const SUM_OF_PRIMES: &str = "sum of primes";
pub(super) const POWERS: &str = "powers of 31";
pub(super) const RANDOM_WORDS: &str = "random words";

impl Hashing {
    /// All hash functions with their names.
    pub(super) fn all(puzzle: &Classes) -> [(&'static str, Self); 5] {
        let mut rng = Rng::new(0, 0);
        let words = puzzle.classes.len() * puzzle.size.cells();
        [
            (NESTED, Self::Nested),
            (PLAIN_SUM, Self::PlainSum),
            (SUM_OF_PRIMES, Self::SumOfPrimes(primes(4 * puzzle.blocks()))),
            (POWERS, Self::Powers),
            (RANDOM_WORDS, Self::RandomWords((0..words).map(|_| rng.bits() as u32).collect())),
        ]
    }

    /// The hash of a tray.
    pub(super) fn of(&self, puzzle: &Classes, tray: &Plain) -> u32 {
        let values = || tray.corners(puzzle).map(u32::from);
        match self {
            Self::Nested => {
                values().rev().fold(0, |sum: u32, value| value.wrapping_add(sum).wrapping_mul(PRIME))
            }
            Self::PlainSum => values().fold(0, |sum: u32, value| sum.wrapping_add(value.wrapping_mul(PRIME))),
            Self::SumOfPrimes(primes) => values()
                .zip(primes)
                .fold(0, |sum: u32, (value, prime)| sum.wrapping_add(value.wrapping_mul(*prime))),
            // From the last cell on: each one before is worth a power less.
            Self::Powers => tray
                .cells
                .iter()
                .rev()
                .fold(0, |sum: u32, &cell| sum.wrapping_mul(PRIME).wrapping_add(u32::from(cell))),
            Self::RandomWords(words) => tray.blocks.iter().fold(0, |sum, block| {
                let anchor = usize::from(puzzle.number((block.row, block.column)));
                sum ^ words[usize::from(block.class) * puzzle.size.cells() + anchor]
            }),
        }
    }
}

/// The first primes.
fn primes(count: usize) -> Vec<u32> {
    let mut primes: Vec<u32> = Vec::with_capacity(count);
    let mut next = 2u32;
    while primes.len() < count {
        let mut small =
            primes.iter().take_while(|&&prime| u64::from(prime) * u64::from(prime) <= u64::from(next));
        if !small.any(|prime| next.is_multiple_of(*prime)) {
            primes.push(next);
        }
        next += 1;
    }
    primes
}

#[cfg(test)]
mod tests {
    use super::{Hashing, primes};
    use crate::experiment::plain::Plain;
    use traybit_sliding::formats::course::{self, read_tray};

    #[test]
    fn hashes_are_those_of_the_formulas() {
        let tray = read_tray("tray", &b"2 3\n0 1 1 1\n1 2 1 2\n"[..]).unwrap();
        let puzzle = course::puzzle(&tray, None).classes();
        let anchors: Vec<Vec<u16>> = puzzle.classes.iter().map(|class| class.start.clone()).collect();
        let plain = Plain::new(&puzzle, &anchors);
        // The block of one cell comes first: 1 2 1 2, then 0 1 1 1.
        let values: Vec<u32> = plain.corners(&puzzle).map(u32::from).collect();
        assert_eq!(values, [1, 2, 1, 2, 0, 1, 1, 1]);
        let [(_, nested), (_, plain_sum), (_, by_primes), (_, powers), _] = Hashing::all(&puzzle);
        let expected = values.iter().zip(1..).fold(0u32, |sum, (value, power)| {
            sum.wrapping_add(value.wrapping_mul(31u32.wrapping_pow(power)))
        });
        assert_eq!(nested.of(&puzzle, &plain), expected);
        assert_eq!(plain_sum.of(&puzzle, &plain), 31 * 9);
        assert_eq!(by_primes.of(&puzzle, &plain), 2 + 2 * 3 + 5 + 2 * 7 + 13 + 17 + 19);
        // . b .    b is 2, a is 1
        // . b a
        let cells = [(1, 2), (4, 2), (5, 1)];
        let expected = cells.iter().fold(0u32, |sum, &(power, value)| {
            sum.wrapping_add(31u32.wrapping_pow(power).wrapping_mul(value))
        });
        assert_eq!(powers.of(&puzzle, &plain), expected);
    }

    #[test]
    fn primes_are_prime() {
        assert_eq!(primes(10), [2, 3, 5, 7, 11, 13, 17, 19, 23, 29]);
        assert_eq!(primes(1000)[999], 7919);
    }
}
