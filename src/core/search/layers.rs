//! One layer of a breadth-first search, split into parts by hash.
//!
//! ```text
//!   hash  | part: the high bits |        …        | slot in the part's table: the low bits |
//! ```
//!
//! A layer has 2^b parts, chosen so that one part of the next layer, with the slots over it, fits the second-level
//! cache: random probes then never leave it, and parts can be worked on by different threads without a lock. When
//! layers grow or shrink, parts are split or joined; since a part is a range of hashes, joining is concatenation.

use crate::bits::Key;
pub use crate::space::part_index;
use crate::space::{Columns, UsedMoves};

/// Keys that one part should hold at most.
const PART: usize = if cfg!(interleavings) { 4 } else { 48 << 10 };
/// More parts than this cost more in scattering than smaller tables save.
pub(super) const MOST_PARTS: usize = 1 << 10;

/// A finished or growing layer.
#[derive(Clone, Debug)]
pub struct Layer<K> {
    parts: Vec<Columns<K, UsedMoves>>,
}

impl<K: Key> Layer<K> {
    /// An empty layer in one part.
    pub fn empty() -> Self {
        Self { parts: vec![Columns::new()] }
    }

    /// How many parts' binary logarithm suits a layer of so many keys.
    pub fn fitting_bits(keys: usize) -> u32 {
        keys.div_ceil(PART).next_power_of_two().min(MOST_PARTS).trailing_zeros()
    }

    /// Binary logarithm of the number of parts.
    pub fn bits(&self) -> u32 {
        self.parts.len().trailing_zeros()
    }

    /// The parts.
    pub fn parts(&self) -> &[Columns<K, UsedMoves>] {
        &self.parts
    }

    /// The parts, to be filled.
    pub fn parts_mut(&mut self) -> &mut [Columns<K, UsedMoves>] {
        &mut self.parts
    }

    /// Number of keys.
    pub fn len(&self) -> usize {
        self.parts.iter().map(Columns::len).sum()
    }

    /// True if the layer has no key.
    pub fn is_empty(&self) -> bool {
        self.parts.iter().all(Columns::is_empty)
    }

    /// Bytes held, where each key has `heap` bytes of its own.
    pub fn bytes(&self, heap: usize) -> usize {
        self.parts.iter().map(|part| part.bytes(heap)).sum()
    }

    /// Takes all keys out and makes it 2^`bits` parts; the room stays.
    pub fn clear(&mut self, bits: u32) {
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
                // Made one after another, so that each may take the room that the one before has left.
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
