//! How many successors a second a space hands out: every position of Klotski expanded on one thread, in each metric
//! and each layout of the key.
//!
//! *One by one* is how the best-first search asks for them; *all at once*, with a mark for each, how the layered
//! search does. Empty marks rule nothing out, so both hand out the same.

mod positions;
mod shipped;

use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use traybit_app::program::text::expanded_on;
use traybit_sliding::compile::{Sliding, Task, with_space};
use traybit_sliding::layout::Choice;
use traybit_sliding::metric::Metric;

const POSITIONS: usize = 25_955;

/// Moves out of all positions together. Each can be undone, so the numbers are even.
const SUCCESSORS: [(Metric, u64); 3] =
    [(Metric::Step, 83_896), (Metric::Slide, 88_846), (Metric::Path, 94_302)];

/// Collects all positions, then times their expansion.
struct Expansion<'a> {
    criterion: &'a mut Criterion,
    name: String,
    successors: u64,
}

impl Task for Expansion<'_> {
    type Output = ();

    fn run<S: Sliding>(self, space: &S) {
        let mut scratch = space.scratch();
        let positions = positions::reachable(space, &mut scratch);
        assert_eq!(positions.len(), POSITIONS);
        let marks = vec![0u16; POSITIONS];
        let mut group = self.criterion.benchmark_group("expand");
        group
            .throughput(Throughput::Elements(self.successors))
            .warm_up_time(Duration::from_millis(500))
            .measurement_time(Duration::from_secs(2));
        group.bench_function(format!("{}, one by one", self.name), |bencher| {
            bencher.iter(|| {
                let mut emitted = 0;
                for position in &positions {
                    space.expand(position, &mut scratch, |successor, _| {
                        black_box(successor);
                        emitted += 1;
                    });
                }
                assert_eq!(emitted, self.successors);
            });
        });
        group.bench_function(format!("{}, all at once", self.name), |bencher| {
            bencher.iter(|| {
                let mut emitted = 0;
                space.expand_marked(&positions, &marks, &mut scratch, |successor, mark| {
                    black_box((successor, mark));
                    emitted += 1;
                    ControlFlow::Continue(())
                });
                assert_eq!(emitted, self.successors);
            });
        });
        group.finish();
    }
}

fn expand(criterion: &mut Criterion) {
    let puzzle = shipped::read("klotski").classes();
    for (metric, successors) in SUCCESSORS {
        for choice in Choice::all(&puzzle) {
            let name = format!("klotski, {metric}s, {} on {}", choice.kind.name(), expanded_on(choice.cells));
            let expansion = Expansion { criterion: &mut *criterion, name, successors };
            with_space(&puzzle, choice, metric, expansion);
        }
    }
}

criterion_group!(benches, expand);
criterion_main!(benches);
