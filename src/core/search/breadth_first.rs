//! Breadth-first search as it is taught: a queue, and a collection of the states encountered.
//!
//! ```text
//!   found   s ─ a ─ b ─ c ─ d ─ e ─ f ─ …       in the order in which they were found: what is behind the current
//!               ▲ current       ▲ new           state is done, what is ahead of it is the queue
//! ```
//!
//! It is here for comparison: [`layered`](crate::search::layered) finds as short solutions far sooner. The goal is
//! looked for when a state is taken from the queue. Which collection tells new states from old ones is all that the
//! two kinds differ in: a list is looked through from the start for every successor, a hash table is not.

use std::fmt::Debug;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::time::Instant;

use crate::bits::Key;
use crate::search::found::Found;
use crate::search::index::Index;
use crate::search::limits::Limits;
use crate::search::outcome::{Answer, Cost, GaveUp, Outcome};
use crate::search::segmented::SegmentedVec;
use crate::space::{Move, Space, Walker};

/// Work between two looks at the limits: states compared, a look into a table counting as several.
const WORK: usize = 1 << 18;
const LOOK_UP: usize = 1 << 6;
/// Successors that may come between two looks, and some.
const SLACK: usize = 1 << 13;

/// How a search knows which states it has encountered.
pub trait Encountered<K>: Default + Debug {
    /// True if a state is not among `found`, which it becomes the last of if so; and how many were compared.
    fn is_new(&mut self, state: &K, found: &SegmentedVec<K>) -> (bool, usize);
    /// Bytes held besides the states.
    fn bytes(&self) -> usize;
    /// Bytes taken besides at once if `more` states are added.
    fn growth(&self, more: usize) -> usize;
}

/// A list, looked through for every state.
#[derive(Debug, Default)]
pub struct List;

impl<K: Key> Encountered<K> for List {
    fn is_new(&mut self, state: &K, found: &SegmentedVec<K>) -> (bool, usize) {
        (!found.contains(state), found.len())
    }

    fn bytes(&self) -> usize {
        0
    }

    fn growth(&self, _more: usize) -> usize {
        0
    }
}

/// A hash table of the numbers of the states.
#[derive(Debug)]
pub struct Set(Index);

impl Default for Set {
    /// Nothing encountered.
    fn default() -> Self {
        Self(Index::new())
    }
}

impl<K: Key> Encountered<K> for Set {
    fn is_new(&mut self, state: &K, found: &SegmentedVec<K>) -> (bool, usize) {
        let same = |&at: &u32| found[at] == *state;
        let known = self.0.find_or_add(state.hash64(), found.len() as u32, same, |&at| found[at].hash64());
        (known.is_none(), LOOK_UP)
    }

    fn bytes(&self) -> usize {
        self.0.bytes()
    }

    fn growth(&self, more: usize) -> usize {
        self.0.growth(more)
    }
}

/// The fewest moves, or the proof that there is no solution.
pub fn solve<K: Key, E: Encountered<K>>(space: &dyn Space<K>, limits: &Limits) -> Outcome<Move> {
    let mut encountered = E::default();
    let start = space.start();
    encountered.is_new(&start, &SegmentedVec::new());
    let mut search = Plain {
        space,
        began: Instant::now(),
        found: Found::new(start),
        encountered,
        current: 0,
        layer_end: 1,
        cost: Cost::default(),
    };
    let answer = search.run(limits).unwrap_or_else(Answer::GaveUp);
    let cost =
        Cost { positions: search.found.states().len() as u64, time: search.began.elapsed(), ..search.cost };
    Outcome { answer, cost }
}

struct Plain<'a, K, E> {
    space: &'a dyn Space<K>,
    began: Instant,
    found: Found<K>,
    encountered: E,
    /// The number of the first state that is still in the queue.
    current: usize,
    /// The number of the first state of the next layer but one.
    layer_end: usize,
    cost: Cost,
}

impl<K: Key, E: Encountered<K>> Plain<'_, K, E> {
    fn run(&mut self, limits: &Limits) -> Result<Answer<Move>, GaveUp> {
        let mut walker = Walker::new(self.space);
        let mut work = WORK;
        while let Some(current) = self.found.states().get(self.current) {
            if walker.is_goal(current) {
                return Ok(Answer::Solved(self.found.moves(self.space, self.current as u32)));
            }
            self.expand(&current.clone(), &mut walker, &mut work, limits)?;
            self.current += 1;
            if self.current == self.layer_end && self.layer_end < self.found.states().len() {
                self.layer_end = self.found.states().len();
                self.cost.layers += 1;
            }
        }
        Ok(Answer::Unsolvable)
    }

    fn expand(
        &mut self,
        state: &K,
        walker: &mut Walker<K>,
        work: &mut usize,
        limits: &Limits,
    ) -> Result<(), GaveUp> {
        let mut ended = Ok(());
        walker.successors(state, |successor, _| {
            if *work >= WORK {
                *work = 0;
                ended = self.look(limits);
            }
            if ended.is_err() {
                return ControlFlow::Break(());
            }
            self.cost.successors += 1;
            let (new, compared) = self.encountered.is_new(&successor, self.found.states());
            *work += compared.max(LOOK_UP);
            if new {
                self.found.push(successor, self.current as u32);
            }
            ControlFlow::Continue(())
        });
        ended
    }

    /// Tells how far the search is; an error when a limit is reached.
    fn look(&mut self, limits: &Limits) -> Result<(), GaveUp> {
        limits.progress.positions.store(self.found.states().len() as u64, Ordering::Relaxed);
        limits.progress.layer.store(self.cost.layers, Ordering::Relaxed);
        limits.check()?;
        if self.found.is_full(SLACK) {
            return Err(GaveUp::Memory);
        }
        let growth = self.found.growth(SLACK) + self.encountered.growth(SLACK);
        let bytes = self.found.bytes() + self.encountered.bytes() + growth;
        limits.within(bytes)?;
        limits.has_room(growth)?;
        self.cost.bytes = self.cost.bytes.max(bytes);
        Ok(())
    }
}
