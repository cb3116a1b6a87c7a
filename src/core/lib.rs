//! The core of Traybit: bits, geometry, limits, the interface to puzzle families, and the searches. It knows no family.

#![warn(missing_docs)]

pub mod bits;
pub mod generation;
pub mod grid;
pub mod input;
pub mod numbers;
pub mod parallel_map;
pub mod processor;
pub mod reference;
pub mod rng;
pub mod search;
pub mod shape;
pub mod source_text;
pub mod space;
#[doc(hidden)]
pub mod sync;

// Nouns that others import from here, whatever their modules.
pub use crate::bits::{CellSet, Key, Register, Wide, Width, digest};
pub use crate::grid::{LONGEST_SIDE, Size};
pub use crate::input::{InputError, Likeness, read_at_most, shown, unexpected};
pub use crate::rng::Rng;
pub use crate::search::checkpoint::{Checkpoint, CheckpointStore};
pub use crate::search::layered::Explored;
pub use crate::search::limits::{Limits, Progress};
pub use crate::search::outcome::{Answer, Cost, GaveUp, Outcome};
pub use crate::search::staged::{MoveCode, StageExpander, Staged, Successor};
pub use crate::search::words::ReadError;
pub use crate::shape::Shape;
pub use crate::source_text::{BLANKS, Line, SourceText, Spot, Word, is_visible, quoted, without_mark};
pub use crate::space::{Columns, End, Expander, Guide, Guided, Move, Neighbours, Sink, Space, UsedMoves};

/// The items in ascending order.
pub fn sorted<T: Ord>(items: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut items: Vec<T> = items.into_iter().collect();
    items.sort_unstable();
    items
}
