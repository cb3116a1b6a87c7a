//! Reference search by the plain rules: positions are lists of cells, without masks, classes, symmetry or shortcuts.
//! Duplicates are found, in bounded memory, by sorting successors (`streamed`).
//!
//! Differential tests and certificates compare the engine with it. Nothing here uses the engine's keys, hashes, moves and
//! searches (`bits`, `space`, `search`, the families' layouts, spaces and bounds); what is shared is how a puzzle is read,
//! the limits, and files with checksums (`search::disk`).

pub mod sorted;
pub mod streamed;

/// A whole position as cells (row · width + column) or tiles, depending on the family. Equal positions are equal lists.
pub type Position = Box<[u16]>;
