//! Half a cube, for tests of best-first search: a move flips two bits.

use std::time::Instant;

use traybit_core::search::best_first::solve;
use traybit_core::{Answer, End, Expander, Guide, Guided, Limits, Move, Sink, Space};

/// Words of some bits, of which those with an even number of ones can be reached from 0.
pub(crate) struct HalfCube {
    pub(crate) bits: u32,
    pub(crate) goal: u64,
    /// True if a second search runs from the goal.
    pub(crate) from_both_ends: bool,
    /// The expansion of a state lasts until then.
    pub(crate) slow_until: Option<Instant>,
}

impl HalfCube {
    /// Number of states that can be reached.
    pub(crate) fn reached(&self) -> u64 {
        1 << (self.bits - 1)
    }

    /// Asserts that moves lead from the start to the goal.
    pub(crate) fn check(&self, moves: &[Move]) {
        assert_eq!(moves.iter().fold(0, |state, step| state ^ step.0), self.goal);
    }

    /// Asserts that a goal with an even number of ones is reached.
    pub(crate) fn is_solved(&self, limits: &Limits) {
        match solve(self, limits).answer {
            Answer::Solved(moves) => self.check(&moves),
            other => panic!("it is solvable on {} threads: {other:?}", limits.threads),
        }
    }

    /// Asserts that a goal with an odd number of ones is refuted, after every state was seen once. From both ends either
    /// side may be the one that is exhausted.
    pub(crate) fn is_refuted(&self, limits: &Limits) {
        let outcome = solve(self, limits);
        assert_eq!(outcome.answer, Answer::Unsolvable, "{} threads", limits.threads);
        let most = if self.from_both_ends { 2 * self.reached() } else { self.reached() };
        assert!((self.reached()..=most).contains(&outcome.cost.positions), "{} threads", limits.threads);
    }
}

impl Space<u64> for HalfCube {
    fn start(&self) -> u64 {
        0
    }
    fn expander(&self) -> Box<dyn Expander<u64> + '_> {
        Box::new(self)
    }
}

impl Guided<u64> for HalfCube {
    fn goal_state(&self) -> Option<u64> {
        self.from_both_ends.then_some(self.goal)
    }
    fn feature(&self, step: Move) -> u32 {
        step.0 as u32
    }
    fn guide(&self) -> Box<dyn Guide<u64> + '_> {
        Box::new(self)
    }
}

impl Expander<u64> for &HalfCube {
    fn is_goal(&mut self, state: &u64) -> bool {
        *state == self.goal
    }
    fn successors(&mut self, state: &u64, sink: &mut Sink<u64, Move>) {
        if let Some(until) = self.slow_until {
            std::thread::sleep(until.saturating_duration_since(Instant::now()));
        }
        for flipped in (0..self.bits).flat_map(|first| (0..first).map(move |second| 1 << first | 1 << second))
        {
            if sink.push(state ^ flipped, Move(flipped)).is_break() {
                return;
            }
        }
    }
}

impl Guide<u64> for &HalfCube {
    fn describe(&mut self, state: &u64, from: End, features: &mut Vec<u32>) -> u32 {
        features.extend((0..self.bits).filter(|bit| state >> bit & 1 == 1));
        let end = if from == End::Goal { self.goal } else { 0 };
        (state ^ end).count_ones()
    }
    fn refine(&mut self, state: &u64, _from: End) -> Option<u32> {
        Some((state.count_ones() + 1) * 2)
    }
}
