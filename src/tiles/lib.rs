//! Sliding tiles: numbered tiles and one blank on a rectangular board.

#![warn(missing_docs)]
#![expect(clippy::missing_panics_doc, reason = "a sentence says what arguments have to be")]

pub mod arrangement;
pub mod board;
pub mod checker;
pub mod direction;
pub mod formats;
pub mod reference;
pub mod solution;
pub mod solve;
pub mod space;

// Internal; the tests reach it, too.
#[doc(hidden)]
pub mod bytes;
#[doc(hidden)]
pub mod full_space;
#[doc(hidden)]
pub mod lines;
#[doc(hidden)]
pub mod lower_bounds;
#[doc(hidden)]
pub mod move_pruning;
#[doc(hidden)]
pub mod node;
#[doc(hidden)]
pub mod pattern;
#[doc(hidden)]
pub mod push_bounds;
#[doc(hidden)]
pub mod trail;
#[doc(hidden)]
pub mod whole;

// Nouns that others import from here, whatever their modules.
pub use crate::arrangement::Arrangement;
pub use crate::board::Board;
pub use crate::direction::Direction;
pub use crate::solution::{Notation, Unit};
