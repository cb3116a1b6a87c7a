//! Wide layers: all threads, a visited table for each part.
//!
//! ```text
//!   scatter ─▶ absorb ─▶ scatter ─▶ absorb …      until all states are expanded
//! ```

use crate::bits::Key;
use crate::search::layered::{Layered, known, stride};
use crate::search::layers::{Chunk, Layer};
use crate::search::outcome::GaveUp;
use crate::search::worker_pool::{AbsorbOptions, Batch, WorkerPool};
use crate::sync::atomic::{AtomicUsize, Ordering};

impl<'a, K: Key> Layered<'a, K> {
    /// Finds the next layer; with `look`, the least goal in it.
    pub(super) fn wide(&mut self, next: &mut Layer<K>, look: bool) -> Result<Option<K>, GaveUp> {
        self.table.clear(0);
        let mut workers =
            self.workers.take().unwrap_or_else(|| WorkerPool::new(self.space, self.limits.threads));
        let states = self.current.len();
        let done = self.scatter_and_absorb(&mut workers, next, look);
        let emitted = workers.take_emitted();
        self.counters.expanded(states, emitted);
        let (filter, goal) = (workers.take_filter(), workers.take_goal());
        self.workers = Some(workers);
        done?;
        self.add_filter(filter);
        Ok(goal)
    }

    fn scatter_and_absorb(
        &mut self,
        workers: &mut WorkerPool<'a, K>,
        next: &mut Layer<K>,
        look: bool,
    ) -> Result<(), GaveUp> {
        let (limits, heap) = (self.limits, self.memory.heap);
        let growing = self.current.len() + self.current.len() / 8;
        let known_len = self.known().map(Layer::len).sum::<usize>();
        let bits = Layer::<K>::fitting_bits(growing + known_len);
        // Parts that were made by other threads are given back only when those run again.
        let moved = self.known().filter(|layer| layer.bits() != bits).map(|layer| layer.bytes(heap)).sum();
        limits.has_room(moved)?;
        if !self.near.keeps_used_moves() {
            self.previous.resplit(bits);
        }
        if self.near.same_layer {
            self.current.resplit(bits);
        }
        next.clear(bits);
        let held = self.held();
        let stride = stride::<K>(heap);
        let each = self.bytes_of_state();
        let expected = self.expected() >> bits;
        let chunk = self.states_of_chunk();
        let taken = AtomicUsize::new(0);
        let (successors, of) = self.counters.branching;
        let neighbours = self.trail.is_some().then_some(successors / of);
        let Self { near, previous, current, memory, counters, is_saved, .. } = self;
        let chunks: Vec<Chunk<K>> = Chunk::all(current, chunk);
        let known: Vec<&Layer<K>> = known(*near, previous, current).collect();
        let mut account = |bytes: usize| {
            memory.note(held + bytes);
            limits.within(held + bytes)
        };
        loop {
            // The next layer is seldom a quarter larger than this one; better to stop before memory is gone.
            let likely = current.bytes(heap) + current.bytes(heap) / 4;
            account(next.bytes(heap).max(likely))?;
            // A quarter of what is left: the buffers may double, and the tables and the next layer follow.
            let left = limits.memory - held - next.bytes(heap);
            let most = (left / 4 / each).max(stride);
            workers.scatter(&chunks, &taken, Batch { most, stride, bits, expected }, limits)?;
            account(next.bytes(heap) + workers.bytes(heap))?;
            if taken.load(Ordering::Relaxed) >= chunks.len() {
                break;
            }
            workers.absorb(next, &AbsorbOptions { known: &known, goal: look, filter: None }, limits)?;
            let found = counters.positions + next.len() as u64;
            limits.progress.positions.store(found, Ordering::Relaxed);
        }
        drop(chunks);
        let is_needed = *is_saved || limits.disk.is_some();
        if !is_needed && known.is_empty() && next.is_empty() && workers.has_emitted() {
            // Nothing needs this layer any more: the next one takes its room. (The last layer of all stays.)
            std::mem::swap(current, next);
            next.clear(bits);
            let all = AbsorbOptions { known: &[], goal: look, filter: neighbours };
            workers.absorb(next, &all, limits)?;
        } else {
            workers.absorb(next, &AbsorbOptions { known: &known, goal: look, filter: neighbours }, limits)?;
        }
        account(next.bytes(heap) + workers.bytes(heap))
    }
}
