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

/// Makes the puzzles numbered 1 to `count` on all threads; returns them, the reason why the first missing one is missing, and
/// the cost.
pub fn make_all<T: Send>(
    count: u64,
    limits: &Limits,
    make: impl Fn(u64, &Limits, &mut Cost) -> Result<T, GenerateError> + Sync,
) -> (Vec<T>, Option<GenerateError>, Cost) {
    let began = Instant::now();
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
