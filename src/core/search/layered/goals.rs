//! The goals of a finished layer, looked for by all threads when it is wide.

use crate::search::crew::Crew;
use crate::search::layered::{Layered, stride};
use crate::search::limits::Limits;
use crate::search::outcome::GaveUp;
use crate::space::{Mark, Reversible, StateSpace};
use crate::sync::atomic::{AtomicUsize, Ordering};

/// Goals of one layer.
pub(in crate::search) struct Met<K> {
    /// How many there are.
    pub(in crate::search) count: u64,
    /// The states, where they are wanted.
    pub(in crate::search) states: Vec<K>,
}

impl<K> Default for Met<K> {
    fn default() -> Self {
        Self { count: 0, states: Vec::new() }
    }
}

/// What all threads share.
struct Look<'a, S> {
    space: &'a S,
    limits: &'a Limits,
    /// How many states may be kept, where they are wanted, and how many are.
    room: Option<usize>,
    kept: AtomicUsize,
}

impl<S: StateSpace> Look<'_, S> {
    fn at(&self, keys: &[S::State], scratch: &mut S::Scratch, met: &mut Met<S::State>) -> Result<(), GaveUp> {
        self.limits.check()?;
        let before = met.states.len();
        for key in keys {
            if self.space.is_goal(key, scratch) {
                met.count += 1;
                if self.room.is_some() {
                    met.states.push(key.clone());
                }
            }
        }
        let more = met.states.len() - before;
        let kept = self.kept.fetch_add(more, Ordering::Relaxed) + more;
        if self.room.is_some_and(|room| kept > room) { Err(GaveUp::Memory) } else { Ok(()) }
    }
}

impl<S: Reversible, M: Mark> Layered<'_, S, M> {
    /// How many states of the layer found last are goals; with `keep`, also which, in ascending order.
    pub(in crate::search) fn goals(&mut self, keep: bool) -> Result<Met<S::State>, GaveUp> {
        let held = self.held() + self.crew.as_ref().map_or(0, |crew| crew.bytes(self.heap));
        let key_bytes = size_of::<S::State>() + self.heap;
        // A list that grows holds its old place until the new one is filled, and so does that of all layers together.
        let left = self.limits.memory.saturating_sub(held + self.aside);
        let room = keep.then_some(left / 4 / key_bytes);
        let look = Look { space: self.space, limits: self.limits, room, kept: AtomicUsize::new(0) };
        let runs: Vec<&[S::State]> = self
            .current
            .parts()
            .iter()
            .flat_map(|part| part.keys.chunks(stride::<S::State>(self.heap)))
            .collect();
        let mut all = Met::default();
        if self.current.len() < self.limits.wide {
            for run in runs {
                look.at(run, &mut self.scratch, &mut all)?;
            }
        } else {
            let crew = self.crew.get_or_insert_with(|| Crew::new(self.space, self.limits.threads));
            for mut share in crew.share(&runs, |run, scratch, met| look.at(run, scratch, met))? {
                all.count += share.count;
                all.states.append(&mut share.states);
            }
        }
        all.states.sort_unstable();
        self.peak = self.peak.max(held + 2 * all.states.len() * key_bytes);
        Ok(all)
    }
}
