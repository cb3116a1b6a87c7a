//! Narrow layers: one thread, one visited table.

use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

use crate::search::bloom::BloomFilter;
use crate::search::layered::{Layered, Next, bound, stride};
use crate::search::layers::Layer;
use crate::search::visited::VisitedTable;
use crate::{Columns, GaveUp, Key, Sink, UsedMoves};

/// Size above which the table is rebuilt from the layers that can be met again.
const NARROW_TABLE: usize = 1 << 17;

impl<K: Key> Layered<'_, K> {
    /// Finds the next layer; with `look`, the least goal in it.
    pub(super) fn narrow(&mut self, look: bool) -> Result<Next<K>, GaveUp> {
        let mut table = std::mem::replace(&mut self.table, VisitedTable::new(self.near.used_moves));
        let two_layers = self.previous.count() + self.current.count();
        if self.known().next().is_none() {
            table.clear(self.current.count());
        } else if table.is_empty() || table.len() > NARROW_TABLE.max(4 * two_layers) {
            // It is empty at first and after a wide layer. From here on it is only added to.
            table.clear(2 * two_layers);
            for layer in [&self.previous, &self.current] {
                layer.for_each(|keys, _| {
                    table.know(keys);
                    Ok(())
                })?;
            }
        } else {
            table.settle();
        }
        let (limits, heap) = (self.limits, self.heap());
        let held = self.held();
        let stride = stride::<K>(heap);
        let (mut emitted, mut next_look, mut ended) = (0, stride, Ok(()));
        let mut drain = |successors: &mut Columns<K, UsedMoves>| {
            emitted += successors.len();
            table.take(successors);
            if emitted < next_look {
                return ControlFlow::Continue(());
            }
            next_look = emitted + stride;
            let found = self.spent.positions + table.fresh().len() as u64;
            limits.progress.positions.store(found, Ordering::Relaxed);
            // A list or a table that grows holds its old place until the new one is filled.
            ended = limits.check().and(limits.within(held + 2 * table.bytes(heap)));
            if ended.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        self.buffer.clear();
        let keeps_used = self.near.used_moves;
        let mut sink = Sink::new(&mut self.buffer, keeps_used, bound::<K>(heap), &mut drain);
        self.current.for_each(|keys, masks| {
            if !sink.is_stopped() {
                self.expander.expand(keys, masks, &mut sink);
            }
            Ok(())
        })?;
        let _ = sink.flush();
        let states = self.current.count();
        self.spent.bytes = self.spent.bytes.max(held + table.bytes(heap));
        self.table = table;
        ended?;
        let next = Columns { keys: self.table.fresh().to_vec(), tags: self.table.fresh_masks().to_vec() };
        self.expanded(emitted);
        if !self.trail.is_empty() {
            let neighbours = emitted / states.max(1);
            self.add_filter(BloomFilter::of(&next.keys, neighbours));
        }
        let goals = if look { self.expander.goals(&next.keys) } else { Vec::new() };
        let goal = goals.into_iter().map(|place| &next.keys[place]).min().cloned();
        let layer = Layer::of(next, &self.pieces, self.current.format);
        Ok(Next { states: layer.count() as u64, layer, goal })
    }
}
