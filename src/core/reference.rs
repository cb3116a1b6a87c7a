//! Plain rules, written once more as simply as can be: whole positions as lists of cells, a set of all that were
//! seen, no packing, no masks, no classes, no symmetry, no shortcut.
//!
//! The engine is held against it by the differential tests, and by everyone who verifies a certificate. Nothing here
//! uses the engine's modules (`bits`, `space`, `search`, the families' layouts, spaces and bounds); what is shared is
//! how a puzzle is read.

pub mod layers;

/// A whole position, as cells' numbers (row · width + column) or tiles; what exactly, the family says. Equal positions
/// are equal lists.
pub type Position = Box<[u16]>;
