//! Exploration of a whole space: several sources at once, and the farthest states.

use crate::bits::Key;
use crate::search::disk::stored::Stored;
use crate::search::exploration::LayerView;
use crate::search::layered::{Layered, SideState};
use crate::search::layers::{Chunk, Layer};
use crate::search::limits::Limits;
use crate::search::outcome::GaveUp;
use crate::search::peers::gather_keys;
use crate::search::visited::VisitedTable;
use crate::space::{Space, Walker};

/// Number of sources from which the branching is estimated.
const SAMPLE: usize = 64;

impl<'a, K: Key> Layered<'a, K> {
    /// A search that has seen nothing but these states, ascending and different.
    ///
    /// # Panics
    /// If one state of the space stands for several.
    pub(in crate::search) fn from(space: &'a dyn Space<K>, limits: &'a Limits, sources: Vec<K>) -> Self {
        assert!(!space.is_canonicalised(), "the distance to a source is not that to its image");
        let branching = branching(space, &sources);
        Self::with(space, limits, Layer::of(sources)).with_branching(branching)
    }

    /// A search that has seen nothing but the states of a file, which differ.
    pub(in crate::search) fn from_stored(
        space: &'a dyn Space<K>,
        limits: &'a Limits,
        sources: Stored,
    ) -> Self {
        // What cannot be read now cannot be expanded, either.
        let branching = branching(space, &sources.first_states().unwrap_or_default());
        Self::with(space, limits, Layer::stored_in(sources)).with_branching(branching)
    }

    fn with_branching(mut self, branching: (usize, usize)) -> Self {
        self.counters.branching = branching;
        self.counters.settled.1 = branching;
        self.with_neighbours_first()
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

    pub(in crate::search) fn view(&self) -> LayerView<'_, K> {
        let held = self.held() + self.workers.as_ref().map_or(0, |workers| workers.bytes(self.memory.heap));
        LayerView { layer: &self.current, held }
    }

    /// The first `most` states, ascending, of the last layer of a finished search. Only that layer is still needed: a copy of it
    /// fits where an attempt at one more layer did.
    pub(in crate::search) fn take_farthest(&mut self, most: usize) -> Result<Vec<K>, GaveUp> {
        self.table = VisitedTable::new(false);
        (self.workers, self.file_workers) = (None, None);
        // Where an empty layer was found, the one before it has become the older one, or one no longer needed.
        let last = if self.near.keeps_used_moves() { &self.spare } else { &self.previous };
        let mut farthest = Vec::new();
        let mut add = |states: &[K]| {
            farthest.extend_from_slice(states);
            farthest.sort_unstable();
            farthest.truncate(most);
        };
        for chunk in Chunk::all(last, usize::MAX) {
            add(chunk.keys);
        }
        if let Some(stored) = last.stored() {
            for group in stored.groups() {
                add(&stored.states(group)?);
            }
            if let Some(peers) = &self.limits.peers {
                let own = std::mem::take(&mut farthest);
                farthest = gather_keys(&**peers, &own, self.space.start().limbs())?;
                farthest.sort_unstable();
                farthest.truncate(most);
            }
        }
        Ok(farthest)
    }

    /// Accounts for the collected goals, in place of earlier ones.
    pub(in crate::search) fn account_for(&mut self, SideState { goals, stored_goals, .. }: &SideState<K>) {
        let stored = stored_goals.as_ref().map_or(0, Stored::bytes);
        self.memory.beside = goals.capacity() * size_of::<K>() + goals.len() * self.memory.heap + stored;
    }
}

fn branching<K: Key>(space: &dyn Space<K>, states: &[K]) -> (usize, usize) {
    let mut walker = Walker::new(space);
    let sample = states.iter().step_by(states.len().div_ceil(SAMPLE).max(1));
    let successors: usize = sample.clone().map(|state| walker.all(state).len()).sum();
    (successors.max(1), sample.len().max(1))
}
