//! Narrow layers: one thread, one visited table.

use std::ops::ControlFlow;
use std::slice;
use std::sync::atomic::Ordering;

use crate::bits::Key;
use crate::search::bloom::BloomFilter;
use crate::search::layered::{Layered, bound, stride};
use crate::search::layers::Layer;
use crate::search::outcome::GaveUp;
use crate::search::visited::VisitedTable;
use crate::space::{Columns, Sink, UsedMoves};

/// Size above which the table is rebuilt from the layers that can be met again.
const NARROW_TABLE: usize = 1 << 17;

impl<K: Key> Layered<'_, K> {
    /// Finds the next layer; with `look`, the least goal in it.
    pub(super) fn narrow(&mut self, next: &mut Layer<K>, look: bool) -> Result<Option<K>, GaveUp> {
        next.clear(0);
        self.current.resplit(0);
        self.previous.resplit(0);
        let mut table = std::mem::replace(&mut self.table, VisitedTable::new(self.near.keeps_used_moves()));
        let two_layers = self.previous.len() + self.current.len();
        if self.known().next().is_none() {
            table.clear(self.current.len());
        } else if table.is_empty() || table.len() > NARROW_TABLE.max(4 * two_layers) {
            // It is empty at first and after a wide layer. From here on it is only added to.
            table.clear(2 * two_layers);
            for layer in [&self.previous, &self.current] {
                table.know(&layer.parts[0].keys);
            }
        } else {
            table.settle();
        }
        let (limits, heap) = (self.limits, self.memory.heap);
        let held = self.held();
        let stride = stride::<K>(heap);
        let (mut emitted, mut next_look, mut ended) = (0, stride, Ok(()));
        let Columns { keys, tags } = &self.current.parts[0];
        let mut drain = |successors: &mut [Columns<K, UsedMoves>], pushed: usize| {
            emitted += pushed;
            table.take(&mut successors[0]);
            if emitted < next_look {
                return ControlFlow::Continue(());
            }
            next_look = emitted + stride;
            let found = self.counters.positions + table.fresh().len() as u64;
            limits.progress.positions.store(found, Ordering::Relaxed);
            // A list or a table that grows holds its old place until the new one is filled.
            ended = limits.check().and(limits.within(held + 2 * table.bytes(heap)));
            if ended.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        self.buffer.clear();
        let (buffer, keeps_used) = (slice::from_mut(&mut self.buffer), self.near.keeps_used_moves());
        let mut sink = Sink::new(buffer, keeps_used, bound::<K>(heap), &mut drain);
        self.expander.expand(keys, tags, &mut sink);
        let _ = sink.flush();
        self.memory.note(held + table.bytes(heap));
        self.counters.expanded(self.current.len(), emitted);
        ended?;
        let part = &mut next.parts[0];
        table.give(part);
        if self.trail.is_some() {
            let neighbours = emitted / self.current.len().max(1);
            self.add_filter(BloomFilter::Held(vec![BloomFilter::part(&part.keys, neighbours)]));
        }
        self.table = table;
        let expander = &mut self.expander;
        let goal = if look { part.keys.iter().filter(|key| expander.is_goal(key)).min() } else { None };
        Ok(goal.cloned())
    }
}
