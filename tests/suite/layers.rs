//! The search by layers against a plain breadth-first search, whatever the layout, the threads, the width from
//! which layers are split, and the memory.

use std::fs::File;
use std::iter::successors;

use proptest::prelude::{ProptestConfig, Strategy, any};
use proptest::{collection, proptest, sample};
use traybit_core::grid::Size;
use traybit_core::reference::layers::Layers;
use traybit_core::search::layered::Explored;
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::{Answer, GaveUp};
use traybit_sliding::classes::Classes;
use traybit_sliding::formats::course::{self, Block, Goal, Tray, read_tray};
use traybit_sliding::layout::Choice;
use traybit_sliding::metric::Metric;
use traybit_sliding::reference::Rules;
use traybit_sliding::solve::spaces::{ExploreOptions, explore_packed};
use traybit_sliding::solve::{Symmetric, shortest_packed};
use traybit_sliding::tidy::lay_out;

use crate::plain;
use crate::programs::here;

const METRICS: [Metric; 3] = [Metric::Step, Metric::Slide, Metric::Path];

/// The layers of a whole space.
fn explore(puzzle: &Classes, choice: Choice, metric: Metric, limits: &Limits) -> Explored {
    explore_packed(puzzle, choice, metric, ExploreOptions::default(), limits, None)
        .expect("nothing is read")
        .explored
}

/// One to eight threads; layers split from the first on, and from the usual width.
pub(crate) fn settings() -> impl Iterator<Item = Limits> {
    let usual = Limits::default().wide;
    let settings = [1, 2, 3, 8].into_iter().flat_map(move |threads| [(threads, 1), (threads, usual)]);
    settings.map(|(threads, wide)| Limits { threads, wide, ..Limits::default() })
}

/// A quarter of this memory and some more each time: too little at first.
pub(crate) fn tight(most: usize) -> impl Iterator<Item = Limits> {
    let sizes = successors(Some(most >> 2), |memory| Some(memory + memory / 4));
    let sizes = sizes.take_while(move |&memory| memory <= most);
    sizes.map(|memory| Limits { memory, threads: 2, wide: 1, ..Limits::default() })
}

/// Positions at distance 0, 1, 2 …, by the plain rules.
fn plain_sizes(tray: &Tray, metric: Metric) -> Vec<u64> {
    let rules = Rules::of(&course::puzzle(tray, None));
    let mut layers = Layers::new(rules.start(), |position, found| rules.expand(position, metric, found));
    let mut sizes = Vec::new();
    while !layers.layer().is_empty() {
        sizes.push(layers.layer().len() as u64);
        layers.advance(usize::MAX);
    }
    sizes
}

fn same_layers(tray: &Tray) {
    let puzzle = course::puzzle(tray, None).classes();
    for metric in METRICS {
        let plain = plain_sizes(tray, metric);
        for choice in Choice::all(&puzzle) {
            for limits in settings() {
                let Explored { sizes, ended, cost } = explore(&puzzle, choice, metric, &limits);
                let context = format!("{choice:?}, {metric}, {limits:?}\n{tray}");
                assert_eq!((&sizes, ended), (&plain, None), "{context}");
                let counted = (plain.iter().sum(), plain.len() - 1);
                assert_eq!((cost.positions, cost.layers as usize), counted, "{context}");
            }
            little_memory_cuts_layers_off((&puzzle, choice, metric), &plain, 32 << 10);
        }
    }
}

/// Checks that only finished layers of an unfinished space are told. Returns how many sizes of memory sufficed.
fn little_memory_cuts_layers_off(
    (puzzle, choice, metric): (&Classes, Choice, Metric),
    whole: &[u64],
    most: usize,
) -> usize {
    let suffices = |limits: &Limits| {
        let Explored { sizes, ended, .. } = explore(puzzle, choice, metric, limits);
        assert!(whole.starts_with(&sizes), "{choice:?}, {metric}, {limits:?}: {sizes:?}");
        assert!(matches!(ended, None | Some(GaveUp::Memory)), "{ended:?}");
        assert!(ended.is_some() || sizes.len() == whole.len(), "{choice:?}, {metric}, {limits:?}");
        ended.is_none()
    };
    tight(most).filter(suffices).count()
}

