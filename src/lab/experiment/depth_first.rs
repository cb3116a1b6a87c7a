//! Depth-first search as breadth-first search with a stack for its queue: the state found last is expanded first.
//!
//! Every state is found once, so the search ends, and each keeps the state it was found from; a solution is as long as
//! chance has it. (Seed 000, its third experiment, leaves the comparison of the two empty.)

use std::iter::successors;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::time::Instant;

use crate::experiment::reach::Numbered;
use traybit_core::bits::Key;
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::{Answer, Cost, GaveUp, Outcome};
use traybit_core::search::shorten::moves_along;
use traybit_core::space::{Move, Space, Walker};

/// States expanded between two looks at the limits.
const STRIDE: u32 = 64;

/// Any solution, or the proof that there is none.
pub(super) fn solve<K: Key>(space: &dyn Space<K>, limits: &Limits) -> Outcome<Move> {
    let mut search = Stacked {
        found: Numbered::new(space.start()),
        parents: vec![0],
        stack: vec![0],
        began: Instant::now(),
        cost: Cost::default(),
    };
    let answer = search.run(space, limits).unwrap_or_else(Answer::GaveUp);
    let (positions, bytes) = (search.found.states.len() as u64, search.cost.bytes.max(search.bytes()));
    Outcome { answer, cost: Cost { positions, bytes, time: search.began.elapsed(), ..search.cost } }
}

struct Stacked<K> {
    found: Numbered<K>,
    parents: Vec<u32>,
    stack: Vec<u32>,
    began: Instant,
    cost: Cost,
}

impl<K: Key> Stacked<K> {
    fn run(&mut self, space: &dyn Space<K>, limits: &Limits) -> Result<Answer<Move>, GaveUp> {
        let (mut walker, mut turn) = (Walker::new(space), 0);
        while let Some(number) = self.stack.pop() {
            let state = self.found.states[number as usize].clone();
            if walker.is_goal(&state) {
                return Ok(Answer::Solved(moves_along(space, &self.path(number))));
            }
            walker.successors(&state, |successor, _| {
                self.cost.successors += 1;
                if let Some((found, true)) = self.found.number(successor, usize::MAX) {
                    self.parents.push(number);
                    self.stack.push(found);
                }
                ControlFlow::Continue(())
            });
            turn += 1;
            if u32::is_multiple_of(turn, STRIDE) {
                limits.progress.positions.store(self.found.states.len() as u64, Ordering::Relaxed);
                limits.check()?;
                self.cost.bytes = self.bytes();
                // What grows is copied to a place twice as large.
                limits.within(3 * self.cost.bytes)?;
            }
        }
        Ok(Answer::Unsolvable)
    }

    fn path(&self, number: u32) -> Vec<K> {
        let parent = |&at: &u32| (at != 0).then(|| self.parents[at as usize]);
        let mut path: Vec<K> =
            successors(Some(number), parent).map(|at| self.found.states[at as usize].clone()).collect();
        path.reverse();
        path
    }

    fn bytes(&self) -> usize {
        self.found.bytes() + (self.parents.capacity() + self.stack.capacity()) * size_of::<u32>()
    }
}
