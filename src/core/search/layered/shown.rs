//! The layer found last, for whoever wants to see its states.

use crate::search::layered::Layered;
use crate::space::{Mark, Reversible};

/// A finished layer.
pub struct Shown<'a, K> {
    /// Its states, each once, in no certain order.
    pub states: Vec<&'a [K]>,
    /// Bytes that the search holds meanwhile.
    pub held: usize,
}

impl<S: Reversible, M: Mark> Layered<'_, S, M> {
    /// The layer found last.
    pub(in crate::search) fn shown(&self) -> Shown<'_, S::State> {
        let held = self.held() + self.crew.as_ref().map_or(0, |crew| crew.bytes(self.heap));
        Shown { states: self.current.parts().iter().map(|part| &part.keys[..]).collect(), held }
    }
}
