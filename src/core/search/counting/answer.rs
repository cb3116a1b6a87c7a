//! Answers of a count.

use num_bigint::BigUint;

use crate::search::outcome::{Cost, GaveUp};

/// Number of paths through a space.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Count {
    /// Paths from the start to any state of the last stage.
    pub total: BigUint,
    /// Cost: positions are the different states of all stages, layers the number of the last stage.
    pub cost: Cost,
}

/// Reason why there is no count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// A limit was reached.
    GaveUp(GaveUp),
    /// There are 2^8,192 paths to some state, or more.
    Overflow,
}

/// A count that was not finished, with what it cost; layers is the stage that it had reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unfinished {
    /// The reason.
    pub ended: Ended,
    /// Cost so far.
    pub cost: Cost,
}
