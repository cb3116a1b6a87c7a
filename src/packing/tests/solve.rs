//! Counting, enumeration and draws on random small puzzles: they agree with plain search; random puzzles with one packing.

pub(crate) mod counts;

use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use proptest::{prop_assert, prop_assert_eq, proptest};

use crate::dealt::{self, Judged};
use crate::reference::{packings, up_to_symmetry};
use crate::solve::counts::All;
use crate::{cases, cover_of, puzzles, read};
use traybit_core::generation::{GenerateError, Made};
use traybit_core::search::beam;
use traybit_core::{Checkpoint, GaveUp, Limits, Size, Wide};
use traybit_packing::budget::Budget;
use traybit_packing::checker::{Checker, check};
use traybit_packing::formats::write;
use traybit_packing::kinds::Kinds;
use traybit_packing::pack::{Freedom, Pack, Packing, Placed};
use traybit_packing::solve::count::count;
use traybit_packing::solve::enumerate::{self, Callbacks, Selection, enumerate};
use traybit_packing::solve::generate::{GenerateOptions, generate};
use traybit_packing::solve::sample::sample;
use traybit_packing::solve::{Enumerated, Unknown};
use traybit_packing::space::{self, EMPTY, States};

/// All packings of a puzzle, symmetric ones apart.
pub(crate) const ALL: Selection = Selection { most: u64::MAX, distinct: false };

pub(crate) fn all_of(pack: &Pack) -> Vec<Packing> {
    listed(pack, ALL, &Limits::default())
}

/// Limits of a search that has been stopped.
pub(crate) fn stopped() -> Limits {
    let limits = Limits::default();
    limits.stop.store(true, Ordering::Relaxed);
    limits
}

/// All packings of a selection, in their order.
pub(crate) fn listed(pack: &Pack, selection: Selection, limits: &Limits) -> Vec<Packing> {
    dealt::listed(pack, selection, Callbacks::default(), limits)
}

/// The outcome of an enumeration.
pub(crate) fn outcome(pack: &Pack, selection: Selection, limits: &Limits) -> Enumerated {
    let mut take = |_| ControlFlow::Continue(());
    enumerate(pack, selection, Callbacks::default(), limits, &|packing| packing, &mut take)
        .expect("no checkpoint")
}

/// Where the first piece decides the board, a packing is known before the walk begins.
#[test]
fn packings_come_in_one_order_with_a_checkpoint_or_without() {
    let piece = "piece A: 0..1 painted\n*b*\n.b.\n\npiece B: 1 turn colour red\nXX\nX.\n\n";
    let pack = read(&format!(
        "{piece}piece C: 0..2 fixed painted\naa*\na..\n\nboard: 3x3\n\npaint:\nbb.\nbb.\nb..\n"
    ));
    let (limits, store, all) = (Limits::default(), All::default(), all_of(&pack));
    let checkpoint = Some(Checkpoint { store: &store, digest: 7 });
    let kept = dealt::listed(&pack, ALL, Callbacks { checkpoint, ..Callbacks::default() }, &limits);
    assert_eq!((all.len(), kept == all), (24, true));
    for most in 1..24 {
        let first = listed(&pack, Selection { most, ..ALL }, &limits);
        assert!(first == all[..most as usize], "the first {most}");
    }
}

#[test]
fn names_are_given_out_within_their_counts() {
    let mut pack = read(
        "piece A: ..1\nXX\n\npiece B: 1..2 turn\nX\nX\n\npiece C: 1\nXX\n\npiece S: any\nX\n\nboard: 2x4\nempty: 0\n",
    );
    for (placed, least) in [(None, 2), (Some(0), 3), (Some(1), 2), (Some(2), 2)] {
        pack.placed = placed.map(|piece| Placed { piece, cells: vec![(0, 1), (0, 2)] }).into_iter().collect();
        // One that is placed beforehand counts as one of those there have to be.
        pack.pieces[0].counts = u32::from(placed == Some(0))..=1;
        let all = all_of(&pack);
        assert!(all.len() > 3 && Checker::of(&pack).repeated(&all).is_none());
        assert!(all.iter().all(|packing| check(&pack, packing) == Ok(())));
        let bars = |packing: &Packing| packing.iter().filter(|placed| placed.piece < 3).count();
        let numbers: BTreeSet<usize> = all.iter().map(bars).collect();
        assert!(numbers.into_iter().eq(least..=4), "as few as must be to as many as may be");
    }
}

