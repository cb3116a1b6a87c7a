//! Where the layers of a search are: in memory, or in files where they would not leave room for the next one.
//!
//! ```text
//!   bytes of a step      less than a quarter of the memory          more than half
//!                        layers are read from their files           layers are written to files
//! ```

use crate::bits::Key;
use crate::search::disk::stored::Writing;
use crate::search::layered::{Layered, stride};
use crate::search::layers::Layer;
use crate::search::outcome::GaveUp;
use crate::search::worker_pool::WorkerPool;

impl<K: Key> Layered<'_, K> {
    /// Brings layers to where there is room for the next step, where there is a disk.
    pub(super) fn place_layers(&mut self) -> Result<(), GaveUp> {
        if self.limits.disk.is_none() {
            return Ok(());
        }
        let known: usize = self.known().map(Layer::len).sum();
        // The next layer, and successors, with the room that tables and buffers have to spare.
        let likely = self.current.len() * 9 / 4 + known + self.expected() * 3 / 2;
        let bytes = likely.saturating_mul(self.bytes_of_state()) + self.memory.filters + self.memory.beside;
        if bytes > self.limits.memory / 2 {
            self.store_layers()
        } else if bytes < self.limits.memory / 4 {
            self.current.load()?;
            self.previous.load()
        } else {
            Ok(())
        }
    }

    /// True if the next layer is likely to find room in memory, with tables and buffers.
    pub(super) fn has_room_for_next(&self) -> bool {
        let next = (self.current.len() * 5 / 4).saturating_mul(self.bytes_of_state());
        self.held() + next <= self.limits.memory / 3
    }

    /// Moves the layers into files.
    pub(super) fn store_layers(&mut self) -> Result<(), GaveUp> {
        let Some(disk) = &self.limits.disk else { return Ok(()) };
        self.spare = Layer::empty();
        let block = self.states_of_block();
        let workers = self.workers.get_or_insert_with(|| WorkerPool::new(self.space, self.limits.threads));
        let with_masks = self.near.keeps_used_moves();
        let start = self.space.start();
        for layer in [&mut self.current, &mut self.previous] {
            if layer.stored().is_none() && !layer.is_empty() {
                let file = Writing::layer(disk, &start, with_masks, block)?;
                workers.write(layer, &file, self.limits)?;
                *layer = Layer::stored_in(file.finish(layer.bits()));
            }
        }
        Ok(())
    }

    /// States that have about as many successors as are found between two looks at the limits.
    pub(super) fn states_of_block(&self) -> usize {
        let successors = self.expected().max(1) as u128;
        let states = stride::<K>(self.memory.heap) as u128 * self.current.len() as u128 / successors;
        (states as usize).max(1)
    }
}
