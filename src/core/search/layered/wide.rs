//! Wide layers: all threads, a visited table for each part.
//!
//! ```text
//!   in memory    scatter ─▶ absorb ─▶ scatter ─▶ absorb …           until all states are expanded
//!   on disk      scatter ─▶ spill ─▶ scatter ─▶ spill … ─▶ absorb   all runs of a part go through one table at the end
//! ```

use std::sync::Arc;

use crate::bits::Key;
use crate::search::bloom::{BloomFilter, StoredFilter};
use crate::search::disk::Disk;
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
        let mut goes_to_disk = self.current.stored().is_some();
        let most_parts = if goes_to_disk { MOST_STORED_PARTS } else { MOST_PARTS };
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
        let chunk = (stride * self.current.len() / self.expected().max(1)).max(1);
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
            // A quarter of what is left: the buffers may double, and the tables and the next layer follow.
            let left = limits.memory.saturating_sub(held + next.bytes(heap));
            let most = (left / 4 / each).max(stride);
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
            account(workers.bytes(heap))?;
            return Ok(settled(files, next, bits));
        }
        if !*is_saved && known.is_empty() && next.is_empty() && workers.has_emitted() && !goes_to_disk {
            // Nothing needs this layer any more: the next one takes its room. (The last layer of all stays.)
            let all =
                AbsorbOptions { known: &[], runs: &[], goal: look, filter: neighbours, files: None };
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
    fn bytes_of_state(&self) -> usize {
        let mask = if self.near.keeps_used_moves() { size_of::<UsedMoves>() } else { 0 };
        size_of::<K>() + mask + self.memory.heap
    }

    /// Brings layers to where there is room for the next step: those of a large one into files, those of a small one into
    /// memory.
    pub(super) fn place_layers(&mut self) -> Result<(), GaveUp> {
        let Some(disk) = &self.limits.disk else { return Ok(()) };
        let known: usize = self.known().map(Layer::len).sum();
        let states = self.current.len() + known;
        // The next layer, and successors with the room that buffers have to spare.
        let likely = states + self.current.len() * 5 / 4 + self.expected() * 3 / 2;
        let bytes = likely.saturating_mul(self.bytes_of_state()) + self.memory.filters + self.memory.beside;
        if bytes > self.limits.memory / 4 * 3 {
            self.spare = Layer::empty();
            for which in [Which::Current, Which::Previous] {
                self.store(which, disk)?;
            }
        } else if bytes < self.limits.memory / 4 {
            for layer in [&mut self.current, &mut self.previous] {
                layer.load()?;
            }
        }
        Ok(())
    }

    /// Moves a layer into a file.
    fn store(&mut self, which: Which, disk: &Arc<Disk>) -> Result<(), GaveUp> {
        let chunk = (stride::<K>(self.memory.heap) * self.current.len() / self.expected().max(1)).max(1);
        let layer = match which {
            Which::Current => &mut self.current,
            Which::Previous => &mut self.previous,
        };
        if layer.stored().is_some() || layer.is_empty() {
            return Ok(());
        }
        let bits = layer.bits();
        let workers = self.workers.get_or_insert_with(|| WorkerPool::new(self.space, self.limits.threads));
        let file = Writing::layer(disk, &self.space.start(), self.near.keeps_used_moves(), chunk)?;
        workers.write(layer, &file, self.limits)?;
        *layer = Layer::stored_in(file.finish(bits));
        Ok(())
    }
}

/// One of the two layers that a search holds.
#[derive(Clone, Copy)]
enum Which {
    Current,
    Previous,
}

/// A layer whose files are written takes the place of `next`; its filter.
fn settled<K: Key>(files: Files, next: &mut Layer<K>, bits: u32) -> Option<StoredFilter> {
    *next = Layer::stored_in(files.layer.finish(bits));
    let filter = files.filter?;
    let blocks = filter.settle();
    Some(StoredFilter::of(filter, blocks))
}
