//! Random puzzles with a proven property, identified by their seed and their numbers.
//!
//! Each puzzle has its own stream of random numbers, so it depends neither on the other puzzles nor on threads.

use web_time::Instant;

use crate::parallel_map::parallel_map;
use crate::{Cost, GaveUp, Limits};

/// Reason why a puzzle was not made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GenerateError {
    /// A limit was reached.
    GaveUp(GaveUp),
    /// No board satisfies the options.
    NoBoard,
    /// None of the boards for this puzzle has the property.
    NotFound {
        /// The puzzle.
        number: u64,
        /// Number of boards abandoned because they have more positions than the options allow.
        too_large: u64,
    },
}

impl From<GaveUp> for GenerateError {
    fn from(reason: GaveUp) -> Self {
        Self::GaveUp(reason)
    }
}

/// A random puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made<P> {
    /// The puzzle.
    pub puzzle: P,
    /// Its number under its seed, from 1.
    pub number: u64,
    /// Number of boards tried for it.
    pub tries: u64,
}

/// Puzzles; if some are missing, the reason for the first of them; and the cost.
pub type AllMade<P> = (Vec<Made<P>>, Option<GenerateError>, Cost);

/// Makes the puzzles numbered 1 to `count` on all threads, each by a call that also returns the number of boards tried.
pub fn make_all<P: Send>(
    count: u64,
    limits: &Limits,
    make: impl Fn(u64, &Limits, &mut Cost) -> Result<(P, u64), GenerateError> + Sync,
) -> AllMade<P> {
    let began = Instant::now();
    let make = |number, limits: &Limits, cost: &mut Cost| {
        make(number, limits, cost).map(|(puzzle, tries)| Made { puzzle, number, tries })
    };
    let threads = limits.threads.min(usize::try_from(count).unwrap_or(usize::MAX));
    let (mut cost, mut found) = (Cost::default(), Vec::new());
    if threads > 1 {
        let part = Limits { threads: 1, memory: limits.memory / threads, ..limits.clone() };
        let made = |number| {
            let mut cost = Cost::default();
            (number, make(number, &part, &mut cost), cost)
        };
        for (number, one, spent) in parallel_map((1..=count).collect(), threads, made) {
            cost = cost.then(spent);
            found.push(match one {
                // Its share of the memory did not suffice: try again with all of it.
                Err(GenerateError::GaveUp(GaveUp::Memory)) => make(number, limits, &mut cost),
                one => one,
            });
        }
    } else {
        for number in 1..=count {
            let one = make(number, limits, &mut cost);
            let is_over = matches!(one, Err(GenerateError::GaveUp(_) | GenerateError::NoBoard));
            found.push(one);
            if is_over {
                break;
            }
        }
    }
    let missing = found.iter().find_map(|one| one.as_ref().err().copied());
    let made = found.into_iter().flatten().collect();
    (made, missing, Cost { time: began.elapsed(), bytes: cost.bytes * threads, layers: 0, ..cost })
}
