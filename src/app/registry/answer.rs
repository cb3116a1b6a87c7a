//! Answers to puzzles of any family.

use traybit_core::search::outcome::{Cost, GaveUp};
use traybit_sliding::metric::Metric;

/// The objective of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Objective {
    /// Any solution, as soon as possible.
    Any,
    /// The shortest solution, proven; for sliding blocks in this metric. For a packing, any.
    Optimal(Metric),
}

/// An answer.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    /// The result.
    pub verdict: Verdict,
    /// The cost of the search.
    pub cost: Cost,
    /// The search, in words.
    pub method: String,
}

/// The result for a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Solved; the solution was replayed by the plain rules.
    Solved {
        /// Moves, or pieces of a packing.
        length: u64,
        /// True if it is proven that there is no shorter one.
        shortest: bool,
    },
    /// Proven unsolvable.
    Impossible,
    /// Neither solved nor proven unsolvable.
    GaveUp(Reason),
    /// The solution failed its replay, for this reason: a bug in the program.
    Wrong(String),
}

/// Reason why a puzzle was given up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// A limit was reached.
    Limit(GaveUp),
    /// Its states are too wide for any machine word.
    TooWide,
}
