//! The searches that share something between threads, under some thousand interleavings each.
//!
//! Shuttle runs a program again and again, one thread at a time, and at each lock, counter and wait chooses which goes on:
//! at random, or by few changes of priority at random places (probabilistic concurrency testing; Burckhardt and others,
//! 2010). All threads waiting is a failure, and so is every assertion; the schedule is printed and can be replayed.

mod bits;
mod programs;
mod search;
mod space;
mod sync;

use std::env::args;
use std::time::Instant;

use shuttle::{check_pct, check_random};

/// Changes of priority in a run of the second kind.
const CHANGES: usize = 3;

fn main() {
    let runs: usize = args().nth(1).map_or(1000, |runs| runs.parse().expect("a number of runs"));
    for (name, program) in programs::ALL {
        let began = Instant::now();
        check_random(program, runs);
        check_pct(program, runs, CHANGES);
        println!("{name}: {} interleavings, {:.1} s", 2 * runs, began.elapsed().as_secs_f64());
    }
}
