//! The wide way: all threads, a table for each part.

use crate::bits::Key;
use crate::search::crew::{Batch, Chunk, Crew, Wishes};
use crate::search::layered::{Layered, bound, known, stride};
use crate::search::layers::Layer;
use crate::search::outcome::GaveUp;
use crate::space::UsedMoves;
use crate::sync::atomic::{AtomicUsize, Ordering};

impl<'a, K: Key> Layered<'a, K> {
    /// Finds the next layer; with `look`, the least goal in it.
    pub(super) fn wide(&mut self, next: &mut Layer<K>, look: bool) -> Result<Option<K>, GaveUp> {
        self.gathering.clear(0);
        let mut crew = self.crew.take().unwrap_or_else(|| Crew::new(self.space, self.limits.threads));
        let states = self.current.len();
        let done = self.scatter_and_absorb(&mut crew, next, look);
        let emitted = crew.take_emitted();
        self.successors += emitted as u64;
        self.branching = (emitted.max(1), states.max(1));
        self.keep(crew.take_sieve());
        let goal = crew.take_goal();
        self.crew = Some(crew);
        done.map(|()| goal)
    }

    fn scatter_and_absorb(
        &mut self,
        crew: &mut Crew<'a, K>,
        next: &mut Layer<K>,
        look: bool,
    ) -> Result<(), GaveUp> {
        let (limits, heap) = (self.limits, self.heap);
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
        let (stride, bound) = (stride::<K>(heap), bound::<K>(heap));
        let mask_bytes = if self.near.keeps_used_moves() { size_of::<UsedMoves>() } else { 0 };
        let each = size_of::<K>() + mask_bytes + heap;
        let expected = self.expected() >> bits;
        let chunk = (stride * self.current.len() / self.expected().max(1)).max(1);
        let taken = AtomicUsize::new(0);
        let neighbours = self.trail.is_some().then_some(self.expected() / self.current.len().max(1));
        let Self { near, previous, current, peak, positions, is_kept, .. } = self;
        let chunks: Vec<Chunk<K>> = current.parts().iter().flat_map(|part| Chunk::all(part, chunk)).collect();
        let known: Vec<&Layer<K>> = known(*near, previous, current).collect();
        let mut account = |bytes: usize| {
            *peak = (*peak).max(held + bytes);
            limits.within(held + bytes)
        };
        loop {
            // The next layer is seldom a quarter larger than this one; better to stop before memory is gone.
            let likely = current.bytes(heap) + current.bytes(heap) / 4;
            account(next.bytes(heap).max(likely))?;
            // A quarter of what is left: the buffers may double, and the tables and the next layer follow.
            let left = limits.memory.saturating_sub(held + next.bytes(heap));
            let most = (left / 4 / each).max(stride);
            crew.scatter(&chunks, &taken, Batch { most, stride, bits, expected, bound }, limits)?;
            account(next.bytes(heap) + crew.bytes(heap))?;
            if taken.load(Ordering::Relaxed) >= chunks.len() {
                break;
            }
            crew.absorb(&known, next, &Wishes { goal: look, sieve: None }, limits)?;
            limits.progress.positions.store(*positions + next.len() as u64, Ordering::Relaxed);
        }
        drop(chunks);
        let last = &Wishes { goal: look, sieve: neighbours };
        if !*is_kept && known.is_empty() && next.is_empty() && crew.has_emitted() {
            // Nothing needs this layer any more: the next one takes its room. (The last layer of all stays.)
            std::mem::swap(current, next);
            next.clear(bits);
            crew.absorb(&[], next, last, limits)?;
        } else {
            crew.absorb(&known, next, last, limits)?;
        }
        account(next.bytes(heap) + crew.bytes(heap))
    }
}
