//! The searches that share something between threads, on schedules that shuttle chooses.
//!
//! Shuttle runs a program again and again, one thread at a time, and at each lock, counter and wait chooses which goes on:
//! at random, or by few changes of priority at random places (probabilistic concurrency testing; Burckhardt and others,
//! 2010). All threads waiting is a failure, and so is every assertion; the schedule is printed and can be replayed.
//! The programs are small searches whose answers are known, with limits, saved states and interruptions at any moment.
#![cfg(interleavings)]

mod best_first;
mod counting;
mod deepening;
mod enumeration;
#[path = "../../src/core/tests/half_cube.rs"]
mod half_cube;
mod layers;
#[path = "../../src/core/tests/store.rs"]
mod store;
#[path = "../../src/core/tests/tilings.rs"]
mod tilings;

use std::env::var;
use std::sync::Arc;

use shuttle::sync::atomic::Ordering;
use shuttle::thread::{self, JoinHandle};
use traybit_core::Limits;

use crate::tilings::Tilings;

/// Changes of priority in a run of the second kind.
const CHANGES: usize = 3;

/// Runs a program on schedules of both kinds.
fn check(program: fn()) {
    let runs = var("TRAYBIT_SCHEDULES").map_or(1000, |runs| runs.parse().expect("a number of schedules"));
    shuttle::check_random(program, runs);
    shuttle::check_pct(program, runs, CHANGES);
}

fn limits(threads: usize) -> Limits {
    Limits { threads, wide: 1, ..Limits::default() }
}

/// A thread that stops the search with these limits at some moment.
fn stopper(limits: &Limits) -> JoinHandle<()> {
    let stop = Arc::clone(&limits.stop);
    thread::spawn(move || stop.store(true, Ordering::Relaxed))
}

/// A small board whose tilings are known (OEIS A028420).
fn board() -> Tilings {
    Tilings::with_singles(3, 3)
}
const TILINGS: u128 = 131;
