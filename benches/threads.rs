//! Long measurements, on one thread and on all.

use std::num::NonZero;
use std::thread::available_parallelism;
use std::time::Duration;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, SamplingMode};
use traybit_core::search::limits::Limits;

/// Limits with this number of threads, and memory for any of the spaces here.
pub(crate) fn limits(threads: usize) -> Limits {
    Limits { threads, memory: 2 << 30, ..Limits::default() }
}

/// Numbers of threads to measure: one, and all.
pub(crate) fn threads() -> Vec<usize> {
    let mut threads = vec![1, available_parallelism().map_or(1, NonZero::get)];
    threads.dedup();
    threads
}

/// A group whose measurements have ten samples; milliseconds to warm up and to measure.
pub(crate) fn group<'a>(
    criterion: &'a mut Criterion,
    name: &str,
    times: [u64; 2],
) -> BenchmarkGroup<'a, WallTime> {
    let [warm_up, measured] = times.map(Duration::from_millis);
    let mut group = criterion.benchmark_group(name);
    group.sample_size(10).sampling_mode(SamplingMode::Flat).warm_up_time(warm_up).measurement_time(measured);
    group
}

/// Measures work on one thread and on all.
pub(crate) fn on_threads(group: &mut BenchmarkGroup<'_, WallTime>, name: &str, work: impl Fn(&Limits)) {
    for threads in threads() {
        group.bench_function(format!("{name}, {threads} threads"), |bencher| {
            bencher.iter(|| work(&limits(threads)));
        });
    }
}
