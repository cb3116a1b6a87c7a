//! Paths drawn at random from a space cut into stages, each of them with the same probability.
//!
//! ```text
//!   forward: the states of all stages         backward: paths from each state to the last stage
//!     a ──▶ b ──▶ d                              5 ── 2 ── 1
//!      ╲                                          ╲
//!       ╲──▶ c ──▶ …                               3 ── …        a draw: from a to b with probability 2/5
//! ```
//!
//! A count holds a frontier of states only; here all states are held. (Nijenhuis and Wilf, Combinatorial Algorithms,
//! 1978, draw combinatorial objects so.)

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use crate::bits::Key;
use crate::rng::Rng;
use crate::search::limits::Limits;
use crate::search::outcome::{Cost, GaveUp};
use crate::search::staged::{MoveCode, StageExpander, Staged, Successor};
use crate::search::state_set::StateSet;

/// States that are expanded together.
const BATCH: usize = 64;

/// The states of one stage, and the number of paths from each to the last stage.
struct Stage<K> {
    states: StateSet<K>,
    paths: Vec<u128>,
}

/// A space ready for draws.
pub struct Sampler<'a, K: Key + Copy> {
    space: &'a dyn Staged<K>,
    start: Option<(usize, K)>,
    stages: BTreeMap<usize, Stage<K>>,
    total: u128,
    cost: Cost,
}

impl<'a, K: Key + Copy> Sampler<'a, K> {
    /// Finds all states and counts the paths from each.
    ///
    /// # Errors
    /// The limit that was reached; [`GaveUp::Exhausted`] from 2^128 paths on.
    pub fn new(space: &'a dyn Staged<K>, limits: &Limits) -> Result<Self, GaveUp> {
        let began = Instant::now();
        let mut sampler =
            Self { space, start: space.start(), stages: BTreeMap::new(), total: 0, cost: Cost::default() };
        if let Some((first, start)) = sampler.start {
            sampler.meet(first, start, limits)?;
            sampler.count_paths(limits)?;
            sampler.total = sampler.paths(first, &start);
        }
        sampler.cost.layers = space.last() as u32;
        sampler.cost.time = began.elapsed().max(Duration::from_nanos(1));
        Ok(sampler)
    }

    /// Number of paths.
    pub fn total(&self) -> u128 {
        self.total
    }

    /// Cost of the preparation.
    pub fn cost(&self) -> Cost {
        self.cost
    }

    fn meet(&mut self, first: usize, start: K, limits: &Limits) -> Result<(), GaveUp> {
        let mut ahead = BTreeMap::from([(first, StateSet::of(vec![start]))]);
        let (mut expander, mut successors) = (self.space.expander(), Vec::new());
        let mut held = 0;
        while let Some((stage, states)) = ahead.pop_first() {
            held += states.bytes(0) + states.states.len() * size_of::<u128>();
            let batches = if stage == self.space.last() { &[] } else { &states.states[..] };
            for batch in batches.chunks(BATCH) {
                limits.check()?;
                successors.clear();
                expander.expand(stage, batch, &mut successors);
                self.cost.successors += successors.len() as u64;
                for next in &successors {
                    let ahead = ahead.entry(next.stage as usize).or_insert_with(StateSet::new);
                    ahead.add(next.state.hash64(), next.state);
                }
                // A list that grows holds its old place until the new one is filled.
                let lists = || ahead.values().map(|states| states.bytes(0));
                self.cost.bytes = held + lists().sum::<usize>();
                limits.within(self.cost.bytes + lists().max().unwrap_or(0))?;
            }
            self.cost.positions += states.states.len() as u64;
            self.stages.insert(stage, Stage { states, paths: Vec::new() });
        }
        Ok(())
    }

    fn count_paths(&mut self, limits: &Limits) -> Result<(), GaveUp> {
        let (mut expander, mut successors) = (self.space.expander(), Vec::new());
        let stages: Vec<usize> = self.stages.keys().rev().copied().collect();
        for stage in stages {
            let states = &self.stages[&stage].states.states;
            let mut paths = vec![u128::from(stage == self.space.last()); states.len()];
            if stage < self.space.last() {
                for (batch, paths) in states.chunks(BATCH).zip(paths.chunks_mut(BATCH)) {
                    limits.check()?;
                    successors.clear();
                    expander.expand(stage, batch, &mut successors);
                    for next in &successors {
                        let sum = &mut paths[next.parent as usize];
                        let more = self.paths(next.stage as usize, &next.state);
                        *sum = sum.checked_add(more).ok_or(GaveUp::Exhausted)?;
                    }
                }
            }
            self.stages.get_mut(&stage).expect("its states were met").paths = paths;
        }
        Ok(())
    }

    fn paths(&self, stage: usize, state: &K) -> u128 {
        let Some(Stage { states, paths }) = self.stages.get(&stage) else { return 0 };
        states.find(state.hash64(), state).map_or(0, |number| paths[number as usize])
    }

    /// Draws for one thread.
    pub fn draws(&self) -> Draws<'_, K> {
        Draws { sampler: self, expander: self.space.expander(), successors: Vec::new() }
    }
}

/// One thread's draws.
pub struct Draws<'a, K: Key + Copy> {
    sampler: &'a Sampler<'a, K>,
    expander: Box<dyn StageExpander<K> + 'a>,
    successors: Vec<Successor<K>>,
}

impl<K: Key + Copy> Draws<'_, K> {
    /// The moves of a random path; `None` if there is no path.
    pub fn draw(&mut self, rng: &mut Rng) -> Option<Vec<MoveCode>> {
        let Self { sampler, expander, successors } = self;
        let (mut stage, mut state) = sampler.start?;
        let mut left = sampler.paths(stage, &state);
        let mut moves = Vec::new();
        while stage < sampler.space.last() {
            successors.clear();
            expander.expand(stage, &[state], successors);
            let mut draw = rng.below_wide(left)?;
            for next in &*successors {
                let paths = sampler.paths(next.stage as usize, &next.state);
                if draw < paths {
                    moves.push(next.step);
                    (stage, state, left) = (next.stage as usize, next.state, paths);
                    break;
                }
                draw -= paths;
            }
        }
        Some(moves)
    }
}
