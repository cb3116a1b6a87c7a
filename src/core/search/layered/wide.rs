//! Wide layers: all threads, a visited table for each part.
//!
//! ```text
//!   in memory    scatter ─▶ absorb ─▶ scatter ─▶ absorb …           until all states are expanded
//!   on disk      scatter ─▶ spill ─▶ scatter ─▶ spill … ─▶ absorb   all runs of a part go through one table at the end
//! ```

use crate::bits::Key;
use crate::search::bloom::{BloomFilter, StoredFilter};
use crate::search::disk::block_file::BlockFile;
use crate::search::disk::stored::{Stored, Writing};
use crate::search::layered::{Layered, known, stride};
use crate::search::layers::{Layer, MOST_PARTS, MOST_STORED_PARTS};
use crate::search::outcome::GaveUp;
use crate::search::worker_pool::{AbsorbOptions, Batch, Chunk, Files, WorkerPool};
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
        let (filter, goal) = (workers.take_filter(), workers.take_goal());
        self.workers = Some(workers);
        self.keep(done?.map_or(filter, BloomFilter::Stored));
        Ok(goal)
    }

    /// Finds the next layer; its filter, where that is in a file.
    fn scatter_and_absorb(
        &mut self,
        workers: &mut WorkerPool<'a, K>,
        next: &mut Layer<K>,
        look: bool,
    ) -> Result<Option<StoredFilter>, GaveUp> {
        let (limits, heap) = (self.limits, self.memory.heap);
        let disk = limits.disk.as_ref();
        let growing = self.current.len() + self.current.len() / 8;
        let mut goes_to_disk = disk.is_some() && (self.spills || !self.has_room_for_next());
        let most_parts = if disk.is_some() { MOST_STORED_PARTS } else { MOST_PARTS };
        let known_len = self.known().map(Layer::len).sum::<usize>();
        let bits = Layer::<K>::fitting_bits(growing + known_len, most_parts);
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
        let chunk = self.states_of_block();
        let taken = AtomicUsize::new(0);
        let neighbours = self.trail.is_some().then_some(self.expected() / self.current.len().max(1));
        let with_masks = self.near.keeps_used_moves();
        let start = self.space.start();
        let Self { near, previous, current, memory, counters, is_saved, .. } = self;
        let chunks: Vec<Chunk<K>> = Chunk::all(current, chunk);
        let known: Vec<&Layer<K>> = known(*near, previous, current).collect();
        let mut account = |bytes: usize| {
            memory.note(held + bytes);
            limits.within(held + bytes)
        };
        let mut runs: Vec<Stored> = Vec::new();
        loop {
            // The next layer is seldom a quarter larger than this one; better to stop before memory is gone.
            let likely = current.bytes(heap) + current.bytes(heap) / 4;
            if !goes_to_disk && account(next.bytes(heap).max(likely)).is_err() {
                disk.ok_or(GaveUp::Memory)?;
                goes_to_disk = true;
            }
            // A quarter of what is left: the buffers may double, and the tables and the next layer follow. Where layers are
            // on disk less will do, and the process is not to come near its limit.
            let left = limits.memory.saturating_sub(held + next.bytes(heap));
            let share = if goes_to_disk || current.stored().is_some() { 10 } else { 4 };
            let most = (left / share / each).max(stride);
            workers.scatter(&chunks, &taken, Batch { most, stride, bits, expected }, limits)?;
            if account(next.bytes(heap) + workers.bytes(heap)).is_err() {
                disk.ok_or(GaveUp::Memory)?;
                goes_to_disk = true;
            }
            if taken.load(Ordering::Relaxed) >= chunks.len() {
                break;
            }
            if let Some(disk) = disk.filter(|_| goes_to_disk) {
                runs.push(workers.spill(next, disk, limits)?);
            } else {
                let options =
                    AbsorbOptions { known: &known, runs: &[], goal: look, filter: None, files: None };
                workers.absorb(next, &options, limits)?;
            }
            let found = counters.positions + next.len() as u64;
            limits.progress.positions.store(found, Ordering::Relaxed);
        }
        drop(chunks);
        let all = AbsorbOptions { known: &known, runs: &[], goal: look, filter: neighbours, files: None };
        if let Some(disk) = disk.filter(|_| !runs.is_empty()) {
            let filter = if neighbours.is_some() { Some(BlockFile::create(disk)?) } else { None };
            let files = Files { layer: Writing::layer(disk, &start, with_masks, chunk)?, filter };
            let last = AbsorbOptions { runs: &runs, files: Some(&files), ..all };
            workers.absorb(next, &last, limits)?;
            // A part with its successors is all that is held: less memory than that is not kept.
            let _ = account(workers.bytes(heap));
            return Ok(settled(files, next, bits));
        }
        if !*is_saved && known.is_empty() && next.is_empty() && workers.has_emitted() && !goes_to_disk {
            // Nothing needs this layer any more: the next one takes its room. (The last layer of all stays.)
            let all = AbsorbOptions { known: &[], runs: &[], goal: look, filter: neighbours, files: None };
            std::mem::swap(current, next);
            next.clear(bits);
            workers.absorb(next, &all, limits)?;
        } else {
            workers.absorb(next, &all, limits)?;
        }
        account(next.bytes(heap) + workers.bytes(heap)).or_else(|reason| disk.map(drop).ok_or(reason))?;
        Ok(None)
    }

    /// Bytes of a state in memory, with its mask.
    pub(super) fn bytes_of_state(&self) -> usize {
        let mask = if self.near.keeps_used_moves() { size_of::<UsedMoves>() } else { 0 };
        size_of::<K>() + mask + self.memory.heap
    }
}

/// A layer whose files are written takes the place of `next`; its filter.
fn settled<K: Key>(files: Files, next: &mut Layer<K>, bits: u32) -> Option<StoredFilter> {
    *next = Layer::stored_in(files.layer.finish(bits));
    let filter = files.filter?;
    let blocks = filter.settle();
    Some(StoredFilter::of(filter, blocks))
}
