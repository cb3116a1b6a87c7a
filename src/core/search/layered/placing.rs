//! Choice between memory and files for the layers of a search: files when they would leave no room for the next layer.
//!
//! ```text
//!   bytes of a step      less than a quarter of the memory          more than half
//!                        the search comes back to memory            it goes on in files
//! ```

use crate::bits::Key;
use crate::search::layered::{Layered, Next, stride};
use crate::search::layers::Layer;
use crate::search::outcome::GaveUp;
use crate::space::UsedMoves;

impl<K: Key> Layered<'_, K> {
    /// Finds the next layer in memory, or in files if memory does not suffice and there is a disk; with `look`, also the least goal.
    pub(super) fn advance_where_it_fits(&mut self, look: bool) -> Result<Next<K>, GaveUp> {
        if self.limits.peers.is_some() {
            return self.advance_with_peers(look);
        }
        if self.limits.disk.is_none() {
            return self.advance_in_memory(look);
        }
        let step = self.bytes_of_step();
        let share = if self.is_in_files() { self.limits.memory / 4 } else { self.limits.memory / 2 };
        if step < share {
            self.file_workers = None;
            self.current.load()?;
            self.previous.load()?;
            match self.advance_in_memory(look) {
                Err(GaveUp::Memory) => self.counters.begin_again(),
                found => return found,
            }
        }
        // Sources are in a file of one bucket.
        if self.current.stored().is_none_or(|stored| stored.split.bits == 0) {
            self.go_to_files()?;
        }
        self.spare = Layer::empty();
        self.advance_in_files(look)
    }

    /// Finds the next layer with other processes: small layers by each of them alike, in memory; from the first large one on by
    /// all together, in files. Their decisions must not depend on what only one of them knows.
    fn advance_with_peers(&mut self, look: bool) -> Result<Next<K>, GaveUp> {
        if !self.is_in_files() {
            if self.expected() < self.limits.wide {
                return self.advance_in_memory(look);
            }
            self.go_to_files()?;
        }
        // Its file may be written over from now on.
        self.spare = Layer::empty();
        self.advance_in_files(look)
    }

    /// Estimated bytes of the next step.
    fn bytes_of_step(&self) -> usize {
        let known: usize = self.known().map(Layer::len).sum();
        // The next layer, and successors, with the room that tables and buffers have to spare.
        let likely = self.current.len() * 9 / 4 + known + self.expected() * 3 / 2;
        likely.saturating_mul(self.bytes_of_state()) + self.memory.filters + self.memory.beside
    }

    /// Bytes of a state in memory, with its mask.
    pub(super) fn bytes_of_state(&self) -> usize {
        let mask = if self.near.keeps_used_moves() { size_of::<UsedMoves>() } else { 0 };
        size_of::<K>() + mask + self.memory.heap
    }

    /// States with about as many successors as are found between two checks of the limits.
    pub(super) fn states_of_chunk(&self) -> usize {
        let successors = self.expected().max(1) as u128;
        let states = stride::<K>(self.memory.heap) as u128 * self.current.len() as u128 / successors;
        (states as usize).max(1)
    }
}
