//! A space cut into stages, given by a function, for tests of counting, sampling and estimates.

use traybit_core::search::staged::{StageExpander, Staged, Successor};

/// `successors` gives the stage, the state and the move of each successor of a state.
pub(crate) struct Stages<F> {
    pub(crate) last: usize,
    pub(crate) start: Option<(usize, u64)>,
    pub(crate) successors: F,
}

/// A successor: its stage, its state and the move to it.
pub(crate) type Next = (usize, u64, u32);

impl<F: Fn(usize, u64) -> Vec<Next> + Sync> Staged<u64> for Stages<F> {
    fn last(&self) -> usize {
        self.last
    }
    fn start(&self) -> Option<(usize, u64)> {
        self.start
    }
    fn expander(&self) -> Box<dyn StageExpander<u64> + '_> {
        Box::new(self)
    }
}

impl<F: Fn(usize, u64) -> Vec<Next> + Sync> StageExpander<u64> for &Stages<F> {
    fn expand(&mut self, stage: usize, states: &[u64], successors: &mut Vec<Successor<u64>>) {
        for (parent, &state) in (0..).zip(states) {
            let next = (self.successors)(stage, state).into_iter();
            let next =
                next.map(|(stage, state, step)| Successor { state, parent, stage: stage as u32, step });
            successors.extend(next);
        }
    }
}
