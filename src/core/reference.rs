//! Plain rules, written once more as simply as can be: whole positions as lists of cells, no masks, no classes, no
//! symmetry, no shortcut; a set of all that were seen (`layers`), or, where memory is to be bounded, a plain sort of what
//! one layer leads to (`streamed`).
//!
//! The engine is held against it by the differential tests, and by everyone who verifies a certificate. Nothing here
//! uses the engine's keys, hashes, moves and searches (`bits`, `space`, `search`, the families' layouts, spaces and
//! bounds); what is shared is how a puzzle is read, the limits, and files with checksums (`search::disk`).

pub mod layers;
pub mod packed;
pub mod sorted;
pub mod streamed;

/// A whole position, as cells' numbers (row · width + column) or tiles; what exactly, the family says. Equal positions
/// are equal lists.
pub type Position = Box<[u16]>;
