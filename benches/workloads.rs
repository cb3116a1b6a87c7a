//! Workloads of `instructions.rs`: expansion, deduplication and whole puzzles, on one thread.

use std::hint::black_box;

use traybit_core::bits::Key;
use traybit_core::search::limits::Limits;
use traybit_core::search::visited::VisitedTable;
use traybit_core::space::Columns;
use traybit_sliding::compile::{Symmetric, compile};
use traybit_sliding::in_space;
use traybit_sliding::layout::Choice;
use traybit_sliding::metric::Metric;
use traybit_sliding::solve::spaces::{self, ExploreOptions};
use traybit_sliding::solve::{self, Objective, Verdict};
use traybit_sliding::space::Sliding;

use crate::{positions, shipped};

/// A name, the unit of work, and a function that does it and returns the number of units.
pub(crate) type Workload = (&'static str, &'static str, fn() -> u64);

pub(crate) const WORKLOADS: [Workload; 5] = [
    ("expand one by one", "successor", || expand(false)),
    ("expand all at once", "successor", || expand(true)),
    ("dedupe", "insertion", dedupe),
    ("explore klotski", "position", explore),
    ("solve klotski", "position", solve),
];

/// The only function whose instructions are counted, with all that it calls. No other may have its name in its own.
#[inline(never)]
fn counted_by_callgrind(work: &mut dyn FnMut() -> u64) -> u64 {
    black_box(work())
}

/// Successors of all positions in a space.
fn successors<K: Key>(space: &dyn Sliding<K>, all_at_once: bool) -> u64 {
    let positions = positions::reachable(space);
    if all_at_once {
        counted_by_callgrind(&mut || positions::expand_all(space, &positions))
    } else {
        counted_by_callgrind(&mut || positions::expand_each(space, &positions))
    }
}

/// All positions of Klotski, expanded by steps.
fn expand(all_at_once: bool) -> u64 {
    let puzzle = shipped::read("klotski").classes();
    let space = compile(&puzzle, Choice::of(&puzzle), Metric::Step, Symmetric::Apart);
    let successors = in_space!(space, space => successors(space, all_at_once));
    assert_eq!(successors, 83_896);
    successors
}

/// 2^`bits` keys as a search meets them, as wide as those of most puzzles: each drawn three or four times, in an order
/// without pattern, some bits set in each half. (The generator is Vigna's, 2015.)
fn keys(bits: u32) -> impl Iterator<Item = u128> {
    let mix = |seed: u64| {
        let mut z = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    };
    let length = 1u64 << bits;
    let drawn = length / 16 * 5;
    let key = move |number| u128::from(mix(number) & mix(!number)) << 32 | u128::from(mix(number + drawn));
    (0..length).map(move |place| key(mix(place) % drawn))
}

/// Keys inserted into one visited table.
fn dedupe() -> u64 {
    let mut stream = Columns::default();
    for key in keys(18) {
        stream.add(key, Some(0));
    }
    let insertions = stream.len() as u64;
    let distinct = counted_by_callgrind(&mut || {
        let mut table = VisitedTable::new(true);
        table.take(&mut stream);
        table.len() as u64
    });
    assert_eq!(distinct, 78_569);
    insertions
}

fn explore() -> u64 {
    let problem = shipped::read("klotski");
    let positions = counted_by_callgrind(&mut || {
        let explored = spaces::explore(
            &problem,
            None,
            Metric::Step,
            ExploreOptions::default(),
            &Limits::default(),
            None,
        );
        let explored = explored.expect("nothing is read").explored;
        explored.sizes.iter().sum()
    });
    assert_eq!(positions, 25_955);
    positions
}

fn solve() -> u64 {
    let problem = shipped::read("klotski");
    counted_by_callgrind(&mut || {
        let report = solve::solve(&problem, Objective::Shortest(Metric::Slide), &Limits::default());
        assert!(matches!(report.verdict, Verdict::Solved { length: 90, .. }), "{report:?}");
        report.cost.positions
    })
}
