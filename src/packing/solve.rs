//! Solves packing puzzles: counts, enumerates and samples packings, and reports the outcome. A search fails, with a sentence
//! without its full stop, only if its checkpoint is of another puzzle.

pub mod choice;
pub mod collector;
pub mod count;
pub mod enumerate;
pub mod extreme;
pub mod generate;
pub mod sample;

use num_bigint::BigUint;
use traybit_core::search::outcome::{Cost, GaveUp};

/// Numbers of packings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    /// Number of all packings, or why it is not known.
    pub total: Result<BigUint, Unknown>,
    /// Number of packings up to symmetry, or why it is not known.
    pub distinct: Result<BigUint, Unknown>,
    /// Both numbers among the packings enumerated, if the method enumerates.
    pub listed: Option<(u64, u64)>,
    /// Number of symmetries of the puzzle, including the identity.
    pub symmetries: usize,
    /// Cost of the search.
    pub cost: Cost,
    /// Description of the method.
    pub method: String,
}

/// Outcome of an enumeration of packings, or of solutions of an exact cover.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enumerated {
    /// Number of solutions passed to the caller, or counted.
    pub found: u64,
    /// The reason why there may be more, other than that enough were found.
    pub ended: Option<Unknown>,
    /// Number of symmetries of a packing puzzle, including the identity; 1 for an exact cover.
    pub symmetries: usize,
    /// Cost of the search.
    pub cost: Cost,
    /// Description of the method.
    pub method: String,
}

/// Reason why a number is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unknown {
    /// A limit was reached.
    GaveUp(GaveUp),
    /// A state takes this number of bits, which is more than the widest word has.
    TooWide(u32),
}

impl From<GaveUp> for Unknown {
    fn from(reason: GaveUp) -> Self {
        Self::GaveUp(reason)
    }
}
