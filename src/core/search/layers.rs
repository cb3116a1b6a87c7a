//! One layer of a breadth-first search, split into parts by hash.
//!
//! ```text
//!   hash  | part: the high bits |        …        | slot in the part's table: the low bits |
//! ```
//!
//! A layer has 2^b parts, so that one part of the next layer, with the slots over it, fits the second-level cache: random
//! probes never leave it, and threads work on parts without a lock. When layers grow or shrink, parts are split or joined;
//! since a part is a range of hashes, joining is concatenation.

use crate::bits::Key;
use crate::search::disk::stored::Stored;
use crate::search::outcome::GaveUp;
pub use crate::space::part_index;
use crate::space::{Columns, UsedMoves};

/// Keys that one part should hold at most.
const PART: usize = if cfg!(interleavings) { 4 } else { 48 << 10 };
/// Maximum number of parts: more cost more in scattering than smaller tables save.
const MOST_PARTS: usize = 1 << 10;

/// A finished or growing layer. Its parts are in memory, or, once it is finished, in a file.
#[derive(Debug)]
pub struct Layer<K> {
    /// Empty if the layer is in a file.
    pub parts: Vec<Columns<K, UsedMoves>>,
    stored: Option<Stored>,
}

impl<K> Layer<K> {
    /// The file, if the layer is in one.
    pub fn stored(&self) -> Option<&Stored> {
        self.stored.as_ref()
    }
}

impl<K: Key> Layer<K> {
    /// An empty layer in one part.
    pub fn empty() -> Self {
        Self { parts: vec![Columns::new()], stored: None }
    }

    /// A layer of these keys, in one part, without masks.
    pub fn of(keys: Vec<K>) -> Self {
        Self { parts: vec![Columns { keys, tags: Vec::new() }], stored: None }
    }

    /// A layer in a file.
    pub fn stored_in(stored: Stored) -> Self {
        Self { stored: Some(stored), ..Self::empty() }
    }

    /// Binary logarithm of the number of parts that suits a layer of `keys`.
    pub fn fitting_bits(keys: usize) -> u32 {
        keys.div_ceil(PART).next_power_of_two().min(MOST_PARTS).trailing_zeros()
    }

    /// Binary logarithm of the number of parts.
    pub fn bits(&self) -> u32 {
        self.parts.len().trailing_zeros()
    }

    pub fn len(&self) -> usize {
        self.parts.iter().map(Columns::len).sum::<usize>() + self.stored.as_ref().map_or(0, Stored::len)
    }

    pub fn is_empty(&self) -> bool {
        self.parts.iter().all(Columns::is_empty) && self.stored.as_ref().is_none_or(Stored::is_empty)
    }

    /// Bytes held, where each key has `heap` bytes of its own.
    pub fn bytes(&self, heap: usize) -> usize {
        let parts: usize = self.parts.iter().map(|part| part.bytes(heap)).sum();
        parts + self.stored.as_ref().map_or(0, Stored::bytes)
    }

    /// Brings a layer from its file into memory.
    pub fn load(&mut self) -> Result<(), GaveUp> {
        let Some(stored) = &self.stored else { return Ok(()) };
        let bits = Self::fitting_bits(stored.len());
        let mut parts: Vec<Columns<K, UsedMoves>> = Vec::new();
        parts.resize_with(1 << bits, Columns::new);
        stored.for_each(&stored.blocks, &mut Vec::new(), |key: K, mask| {
            parts[part_index(key.hash64(), bits)].add(key, mask);
            Ok(())
        })?;
        *self = Self { parts, stored: None };
        Ok(())
    }

    /// Removes all keys and makes it 2^`bits` parts; the allocated memory is kept.
    pub fn clear(&mut self, bits: u32) {
        self.stored = None;
        self.parts.iter_mut().for_each(Columns::clear);
        self.parts.resize_with(1 << bits, Columns::new);
    }

    /// Splits or joins parts until there are 2^`bits`.
    pub fn resplit(&mut self, bits: u32) {
        while self.bits() > bits {
            let mut old = std::mem::take(&mut self.parts).into_iter();
            while let (Some(mut low), Some(mut high)) = (old.next(), old.next()) {
                low.keys.append(&mut high.keys);
                low.tags.append(&mut high.tags);
                self.parts.push(low);
            }
        }
        if self.bits() < bits {
            let old = std::mem::take(&mut self.parts);
            let each = (1 << bits) / old.len();
            for Columns { keys, tags } in old {
                // One after another, so that each can reuse the memory freed by the one before.
                let room = keys.len() / each + keys.len() / each / 8;
                let (first, part) = (self.parts.len(), || Columns {
                    keys: Vec::with_capacity(room),
                    tags: Vec::with_capacity(if tags.is_empty() { 0 } else { room }),
                });
                self.parts.resize_with(first + each, part);
                let mut tags = tags.into_iter();
                for key in keys {
                    let part = &mut self.parts[part_index(key.hash64(), bits)];
                    part.keys.push(key);
                    part.tags.extend(tags.next());
                }
            }
        }
    }
}

/// A run of states of one part of a layer in memory.
pub(super) struct Chunk<'a, K> {
    pub(super) keys: &'a [K],
    /// Their masks, if there are any.
    pub(super) masks: &'a [UsedMoves],
}

impl<'a, K: Key> Chunk<'a, K> {
    /// A layer, cut into chunks of at most `length` states.
    pub(super) fn all(layer: &'a Layer<K>, length: usize) -> Vec<Self> {
        let of_part = |part: &'a Columns<K, UsedMoves>| {
            let mut masks = part.tags.chunks(length);
            let chunk = move |keys| Self { keys, masks: masks.next().unwrap_or_default() };
            part.keys.chunks(length).map(chunk)
        };
        layer.parts.iter().flat_map(of_part).collect()
    }
}
