//! Solves packing puzzles: counts, enumerates and draws packings; and what a search reports. It fails, with a sentence without
//! its full stop, only if its checkpoint is of another puzzle.

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
    /// All of them, or why that is not known.
    pub total: Result<BigUint, Unknown>,
    /// The number when symmetric packings are merged, or why it is not known.
    pub distinct: Result<BigUint, Unknown>,
    /// Both numbers as far as packings were enumerated, where they are.
    pub listed: Option<(u64, u64)>,
    /// Symmetries of the puzzle, the identity among them.
    pub symmetries: usize,
    /// Cost of the search.
    pub cost: Cost,
    /// Description of the method.
    pub method: String,
}

/// Outcome of an enumeration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enumerated {
    /// Packings handed over.
    pub found: u64,
    /// The reason why there may be more than these, apart from having enough.
    pub ended: Option<Unknown>,
    /// Symmetries of the puzzle, the identity among them.
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
    /// There are 2^8,192 packings or more.
    Overflow,
    /// A state takes this number of bits, more than the widest word has.
    TooWide(u32),
}

impl From<GaveUp> for Unknown {
    fn from(reason: GaveUp) -> Self {
        Self::GaveUp(reason)
    }
}
