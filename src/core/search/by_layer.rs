//! Layer observers: whole layers, handed over one after the other.

use std::ops::ControlFlow;

use crate::bits::Key;
use crate::search::layered::Layered;
use crate::search::layers::Layer;
use crate::search::limits::Limits;
use crate::search::outcome::GaveUp;
use crate::space::Space;

/// A finished layer.
pub struct LayerView<'a, K> {
    pub(super) layer: &'a Layer<K>,
    /// Bytes that the search holds meanwhile.
    pub held: usize,
}

impl<K: Key> LayerView<'_, K> {
    /// Number of its states.
    pub fn count(&self) -> usize {
        self.layer.len()
    }

    /// Hands over its states, some at a time, each once, in no certain order.
    ///
    /// # Errors
    /// The error of `visit`, or that of a file.
    pub fn for_each(&self, mut visit: impl FnMut(&[K]) -> Result<(), GaveUp>) -> Result<(), GaveUp> {
        self.layer.parts.iter().try_for_each(|part| visit(&part.keys))?;
        let Some(stored) = self.layer.stored() else { return Ok(()) };
        stored.groups().into_iter().try_for_each(|group| visit(&stored.states(group)?))
    }
}

/// A layer observer: breaks to stop the search, or fails with a reason to stop.
pub type See<'a, K> = dyn FnMut(LayerView<'_, K>) -> Result<ControlFlow<()>, GaveUp> + 'a;

/// [`by_layer`](crate::search::compiled::by_layer) for any key.
pub(super) fn by_layer_in<K: Key>(
    space: &dyn Space<K>,
    limits: &Limits,
    see: &mut See<'_, K>,
) -> Result<(), GaveUp> {
    assert!(!space.is_canonicalised(), "a layer is to have all of its states");
    // Whole layers are handed over: no other process has a part of them.
    let limits = &Limits { peers: None, ..limits.clone() };
    let mut search = Layered::new(space, limits, false);
    while !search.is_finished() {
        if see(search.view())?.is_break() {
            break;
        }
        search.advance(false)?;
    }
    Ok(())
}
