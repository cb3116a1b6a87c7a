//! Draws of tilings by dominoes, of which there are few enough to count how often each is drawn, beams over their stages,
//! and estimates of trees.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use crate::stages::{Next, Stages};
use crate::tilings::Tilings;
use traybit_core::search::beam;
use traybit_core::search::sampling::{Estimate, Sampler, estimate};
use traybit_core::{GaveUp, Limits, Rng, Staged};

/// Deviation of draws from equal chances, as chi-square, and the number of different tilings drawn.
fn chi_square(tilings: &dyn Staged<u64>, draws: u64) -> (f64, usize) {
    let sampler = Sampler::new(tilings, &Limits::default()).unwrap();
    let mut drawn: HashMap<Vec<u32>, u64> = HashMap::new();
    for number in 0..draws {
        *drawn.entry(sampler.draw(&mut Rng::new(1, number)).unwrap()).or_default() += 1;
    }
    let expected = draws as f64 / sampler.total as f64;
    let missing = (sampler.total - drawn.len() as u128) as f64 * expected;
    let sum: f64 = drawn.values().map(|&times| (times as f64 - expected).powi(2) / expected).sum();
    (sum + missing, drawn.len())
}

#[test]
fn all_tilings_are_drawn_equally_often() {
    // 36 tilings by dominoes (OEIS A004003): of 35 degrees of freedom a thousandth of all sums are above 66.6.
    let (deviation, different) = chi_square(&Tilings::dominoes(4, 4), 3600);
    assert!(different == 36 && deviation < 66.6, "{deviation}");
    // 131 tilings by dominoes and single cells (OEIS A028420), of different lengths: a thousandth above 183.
    let (deviation, different) = chi_square(&Tilings::with_singles(3, 3), 6550);
    assert!(different == 131 && deviation < 183.0, "{deviation}");
    let odd: Tilings = Tilings::dominoes(3, 3);
    let sampler = Sampler::new(&odd, &Limits::default()).unwrap();
    assert_eq!((sampler.total, sampler.draw(&mut Rng::new(0, 0))), (0, None));
}

#[test]
fn memory_is_compared_within_a_stage() {
    let little = Limits { memory: 10_000, ..Limits::default() };
    assert_eq!(Sampler::new(&Tilings::<u64>::with_singles(8, 8), &little).err(), Some(GaveUp::Memory));
    let limits = Limits { memory: 1 << 20, ..Limits::default() };
    let expanded = AtomicUsize::new(0);
    // Two stages of moves, a thousand from each state.
    let successors = |stage: usize, state: u64| {
        expanded.fetch_add(1, Ordering::Relaxed);
        (0..1000).map(|step| (stage + 1, state * 1000 + u64::from(step), step)).collect()
    };
    let fan = Stages { last: 2, start: Some((0, 0)), successors };
    assert_eq!(Sampler::new(&fan, &limits).err(), Some(GaveUp::Memory));
    assert!(expanded.swap(0, Ordering::Relaxed) < 500, "too many of 1,001 states were expanded");
    assert_eq!(beam::solution(&fan, 1 << 20, &limits), Err(GaveUp::Memory));
    assert!(expanded.into_inner() < 500, "too many of 1,001 states were expanded");
}

#[test]
fn estimates_are_the_number_of_nodes() {
    let found = |is_regular: bool, trees: usize, stream| -> Estimate {
        // Below a state of n there are states of n − 1, n − 2, … 0, or n equal ones.
        let successors = |_: usize, below: u64| -> Vec<Next> {
            let state = |rank: u64| if is_regular { below - 1 } else { rank };
            (0..below).map(|rank| (10 - state(rank) as usize, state(rank), 0)).collect()
        };
        let tree = Stages { last: 10, start: Some((5, 5)), successors };
        let trees = vec![&tree as &dyn Staged<u64>; trees];
        estimate(&trees, &mut Rng::new(1, stream), Duration::ZERO, &Limits::default()).expect("no limit")
    };
    // A regular tree is known from every path: 1 + 5 + 5·4 + 5·4·3 + …
    let regular = found(true, 2, 1);
    assert_eq!((regular.nodes, regular.error), (2.0 * 326.0, 0.0));
    // Each number below the root is in a path or not: 2^5 nodes.
    let all: Vec<Estimate> = (0..400).map(|stream| found(false, 1, stream)).collect();
    let mean = all.iter().map(|found| found.nodes).sum::<f64>() / 400.0;
    assert!((mean / 32.0 - 1.0).abs() < 0.1, "{mean}");
    let error = all.iter().map(|found| found.error).sum::<f64>() / 400.0;
    assert!((1.0..32.0).contains(&error), "{error}");
}
