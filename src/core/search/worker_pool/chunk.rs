//! Runs of states that a thread takes at once: of a layer in memory, or a block of its file.

use crate::bits::Key;
use crate::search::disk::block_file::Block;
use crate::search::disk::stored::{Scratch, Stored};
use crate::search::layers::Layer;
use crate::search::outcome::GaveUp;
use crate::space::{Columns, UsedMoves};

/// A run of states of one part.
pub(in crate::search) enum Chunk<'a, K> {
    /// In memory.
    Held(&'a [K], &'a [UsedMoves]),
    /// A block of a file.
    Stored(&'a Stored, &'a Block),
}

impl<'a, K: Key> Chunk<'a, K> {
    /// A layer, cut into chunks of at most `length` states, or into the blocks of its file.
    pub(in crate::search) fn all(layer: &'a Layer<K>, length: usize) -> Vec<Self> {
        if let Some(stored) = layer.stored() {
            return stored.blocks().iter().map(|block| Self::Stored(stored, block)).collect();
        }
        let of_part = |part: &'a Columns<K, UsedMoves>| {
            let mut masks = part.tags.chunks(length);
            part.keys.chunks(length).map(move |keys| Self::Held(keys, masks.next().unwrap_or_default()))
        };
        layer.parts().iter().flat_map(of_part).collect()
    }

    /// The states and their masks.
    ///
    /// # Errors
    /// [`GaveUp::Disk`]
    pub(in crate::search) fn load<'b>(
        &'b self,
        scratch: &'b mut Scratch<K>,
    ) -> Result<(&'b [K], &'b [UsedMoves]), GaveUp> {
        match self {
            Self::Held(keys, used) => Ok((keys, used)),
            Self::Stored(stored, block) => {
                stored.read(block, scratch)?;
                Ok((&scratch.columns.keys, &scratch.columns.tags))
            }
        }
    }
}