/// Known numbers of packings, all and up to symmetry; a single piece makes parts unless it has too many places.
#[test]
fn known_numbers_are_found_with_parts_and_without() {
    let two = "piece S: 1\nX\n\npiece D: 1\nXX\n\nboard:";
    for (text, known, method) in [
        ("piece D: 8\nXX\n\nboard: 4x4\n", (36, 9), "depth first,"),
        (&format!("{two} 16x16\n"), (121_920, 15_240), "depth first from 36 places"),
        (&format!("{two} 17x17\n"), (156_128, 19_576), "depth first,"),
    ] {
        let found = enumerate::count(&read(text), Callbacks::default(), &Limits::default()).unwrap();
        assert_eq!(found.listed, Some(known), "{text}: {}", found.method);
        assert!(found.method.starts_with(method), "{}", found.method);
    }
}

#[test]
fn limits_end_every_search() {
    let pack = read("piece L: any\nXX\nX.\n\nboard: 6x8\nempty: 0\n");
    for (limits, reason) in
        [(Limits { memory: 100, ..Limits::default() }, GaveUp::Memory), (stopped(), GaveUp::Stopped)]
    {
        let given_up = Err(Unknown::GaveUp(reason));
        assert_eq!(count(&pack, None, &limits).unwrap().total, given_up);
        assert_eq!(enumerate::count(&pack, Callbacks::default(), &limits).unwrap().total, given_up);
        let drawn = sample(&pack, 1, 0, &limits, &mut |_| ControlFlow::Continue(()));
        assert_eq!(drawn.ended, given_up.err());
    }
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn what_is_written_is_the_same_puzzle(small in puzzles()) {
        let (mut pack, mut back) = (small.0.clone(), read(&write(&small.0)));
        // A piece placed beforehand has no name there.
        for placed in pack.placed.iter_mut().chain(&mut back.placed) {
            placed.piece = 0;
        }
        prop_assert_eq!(back, pack);
    }

    /// A beam as wide as all stages finds a packing if there is one, and what narrow ones find is one.
    #[test]
    fn beams_find_packings(small in puzzles()) {
        let (pack, limits) = (&small.0, Limits::default());
        let (kinds, cover) = (Kinds::of(pack), cover_of(pack));
        let space = space::compile::<Wide<8>>(&cover, States::Apart, &mut Budget::of(&limits)).unwrap();
        for width in [1, 4, 1 << 16] {
            let steps = beam::solution(&*space, width, &limits).unwrap();
            if let Some(steps) = &steps {
                let placements: Vec<u32> = steps.iter().copied().filter(|step| *step != EMPTY).collect();
                prop_assert_eq!(check(pack, &cover.packing(pack, &kinds, &placements)), Ok(()));
            }
            let any = !Judged::of(pack).packings.is_empty();
            prop_assert!(any || steps.is_none());
            prop_assert!(steps.is_some() || !any || width <= 4, "none is left out of a wide beam");
        }
    }
}

#[test]
fn a_beam_packs_what_depth_first_search_does_not() {
    let pack = read("piece L: any\nXX\nX.\n\nboard: 30x31\nempty: 0\n");
    let (cover, limits) = (cover_of(&pack), Limits::default());
    let space = space::compile::<u64>(&cover, States::Apart, &mut Budget::of(&limits)).unwrap();
    let found = (6..16).find_map(|doublings| beam::solution(&*space, 1 << doublings, &limits).unwrap());
    assert_eq!(found.map(|steps| steps.len()), Some(310));
}

