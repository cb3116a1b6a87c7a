//! Threads and limits of the benches.

use std::num::NonZero;
use std::thread::available_parallelism;

use traybit_core::search::limits::Limits;

/// Limits with so many threads, and memory for any of the spaces here.
pub(crate) fn limits(threads: usize) -> Limits {
    Limits { threads, memory: 2 << 30, ..Limits::default() }
}

/// Numbers of threads to measure: one, and all.
pub(crate) fn threads() -> Vec<usize> {
    let mut threads = vec![1, available_parallelism().map_or(1, NonZero::get)];
    threads.dedup();
    threads
}
