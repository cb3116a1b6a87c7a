//! Experiment: hash functions of a tray.
//!
//! All positions of a puzzle are hashed as plain trays and put into one hash table, then the successors of all of them
//! are looked up, as a breadth-first search does. The table compares whole keys where hashes agree, so a function that
//! collides costs time and no answer. *Insert* and *search* are the times of one insertion and of one look-up, the
//! hash's own among them. This project hashes the packed key, not the tray.

use std::collections::HashSet;

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

use crate::experiment::hashing::{NESTED, PLAIN_SUM, POWERS, RANDOM_WORDS, SUM_OF_PRIMES, hash_functions};
use crate::experiment::plain::Plain;
use crate::experiment::reach::{Reached, steps};
use crate::experiment::table::{Cell, Column};
use crate::experiment::{Experiment, Rows, Subjects};
use traybit_core::bits::Key;
use traybit_core::search::compiled::SearchKey;
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::GaveUp;
use traybit_sliding::classes::Classes;
use traybit_sliding::in_space;
use traybit_sliding::space::Sliding;

/// Positions of one puzzle.
const MOST: usize = 100_000;
/// Name of this project's own hash in the table.
const PACKED: &str = "packed key";
/// Insertions between two looks at the limits.
const STRIDE: usize = 64;

pub(super) const HASHES: Experiment = Experiment {
    name: "hashes",
    question: "Which hash function of a tray collides least, and does it matter to a search? (all cut to 32 bits)",
    columns: &[
        Column::number("positions"),
        Column::number("first collision"),
        Column::number("collisions"),
        Column::each("insert"),
        Column::each("search"),
    ],
    claims: &[
        (
            "the nested sum takes in more trays than the plain sum before two collide",
            "first collision",
            [PLAIN_SUM, NESTED],
        ),
        (
            "the nested sum takes in more trays than one with a prime for each value",
            "first collision",
            [SUM_OF_PRIMES, NESTED],
        ),
        (
            "powers of 31 over the cells take in more trays than the nested sum",
            "first collision",
            [NESTED, POWERS],
        ),
        ("random words collide less often than the nested sum", "collisions", [RANDOM_WORDS, NESTED]),
        ("a search is slower with the plain sum than with the nested one", "search", [NESTED, PLAIN_SUM]),
        (
            "a search is slower with the nested sum than with the hash of the packed key",
            "search",
            [PACKED, NESTED],
        ),
    ],
    subjects: Subjects::Trays {
        usual: &["thin-klotski", "klotski", "century", "blockado"],
        quick: &["quzzle", "nine-blocks"],
        measure: |_, classes, rows| in_space!(steps(classes), space => all(classes, space, rows)),
    },
};

/// Measures all functions on the positions of one puzzle.
fn all<K: SearchKey>(classes: &Classes, space: &dyn Sliding<K>, rows: &mut Rows) -> Result<(), GaveUp> {
    let reached = rows.reach(classes, space, MOST)?;
    let mut trays = Vec::with_capacity(reached.states.len());
    for states in reached.states.chunks(STRIDE) {
        rows.setting.limits.check()?;
        trays.extend(states.iter().map(|state| Plain::new(classes, &space.anchors(state))));
    }
    for (way, hash) in hash_functions(classes) {
        one(way, &reached, |number| hash(&trays[number]), rows)?;
    }
    one(PACKED, &reached, |number| reached.states[number].hash64() as u32, rows)
}

/// Measures one function, which maps the number of a position to its hash.
fn one<K: Key>(
    way: &str,
    reached: &Reached<K>,
    hash: impl Fn(usize) -> u32,
    rows: &mut Rows,
) -> Result<(), GaveUp> {
    let count = reached.states.len();
    let (first, collisions) = collisions((0..count).map(&hash));
    let insert = |limits: &Limits| look_up(0..count as u32, &reached.states, &hash, limits);
    let (inserted, insert) = rows.timed(way, insert)?;
    let search = |limits: &Limits| look_up(reached.targets.iter().copied(), &reached.states, &hash, limits);
    let (searched, search) = rows.setting.timed(search)?;
    let late = inserted.ended.or(searched.ended).map(|_| "time");
    let cells = vec![
        Cell::Count(count as u64),
        first.map_or(Cell::MoreThan(count as u64), Cell::Count),
        Cell::Count(collisions),
        Cell::Time(insert.per(inserted.done)),
        Cell::Time(search.per(searched.done)),
    ];
    rows.add(way, cells, late.or(reached.bounded));
    Ok(())
}

/// Number of hashes up to the first that repeats an earlier one, if any, and the number of repeats.
fn collisions(hashes: impl Iterator<Item = u32>) -> (Option<u64>, u64) {
    let (mut seen, mut first, mut count) = (HashSet::new(), None, 0);
    for (hash, number) in hashes.zip(1..) {
        if !seen.insert(hash) {
            first = first.or(Some(number));
            count += 1;
        }
    }
    (first, count)
}

/// Progress of a sequence of look-ups.
struct Done {
    done: usize,
    ended: Option<GaveUp>,
}

/// Looks up positions by number and inserts those that are not there.
fn look_up<K: Key>(
    numbers: impl Iterator<Item = u32>,
    keys: &[K],
    hash: impl Fn(usize) -> u32,
    limits: &Limits,
) -> Done {
    let mut table: HashTable<(u64, u32)> = HashTable::new();
    let mut done: usize = 0;
    for number in numbers {
        if done.is_multiple_of(STRIDE)
            && let Err(reason) = limits.check()
        {
            return Done { done, ended: Some(reason) };
        }
        let (hash, key) = (spread(hash(number as usize)), &keys[number as usize]);
        let same = |&(known, at): &(u64, u32)| known == hash && keys[at as usize] == *key;
        if let Entry::Vacant(slot) = table.entry(hash, same, |&(known, _)| known) {
            slot.insert((hash, number));
        }
        done += 1;
    }
    Done { done, ended: None }
}

/// The table takes bits from both ends of 64: each of the 32 reaches the upper half, which then comes first.
fn spread(hash: u32) -> u64 {
    let product = u64::from(hash).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    product ^ product >> 32
}

#[cfg(test)]
mod tests {
    use super::{collisions, look_up};
    use traybit_core::search::limits::Limits;

    #[test]
    fn collisions_are_counted() {
        assert_eq!(collisions([3, 1, 4, 1, 5, 3].into_iter()), (Some(4), 2));
        assert_eq!(collisions([3, 1, 4].into_iter()), (None, 0));
    }

    #[test]
    fn a_hash_that_is_no_use_costs_time_and_no_answer() {
        let keys: Vec<u64> = (0..1000).collect();
        let done = look_up(0..1000, &keys, |_| 7, &Limits::default());
        assert_eq!((done.done, done.ended), (1000, None));
        let stopped = Limits::default();
        stopped.stop.store(true, std::sync::atomic::Ordering::Relaxed);
        assert_eq!(look_up(0..1000, &keys, |_| 7, &stopped).done, 0);
    }
}
