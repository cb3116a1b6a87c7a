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

use crate::experiment::plain::{Placed, Plain};
use traybit_core::rng::Rng;
use traybit_sliding::classes::Classes;

const PRIME: u32 = 31;

/// A hash function of the trays of one puzzle.
type HashFunction<'a> = Box<dyn Fn(&Plain) -> u32 + 'a>;

/// The names of the functions.
pub(super) const NESTED: &str = "nested sum";
pub(super) const PLAIN_SUM: &str = "plain sum";
pub(super) const SUM_OF_PRIMES: &str = "sum of primes";
pub(super) const POWERS: &str = "powers of 31";
pub(super) const RANDOM_WORDS: &str = "random words";

/// All hash functions with their names.
pub(super) fn hash_functions(puzzle: &Classes) -> [(&'static str, HashFunction<'_>); 5] {
    let mut rng = Rng::new(0, 0);
    let cells = puzzle.size.cells();
    let words: Vec<u32> = (0..puzzle.classes.len() * cells).map(|_| rng.bits() as u32).collect();
    let primes = primes(4 * puzzle.blocks());
    let nested = |sum: u32, value: u16| sum.wrapping_add(value.into()).wrapping_mul(PRIME);
    let plain = |sum: u32, value: u16| sum.wrapping_add(u32::from(value).wrapping_mul(PRIME));
    let by_prime = |sum: u32, (value, prime): (u16, &u32)| sum.wrapping_add(prime.wrapping_mul(value.into()));
    // From the last cell on: each one before is worth a power less.
    let power = |sum: u32, &cell: &u16| sum.wrapping_mul(PRIME).wrapping_add(cell.into());
    let word = move |block: &Placed| {
        words[usize::from(block.class) * cells + usize::from(puzzle.number((block.row, block.column)))]
    };
    [
        (NESTED, Box::new(move |tray| tray.corners(puzzle).rev().fold(0, nested))),
        (PLAIN_SUM, Box::new(move |tray| tray.corners(puzzle).fold(0, plain))),
        (SUM_OF_PRIMES, Box::new(move |tray| tray.corners(puzzle).zip(&primes).fold(0, by_prime))),
        (POWERS, Box::new(move |tray| tray.cells.iter().rev().fold(0, power))),
        (RANDOM_WORDS, Box::new(move |tray| tray.blocks.iter().map(&word).fold(0, |sum, word| sum ^ word))),
    ]
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
    use super::{hash_functions, primes};
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
        let [(_, nested), (_, plain_sum), (_, by_primes), (_, powers), _] = hash_functions(&puzzle);
        let expected = values.iter().zip(1..).fold(0u32, |sum, (value, power)| {
            sum.wrapping_add(value.wrapping_mul(31u32.wrapping_pow(power)))
        });
        assert_eq!(nested(&plain), expected);
        assert_eq!(plain_sum(&plain), 31 * 9);
        assert_eq!(by_primes(&plain), 2 + 2 * 3 + 5 + 2 * 7 + 13 + 17 + 19);
        // . b .    b is 2, a is 1
        // . b a
        let cells = [(1, 2), (4, 2), (5, 1)];
        let expected = cells.iter().fold(0u32, |sum, &(power, value)| {
            sum.wrapping_add(31u32.wrapping_pow(power).wrapping_mul(value))
        });
        assert_eq!(powers(&plain), expected);
    }

    #[test]
    fn primes_are_prime() {
        assert_eq!(primes(10), [2, 3, 5, 7, 11, 13, 17, 19, 23, 29]);
        assert_eq!(primes(1000)[999], 7919);
    }
}
