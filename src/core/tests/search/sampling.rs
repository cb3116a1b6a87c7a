//! Draws of tilings by dominoes, of which there are few enough to count how often each is drawn.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::tilings::Tilings;
use traybit_core::rng::Rng;
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::GaveUp;
use traybit_core::search::sampling::Sampler;
use traybit_core::search::stage_beam;
use traybit_core::search::staged::{StageExpander, Staged, Successor};

/// Deviation of draws from equal chances, as chi-square, and the number of different tilings drawn.
fn chi_square(tilings: &dyn Staged<u64>, draws: u64) -> (f64, usize) {
    let sampler = Sampler::new(tilings, &Limits::default()).unwrap();
    let mut drawn: HashMap<Vec<u32>, u64> = HashMap::new();
    let mut thread = sampler.draws();
    for number in 0..draws {
        *drawn.entry(thread.draw(&mut Rng::new(1, number)).unwrap()).or_default() += 1;
    }
    let expected = draws as f64 / sampler.total() as f64;
    let missing = (sampler.total() - drawn.len() as u128) as f64 * expected;
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
}

#[test]
fn where_there_is_no_tiling_none_is_drawn() {
    let odd: Tilings = Tilings::dominoes(3, 3);
    let sampler = Sampler::new(&odd, &Limits::default()).unwrap();
    assert_eq!((sampler.total(), sampler.draws().draw(&mut Rng::new(0, 0))), (0, None));
}

#[test]
fn limits_end_the_preparation() {
    let wide: Tilings = Tilings::with_singles(8, 8);
    let little = Limits { memory: 10_000, ..Limits::default() };
    assert_eq!(Sampler::new(&wide, &little).err(), Some(GaveUp::Memory));
}

/// Two stages of moves, a thousand from each state.
struct Fan {
    expanded: AtomicUsize,
}

impl Staged<u64> for Fan {
    fn last(&self) -> usize {
        2
    }
    fn start(&self) -> Option<(usize, u64)> {
        Some((0, 0))
    }
    fn expander(&self) -> Box<dyn StageExpander<u64> + '_> {
        Box::new(self)
    }
}

impl StageExpander<u64> for &Fan {
    fn expand(&mut self, stage: usize, states: &[u64], successors: &mut Vec<Successor<u64>>) {
        self.expanded.fetch_add(states.len(), Ordering::Relaxed);
        for (parent, state) in (0..).zip(states) {
            let next = |step: u32| Successor {
                state: state * 1000 + u64::from(step),
                parent,
                stage: stage as u32 + 1,
                step,
            };
            successors.extend((0..1000).map(next));
        }
    }
}

#[test]
fn memory_is_looked_at_within_a_stage() {
    let limits = Limits { memory: 1 << 20, ..Limits::default() };
    let fan = || Fan { expanded: AtomicUsize::new(0) };
    let (sampled, walked) = (fan(), fan());
    assert_eq!(Sampler::new(&sampled, &limits).err(), Some(GaveUp::Memory));
    assert_eq!(stage_beam::solution(&walked, 1 << 20, &limits), Err(GaveUp::Memory));
    for expanded in [sampled, walked].map(|fan| fan.expanded.into_inner()) {
        assert!(expanded < 500, "{expanded} of 1,001 states were expanded before the memory was looked at");
    }
}

#[test]
fn draws_below_wide_numbers_are_even() {
    let mut rng = Rng::new(3, 0);
    let end = 3 << 100;
    let thirds: Vec<u128> = (0..300).filter_map(|_| rng.below_wide(end)).map(|draw| draw >> 100).collect();
    assert!((0..3).all(|third| (80..120).contains(&thirds.iter().filter(|&&drawn| drawn == third).count())));
    assert_eq!((rng.below_wide(0), rng.below_wide(1)), (None, Some(0)));
}
