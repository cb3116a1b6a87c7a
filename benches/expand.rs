//! Successors a second of a space: every position of Klotski expanded on one thread, in each metric and each layout of
//! the key.
//!
//! *One by one* is how the best-first search generates them; *all at once*, with a used-move mask for each, how the layered
//! search does. Empty masks rule nothing out, so both have the same successors.

mod positions;
mod shipped;

use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use traybit_core::bits::Key;
use traybit_program::text::expanded_on;
use traybit_sliding::compile::{Symmetric, compile};
use traybit_sliding::in_space;
use traybit_sliding::layout::Choice;
use traybit_sliding::metric::Metric;
use traybit_sliding::space::Sliding;

const POSITIONS: usize = 25_955;

/// Moves out of all positions together. Each can be undone, so the numbers are even.
const SUCCESSORS: [(Metric, u64); 3] =
    [(Metric::Step, 83_896), (Metric::Slide, 88_846), (Metric::Path, 94_302)];

/// Collects all positions, then times their expansion.
fn expand_in<K: Key>(criterion: &mut Criterion, name: &str, successors: u64, space: &dyn Sliding<K>) {
    let positions = positions::reachable(space);
    assert_eq!(positions.len(), POSITIONS);
    let mut group = criterion.benchmark_group("expand");
    group
        .throughput(Throughput::Elements(successors))
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2));
    group.bench_function(format!("{name}, one by one"), |bencher| {
        bencher.iter(|| assert_eq!(positions::expand_each(space, &positions), successors));
    });
    group.bench_function(format!("{name}, all at once"), |bencher| {
        bencher.iter(|| assert_eq!(positions::expand_all(space, &positions), successors));
    });
    group.finish();
}

fn expand(criterion: &mut Criterion) {
    let puzzle = shipped::read("klotski").classes();
    for (metric, successors) in SUCCESSORS {
        for choice in Choice::all(&puzzle) {
            let (unit, kind) = (metric.name(), choice.kind.name());
            let name = format!("klotski, {unit}s, {kind} on {}", expanded_on(choice.cells));
            let space = compile(&puzzle, choice, metric, Symmetric::Apart);
            in_space!(space, space => expand_in(criterion, &name, successors, space));
        }
    }
}

criterion_group!(benches, expand);
criterion_main!(benches);
