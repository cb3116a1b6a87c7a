//! The layer found last, for whoever wants to see its states.

use crate::bits::Key;
use crate::search::layered::Layered;

/// A finished layer.
pub struct Shown<'a, K> {
    /// Its states, each once, in no certain order.
    pub states: Vec<&'a [K]>,
    /// Bytes that the search holds meanwhile.
    pub held: usize,
}

impl<K: Key> Layered<'_, K> {
    /// The layer found last.
    pub(in crate::search) fn shown(&self) -> Shown<'_, K> {
        let held = self.held() + self.crew.as_ref().map_or(0, |crew| crew.bytes(self.heap));
        Shown { states: self.current.parts().iter().map(|part| &part.keys[..]).collect(), held }
    }
}
