//! Universes of pieces of any shape: every set of disjoint polyominoes in a tray, any cells left empty.
//!
//! ```text
//!   a a . b      the same board:   which cells are covered, which neighbours are of one piece      board.rs
//!   a c c b
//!   . c . b      areas 4 3 3       a share of the universe: all boards whose pieces have these     exploration.rs
//!                mix               their shapes; moves keep it                                    enumeration.rs
//!                                  boards, moves, components, distances of one mix                 mix.rs
//! ```
//!
//! The boards alone are counted without making one ([`count_boards`]). A *simple* puzzle (N. Bickford, 2012) is to bring
//! the piece that covers the upper left cell over the lower right cell, along any paths; it is distinguished from its equals,
//! other equal pieces are interchangeable.

mod board;
mod counting;
mod enumeration;
mod exploration;
mod mix;

pub use crate::universe::polyominoes::board::Board;
pub use crate::universe::polyominoes::counting::count_boards;
pub use crate::universe::polyominoes::exploration::AnyPieces;
#[doc(hidden)]
pub use crate::universe::polyominoes::exploration::all_areas;
