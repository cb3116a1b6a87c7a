//! Counts of tilings by dominoes, and by dominoes and single cells, whose numbers are known; their snapshots are
//! written at any moment, read within limits, and refused when they are damaged.

use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::time::Instant;

use num_bigint::BigUint;

use crate::enumeration::count as enumerated;
use crate::stages::{Next, Stages};
use crate::store::{DIGEST, Store};
use crate::tilings::Tilings;
use traybit_core::search::counting::{Checkpoints, Count, CountKey, Opened, Unfinished, count, resume};
use traybit_core::{GaveUp, Limits, ReadError, Staged, Wide};

fn on_threads(threads: usize) -> Limits {
    Limits { threads, wide: 0, ..Limits::default() }
}

fn exactly<K: CountKey>(space: &dyn Staged<K>, limits: &Limits) -> Result<BigUint, GaveUp> {
    let ended = count(space, limits, None);
    ended.map(|count| count.total).map_err(|unfinished| unfinished.ended)
}

/// The total of a count that is smaller than 2^128.
fn total<K: CountKey>(space: &dyn Staged<K>, limits: &Limits) -> Result<u128, GaveUp> {
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
    for (space, known) in [(Tilings::dominoes(6, 8), 167_089), (Tilings::with_singles(5, 5), 2_810_694)] {
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
    assert_eq!(exactly(&Tilings::<u64>::dominoes(11_900, 2), &Limits::default()), Err(GaveUp::Exhausted));
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
    assert_eq!(total(&Tilings::<u64>::dominoes(4, 4), &stopped), Err(GaveUp::Stopped));
    let late = Limits { deadline: Some(Instant::now()), ..Limits::default() };
    assert_eq!(total(&Tilings::<u64>::dominoes(4, 4), &late), Err(GaveUp::Time));
}

/// A space with 2ⁿ paths, the number of which is added up as 1 + (2ⁿ − 1): all bits are carried at the end.
///
/// ```text
///   stage   0     1    2    3    …   n      n + 1      n + 2
///   POWER         1    2    4    …  2ⁿ⁻¹ ─╮
///   SUM                1    3    …  ───────┴▶ 2ⁿ − 1 ─▶ 2ⁿ
///   ONE     1     1    1    1    …    1        1     ───╯
/// ```
fn carried(bits: usize) -> Result<BigUint, GaveUp> {
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
    assert_eq!(carried(8192), Err(GaveUp::Exhausted));
}

/// Checkpoints of a count alone.
fn kept_in(store: &Store) -> Checkpoints<'_> {
    Checkpoints { checkpoint: store.checkpoint(), ended: &[] }
}

fn resumed<K: CountKey>(
    bytes: &[u8],
    space: &Tilings<K>,
    limits: &Limits,
) -> Result<Result<Count, Unfinished>, ReadError> {
    resume(space, Opened::read(bytes, DIGEST)?, limits, None)
}

#[test]
fn memory_is_kept_and_a_count_out_of_it_goes_on_with_more() {
    let space = Tilings::<u64>::with_singles(11, 11);
    let whole = count(&space, &Limits::default(), None).unwrap();
    for threads in [1, 3] {
        let mut met = (0, 0);
        for memory in (12..26).map(|bits| 1 << bits) {
            let store = Store::default();
            let limits = Limits { memory, ..on_threads(threads) };
            match count(&space, &limits, Some(kept_in(&store))) {
                Ok(counted) => {
                    assert_eq!(totals(&counted), totals(&whole));
                    assert!(counted.cost.bytes <= memory);
                    met.0 += 1;
                }
                Err(Unfinished { ended, cost }) => {
                    assert_eq!(ended, GaveUp::Memory);
                    assert!(0 < cost.bytes && (cost.bytes <= memory || cost.positions == 1), "{cost:?}");
                    met.1 += 1;
                    let bytes = &store.take()[0];
                    let again = resumed(bytes, &space, &on_threads(2)).unwrap().unwrap();
                    assert_eq!(totals(&again), totals(&whole));
                    assert!(cost.time < again.cost.time, "the time of both runs");
                    let little = Limits { memory: 100, ..Limits::default() };
                    let late = Limits { deadline: Some(Instant::now()), ..Limits::default() };
                    for (limits, reason) in [(little, GaveUp::Memory), (late, GaveUp::Time)] {
                        let again = resumed(bytes, &space, &limits).unwrap().unwrap_err();
                        assert_eq!(again.ended, reason);
                        assert!(again.cost.positions <= cost.positions && !again.cost.time.is_zero());
                    }
                }
            }
        }
        assert!(met.0 > 2 && met.1 > 2, "{met:?}");
    }
}

