//! Packing: pieces of any shape placed on a board without overlap, some cells perhaps left empty; and exact cover.

#![warn(missing_docs)]

pub mod checker;
pub mod drawing;
pub mod exact;
pub mod flaw;
pub mod formats;
pub mod pack;
pub mod solve;

// Internal, but used by the tests.
#[doc(hidden)]
pub mod budget;
#[doc(hidden)]
pub mod colouring;
#[doc(hidden)]
pub mod cover;
#[doc(hidden)]
pub mod images;
#[doc(hidden)]
pub mod kinds;
#[doc(hidden)]
pub mod naming;
#[doc(hidden)]
pub mod space;
#[doc(hidden)]
pub mod symmetry;

// Nouns that others import from here, whatever their modules.
pub use crate::pack::{Cell, Floor, Freedom, Pack, Packing, Paint, Piece, Placed, Rule, Rules};
pub use crate::solve::{Count, Enumerated, Unknown};
