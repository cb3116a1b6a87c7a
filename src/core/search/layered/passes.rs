//! The two passes of a wide layer: leaving successors are written first, then new states are found.

use std::ops::{ControlFlow, Range};

use crate::search::layers::{Layer, Scratch, Writing};
use crate::search::partition::Partition;
use crate::sync::atomic::AtomicBool;
use crate::{Columns, Expander, GaveUp, Key, Sink, UsedMoves};

/// One pass over a layer, all of whose threads write states to another.
pub(super) struct Pass<'p, K> {
    pub(super) partition: &'p Partition<K>,
    pub(super) writing: &'p Writing<'p, K>,
    /// The buckets that are written; states in others are left out.
    pub(super) to: Range<usize>,
    /// States that a thread collects before it writes them.
    pub(super) most: usize,
    /// Successors between two checks of the limits.
    pub(super) bound: usize,
}

/// The second pass, in which new states are found.
pub(super) struct Find<'p, K> {
    pub(super) current: &'p Layer<K>,
    pub(super) leaving: &'p Layer<K>,
    /// Layers whose states can be met again.
    pub(super) known: Vec<&'p Layer<K>>,
    /// A layer that is not needed beyond the pass, once it has found a state.
    pub(super) last_used: Option<&'p Layer<K>>,
    pub(super) has_found: AtomicBool,
    pub(super) with_filter: bool,
    /// Successors of the layer before, and the number of its states.
    pub(super) branching: (usize, usize),
    /// States of a bucket that are expanded in one round.
    pub(super) in_a_round: usize,
    /// True if goals are looked for.
    pub(super) look: bool,
}

/// An expander with its storage.
type Expanding<'e, K> = (&'e mut dyn Expander<K>, &'e mut Columns<K, UsedMoves>, &'e mut Scratch<K>);

/// Takes some successors, and empties their list.
type Take<'t, K> = dyn FnMut(&mut Columns<K, UsedMoves>) -> Result<(), GaveUp> + 't;

impl<K: Key> Pass<'_, K> {
    /// Passes the successors of a bucket to `take`: those by moves that change the bucket if `leaving`, else all others.
    pub(super) fn expand(
        &self,
        layer: &Layer<K>,
        bucket: usize,
        leaving: bool,
        (expander, successors, scratch): Expanding<K>,
        take: &mut Take<K>,
    ) -> Result<(), GaveUp> {
        let mask = self.partition.mask.as_ref();
        if mask.is_none() && !leaving {
            return Ok(());
        }
        layer.visit(bucket, scratch, |keys, masks| {
            let mut done = Ok(());
            let mut look = |buffer: &mut Columns<K, UsedMoves>| {
                done = take(buffer).and_then(|()| self.writing.limits.check());
                if done.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            };
            successors.clear();
            let mut sink = Sink::new(successors, layer.format.with_masks, self.bound, &mut look);
            match mask {
                Some(mask) => expander.expand_partly(keys, masks, (mask, leaving), &mut sink),
                None => expander.expand(keys, masks, &mut sink),
            }
            let _ = sink.flush();
            done
        })
    }
}
