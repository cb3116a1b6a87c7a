//! Runs of states that a thread takes at once.

use crate::bits::Key;
use crate::search::layers::Layer;
use crate::space::{Columns, UsedMoves};

/// A run of states of one part of a layer in memory.
pub(in crate::search) struct Chunk<'a, K> {
    pub(in crate::search) keys: &'a [K],
    /// Their masks, where there are some.
    pub(in crate::search) masks: &'a [UsedMoves],
}

impl<'a, K: Key> Chunk<'a, K> {
    /// A layer, cut into chunks of at most `length` states.
    pub(in crate::search) fn all(layer: &'a Layer<K>, length: usize) -> Vec<Self> {
        let of_part = |part: &'a Columns<K, UsedMoves>| {
            let mut masks = part.tags.chunks(length);
            let chunk = move |keys| Self { keys, masks: masks.next().unwrap_or_default() };
            part.keys.chunks(length).map(chunk)
        };
        layer.parts().iter().flat_map(of_part).collect()
    }
}