fn made(options: &GenerateOptions, count: u64, threads: usize) -> Vec<Made<Pack>> {
    let (made, missing, _) = generate(options, count, &Limits { threads, ..Limits::default() });
    assert_eq!((made.len() as u64, missing), (count, None));
    made
}

#[test]
fn random_puzzles_have_one_packing() {
    let options = GenerateOptions {
        size: Size { height: 4, width: 5 },
        pieces: 4..=5,
        areas: 3..=6,
        empty: 1,
        freedom: Freedom::Turn,
        different: true,
        seed: 7,
        tries: 10_000,
    };
    let all = made(&options, 6, 2);
    for Made { puzzle, .. } in &all {
        assert_eq!(up_to_symmetry(puzzle, &packings(puzzle)), 1, "{puzzle:?}");
        let counts = puzzle.pieces.iter().map(|piece| piece.counts.clone());
        assert!((4..=5).contains(&puzzle.pieces.len()) && counts.into_iter().all(|counts| counts == (1..=1)));
        assert!(puzzle.pieces.iter().all(|piece| (3..=6).contains(&piece.shape.area())));
        assert_eq!(puzzle.covered(), 19..=19);
    }
    // A puzzle does not depend on how many there are, nor on threads.
    assert_eq!(made(&options, 3, 1), all[..3]);
    let too_few = GenerateOptions { pieces: 1..=2, ..options.clone() };
    let without_cells = GenerateOptions { pieces: 1..=9, areas: 0..=0, ..options };
    for options in [too_few, without_cells] {
        assert_eq!(generate(&options, 1, &Limits::default()).1, Some(GenerateError::NoBoard));
    }
}

#[test]
fn random_puzzles_end_at_their_limits() {
    let options = GenerateOptions {
        size: Size { height: 256, width: 256 },
        pieces: 1..=u32::MAX,
        areas: 1..=2,
        empty: 0,
        freedom: Freedom::Flip,
        different: false,
        seed: 1,
        tries: 1,
    };
    let limits = Limits { deadline: Some(Instant::now() + Duration::from_millis(100)), ..Limits::default() };
    assert_eq!(generate(&options, 1, &limits).1, Some(GenerateError::GaveUp(GaveUp::Time)));
}

fn drawn(pack: &Pack, number: u64, seed: u64) -> Vec<Packing> {
    let mut packings = Vec::new();
    let listed = sample(pack, number, seed, &Limits::default(), &mut |packing| {
        packings.push(packing);
        ControlFlow::Continue(())
    });
    assert_eq!((listed.found, listed.ended), (packings.len() as u64, None));
    packings
}

/// Each of all packings is drawn, about as often as the others: with equal pieces and empty cells, and with different
/// pieces in states of more than 64 bits.
#[test]
fn every_packing_is_drawn() {
    let dominoes = read("piece I: 3\nXX\n\nboard: 2x4\nempty: 2\n");
    let mixed = read("piece I: 1..\nXXX\n\npiece L: any\nX.\nXX\n\nboard: 3x3\nempty: ..3\n");
    let sparse = read("piece I: 1\nXXX\n\npiece L: 1\nX.\nXX\n\nboard: 3x4\n");
    for pack in [dominoes, mixed, sparse] {
        let all = all_of(&pack);
        let packings = drawn(&pack, 60 * all.len() as u64, 5);
        let mut times: HashMap<&Packing, u64> = all.iter().map(|packing| (packing, 0)).collect();
        for packing in &packings {
            *times.get_mut(packing).expect("a packing") += 1;
        }
        assert!(times.values().all(|times| (30..100).contains(times)), "{times:?}");
        assert_eq!(drawn(&pack, 3, 5), packings[..3]);
    }
    assert!(drawn(&read("piece T: 2\nXXX\n.X.\n\nboard: 2x4\n"), 3, 0).is_empty());
}
