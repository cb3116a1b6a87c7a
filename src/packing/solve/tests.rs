//! All ways to count and to list packings, on random small puzzles: they agree with plain search.

mod edges;

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use proptest::prelude::any;
use proptest::test_runner::TestCaseError;
use proptest::{prop_assert, prop_assert_eq, proptest};

use crate::checker::{check, repeated};
use crate::forms::write;
use crate::pack::{Pack, Packing};
use crate::random::{Judged, cases, puzzles, read};
use crate::solve::count::{Count, count};
use crate::solve::list::{self, Looking, Wanted, list};
use traybit_core::search::limits::Limits;

/// All packings that are wanted, in their order.
fn listed(pack: &Pack, wanted: Wanted, limits: &Limits) -> Vec<Packing> {
    let mut all = Vec::new();
    let mut take = |packing| {
        all.push(packing);
        ControlFlow::Continue(())
    };
    let found = list(pack, wanted, Looking::default(), limits, &mut take).expect("nothing was kept");
    assert_eq!((found.found, found.ended), (all.len() as u64, None));
    all
}

/// Whether counts, lists and plain search agree.
fn agrees(pack: &Pack, judged: &Judged, limits: &Limits) -> Result<(), TestCaseError> {
    let distinct = judged.distinct();
    let numbers = |count: Count| (count.total, count.distinct);
    let known = (Ok(judged.packings.len() as u128), Ok(distinct as u128));
    prop_assert_eq!(numbers(count(pack, None, limits).expect("nothing was kept")), known, "by boundaries");
    let by_listing = list::count(pack, Looking::default(), limits).expect("nothing was kept");
    prop_assert_eq!(numbers(by_listing), known, "by listing");
    let all = listed(pack, Wanted { most: u64::MAX, distinct: false }, limits);
    for packing in &all {
        prop_assert_eq!(check(pack, packing), Ok(()));
    }
    prop_assert_eq!(repeated(&all), None);
    let merged: BTreeSet<Packing> = all.iter().map(|packing| judged.merged(packing)).collect();
    prop_assert!(merged == judged.packings, "all are listed");
    let firsts = listed(pack, Wanted { most: u64::MAX, distinct: true }, limits);
    prop_assert_eq!(firsts.len(), distinct);
    prop_assert!(firsts.iter().all(|packing| judged.packings.contains(&judged.merged(packing))));
    for most in [1, 2, all.len().saturating_sub(1)] {
        let some = listed(pack, Wanted { most: most as u64, distinct: false }, limits);
        prop_assert!(some == all[..most.min(all.len())], "the first {} of all", most);
    }
    Ok(())
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn all_ways_agree(small in puzzles(), wide in any::<bool>()) {
        let pack = &small.0;
        let judged = Judged::of(pack);
        for threads in [1, 2] {
            let limits = Limits { threads, wide: if wide { 1 } else { Limits::default().wide }, ..Limits::default() };
            agrees(pack, &judged, &limits)?;
        }
    }

    #[test]
    fn what_is_written_is_the_same_puzzle(small in puzzles()) {
        let (mut pack, mut back) = (small.0.clone(), read(&write(&small.0)));
        // A piece laid beforehand has no name there.
        for laid in pack.laid.iter_mut().chain(&mut back.laid) {
            laid.piece = 0;
        }
        prop_assert_eq!(back, pack);
    }
}