fn same_solutions(tray: &Tray, goal: &Goal, symmetric: Symmetric) {
    let puzzle = course::puzzle(tray, Some(goal)).classes();
    for metric in METRICS {
        let plain = plain::shortest(tray, goal, metric);
        for choice in Choice::all(&puzzle) {
            let solve = |limits: &Limits| {
                shortest_packed(&puzzle, choice, metric, symmetric, limits, None)
                    .expect("nothing is read")
                    .answer
            };
            let context = format!("{choice:?}, {metric}\n{tray}\n{goal}");
            let first = solve(&Limits::default());
            if let Answer::Solved(moves) = &first {
                assert_eq!(Some(moves.len()), plain, "{context}");
                assert_eq!(
                    course::puzzle(tray, Some(goal)).verify(&lay_out(&puzzle, moves)),
                    Ok(()),
                    "{context}"
                );
            } else {
                assert_eq!((&first, plain), (&Answer::Unsolvable, None), "{context}");
            }
            for limits in settings() {
                assert_eq!(solve(&limits), first, "{limits:?}, {context}");
            }
            for limits in tight(32 << 10) {
                let answer = solve(&limits);
                let gave_up = answer == Answer::GaveUp(GaveUp::Memory);
                assert!(gave_up || answer == first, "{answer:?}, {limits:?}, {context}");
            }
        }
    }
}

/// Small trays with at most so many free cells: single cells fill the others.
pub(crate) fn crowded(most_free: usize) -> impl Strategy<Value = Tray> {
    (plain::trays(2..=4, 2..=4, 5), 0..=most_free).prop_map(|(tray, free)| {
        let size = tray.size();
        let cells = (0..size.height).flat_map(|top| (0..size.width).map(move |left| (top, left)));
        let open = cells.filter(|&cell| !tray.blocks().iter().any(|block| block.covers(cell)));
        let units = open.skip(free).map(|(top, left)| Block { top, left, height: 1, width: 1 });
        let blocks = tray.blocks().iter().copied().chain(units).collect();
        Tray::new(size, blocks).expect("free cells only")
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 8, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn layers_are_those_of_the_plain_search(open in plain::trays(1..=4, 1..=4, 5), crowded in crowded(8)) {
        same_layers(&open);
        same_layers(&crowded);
    }

    #[test]
    fn the_same_shortest_solution_comes_in_every_way(
        open in plain::trays(1..=4, 1..=4, 5),
        crowded in crowded(8),
        picks in collection::vec(any::<(sample::Index, sample::Index, sample::Index)>(), 1..4),
    ) {
        for tray in [open, crowded] {
            let goal = plain::goals(&tray, &picks);
            same_solutions(&tray, &goal, Symmetric::Apart);
            same_solutions(&tray, &goal, Symmetric::Merged);
        }
    }
}

#[test]
fn neither_threads_nor_batches_change_the_layers_of_d209() {
    let file = File::open(here("puzzles/sliding/d209")).expect("a shipped puzzle");
    let puzzle = course::puzzle(&read_tray("d209", file).expect("a valid tray"), None).classes();
    let choice = Choice::of(&puzzle);
    for metric in METRICS {
        let layers = |threads| {
            let limits = Limits { threads, wide: 1, ..Limits::default() };
            explore(&puzzle, choice, metric, &limits).sizes
        };
        let [first, others @ ..] = [1, 2, 3, 8].map(layers);
        assert_eq!(first.iter().sum::<u64>(), 396_284, "in {metric}s");
        assert!(others.iter().all(|sizes| *sizes == first), "in {metric}s");
        assert!(little_memory_cuts_layers_off((&puzzle, choice, metric), &first, 8 << 20) > 0, "{metric}");
    }
}

/// Each position has more than a hundred successors, so that the memory left holds a part of them only.
#[test]
fn layers_in_several_batches_hold_the_same() {
    let size = Size { height: 8, width: 8 };
    let block = |width| Block { top: width, left: 0, height: 1, width };
    let tray = Tray::new(size, vec![block(1), block(2)]).expect("two blocks apart");
    let puzzle = course::puzzle(&tray, None).classes();
    for choice in Choice::all(&puzzle) {
        let whole = explore(&puzzle, choice, Metric::Path, &Limits::default()).sizes;
        assert_eq!(whole.iter().sum::<u64>(), 8 * 7 * 62, "{choice:?}");
        assert!(little_memory_cuts_layers_off((&puzzle, choice, Metric::Path), &whole, 4 << 20) > 0);
    }
}
