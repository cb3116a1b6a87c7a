//! The goals of a finished layer, looked for by all threads when it is wide.

use crate::bits::Key;
use crate::search::layered::{Layered, stride};
use crate::search::layers::Chunk;
use crate::search::limits::Limits;
use crate::search::outcome::GaveUp;
use crate::search::peers::gather_keys;
use crate::search::worker_pool::WorkerPool;
use crate::space::Expander;
use crate::sync::atomic::{AtomicUsize, Ordering};

/// Goals of one layer.
pub(in crate::search) struct Met<K> {
    /// Number of goals.
    pub(in crate::search) count: u64,
    /// The goals, if they are collected.
    pub(in crate::search) states: Vec<K>,
}

impl<K> Default for Met<K> {
    fn default() -> Self {
        Self { count: 0, states: Vec::new() }
    }
}

/// Limits that all threads share.
struct Look<'a> {
    limits: &'a Limits,
    /// Number of states that may be collected, if they are, and that were.
    room: Option<usize>,
    kept: AtomicUsize,
}

impl Look<'_> {
    fn at<K: Key>(&self, keys: &[K], expander: &mut dyn Expander<K>, met: &mut Met<K>) -> Result<(), GaveUp> {
        self.limits.check()?;
        let mut goals = Vec::new();
        expander.goals(keys, &mut goals);
        met.count += goals.len() as u64;
        let more = if self.room.is_some() { goals.len() } else { 0 };
        met.states.extend(goals.iter().take(more).map(|&place| keys[place].clone()));
        let kept = self.kept.fetch_add(more, Ordering::Relaxed) + more;
        if self.room.is_some_and(|room| kept > room) { Err(GaveUp::Memory) } else { Ok(()) }
    }
}

impl<K: Key> Layered<'_, K> {
    /// Counts the goals of the layer found last; with `keep`, also collects them, in ascending order.
    pub(in crate::search) fn goals(&mut self, keep: bool) -> Result<Met<K>, GaveUp> {
        let held = self.held() + self.workers.as_ref().map_or(0, |workers| workers.bytes(self.memory.heap));
        let key_bytes = size_of::<K>() + self.memory.heap;
        // A list that grows holds its old place until the new one is filled, and so does that of all layers together.
        let left = self.limits.memory.saturating_sub(held + self.memory.beside);
        let room = keep.then_some(left / 4 / key_bytes);
        let look = Look { limits: self.limits, room, kept: AtomicUsize::new(0) };
        let mut all = Met::default();
        let chunks = Chunk::all(&self.current, stride::<K>(self.memory.heap));
        let stored = self.current.stored();
        if stored.is_none() && self.current.len() < self.limits.wide {
            for chunk in &chunks {
                look.at(chunk.keys, &mut *self.expander, &mut all)?;
            }
        } else {
            let mut workers =
                self.workers.take().unwrap_or_else(|| WorkerPool::new(self.space, self.limits.threads));
            let parts = if let Some(stored) = stored {
                let groups = stored.groups();
                workers.work_through(groups.len(), |group, expander, met| {
                    look.at(&stored.states(groups[group])?, expander, met)
                })
            } else {
                let parts = workers.work_through(chunks.len(), |chunk, expander, met| {
                    look.at(chunks[chunk].keys, expander, met)
                });
                self.workers = Some(workers);
                parts
            };
            for mut part in parts? {
                all.count += part.count;
                all.states.append(&mut part.states);
            }
        }
        if let (Some(peers), true) = (&self.limits.peers, self.is_in_files()) {
            all.count = peers.gather(&[all.count])?.concat().iter().sum();
            if room.is_some_and(|room| all.count as usize > room) {
                return Err(GaveUp::Memory);
            }
            all.states = gather_keys(&**peers, &all.states, self.space.start().limbs())?;
        }
        all.states.sort_unstable();
        self.memory.note(held + 2 * all.states.len() * key_bytes);
        Ok(all)
    }
}
