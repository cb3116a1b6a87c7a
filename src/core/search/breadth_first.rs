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

use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::time::Instant;

use crate::bits::Key;
use crate::search::found::Found;
use crate::search::limits::Limits;
use crate::search::outcome::{Answer, Cost, GaveUp, Outcome};
use crate::space::{Move, Space, Walker};

/// Work between two looks at the limits: states compared, a look into a table counting as several.
const WORK: usize = 1 << 18;
const LOOK_UP: usize = 1 << 6;
/// Successors that may come between two looks, and some.
const SLACK: usize = 1 << 13;

/// Collection of the states encountered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Encountered {
    /// A list, looked through for every state.
    List,
    /// A hash table of the numbers of the states.
    Set,
}

/// The fewest moves, or the proof that there is no solution.
pub fn solve<K: Key>(space: &dyn Space<K>, encountered: Encountered, limits: &Limits) -> Outcome<Move> {
    let mut search = Plain {
        space,
        began: Instant::now(),
        found: Found::new(space.start()),
        encountered,
        current: 0,
        layer_end: 1,
        cost: Cost::default(),
    };
    let answer = search.run(limits).unwrap_or_else(Answer::GaveUp);
    let cost =
        Cost { positions: search.found.states.len() as u64, time: search.began.elapsed(), ..search.cost };
    Outcome { answer, cost }
}

struct Plain<'a, K> {
    space: &'a dyn Space<K>,
    began: Instant,
    found: Found<K>,
    encountered: Encountered,
    /// The number of the first state that is still in the queue.
    current: usize,
    /// The number of the first state of the next layer but one.
    layer_end: usize,
    cost: Cost,
}

impl<K: Key> Plain<'_, K> {
    fn run(&mut self, limits: &Limits) -> Result<Answer<Move>, GaveUp> {
        let mut walker = Walker::new(self.space);
        let mut work = WORK;
        while let Some(current) = self.found.states.get(self.current) {
            if walker.is_goal(current) {
                return Ok(Answer::Solved(self.found.moves(self.space, self.current as u32)));
            }
            self.expand(&current.clone(), &mut walker, &mut work, limits)?;
            self.current += 1;
            if self.current == self.layer_end && self.layer_end < self.found.states.len() {
                self.layer_end = self.found.states.len();
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
            *work += self.meet(successor).max(LOOK_UP);
            ControlFlow::Continue(())
        });
        ended
    }

    /// Adds a state unless it was encountered; returns how many states were compared.
    fn meet(&mut self, state: K) -> usize {
        let (parent, compared) = (self.current as u32, self.found.states.len());
        match self.encountered {
            Encountered::Set => {
                let _ = self.found.add(state, parent);
                return LOOK_UP;
            }
            Encountered::List if self.found.states.contains(&state) => {}
            Encountered::List => {
                self.found.push(state, parent);
            }
        }
        compared
    }

    /// Tells how far the search is; an error when a limit is reached.
    fn look(&mut self, limits: &Limits) -> Result<(), GaveUp> {
        limits.progress.layer.store(self.cost.layers, Ordering::Relaxed);
        let bytes = self.found.check(limits, SLACK, (0, 0))?;
        self.cost.bytes = self.cost.bytes.max(bytes);
        Ok(())
    }
}
