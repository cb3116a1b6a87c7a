//! The goals of a finished layer, looked for by all threads when it is wide.

use crate::search::layered::{Layered, SideState, stride};
use crate::search::layers::{Foreign, Layer, Writing};
use crate::search::peers::gather_keys;
use crate::sync::atomic::{AtomicUsize, Ordering};
use crate::{Columns, Expander, GaveUp, Key, Limits, UsedMoves};

/// Goals of one layer.
pub(in crate::search) struct Met<K> {
    pub(in crate::search) count: u64,
    /// The goals, if they are collected.
    pub(in crate::search) states: Vec<K>,
}

impl<K> Default for Met<K> {
    fn default() -> Self {
        Self { count: 0, states: Vec::new() }
    }
}

/// Use of the goals that are found, beside their number.
enum Keep<'a, K> {
    Nothing,
    /// They are collected; at most so many, and their number so far.
    Collect(usize, AtomicUsize),
    /// They are added to a layer of one bucket.
    Write(&'a Writing<'a, K>),
}

struct Look<'a, K> {
    limits: &'a Limits,
    keep: Keep<'a, K>,
    /// States that are examined, and written, at once.
    stride: usize,
    with_masks: bool,
}

impl<K: Key> Look<'_, K> {
    fn at(&self, keys: &[K], expander: &mut dyn Expander<K>, met: &mut Met<K>) -> Result<(), GaveUp> {
        for keys in keys.chunks(self.stride) {
            self.limits.check()?;
            let mut goals = Vec::new();
            expander.goals(keys, &mut goals);
            met.count += goals.len() as u64;
            if !matches!(self.keep, Keep::Nothing) {
                met.states.extend(goals.iter().map(|&place| keys[place].clone()));
            }
            match &self.keep {
                Keep::Nothing => {}
                Keep::Collect(most, kept) => {
                    let before = kept.fetch_add(goals.len(), Ordering::Relaxed);
                    if before + goals.len() > *most {
                        return Err(GaveUp::Memory);
                    }
                }
                Keep::Write(_) => {
                    if met.states.len() >= self.stride {
                        self.write(&mut met.states)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Moves states to the layer where goals are written.
    fn write(&self, states: &mut Vec<K>) -> Result<(), GaveUp> {
        let Keep::Write(writing) = &self.keep else { return Ok(()) };
        let masks = if self.with_masks { vec![UsedMoves::default(); states.len()] } else { Vec::new() };
        let mut writer = writing.writer();
        writer.put(0, states, &masks)?;
        states.clear();
        writer.flush()
    }
}

impl<K: Key> Layered<'_, K> {
    /// Counts the goals of the layer found last, and keeps them for a search from all of them.
    pub(in crate::search) fn keep_goals(&mut self, side: &mut SideState<K>) -> Result<u64, GaveUp> {
        let sources = side
            .sources
            .take()
            .unwrap_or_else(|| Layer::of(Columns::new(), &self.pieces, self.current.format));
        let most = self.limits.memory.saturating_sub(self.memory.filters + self.bytes_of_workers());
        let most = if self.limits.disk.is_some() { most / 2 } else { most };
        let writing = Writing::begin(sources, self.limits, most, Foreign::Kept)?;
        let look = self.look(Keep::Write(&writing));
        // Processes that share a search all have the same goals.
        let met = if self.limits.peers.is_some() { self.goals(true) } else { self.look_through(&look) };
        let count = met.and_then(|mut met| look.write(&mut met.states).map(|()| met.count));
        // The goals of a layer are kept together, or looked for again.
        side.sources = Some(if count.is_ok() { writing.finish()? } else { writing.take_back() });
        count
    }

    /// Counts the goals of the layer found last; with `keep`, also collects them in ascending order.
    pub(in crate::search) fn goals(&mut self, keep: bool) -> Result<Met<K>, GaveUp> {
        let held = self.held();
        let key_bytes = size_of::<K>() + self.memory.heap;
        // A list that grows holds its old place until the new one is filled, and so does that of all layers together.
        let room = self.limits.memory.saturating_sub(held + self.memory.beside) / 4 / key_bytes;
        let collect = if keep { Keep::Collect(room, AtomicUsize::new(0)) } else { Keep::Nothing };
        let mut all = self.look_through(&self.look(collect))?;
        if let Some(peers) = self.limits.peers.as_ref().filter(|_| self.is_split()) {
            all.count = peers.gather(&[all.count])?.concat().iter().sum();
            if keep && all.count as usize > room {
                return Err(GaveUp::Memory);
            }
            all.states = gather_keys(&**peers, &all.states, self.space.start().limbs())?;
        }
        all.states.sort_unstable();
        self.memory.note(held + 2 * all.states.len() * key_bytes);
        Ok(all)
    }

    fn look<'l>(&self, keep: Keep<'l, K>) -> Look<'l, K>
    where
        Self: 'l,
    {
        let stride = stride::<K>(self.memory.heap);
        Look { limits: self.limits, keep, stride, with_masks: self.near.keeps_used_moves() }
    }

    /// Looks for goals in the layer found last, without those of other processes.
    fn look_through(&mut self, look: &Look<K>) -> Result<Met<K>, GaveUp> {
        let mut all = Met::default();
        if self.current.len() < self.limits.wide {
            let expander = &mut *self.expander;
            self.current.for_each(|keys| look.at(keys, expander, &mut all))?;
            return Ok(all);
        }
        let mut workers = self.take_workers();
        let layer = &self.current;
        let parts = workers.work_through(layer.buckets.len(), |bucket, expander, scratch, met| {
            layer.visit(bucket, scratch, |keys, _| look.at(keys, expander, met))
        });
        self.workers = Some(workers);
        for mut part in parts? {
            all.count += part.count;
            all.states.append(&mut part.states);
        }
        Ok(all)
    }
}
