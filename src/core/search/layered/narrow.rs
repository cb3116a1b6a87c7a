//! The narrow way: one thread, one table.

use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

use crate::bits::Key;
use crate::search::gathering::Gathering;
use crate::search::layered::{Layered, bound, stride};
use crate::search::layers::Layer;
use crate::search::outcome::GaveUp;
use crate::search::sieve::Sieve;
use crate::space::{Columns, Sink, UsedMoves};

/// The table begins anew from the layers that can be met again when it holds more keys than this.
const NARROW_TABLE: usize = 1 << 17;

impl<K: Key> Layered<'_, K> {
    /// Finds the next layer; with `look`, the least goal in it.
    pub(super) fn narrow(&mut self, next: &mut Layer<K>, look: bool) -> Result<Option<K>, GaveUp> {
        next.clear(0);
        self.current.resplit(0);
        self.previous.resplit(0);
        let mut gathering =
            std::mem::replace(&mut self.gathering, Gathering::new(self.near.keeps_used_moves()));
        let two_layers = self.previous.len() + self.current.len();
        if self.known().next().is_none() {
            gathering.clear(self.current.len());
        } else if gathering.is_empty() || gathering.len() > NARROW_TABLE.max(4 * two_layers) {
            // It is empty at first and after a wide layer. From here on it is only added to.
            gathering.clear(2 * two_layers);
            for layer in [&self.previous, &self.current] {
                gathering.know(&layer.parts()[0].keys);
            }
        } else {
            gathering.settle();
        }
        let (limits, heap) = (self.limits, self.heap);
        let held = self.held();
        let stride = stride::<K>(heap);
        let (mut emitted, mut next_look, mut ended) = (0, stride, Ok(()));
        let Columns { keys, tags } = &self.current.parts()[0];
        let mut drain = |successors: &mut Columns<K, UsedMoves>| {
            emitted += successors.len();
            gathering.take(successors);
            if emitted < next_look {
                return ControlFlow::Continue(());
            }
            next_look = emitted + stride;
            let found = self.positions + gathering.fresh().len() as u64;
            limits.progress.positions.store(found, Ordering::Relaxed);
            // A list or a table that grows holds its old place until the new one is filled.
            ended = limits.check().and(limits.within(held + 2 * gathering.bytes(heap)));
            if ended.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let mut sink = Sink::new(&mut self.buffer, bound::<K>(heap), &mut drain);
        self.expander.expand(keys, tags, &mut sink);
        let _ = sink.flush();
        self.peak = self.peak.max(held + gathering.bytes(heap));
        self.successors += emitted as u64;
        self.branching = (emitted.max(1), self.current.len().max(1));
        ended?;
        let part = &mut next.parts_mut()[0];
        gathering.give(part);
        if self.trail.is_some() {
            let neighbours = emitted / self.current.len().max(1);
            self.keep(Sieve::of(vec![Sieve::part(&part.keys, neighbours)]));
        }
        self.gathering = gathering;
        let expander = &mut self.expander;
        let goal = if look { part.keys.iter().filter(|key| expander.is_goal(key)).min() } else { None };
        Ok(goal.cloned())
    }
}
