//! What is counted by `instructions.rs`: expansion, dedupe and whole puzzles, on one thread.

use std::hint::black_box;
use std::ops::ControlFlow;

use traybit_core::search::gathering::{Bag, Gathering};
use traybit_core::search::limits::Limits;
use traybit_sliding::compile::{Sliding, Task, with_space};
use traybit_sliding::layout::Choice;
use traybit_sliding::metric::Metric;
use traybit_sliding::solve::spaces::{self, Wishes};
use traybit_sliding::solve::{self, Verdict, Wanted};

use crate::{positions, shipped, stream};

/// A name, the unit of work, and what does it and tells how many units it was.
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

/// All positions of Klotski, expanded by steps.
struct Expansion {
    marked: bool,
}

impl Task for Expansion {
    type Output = u64;

    fn run<S: Sliding>(self, space: &S) -> u64 {
        let mut scratch = space.scratch();
        let positions = positions::reachable(space, &mut scratch);
        let marks = vec![0u16; positions.len()];
        let mut emitted = 0;
        let mut one_by_one = || {
            for position in &positions {
                space.expand(position, &mut scratch, |successor, _| {
                    black_box(successor);
                    emitted += 1;
                });
            }
            emitted
        };
        if !self.marked {
            return counted_by_callgrind(&mut one_by_one);
        }
        counted_by_callgrind(&mut || {
            space.expand_marked(&positions, &marks, &mut scratch, |successor, mark| {
                black_box((successor, mark));
                emitted += 1;
                ControlFlow::Continue(())
            });
            emitted
        })
    }
}

fn expand(marked: bool) -> u64 {
    let puzzle = shipped::read("klotski").classes();
    let successors = with_space(&puzzle, Choice::of(&puzzle), Metric::Step, Expansion { marked });
    assert_eq!(successors, 83_896);
    successors
}

/// A stream of keys that are gathered by one table.
fn dedupe() -> u64 {
    let mut stream = Bag::empty();
    for key in stream::stream(18) {
        stream.push(key, 0u16);
    }
    let insertions = stream.len() as u64;
    let distinct = counted_by_callgrind(&mut || {
        let mut table = Gathering::default();
        table.take(&mut stream);
        table.len() as u64
    });
    assert_eq!(distinct, 78_569);
    insertions
}

fn explore() -> u64 {
    let problem = shipped::read("klotski");
    let positions = counted_by_callgrind(&mut || {
        let explored =
            spaces::explore(&problem, Metric::Step, Wishes::default(), &Limits::default()).explored;
        explored.sizes.iter().sum()
    });
    assert_eq!(positions, 25_955);
    positions
}

fn solve() -> u64 {
    let problem = shipped::read("klotski");
    counted_by_callgrind(&mut || {
        let report = solve::solve(&problem, Wanted::Shortest(Metric::Slide), &Limits::default());
        assert!(matches!(report.verdict, Verdict::Solved { length: 90, .. }), "{report:?}");
        report.cost.positions
    })
}
