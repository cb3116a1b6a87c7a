//! Random paths through a space cut into stages: draws, each path with the same probability, and an estimate of the size of
//! a tree.
//!
//! ```text
//!   forward: the states of all stages         backward: paths from each state to the last stage
//!     a ──▶ b ──▶ d                              5 ── 2 ── 1
//!      ╲                                          ╲
//!       ╲──▶ c ──▶ …                               3 ── …        a draw: from a to b with probability 2/5
//!
//!   start ─▶ 3 successors ─▶ one of them has 2 ─▶ one of them has 4 ─▶ …        1 + 3 + 3·2 + 3·2·4 + … nodes,
//!                                                                              if all were like those on the path
//! ```
//!
//! Draws hold all states in memory; a count holds only a frontier. (Nijenhuis and Wilf, Combinatorial Algorithms, 1978,
//! draw combinatorial objects in this way.)
//!
//! For an estimate each successor is chosen with the same probability, so that the mean of these sums over all paths is the
//! number of nodes (Knuth, "Estimating the efficiency of backtrack programs", 1975). Single sums differ widely; their
//! spread gives the error.

use std::collections::BTreeMap;
use web_time::{Duration, Instant};

use crate::search::state_set::StateSet;
use crate::{Cost, GaveUp, Key, Limits, MoveCode, Rng, Staged};

/// States that are expanded together.
const BATCH: usize = 64;

/// Minimum number of rounds: fewer give a poor estimate of the error.
const LEAST: u32 = 16;

/// A space ready for draws.
pub struct Sampler<'a, K: Key + Copy> {
    space: &'a dyn Staged<K>,
    /// The states of each stage, and the number of paths from each of them to the last stage.
    stages: BTreeMap<usize, (StateSet<K>, Vec<u128>)>,
    /// Number of paths.
    pub total: u128,
    /// Cost of the preparation.
    pub cost: Cost,
}

impl<'a, K: Key + Copy> Sampler<'a, K> {
    /// Finds all states and counts the paths from each. Gives up as exhausted if there are 2^128 paths or more.
    pub fn new(space: &'a dyn Staged<K>, limits: &Limits) -> Result<Self, GaveUp> {
        let began = Instant::now();
        let mut sampler = Self { space, stages: BTreeMap::new(), total: 0, cost: Cost::default() };
        if let Some((first, start)) = space.start() {
            sampler.meet(first, start, limits)?;
            sampler.count_paths(limits)?;
            sampler.total = sampler.paths(first, &start);
        }
        sampler.cost.layers = space.last() as u32;
        sampler.cost.time = began.elapsed().max(Duration::from_nanos(1));
        Ok(sampler)
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
                    ahead.entry(next.stage as usize).or_insert_with(StateSet::default).add(next.state);
                }
                // A growing list holds its old allocation until the new one is filled.
                let lists = || ahead.values().map(|states| states.bytes(0));
                self.cost.bytes = held + lists().sum::<usize>();
                limits.within(self.cost.bytes + lists().max().unwrap_or(0))?;
            }
            self.cost.positions += states.states.len() as u64;
            self.stages.insert(stage, (states, Vec::new()));
        }
        Ok(())
    }

    fn count_paths(&mut self, limits: &Limits) -> Result<(), GaveUp> {
        let (mut expander, mut successors) = (self.space.expander(), Vec::new());
        let stages: Vec<usize> = self.stages.keys().rev().copied().collect();
        for stage in stages {
            let states = &self.stages[&stage].0.states;
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
            self.stages.get_mut(&stage).expect("its states were met").1 = paths;
        }
        Ok(())
    }

    fn paths(&self, stage: usize, state: &K) -> u128 {
        let Some((states, paths)) = self.stages.get(&stage) else { return 0 };
        states.find(state).map_or(0, |number| paths[number as usize])
    }

    /// The moves of a random path; `None` if there is no path.
    pub fn draw(&self, rng: &mut Rng) -> Option<Vec<MoveCode>> {
        let (mut expander, mut successors) = (self.space.expander(), Vec::new());
        let (mut stage, mut state) = self.space.start()?;
        let mut left = self.paths(stage, &state);
        let mut moves = Vec::new();
        while stage < self.space.last() {
            successors.clear();
            expander.expand(stage, &[state], &mut successors);
            let mut draw = rng.below_wide(left)?;
            for next in &successors {
                let paths = self.paths(next.stage as usize, &next.state);
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

/// An estimate of the number of nodes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// Nodes of all trees.
    pub nodes: f64,
    /// Standard error of that number.
    pub error: f64,
    /// Nodes expanded.
    pub expanded: u64,
    /// Time spent.
    pub time: Duration,
}

impl Estimate {
    /// Estimated time of one thread for all nodes, on the high side; the longest duration if it is longer still.
    pub fn likely_time(&self) -> Duration {
        let each = self.time.as_secs_f64() / self.expanded.max(1) as f64;
        Duration::try_from_secs_f64((self.nodes + self.error) * each).unwrap_or(Duration::MAX)
    }
}

/// Estimates the total number of nodes of the trees of some spaces: rounds, for a time, of one path through each.
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
        // A pause does not count as time spent.
        limits.check()?;
        let began = Instant::now();
        for (&space, (sum, squares)) in spaces.iter().zip(&mut sums) {
            let nodes = nodes(space, rng, &mut expanded);
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
fn nodes<K: Key + Copy>(space: &dyn Staged<K>, rng: &mut Rng, expanded: &mut u64) -> f64 {
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
