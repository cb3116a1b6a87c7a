//! Blocks that slide in a tray: Klotski and its kin, the course's puzzles, Rush Hour, and anything else that can be drawn.

#![warn(missing_docs)]

pub mod board;
pub mod checker;
pub mod classes;
pub mod compile;
pub mod formats;
pub mod layout;
pub mod list_space;
pub mod mask_space;
pub mod metric;
pub mod plan;
pub mod puzzle;
pub mod reference;
pub mod refute;
pub mod solve;
pub mod space;
pub mod symmetry;
pub mod tidy;
pub mod universe;

// Nouns that others import from here, whatever their modules.
pub use crate::classes::{Class, Classes};
pub use crate::layout::Choice;
pub use crate::metric::{Counts, Metric, Shift, Slide};
pub use crate::puzzle::{Cell, Floor, Freedom, Gate, Parts, Piece, Puzzle, Target};
pub use crate::reference::Rules;