#[test]
fn every_snapshot_leads_to_the_same_total() {
    for (space, threads) in [
        (Tilings::<u64>::with_singles(6, 7), 1),
        (Tilings::with_singles(9, 12), 2),
        // Numbers of more than 64 bits.
        (Tilings::dominoes(120, 2), 1),
    ] {
        let whole = count(&space, &Limits::default(), None).unwrap();
        let store = Store::due_every(1);
        assert_eq!(
            totals(&count(&space, &on_threads(threads), Some(kept_in(&store))).unwrap()),
            totals(&whole)
        );
        let kept = store.take();
        assert!(kept.len() >= 40);
        for bytes in kept.iter().step_by(1 + kept.len() / 60) {
            let again = resumed(bytes, &space, &on_threads(threads)).unwrap().unwrap();
            assert_eq!(totals(&again), totals(&whole));
        }
    }
}

#[test]
fn what_is_no_snapshot_is_refused() {
    let space = Tilings::<u64>::with_singles(4, 4);
    let read = |bytes: &[u8]| resumed(bytes, &space, &Limits::default());
    let is_read = |bytes: &[u8]| read(bytes).is_ok_and(|count| count.is_ok());
    let store = Store::due_every(1);
    count(&space, &Limits::default(), Some(kept_in(&store))).unwrap();
    let bytes = &store.take()[5];
    assert!(is_read(bytes));
    for length in (0..bytes.len()).step_by(3) {
        assert!(!is_read(&bytes[..length]));
    }
    assert!(matches!(read(&[&bytes[..], &[0]].concat()), Err(ReadError::Damaged)));
    // All bits of a byte in turn.
    for bit in (0..8 * bytes.len()).step_by(9) {
        let mut damaged = bytes.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        assert!(!is_read(&damaged), "bit {bit}");
    }
    assert!(matches!(Opened::read(&bytes[..], 1), Err(ReadError::OtherSpace)));
    assert!(matches!(read(b"8x8 dominoes, 12988816"), Err(ReadError::NoSnapshot(_))));
    let early = resumed(bytes, &Tilings::<u64>::with_singles(1, 3), &Limits::default());
    assert!(matches!(early, Err(ReadError::Damaged)));
    let wider = resumed(bytes, &Tilings::<Wide<8>>::with_singles(4, 4), &Limits::default());
    assert!(matches!(wider, Err(ReadError::OtherSpace)));
}

#[test]
fn a_snapshot_keeps_the_counts_that_ended_before() {
    let (first, second) = (Tilings::<u64>::dominoes(120, 2), Tilings::<u64>::with_singles(6, 7));
    let ended = count(&first, &Limits::default(), None).unwrap();
    let store = Store::due_every(1);
    let checkpoints = Checkpoints { checkpoint: store.checkpoint(), ended: std::slice::from_ref(&ended) };
    let Err(_) = count(&second, &Limits { memory: 1 << 12, ..Limits::default() }, Some(checkpoints)) else {
        panic!("4096 bytes are enough")
    };
    let kept = store.take();
    assert!(!kept.is_empty());
    for bytes in kept {
        let opened = Opened::read(&bytes[..], DIGEST).unwrap();
        assert_eq!(opened.ended, std::slice::from_ref(&ended));
        assert!(resume(&second, opened, &Limits::default(), None).unwrap().is_ok());
    }
}
