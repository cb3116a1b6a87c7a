//! The search by layers on random puzzles, whatever the layout, the threads, the width from which layers are split, and
//! the memory: the layers of the plain rules, always the same solution, and only finished layers where memory ends.

use std::iter::successors;

use traybit_core::{Answer, Explored, GaveUp, Limits, Shape, Size};
use traybit_sliding::formats::course;
use traybit_sliding::layout::Cells;
use traybit_sliding::solve::spaces::{self, ExploreOptions};
use traybit_sliding::solve::{Symmetric, shortest_packed};
use traybit_sliding::{Choice, Metric, Puzzle};

use crate::classics::shipped;
use crate::differential::sliding::METRICS;
use crate::differential::small_problems;

/// The layers of a whole space.
fn explore(puzzle: &Puzzle, choice: Choice, metric: Metric, limits: &Limits) -> Explored {
    spaces::explore(puzzle, Some(choice), metric, ExploreOptions::default(), limits, None)
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

/// Checks that only finished layers of an unfinished space are reported. Returns how many sizes of memory sufficed.
fn little_memory_cuts_layers_off(
    (puzzle, choice, metric): (&Puzzle, Choice, Metric),
    whole: &[u64],
    most: usize,
) -> usize {
    let suffices = |limits: &Limits| {
        let Explored { sizes, ended, .. } = explore(puzzle, choice, metric, limits);
        assert!(whole.starts_with(&sizes), "{choice:?}, {metric:?}, {limits:?}: {sizes:?}");
        assert!(matches!(ended, None | Some(GaveUp::Memory)), "{ended:?}");
        assert!(ended.is_some() || sizes.len() == whole.len(), "{choice:?}, {metric:?}, {limits:?}");
        ended.is_none()
    };
    tight(most).filter(suffices).count()
}

#[test]
fn solutions_are_the_same_in_every_way() {
    small_problems(6, |problem, _| {
        let puzzle = problem.classes();
        for metric in METRICS {
            for choice in Choice::all(&puzzle) {
                let whole = explore(problem, choice, metric, &Limits::default()).sizes;
                little_memory_cuts_layers_off((problem, choice, metric), &whole, 32 << 10);
                for symmetric in [Symmetric::Apart, Symmetric::Merged] {
                    let solve = |limits: &Limits| {
                        let found = shortest_packed(&puzzle, choice, metric, symmetric, limits, None);
                        found.expect("nothing is read").answer
                    };
                    let first = solve(&Limits::default());
                    for limits in settings() {
                        assert_eq!(solve(&limits), first, "{limits:?}, {choice:?}, {metric:?}");
                    }
                    for limits in tight(32 << 10) {
                        let answer = solve(&limits);
                        assert!(answer == Answer::GaveUp(GaveUp::Memory) || answer == first, "{limits:?}");
                    }
                }
            }
        }
    });
}

#[test]
fn neither_threads_nor_batches_change_the_layers_of_d209() {
    let puzzle = shipped("d209");
    let choice = Choice::of(&puzzle.classes());
    for metric in METRICS {
        let layers = |threads| {
            let limits = Limits { threads, wide: 1, ..Limits::default() };
            explore(&puzzle, choice, metric, &limits).sizes
        };
        let [first, others @ ..] = [1, 2, 3, 8].map(layers);
        assert_eq!(first.iter().sum::<u64>(), 396_284, "in {metric:?}");
        assert!(others.iter().all(|sizes| *sizes == first), "in {metric:?}");
        assert!(little_memory_cuts_layers_off((&puzzle, choice, metric), &first, 8 << 20) > 0, "{metric:?}");
    }
}

/// Each position has more than a hundred successors, so that the memory left holds a part of them only.
#[test]
fn layers_in_several_batches_hold_the_same() {
    let size = Size { height: 8, width: 8 };
    let puzzle = course::tray(size, [1, 2].map(|width| (Shape::rectangle(1, width), (width, 0))));
    for choice in Choice::all(&puzzle.classes()).into_iter().filter(|choice| choice.cells != Cells::Lists) {
        let whole = explore(&puzzle, choice, Metric::Path, &Limits::default()).sizes;
        assert_eq!(whole.iter().sum::<u64>(), 8 * 7 * 62, "{choice:?}");
        assert!(little_memory_cuts_layers_off((&puzzle, choice, Metric::Path), &whole, 4 << 20) > 0);
    }
}
