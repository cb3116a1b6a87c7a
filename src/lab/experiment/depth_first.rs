//! Depth-first search as breadth-first search with a stack for its queue: the state found last is expanded first.
//!
//! Every state is found once, so the search ends, and each keeps the state it was found from; a solution is as long as
//! chance has it. (Seed 000, its third experiment, leaves the comparison of the two empty.)

use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::time::Instant;

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

use traybit_core::bits::Key;
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::{Answer, Cost, GaveUp, Outcome};
use traybit_core::search::shorten::moves_along;
use traybit_core::space::{Move, Space, Walker};

/// States expanded between two looks at the limits.
const STRIDE: u32 = 64;

struct Stacked<K> {
    states: Vec<K>,
    parents: Vec<u32>,
    index: HashTable<u32>,
    stack: Vec<u32>,
    successors: u64,
}

/// Any solution, or the proof that there is none.
pub(super) fn solve<K: Key>(space: &dyn Space<K>, limits: &Limits) -> Outcome<Move> {
    let began = Instant::now();
    let mut search = Stacked {
        states: Vec::new(),
        parents: Vec::new(),
        index: HashTable::new(),
        stack: Vec::new(),
        successors: 0,
    };
    search.meet(space.start(), 0);
    let mut bytes = 0;
    let answer = search.run(space, limits, &mut bytes).unwrap_or_else(Answer::GaveUp);
    let cost = Cost {
        positions: search.states.len() as u64,
        successors: search.successors,
        time: began.elapsed(),
        bytes: bytes.max(search.bytes()),
        ..Cost::default()
    };
    Outcome { answer, cost }
}

impl<K: Key> Stacked<K> {
    fn run(
        &mut self,
        space: &dyn Space<K>,
        limits: &Limits,
        bytes: &mut usize,
    ) -> Result<Answer<Move>, GaveUp> {
        let (mut walker, mut turn) = (Walker::new(space), 0);
        while let Some(number) = self.stack.pop() {
            let state = self.states[number as usize].clone();
            if walker.is_goal(&state) {
                return Ok(Answer::Solved(moves_along(space, &self.path(number))));
            }
            walker.successors(&state, |successor, _| {
                self.successors += 1;
                self.meet(successor, number);
                ControlFlow::Continue(())
            });
            turn += 1;
            if u32::is_multiple_of(turn, STRIDE) {
                limits.progress.positions.store(self.states.len() as u64, Ordering::Relaxed);
                limits.check()?;
                *bytes = self.bytes();
                // What grows is copied to a place twice as large.
                limits.within(3 * *bytes)?;
            }
        }
        Ok(Answer::Unsolvable)
    }

    fn meet(&mut self, state: K, parent: u32) {
        let states = &self.states;
        let same = |&at: &u32| states[at as usize] == state;
        if let Entry::Vacant(slot) =
            self.index.entry(state.hash64(), same, |&at| states[at as usize].hash64())
        {
            let number = states.len() as u32;
            slot.insert(number);
            self.states.push(state);
            self.parents.push(parent);
            self.stack.push(number);
        }
    }

    fn path(&self, mut number: u32) -> Vec<K> {
        let mut path = vec![self.states[number as usize].clone()];
        while number != 0 {
            number = self.parents[number as usize];
            path.push(self.states[number as usize].clone());
        }
        path.reverse();
        path
    }

    fn bytes(&self) -> usize {
        let heap = self.states.first().map_or(0, Key::heap_bytes);
        self.states.capacity() * size_of::<K>()
            + self.states.len() * heap
            + (self.parents.capacity() + self.stack.capacity()) * size_of::<u32>()
            + self.index.allocation_size()
    }
}
