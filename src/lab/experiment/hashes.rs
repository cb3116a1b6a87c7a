//! Experiment: hash functions of a tray, each of 32 bits, as Java's are.
//!
//! All positions of a puzzle are hashed as plain trays, and the successors of all of them are looked up in
//! one hash table, as a breadth-first search does. The table compares whole keys where hashes agree, so
//! collisions cost time and never a wrong answer. *Search* is the time of one look-up, hashing included. This
//! project hashes the packed key, not the tray.
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

use std::collections::HashSet;

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

use crate::experiment::table::Cell;
use crate::experiment::{Bench, Experiment, Reached, STRIDE, space_of};
use traybit_core::search::compiled::SearchKey;
use traybit_core::{GaveUp, Key, Limits, Rng};
use traybit_sliding::space::Sliding;
use traybit_sliding::{Classes, Metric, in_space};

const MOST_POSITIONS: usize = 100_000;

pub(super) const HASHES: Experiment = Experiment {
    name: "hashes",
    question: "Which hash function of a tray collides least, and does it matter to a search? (all cut to 32 bits)",
    columns: &["positions", "first_collision", "collisions", "search"],
    claims: &[
        ("first_collision", "plain sum", "nested sum"),
        ("first_collision", "sum of primes", "nested sum"),
        ("first_collision", "nested sum", "powers of 31"),
        ("collisions", "random words", "nested sum"),
        ("search", "nested sum", "plain sum"),
        ("search", "packed key", "nested sum"),
    ],
    puzzles: ["thin-klotski klotski century blockado", "quzzle nine-blocks"],
    measure: |bench| {
        bench.on_trays(|bench, _, classes| in_space!(space_of(classes, Metric::Step), space => all(bench, classes, space)))
    },
};

fn all<K: SearchKey>(bench: &mut Bench<'_>, classes: &Classes, space: &dyn Sliding<K>) -> Result<(), GaveUp> {
    let reached = bench.reach(classes, space, MOST_POSITIONS)?;
    let mut trays = Vec::with_capacity(reached.states.len());
    for states in reached.states.chunks(STRIDE) {
        bench.limits.check()?;
        trays.extend(states.iter().map(|state| Tray::new(classes, &space.anchors(state))));
    }
    for (candidate, hash) in hash_functions(classes) {
        one(bench, candidate, &reached, |number| hash(&trays[number]))?;
    }
    one(bench, "packed key", &reached, |number| reached.states[number].hash64() as u32)
}

/// Measures one function, which maps the number of a position to its hash.
fn one<K: Key>(
    bench: &mut Bench<'_>,
    candidate: &'static str,
    reached: &Reached<K>,
    hash: impl Fn(usize) -> u32,
) -> Result<(), GaveUp> {
    let Reached { states, targets, bounded } = reached;
    let mut seen = HashSet::new();
    let collisions: Vec<usize> = (0..states.len()).filter(|&number| !seen.insert(hash(number))).collect();
    let first = collisions.first().map(|&number| Cell::Count(number as u64 + 1));
    let (searched, search) = bench.timed(candidate, |limits| look_up(targets, states, &hash, limits))?;
    let count = states.len() as u64;
    let cells = [
        Cell::Count(count),
        first.unwrap_or(Cell::MoreThan { more_than: count }),
        Cell::Count(collisions.len() as u64),
        search.per(searched),
    ];
    bench.add(candidate, cells.map(Some), (searched < targets.len()).then_some("time").or(*bounded));
    Ok(())
}

/// Looks up positions by number and inserts missing ones; returns the number of look-ups before a limit was reached.
fn look_up<K: Key>(numbers: &[u32], keys: &[K], hash: impl Fn(usize) -> u32, limits: &Limits) -> usize {
    let mut table: HashTable<(u64, u32)> = HashTable::new();
    for (done, &number) in numbers.iter().enumerate() {
        if done.is_multiple_of(STRIDE) && limits.check().is_err() {
            return done;
        }
        let (hash, key) = (spread(hash(number as usize)), &keys[number as usize]);
        let same = |&(known, at): &(u64, u32)| known == hash && keys[at as usize] == *key;
        if let Entry::Vacant(slot) = table.entry(hash, same, |&(known, _)| known) {
            slot.insert((hash, number));
        }
    }
    numbers.len()
}

/// Spreads 32 bits to both ends of 64, as the table needs: each reaches the upper half, which then comes first.
fn spread(hash: u32) -> u64 {
    let product = u64::from(hash).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    product ^ product >> 32
}

const PRIME: u32 = 31;

/// A block: its class, its anchor, and the top row, left column, bottom row and right column of its box.
struct Block {
    class: usize,
    anchor: usize,
    corners: [u16; 4],
}

