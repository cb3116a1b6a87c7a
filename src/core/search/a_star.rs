//! Best-first search by moves made and moves still to be made: A*, weighted A* and greedy search are one.
//!
//! ```text
//!                  rank of a state d moves from the start, h from the goal by estimate, smallest first
//!   A*             d + h         as short as possible, if h is never more than the moves needed
//!   weighted A*    d + w·h       at most w times as long
//!   greedy         h             any length
//! ```
//!
//! (Hart, Nilsson and Raphael, "A formal basis for the heuristic determination of minimum cost paths", 1968; Pohl,
//! "Heuristic search viewed as path finding in a graph", 1970.) Where a shorter path to a state is found its
//! successors are looked at again, so the lengths hold for estimates that are not consistent, too. Greedy search
//! leaves it at the first path. The goal is looked for when a state is taken out, and of equal ranks the state found
//! last comes first: in the last rank of A* it is the one farthest on.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::time::Instant;

use crate::bits::Key;
use crate::search::found::Found;
use crate::search::limits::Limits;
use crate::search::outcome::{Answer, Cost, GaveUp, Outcome};
use crate::search::segmented::SegmentedVec;
use crate::space::{Move, Space, Walker};

/// Successors between two looks at the clock and at the memory used.
const WORK: u32 = 1 << 10;
/// Successors that may come between two looks, and some.
const SLACK: usize = 1 << 11;

/// The rank of a state: a sum of moves made and estimate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rank {
    past: u32,
    ahead: u32,
}

impl Rank {
    /// Greedy search: only the estimate counts.
    pub const GREEDY: Self = Self { past: 0, ahead: 1 };
    /// Moves made and estimate alike.
    pub const A_STAR: Self = Self { past: 1, ahead: 1 };

    /// The estimate times `weight`, and the moves made.
    #[must_use]
    pub fn weighted(weight: Weight) -> Self {
        Self { past: Weight::ONE, ahead: weight.thousandths }
    }

    fn of(self, depth: u32, estimate: u32) -> u64 {
        u64::from(self.past) * u64::from(depth) + u64::from(self.ahead) * u64::from(estimate)
    }
}

/// Ratio of the length of a solution to the shortest that is allowed: at least 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Weight {
    thousandths: u32,
}

impl Weight {
    const ONE: u32 = 1000;

    /// The weight of so many thousandths; none where it is below 1.
    pub fn of_thousandths(thousandths: u32) -> Option<Self> {
        (thousandths >= Self::ONE).then_some(Self { thousandths })
    }

    /// The weight in thousandths.
    pub fn thousandths(self) -> u32 {
        self.thousandths
    }
}

/// A solution, or the proof that there is none. `estimate` tells how far a state seems to be from the goal; where it
/// is never more than the moves needed, a solution is as short as its rank says.
pub fn solve<K: Key>(
    space: &dyn Space<K>,
    rank: Rank,
    estimate: &mut dyn FnMut(&K) -> u32,
    limits: &Limits,
) -> Outcome<Move> {
    let mut search = AStar {
        space,
        rank,
        estimate,
        began: Instant::now(),
        found: Found::new(space.start()),
        paths: SegmentedVec::new(),
        open: BTreeMap::new(),
        waiting: 0,
        cost: Cost::default(),
        work: WORK,
    };
    let answer = search.run(limits).unwrap_or_else(Answer::GaveUp);
    let positions = search.found.states.len() as u64;
    let cost = Cost { positions, time: search.began.elapsed(), ..search.cost };
    Outcome { answer, cost }
}

/// The shortest path to a state so far, in moves, and its estimate.
#[derive(Clone, Copy, Debug)]
struct Path {
    depth: u32,
    estimate: u32,
}

struct AStar<'a, K> {
    space: &'a dyn Space<K>,
    rank: Rank,
    estimate: &'a mut dyn FnMut(&K) -> u32,
    began: Instant,
    found: Found<K>,
    /// Paths, by the number of their last state.
    paths: SegmentedVec<Path>,
    /// States to be expanded and their depth, by rank; one whose depth has changed since stands there again.
    open: BTreeMap<u64, Vec<(u32, u32)>>,
    waiting: usize,
    cost: Cost,
    work: u32,
}

impl<K: Key> AStar<'_, K> {
    fn run(&mut self, limits: &Limits) -> Result<Answer<Move>, GaveUp> {
        let mut walker = Walker::new(self.space);
        let estimate = (self.estimate)(&self.found.states[0]);
        self.paths.push(Path { depth: 0, estimate });
        self.wait(0);
        while let Some((number, depth)) = self.take() {
            if depth != self.paths[number].depth {
                continue;
            }
            let state = self.found.states[number].clone();
            if walker.is_goal(&state) {
                return Ok(Answer::Solved(self.found.moves(self.space, number)));
            }
            let mut ended = Ok(());
            walker.successors(&state, |successor, _| {
                self.meet(successor, number);
                ended = self.look(limits);
                if ended.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
            ended?;
        }
        Ok(Answer::Unsolvable)
    }

    /// Adds a state to those that wait to be expanded.
    fn wait(&mut self, number: u32) {
        let Path { depth, estimate } = self.paths[number];
        self.open.entry(self.rank.of(depth, estimate)).or_default().push((number, depth));
        self.waiting += 1;
    }

    /// The state to be expanded next, and its depth when it began to wait.
    fn take(&mut self) -> Option<(u32, u32)> {
        while let Some(mut lowest) = self.open.first_entry() {
            if let Some(next) = lowest.get_mut().pop() {
                self.waiting -= 1;
                return Some(next);
            }
            lowest.remove();
        }
        None
    }

    /// A move leads to a state.
    fn meet(&mut self, state: K, parent: u32) {
        self.cost.successors += 1;
        let depth = self.paths[parent].depth + 1;
        match self.found.add(state, parent) {
            Ok(number) => {
                let estimate = (self.estimate)(&self.found.states[number]);
                self.paths.push(Path { depth, estimate });
                self.wait(number);
            }
            Err(number) => {
                let path = &mut self.paths[number];
                if self.rank.past > 0 && depth < path.depth {
                    path.depth = depth;
                    self.found.parents[number] = parent;
                    self.wait(number);
                }
            }
        }
    }

    /// Looks at the limits now and then; an error when one is reached.
    fn look(&mut self, limits: &Limits) -> Result<(), GaveUp> {
        self.work += 1;
        if self.work < WORK {
            return Ok(());
        }
        self.work = 0;
        // The lists of those that wait double as they grow.
        let bytes = self.paths.bytes() + 2 * self.waiting * size_of::<(u32, u32)>();
        let bytes = self.found.check(limits, SLACK, (bytes, self.paths.growth(SLACK)))?;
        self.cost.bytes = self.cost.bytes.max(bytes);
        Ok(())
    }
}
