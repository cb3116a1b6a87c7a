//! Counts of tilings by dominoes, and by dominoes and single cells, whose numbers are known.

mod snapshots;

use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::time::Instant;

use num_bigint::BigUint;

use crate::enumeration::count as enumerated;
use crate::stages::{Next, Stages};
use crate::tilings::Tilings;
use traybit_core::bits::Wide;
use traybit_core::search::counting::{Count, CountKey, Ended, count};
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::GaveUp;
use traybit_core::search::staged::Staged;

fn on_threads(threads: usize) -> Limits {
    Limits { threads, wide: 0, ..Limits::default() }
}

fn exactly<K: CountKey>(space: &dyn Staged<K>, limits: &Limits) -> Result<BigUint, Ended> {
    let ended = count(space, limits, None);
    ended.map(|count| count.total).map_err(|unfinished| unfinished.ended)
}

/// The total of a count that is smaller than 2^128.
fn total<K: CountKey>(space: &dyn Staged<K>, limits: &Limits) -> Result<u128, Ended> {
    exactly(space, limits).map(|total| total.try_into().expect("128 bits"))
}

/// Figures that do not depend on how a count was made.
fn totals(counted: &Count) -> (BigUint, u64, u64, u32) {
    (counted.total.clone(), counted.cost.positions, counted.cost.successors, counted.cost.layers)
}

#[test]
fn known_numbers_of_tilings() {
    // Kasteleyn 1961, Temperley and Fisher 1961 (OEIS A004003); with single cells OEIS A028420.
    let dominoes =
        [(1, 2, 1), (2, 2, 2), (3, 3, 0), (2, 10, 89), (4, 4, 36), (6, 6, 6728), (8, 8, 12_988_816)];
    for (rows, columns, known) in dominoes {
        assert_eq!(total(&Tilings::<u64>::dominoes(rows, columns), &Limits::default()), Ok(known));
        assert_eq!(total(&Tilings::<Wide<8>>::dominoes(rows, columns), &on_threads(2)), Ok(known));
    }
    let singles = [1, 7, 131, 10_012, 2_810_694, 2_989_126_727, 11_945_257_052_321, 179_788_343_101_980_135];
    for (side, known) in (1..).zip(singles) {
        assert_eq!(total(&Tilings::<u64>::with_singles(side, side), &Limits::default()), Ok(known));
    }
    // The same solutions, one by one.
    for (space, known) in [(Tilings::dominoes(8, 8), 12_988_816), (Tilings::with_singles(5, 5), 2_810_694)] {
        assert_eq!(enumerated(&[space], &on_threads(2)).0, known);
    }
}

#[test]
fn plain_search_finds_the_same_states() {
    let space = Tilings::<u64>::with_singles(4, 5);
    let mut stages = vec![HashMap::<u64, u128>::new(); space.last() + 1];
    stages[0].insert(0, 1);
    let mut successors = 0;
    for stage in 0..space.last() {
        for (state, paths) in stages[stage].clone() {
            let mut found = Vec::new();
            space.expander().expand(stage, &[state], &mut found);
            successors += found.len() as u64;
            for successor in found {
                *stages[successor.stage as usize].entry(successor.state).or_default() += paths;
            }
        }
    }
    let counted = count(&space, &Limits::default(), None).unwrap();
    let states: usize = stages.iter().map(HashMap::len).sum();
    assert_eq!(totals(&counted), (stages[space.last()][&0].into(), states as u64, successors, 20));
}

#[test]
fn threads_do_not_change_anything() {
    let space = Tilings::<u64>::with_singles(9, 11);
    let one = count(&space, &Limits::default(), None).unwrap();
    for threads in [1, 2, 3, 17] {
        assert_eq!(totals(&count(&space, &on_threads(threads), None).unwrap()), totals(&one));
    }
    // More threads than states.
    assert_eq!(total(&Tilings::<u64>::dominoes(2, 10), &on_threads(64)), Ok(89));
}

#[test]
fn numbers_grow_wider_than_a_word_in_the_middle_of_a_stage() {
    let boards = [(16, "2444888770250892795802079170816"), (18, "548943583215388338077567813208427340288")];
    for (side, known) in boards {
        for limits in [Limits::default(), on_threads(3)] {
            let counted = exactly(&Tilings::<u64>::dominoes(side, side), &limits);
            assert_eq!(counted.map(|number| number.to_string()).as_deref(), Ok(known));
        }
    }
    // 128 bits are passed within a wide stage.
    let one = exactly(&Tilings::<u64>::with_singles(30, 9), &Limits::default());
    assert!(one.as_ref().is_ok_and(|number| (129..256).contains(&number.bits())), "{one:?}");
    assert_eq!(exactly(&Tilings::<u64>::with_singles(30, 9), &on_threads(3)), one);
    // The widest numbers have 8,192 bits; that of a strip, a Fibonacci number, has 0.694 a column.
    assert_eq!(exactly(&Tilings::<u64>::dominoes(11_900, 2), &Limits::default()), Err(Ended::Overflow));
}

#[test]
fn beginnings_and_ends() {
    let from = |start: Option<usize>| {
        // All odd stages are dead ends.
        let successors = |stage: usize, state| -> Vec<Next> {
            let all = vec![(69_999, state + 1, 0), (70_000, state + 2, 0)];
            if stage.is_multiple_of(2) { all } else { Vec::new() }
        };
        Stages { last: 70_000, start: start.map(|stage| (stage, 7)), successors }
    };
    for (start, known) in [(None, 0), (Some(70_000), 1), (Some(0), 1), (Some(3), 0)] {
        assert_eq!(total(&from(start), &on_threads(2)), Ok(known));
    }
    let stopped = Limits::default();
    stopped.stop.store(true, Ordering::Relaxed);
    assert_eq!(total(&Tilings::<u64>::dominoes(4, 4), &stopped), Err(Ended::GaveUp(GaveUp::Stopped)));
    let late = Limits { deadline: Some(Instant::now()), ..Limits::default() };
    assert_eq!(total(&Tilings::<u64>::dominoes(4, 4), &late), Err(Ended::GaveUp(GaveUp::Time)));
}

/// A space with 2ⁿ paths, the number of which is added up as 1 + (2ⁿ − 1): all bits are carried at the end.
///
/// ```text
///   stage   0     1    2    3    …   n      n + 1      n + 2
///   POWER         1    2    4    …  2ⁿ⁻¹ ─╮
///   SUM                1    3    …  ───────┴▶ 2ⁿ − 1 ─▶ 2ⁿ
///   ONE     1     1    1    1    …    1        1     ───╯
/// ```
fn carried(bits: usize) -> Result<BigUint, Ended> {
    const POWER: u64 = 0;
    const SUM: u64 = 1;
    const ONE: u64 = 2;
    let successors = |stage: usize, state| -> Vec<Next> {
        let next: &[u64] = match state {
            _ if stage == bits + 1 => &[SUM],
            ONE if stage == 0 => &[ONE, POWER],
            POWER if stage == bits => &[SUM],
            POWER => &[POWER, POWER, SUM],
            SUM => &[SUM],
            _ => &[ONE],
        };
        next.iter().map(|&state| (stage + 1, state, 0)).collect()
    };
    exactly(&Stages { last: bits + 2, start: Some((0, ONE)), successors }, &Limits::default())
}

#[test]
fn sums_are_exact_in_every_width() {
    for bits in [63, 64, 127, 128, 511, 512, 8191] {
        assert_eq!(carried(bits), Ok(BigUint::from(1u8) << bits));
    }
    assert_eq!(carried(8192), Err(Ended::Overflow));
}
