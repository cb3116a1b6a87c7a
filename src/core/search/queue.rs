//! The open list of a best-first search: a queue for each rank of novelty and estimate.
//!
//! Newest rank first, in it the smallest estimate, in that first come, first served (which keeps paths short:
//! within a plateau the search is breadth-first).

use std::collections::VecDeque;

use crate::search::novelty::RANKS;

/// Numbers of states still to be expanded.
#[derive(Debug, Default)]
pub struct OpenList {
    ranks: [Rank; RANKS],
}

#[derive(Debug, Default)]
struct Rank {
    buckets: Vec<VecDeque<u32>>,
    /// No bucket below this one holds anything.
    lowest: usize,
}

impl OpenList {
    /// Adds a state.
    #[inline]
    pub fn push(&mut self, rank: usize, estimate: u32, state: u32) {
        let rank = &mut self.ranks[rank];
        let estimate = estimate as usize;
        if estimate >= rank.buckets.len() {
            rank.buckets.resize_with(estimate + 1, VecDeque::new);
        }
        rank.buckets[estimate].push_back(state);
        rank.lowest = rank.lowest.min(estimate);
    }

    /// Takes the state to be expanded next, with its rank and estimate.
    #[inline]
    pub fn pop(&mut self) -> Option<(usize, u32, u32)> {
        let mut ranks = self.ranks.iter_mut().enumerate();
        ranks.find_map(|(index, rank)| rank.pop().map(|(estimate, state)| (index, estimate, state)))
    }
}

impl Rank {
    fn pop(&mut self) -> Option<(u32, u32)> {
        while let Some(bucket) = self.buckets.get_mut(self.lowest) {
            if let Some(state) = bucket.pop_front() {
                return Some((self.lowest as u32, state));
            }
            self.lowest += 1;
        }
        None
    }
}
