//! Exploration of a whole space: several sources at once, and the farthest states.

use crate::search::layered::Layered;
use crate::search::layers::Layer;
use crate::search::peers::gather_keys;
use crate::search::visited::VisitedTable;
use crate::space::{Space, Walker};
use crate::{GaveUp, Key, Limits};

/// Number of sources from which the branching is estimated.
const SAMPLE: usize = 64;

impl<'a, K: Key> Layered<'a, K> {
    /// A search that has seen nothing but the states of a layer.
    ///
    /// # Panics
    /// If one state of the space stands for several.
    pub(in crate::search) fn from(space: &'a dyn Space<K>, limits: &'a Limits, sources: Layer<K>) -> Self {
        assert!(!space.is_canonicalised(), "the distance to a source is not that to its image");
        let (mut walker, mut successors, mut states) = (Walker::new(space), 0, 0);
        // What cannot be read now cannot be expanded, either.
        let _ = sources.for_each(|keys, _| {
            for state in keys.iter().step_by(keys.len().div_ceil(SAMPLE).max(1)) {
                successors += walker.all(state).len();
                states += 1;
            }
            Err(GaveUp::Exhausted)
        });
        let mut search = Self::from_layer(space, limits, sources);
        search.branching = (successors.max(1), states.max(1));
        search.with_neighbours_first()
    }

    /// A search that began with several states: two of these may be neighbours, whatever a move changes. Masks rule out moves
    /// back as with one start: all states a layer earlier have been expanded.
    pub(in crate::search) fn with_neighbours_first(mut self) -> Self {
        self.near.same_layer = true;
        self
    }

    /// True if the layer found last is empty.
    pub(in crate::search) fn is_finished(&self) -> bool {
        self.found == 0
    }

    /// The layer found last, and the bytes held.
    pub(in crate::search) fn view(&self) -> (&Layer<K>, usize) {
        (&self.current, self.held() + self.bytes_of_workers())
    }

    /// The first `most` states, ascending, of the last layer of a finished search. Only that layer is still needed: a copy of it
    /// fits where an attempt at one more layer did.
    pub(in crate::search) fn take_farthest(&mut self, most: usize) -> Result<Vec<K>, GaveUp> {
        self.table = VisitedTable::new(false);
        self.workers = None;
        // An empty layer was found after it.
        let last = &self.previous;
        let mut farthest = Vec::new();
        last.for_each(|states, _| {
            farthest.extend_from_slice(states);
            farthest.sort_unstable();
            farthest.truncate(most);
            Ok(())
        })?;
        if let Some(peers) = self.limits.peers.as_ref().filter(|_| last.split.bits > 0) {
            farthest = gather_keys(&**peers, &farthest, self.space.start().limbs())?;
            farthest.sort_unstable();
            farthest.truncate(most);
        }
        Ok(farthest)
    }
}
