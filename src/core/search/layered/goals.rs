//! The goals of a finished layer, looked for by all threads when it is wide.

use std::sync::Arc;

use crate::bits::Key;
use crate::search::disk::block::Block;
use crate::search::disk::block_file::BlockFile;
use crate::search::disk::codec::encode;
use crate::search::disk::stored::Stored;
use crate::search::layered::{Layered, SideState, stride};
use crate::search::layers::Chunk;
use crate::search::limits::Limits;
use crate::search::outcome::GaveUp;
use crate::search::partition::Split;
use crate::search::peers::gather_keys;
use crate::search::worker_pool::WorkerPool;
use crate::space::Expander;
use crate::sync::atomic::{AtomicUsize, Ordering};

/// Goals of one layer.
pub(in crate::search) struct Met<K> {
    pub(in crate::search) count: u64,
    /// The goals, if they are collected in memory.
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
    /// Maximum number of states to collect, if they are collected, and their number so far.
    room: Option<usize>,
    kept: AtomicUsize,
    /// States that are examined, and written, at once.
    stride: usize,
    /// The file to which goals are written, instead of into memory.
    file: Option<&'a BlockFile>,
}

impl Look<'_> {
    fn at<K: Key>(&self, keys: &[K], expander: &mut dyn Expander<K>, met: &mut Met<K>) -> Result<(), GaveUp> {
        self.limits.check()?;
        let mut goals = Vec::new();
        expander.goals(keys, &mut goals);
        met.count += goals.len() as u64;
        let more = if self.room.is_some() { goals.len() } else { 0 };
        met.states.extend(goals.iter().take(more).map(|&place| keys[place].clone()));
        if let Some(file) = self.file {
            return if met.states.len() < self.stride { Ok(()) } else { self.write(file, &mut met.states) };
        }
        let kept = self.kept.fetch_add(more, Ordering::Relaxed) + more;
        if self.room.is_some_and(|room| kept > room) { Err(GaveUp::Memory) } else { Ok(()) }
    }

    fn at_stored<K: Key>(
        &self,
        (stored, blocks): (&Stored, &[Block]),
        expander: &mut dyn Expander<K>,
        met: &mut Met<K>,
    ) -> Result<(), GaveUp> {
        let mut states = Vec::new();
        stored.for_each(blocks, &mut Vec::new(), |key, _| {
            states.push(key);
            if states.len() < self.stride {
                return Ok(());
            }
            self.at(&states, expander, met)?;
            states.clear();
            Ok(())
        })?;
        self.at(&states, expander, met)
    }

    /// Moves states to a file, in one bucket.
    fn write<K: Key>(&self, file: &BlockFile, states: &mut Vec<K>) -> Result<(), GaveUp> {
        let mut appender = file.appender();
        for some in states.chunks(self.stride) {
            appender.add(0, some.len(), |to| encode(some, &[], to))?;
        }
        states.clear();
        appender.flush()
    }
}

impl<'a, K: Key> Layered<'a, K> {
    /// Counts the goals of the layer found last, and keeps them for a search from all of them: in memory, or in a file once
    /// layers are in files or goals take up much of the memory.
    pub(in crate::search) fn keep_goals(&mut self, side: &mut SideState<K>) -> Result<u64, GaveUp> {
        // Processes that share a search all have the same goals, in memory.
        let disk = self.limits.disk.as_ref().filter(|_| self.limits.peers.is_none());
        let is_much = self.memory.beside > self.limits.memory / 8;
        let disk_first = disk.filter(|_| side.stored_goals.is_some() || self.is_in_files() || is_much);
        if disk_first.is_none() {
            match self.goals(true, None) {
                Err(GaveUp::Memory) if disk.is_some() => {}
                met => {
                    let Met { count, mut states } = met?;
                    side.goals.append(&mut states);
                    self.account_for(side);
                    return Ok(count);
                }
            }
        }
        let Some(disk) = disk else { return Err(GaveUp::Memory) };
        let file = match &side.stored_goals {
            Some(stored) => Arc::clone(&stored.file),
            None => Arc::new(BlockFile::create(disk)?),
        };
        let count = self.goals(true, Some(&file))?.count;
        self.look(None, Some(&file)).write(&file, &mut side.goals)?;
        side.goals = Vec::new();
        let mut blocks = side.stored_goals.take().map_or_else(Vec::new, |stored| stored.blocks);
        blocks.append(&mut file.settle());
        let format = (self.space.start().limbs(), self.near.keeps_used_moves());
        side.stored_goals = Some(Stored::of(file, blocks, Split::default(), format));
        self.account_for(side);
        Ok(count)
    }

    fn look<'l>(&self, room: Option<usize>, file: Option<&'l BlockFile>) -> Look<'l>
    where
        'a: 'l,
    {
        let stride = stride::<K>(self.memory.heap);
        Look { limits: self.limits, room, kept: AtomicUsize::new(0), stride, file }
    }

    /// Counts the goals of the layer found last; with `keep`, also collects them: in ascending order, or in a file.
    pub(in crate::search) fn goals(
        &mut self,
        keep: bool,
        file: Option<&BlockFile>,
    ) -> Result<Met<K>, GaveUp> {
        let held = self.held() + self.workers.as_ref().map_or(0, |workers| workers.bytes(self.memory.heap));
        let key_bytes = size_of::<K>() + self.memory.heap;
        // A list that grows holds its old place until the new one is filled, and so does that of all layers together.
        let left = self.limits.memory.saturating_sub(held + self.memory.beside);
        let room = keep.then_some(left / 4 / key_bytes);
        let look = self.look(room, file);
        let mut all = Met::default();
        let chunks = Chunk::all(&self.current, look.stride);
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
                    look.at_stored((stored, groups[group]), expander, met)
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
        if let Some(file) = file {
            look.write(file, &mut all.states)?;
        }
        all.states.sort_unstable();
        self.memory.note(held + 2 * all.states.len() * key_bytes);
        Ok(all)
    }
}
