//! The view of the layer found last that layer observers get.

use crate::bits::Key;
use crate::search::layered::Layered;

/// A finished layer.
pub struct LayerView<'a, K> {
    /// Its states, each once, in no certain order.
    pub states: Vec<&'a [K]>,
    /// Bytes that the search holds meanwhile.
    pub held: usize,
}

impl<K: Key> Layered<'_, K> {
    /// The layer found last.
    pub(in crate::search) fn shown(&self) -> LayerView<'_, K> {
        let held = self.held() + self.workers.as_ref().map_or(0, |workers| workers.bytes(self.memory.heap));
        LayerView { states: self.current.parts().iter().map(|part| &part.keys[..]).collect(), held }
    }
}
