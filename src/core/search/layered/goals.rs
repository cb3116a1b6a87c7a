//! The goals of a finished layer, looked for by all threads when it is wide.

use crate::search::layered::{Layered, SideState, stride};
use crate::search::layers::{Layer, Writing};
use crate::search::peers::gather_keys;
use crate::{Columns, Expander, GaveUp, Key, Limits};

impl<K: Key> Layered<'_, K> {
    /// Counts the goals of the layer found last, and keeps them for a search from all of them.
    pub(in crate::search) fn keep_goals(&mut self, side: &mut SideState<K>) -> Result<u64, GaveUp> {
        let sources = side.sources.take().unwrap_or_else(|| self.no_states());
        let before = sources.count();
        let most = self.limits.memory.saturating_sub(self.spent.trail_bytes + self.bytes_of_workers());
        let most = if self.limits.disk.is_some() { most / 2 } else { most };
        let writing = Writing::begin(sources, self.limits, most, false)?;
        // Processes that share a search all have the same goals.
        let written = if self.limits.peers.is_some() {
            self.goals().and_then(|mut goals| writing.put_sources(&mut goals))
        } else {
            self.look_through(&writing)
        };
        // The goals of a layer are kept together, or looked for again.
        let sources = if written.is_ok() { writing.finish()? } else { writing.take_back() };
        let count = sources.count() - before;
        side.sources = Some(sources);
        written.map(|()| count as u64)
    }

    /// The goals of the layer found last, in ascending order.
    pub(in crate::search) fn goals(&mut self) -> Result<Vec<K>, GaveUp> {
        let held = self.held();
        let key_bytes = size_of::<K>() + self.heap();
        // A list that grows holds its old place until the new one is filled, and so does that of all layers together.
        let room = self.limits.memory.saturating_sub(held) / 4;
        let limits = Limits { disk: None, peers: None, ..self.limits.clone() };
        let writing = Writing::begin(self.no_states(), &limits, self.pieces.held() + room, false)?;
        self.look_through(&writing)?;
        let mut goals = Vec::new();
        writing.finish()?.for_each(|keys, _| {
            goals.extend_from_slice(keys);
            Ok(())
        })?;
        if let Some(peers) = self.limits.peers.as_ref().filter(|_| self.is_split()) {
            let count: u64 = peers.gather(&[goals.len() as u64])?.concat().iter().sum();
            if count as usize > room / key_bytes {
                return Err(GaveUp::Memory);
            }
            goals = gather_keys(&**peers, &goals, self.space.start().limbs())?;
        }
        goals.sort_unstable();
        self.spent.bytes = self.spent.bytes.max(held + 2 * goals.len() * key_bytes);
        Ok(goals)
    }

    fn no_states(&self) -> Layer<K> {
        Layer::of(Columns::default(), &self.pieces, self.current.format)
    }

    /// Adds the goals of the layer found last, without those of other processes, to a layer of one bucket.
    fn look_through(&mut self, writing: &Writing<K>) -> Result<(), GaveUp> {
        let (limits, stride) = (self.limits, stride::<K>(self.heap()));
        let look = |keys: &[K], expander: &mut dyn Expander<K>, found: &mut Vec<K>| {
            for keys in keys.chunks(stride) {
                limits.check()?;
                found.extend(expander.goals(keys).into_iter().map(|place| keys[place].clone()));
                if found.len() >= stride {
                    writing.put_sources(found)?;
                }
            }
            Ok(())
        };
        if self.current.count() < self.limits.wide {
            let (expander, mut found) = (&mut *self.expander, Vec::new());
            self.current.for_each(|keys, _| look(keys, expander, &mut found))?;
            return writing.put_sources(&mut found);
        }
        let (mut workers, layer) = (self.take_workers(), &self.current);
        let looked =
            workers.work_through(writing, layer.buckets.len(), |bucket, expander, scratch, found| {
                layer.visit(bucket, scratch, |keys, _| look(keys, expander, found))
            });
        self.workers = Some(workers);
        looked
    }
}