/// A tray as seed 000 of the assignments has it: the cells show what is free, the blocks what moves.
///
/// ```text
///   blocks  class 0 at (0, 1), class 1 at (0, 0), …        sorted: equal trays are equal lists
///   cells   2 1 1 2                                        the class plus one, 0 where nothing is
///           2 1 1 2
///           . 3 3 .
/// ```
struct Tray {
    blocks: Vec<Block>,
    cells: Vec<u16>,
}

impl Tray {
    fn new(puzzle: &Classes, anchors: &[Vec<u16>]) -> Self {
        let mut tray = Self { blocks: Vec::new(), cells: vec![0; puzzle.size.cells()] };
        for (class, anchors) in anchors.iter().enumerate() {
            let shape = &puzzle.classes[class].shape;
            for &anchor in anchors {
                let (row, column) = puzzle.row_column(anchor);
                for cell in shape.cells_at((row, column)) {
                    tray.cells[usize::from(puzzle.number(cell))] = class as u16 + 1;
                }
                let left = column - shape.lead();
                let corners = [row, left, row + shape.height() - 1, left + shape.width() - 1];
                tray.blocks.push(Block { class, anchor: anchor.into(), corners });
            }
        }
        tray
    }

    fn corners(&self) -> impl DoubleEndedIterator<Item = u32> {
        self.blocks.iter().flat_map(|block| block.corners.map(u32::from))
    }
}

type HashFunction = Box<dyn Fn(&Tray) -> u32>;

fn hash_functions(puzzle: &Classes) -> [(&'static str, HashFunction); 5] {
    let mut rng = Rng::new(0, 0);
    let cells = puzzle.size.cells();
    let words: Vec<u32> = (0..puzzle.classes.len() * cells).map(|_| rng.bits() as u32).collect();
    let is_prime = |number: &u32| (2..=number.isqrt()).all(|divisor| !number.is_multiple_of(divisor));
    let primes: Vec<u32> = (2..).filter(is_prime).take(4 * puzzle.blocks()).collect();
    let nested = |sum: u32, value: u32| sum.wrapping_add(value).wrapping_mul(PRIME);
    let plain = |sum: u32, value: u32| sum.wrapping_add(value.wrapping_mul(PRIME));
    let by_prime = |sum: u32, (value, prime): (u32, &u32)| sum.wrapping_add(prime.wrapping_mul(value));
    // From the last cell backwards: each earlier one has one power less.
    let power = |sum: u32, &cell: &u16| sum.wrapping_mul(PRIME).wrapping_add(cell.into());
    let word = move |sum: u32, block: &Block| sum ^ words[block.class * cells + block.anchor];
    [
        ("nested sum", Box::new(move |tray| tray.corners().rev().fold(0, nested))),
        ("plain sum", Box::new(move |tray| tray.corners().fold(0, plain))),
        ("sum of primes", Box::new(move |tray| tray.corners().zip(&primes).fold(0, by_prime))),
        ("powers of 31", Box::new(move |tray| tray.cells.iter().rev().fold(0, power))),
        ("random words", Box::new(move |tray| tray.blocks.iter().fold(0, &word))),
    ]
}

#[cfg(test)]
mod tests {
    use super::{Tray, hash_functions};
    use traybit_sliding::formats::course::read_tray;

    #[test]
    fn hashes_are_those_of_the_formulas() {
        let puzzle = read_tray("tray", &b"2 3\n0 1 1 1\n1 2 1 2\n"[..]).unwrap().classes();
        let anchors: Vec<Vec<u16>> = puzzle.classes.iter().map(|class| class.start.clone()).collect();
        let tray = Tray::new(&puzzle, &anchors);
        // The block of one cell comes first: 1 2 1 2, then 0 1 1 1.
        assert_eq!(tray.corners().collect::<Vec<_>>(), [1, 2, 1, 2, 0, 1, 1, 1]);
        // . b .    b is 2, a is 1
        // . b a
        let by_powers = |values: &[(u32, u32)]| {
            let terms = values.iter().map(|&(value, power)| value.wrapping_mul(31u32.wrapping_pow(power)));
            terms.fold(0, u32::wrapping_add)
        };
        let nested = by_powers(&[(1, 1), (2, 2), (1, 3), (2, 4), (1, 6), (1, 7), (1, 8)]);
        let expected =
            [nested, 31 * 9, 2 + 2 * 3 + 5 + 2 * 7 + 13 + 17 + 19, by_powers(&[(2, 1), (2, 4), (1, 5)])];
        for ((name, hash), expected) in hash_functions(&puzzle).iter().zip(expected) {
            assert_eq!(hash(&tray), expected, "{name}");
        }
    }
}
