//! A space given by its edges, for tests.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use crate::space::{Reversible, StateSpace};

/// From one state to another.
pub(super) type Step = (u64, u64);

/// States are numbers; each edge can be gone both ways.
pub(super) struct Graph {
    start: u64,
    goals: BTreeSet<u64>,
    neighbours: BTreeMap<u64, Vec<u64>>,
}

impl Graph {
    pub(super) fn new(start: u64, goals: &[u64], edges: &[Step]) -> Self {
        let mut neighbours: BTreeMap<u64, Vec<u64>> = BTreeMap::new();
        for &(one, other) in edges {
            neighbours.entry(one).or_default().push(other);
            neighbours.entry(other).or_default().push(one);
        }
        Self { start, goals: goals.iter().copied().collect(), neighbours }
    }
}

impl StateSpace for Graph {
    type State = u64;
    type Move = Step;
    type Scratch = ();

    fn scratch(&self) {}
    fn start(&self) -> u64 {
        self.start
    }
    fn is_goal(&self, state: &u64, (): &mut ()) -> bool {
        self.goals.contains(state)
    }
    fn expand_while(&self, state: &u64, (): &mut (), mut emit: impl FnMut(u64, Step) -> ControlFlow<()>) {
        let neighbours = self.neighbours.get(state).into_iter().flatten();
        let _ = neighbours.copied().try_for_each(|neighbour| emit(neighbour, (*state, neighbour)));
    }
}

impl Reversible for Graph {
    fn reverse(&self, (from, to): Step) -> Step {
        (to, from)
    }
}
