//! The size of a tree, estimated from random paths.
//!
//! ```text
//!   start ─▶ 3 successors ─▶ one of them has 2 ─▶ one of them has 4 ─▶ …        1 + 3 + 3·2 + 3·2·4 + … nodes,
//!                                                                              if all were like those on the path
//! ```
//!
//! Each successor is chosen with the same probability, so that the mean of these sums over all paths is the number of nodes
//! (Knuth, "Estimating the efficiency of backtrack programs", 1975). Single sums differ widely; how widely gives the error.

use std::time::{Duration, Instant};

use crate::bits::Key;
use crate::rng::Rng;
use crate::search::limits::Limits;
use crate::search::outcome::GaveUp;
use crate::search::staged::Staged;

/// Minimum number of rounds: fewer give a poor estimate of the error.
const LEAST: u32 = 16;

/// An estimate.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// Nodes of all trees.
    pub nodes: f64,
    /// Standard error of that number.
    pub error: f64,
    /// Nodes that were expanded for it, and the time that this took.
    pub expanded: u64,
    /// Time that it took.
    pub time: Duration,
}

impl Estimate {
    /// Estimated time of one thread for all nodes, on the high side.
    pub fn likely_time(&self) -> Duration {
        let each = self.time.as_secs_f64() / self.expanded.max(1) as f64;
        Duration::try_from_secs_f64((self.nodes + self.error) * each).unwrap_or(Duration::MAX)
    }
}

/// Estimates the number of nodes of the trees of some spaces together: each round of a time follows one path through each.
///
/// # Errors
/// The limit that is reached.
pub fn estimate<K: Key + Copy>(
    spaces: &[&dyn Staged<K>],
    rng: &mut Rng,
    time: Duration,
    limits: &Limits,
) -> Result<Estimate, GaveUp> {
    let mut spent = Duration::ZERO;
    let mut sums = vec![(0.0, 0.0); spaces.len()];
    let (mut rounds, mut expanded) = (0_u32, 0);
    while rounds < LEAST || spent < time {
        // A pause is no part of the time.
        limits.check()?;
        let began = Instant::now();
        for (&space, (sum, squares)) in spaces.iter().zip(&mut sums) {
            let nodes = path(space, rng, &mut expanded);
            *sum += nodes;
            *squares += nodes * nodes;
        }
        spent += began.elapsed();
        rounds += 1;
    }
    let rounds = f64::from(rounds);
    let mean = |(sum, _): &(f64, f64)| sum / rounds;
    let variance = |&(sum, squares): &(f64, f64)| (squares - sum * sum / rounds) / (rounds - 1.0) / rounds;
    Ok(Estimate {
        nodes: sums.iter().map(mean).sum(),
        error: sums.iter().map(variance).sum::<f64>().max(0.0).sqrt(),
        expanded,
        time: spent,
    })
}

/// The number of nodes of a tree, if all were like those on a random path through it.
fn path<K: Key + Copy>(space: &dyn Staged<K>, rng: &mut Rng, expanded: &mut u64) -> f64 {
    let Some((mut stage, mut state)) = space.start() else { return 0.0 };
    let mut expander = space.expander();
    let (mut successors, mut like, mut nodes) = (Vec::new(), 1.0, 1.0);
    while stage < space.last() {
        successors.clear();
        expander.expand(stage, &[state], &mut successors);
        *expanded += 1;
        if successors.is_empty() {
            break;
        }
        like *= successors.len() as f64;
        nodes += like;
        let next = successors[rng.below(successors.len() as u64) as usize];
        (stage, state) = (next.stage as usize, next.state);
    }
    nodes
}
