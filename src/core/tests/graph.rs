//! A space given by its edges, for tests.

use std::collections::{BTreeMap, BTreeSet};

use traybit_core::space::{Expander, Move, Sink, Space};

/// A move from one state to another.
pub(crate) type Step = (u64, u64);

/// States are numbers; each edge can be followed in both directions.
pub(crate) struct Graph {
    start: u64,
    goals: BTreeSet<u64>,
    neighbours: BTreeMap<u64, Vec<u64>>,
}

impl Graph {
    pub(crate) fn new(start: u64, goals: &[u64], edges: &[Step]) -> Self {
        let mut neighbours: BTreeMap<u64, Vec<u64>> = BTreeMap::new();
        for &(one, other) in edges {
            neighbours.entry(one).or_default().push(other);
            neighbours.entry(other).or_default().push(one);
        }
        Self { start, goals: goals.iter().copied().collect(), neighbours }
    }
}

/// The code of a move: both of its states, which must be below 2³².
pub(crate) fn code((from, to): Step) -> Move {
    Move(from << 32 | to)
}

impl Space<u64> for Graph {
    fn start(&self) -> u64 {
        self.start
    }
    fn expander(&self) -> Box<dyn Expander<u64> + '_> {
        Box::new(self)
    }
}

impl Expander<u64> for &Graph {
    fn is_goal(&mut self, state: &u64) -> bool {
        self.goals.contains(state)
    }
    fn successors(&mut self, state: &u64, sink: &mut Sink<u64, Move>) {
        for &neighbour in self.neighbours.get(state).into_iter().flatten() {
            if sink.push(neighbour, code((*state, neighbour))).is_break() {
                return;
            }
        }
    }
}
