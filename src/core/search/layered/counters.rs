//! Counters of a search by layers.

use web_time::{Duration, Instant};

use crate::search::outcome::Cost;

/// Successors and states assumed at the beginning.
const BRANCHING: (usize, usize) = (4, 1);

/// Counters of a search by layers, and its clock.
pub(super) struct Counters {
    /// Positions of all finished layers.
    pub(super) positions: u64,
    /// Successors of the layers that were expanded.
    pub(super) successors: u64,
    /// Successors of the last layer expanded, and its states.
    pub(super) branching: (usize, usize),
    began: Instant,
    /// Time that earlier runs took.
    before: Duration,
}

impl Counters {
    /// Counters of a search that begins with some positions.
    pub(super) fn new(positions: u64) -> Self {
        Self { positions, successors: 0, branching: BRANCHING, began: Instant::now(), before: Duration::ZERO }
    }

    /// Counters of a resumed search.
    pub(super) fn resumed(positions: u64, cost: Cost, branching: (usize, usize)) -> Self {
        Self { successors: cost.successors, branching, before: cost.time, ..Self::new(positions) }
    }

    /// Notes that all of a layer was expanded.
    pub(super) fn expanded(&mut self, states: usize, successors: usize) {
        self.successors += successors as u64;
        self.branching = (successors.max(1), states.max(1));
    }

    /// Estimated number of successors of `states`, from those of the last layer.
    pub(super) fn expected(&self, states: usize) -> usize {
        let (successors, expanded) = self.branching;
        (states as u128 * successors as u128 / expanded as u128) as usize
    }

    /// Wall time, with that of earlier runs.
    pub(super) fn time(&self) -> Duration {
        self.before + self.began.elapsed()
    }
}
