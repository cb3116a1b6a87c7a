//! Wide layers: all threads, a visited table for each part.

use crate::bits::Key;
use crate::search::layered::{Layered, known, stride};
use crate::search::layers::Layer;
use crate::search::outcome::GaveUp;
use crate::search::worker_pool::{AbsorbOptions, Batch, Chunk, WorkerPool};
use crate::space::UsedMoves;
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
        self.keep(workers.take_filter());
        let goal = workers.take_goal();
        self.workers = Some(workers);
        done.map(|()| goal)
    }

    fn scatter_and_absorb(
        &mut self,
        workers: &mut WorkerPool<'a, K>,
        next: &mut Layer<K>,
        look: bool,
    ) -> Result<(), GaveUp> {
        let (limits, heap) = (self.limits, self.memory.heap);
        let growing = self.current.len() + self.current.len() / 8;
        let bits = Layer::<K>::fitting_bits(growing + self.known().map(Layer::len).sum::<usize>());
        if !self.near.keeps_used_moves() {
            self.previous.resplit(bits);
        }
        if self.near.same_layer {
            self.current.resplit(bits);
        }
        next.clear(bits);
        let held = self.held();
        let stride = stride::<K>(heap);
        let mask_bytes = if self.near.keeps_used_moves() { size_of::<UsedMoves>() } else { 0 };
        let each = size_of::<K>() + mask_bytes + heap;
        let expected = self.expected() >> bits;
        let chunk = (stride * self.current.len() / self.expected().max(1)).max(1);
        let taken = AtomicUsize::new(0);
        let neighbours = self.trail.is_some().then_some(self.expected() / self.current.len().max(1));
        let Self { near, previous, current, memory, counters, is_saved, .. } = self;
        let chunks: Vec<Chunk<K>> = current.parts().iter().flat_map(|part| Chunk::all(part, chunk)).collect();
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
            let left = limits.memory.saturating_sub(held + next.bytes(heap));
            let most = (left / 4 / each).max(stride);
            workers.scatter(&chunks, &taken, Batch { most, stride, bits, expected }, limits)?;
            account(next.bytes(heap) + workers.bytes(heap))?;
            if taken.load(Ordering::Relaxed) >= chunks.len() {
                break;
            }
            workers.absorb(&known, next, &AbsorbOptions { goal: look, filter: None }, limits)?;
            limits.progress.positions.store(counters.positions + next.len() as u64, Ordering::Relaxed);
        }
        drop(chunks);
        let last = &AbsorbOptions { goal: look, filter: neighbours };
        if !*is_saved && known.is_empty() && next.is_empty() && workers.has_emitted() {
            // Nothing needs this layer any more: the next one takes its room. (The last layer of all stays.)
            std::mem::swap(current, next);
            next.clear(bits);
            workers.absorb(&[], next, last, limits)?;
        } else {
            workers.absorb(&known, next, last, limits)?;
        }
        account(next.bytes(heap) + workers.bytes(heap))
    }
}
