//! Counting all paths through a space cut into stages, exactly, without following them one by one.
//!
//! ```text
//!   stage 4      stage 5      stage 6     stage 7
//!    a ·3 ───────▶ c ·5 ───────────────────▶ e ·5+2        equal states of a stage become one,
//!    b ·2 ───────▶ ┘    ╲                    ▲             and their numbers of paths are added
//!      ╰─────────────────────▶ d ·2 ─────────╯
//! ```
//!
//! Stage after stage is expanded: each state adds its number to all its successors. A move may lead over several stages, so
//! several stages ahead fill at the same time; the current one is complete, since all moves lead to later ones, and its
//! memory is free once it is done. Only the frontier is kept: states ahead, whole, with their numbers. The states of a
//! stage are partitioned by hash, and threads share partitions and states alike.
//!
//! Numbers are 64 bits wide until a sum does not fit, then 128 bits, and so on (`counting/table.rs`). (Dynamic
//! programming over the states of a frontier is the transfer-matrix method of lattice counting; see Stanley, Enumerative
//! Combinatorics 1, 4.7, and Simpath in Knuth, TAOCP 4A, 7.1.4.)

mod search;
mod shard;
mod snapshot;
mod table;
mod worker;

use num_bigint::BigUint;

use crate::{Checkpoint, Cost, GaveUp, Key, Limits, ReadError, Staged, Successor, Wide};

pub use crate::search::counting::snapshot::Opened;

/// Number of paths through a space.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Count {
    /// Paths from the start to any state of the last stage.
    pub total: BigUint,
    /// Cost: positions are the different states of all stages, layers the number of the last stage.
    pub cost: Cost,
}

/// A count that was not finished, with what it cost; layers is the stage that it had reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unfinished {
    /// The reason; [`GaveUp::Exhausted`] if some state has 2^8,192 paths or more.
    pub ended: GaveUp,
    /// Cost so far.
    pub cost: Cost,
}

/// Checkpoints of a count: when they are due, and when a limit ends it.
#[derive(Clone, Copy)]
pub struct Checkpoints<'a> {
    /// The store, and the fingerprint of a question that may take several counts.
    pub checkpoint: Checkpoint<'a>,
    /// The counts that ended before, which are saved with it.
    pub ended: &'a [Count],
}

/// The states of the last stage that were reached, with their numbers of paths.
pub trait Reached<K>: Send + Sync {
    /// Cost of the search.
    fn cost(&self) -> Cost;
    /// Number of paths to a state; 0 if none leads to it.
    fn number(&self, state: &K) -> BigUint;
    /// Removes the successors, from index `from` on, whose states no path leads to.
    fn retain(&self, successors: &mut Vec<Successor<K>>, from: usize);
    /// Visits all states with their numbers.
    fn each(&self, visit: &mut dyn FnMut(K, BigUint));
    /// Bytes that they take.
    fn bytes(&self) -> usize;
    /// The sum of the numbers of all states.
    fn sum(&self) -> Count {
        let mut total = BigUint::ZERO;
        self.each(&mut |_, number| total += number);
        Count { total, cost: self.cost() }
    }
}

/// Counts all paths from the start of a space to its last stage.
pub fn count<K: CountKey>(
    space: &dyn Staged<K>,
    limits: &Limits,
    checkpoints: Option<Checkpoints>,
) -> Result<Count, Unfinished> {
    let reached = K::reach(Question { space, limits, checkpoints })?;
    Ok(reached.map_or(Count { total: BigUint::ZERO, cost: Cost::default() }, |reached| reached.sum()))
}

/// Reads the states of a saved count of the same space, within the limits, and resumes it.
pub fn resume<K: CountKey>(
    space: &dyn Staged<K>,
    opened: Opened,
    limits: &Limits,
    checkpoints: Option<Checkpoints>,
) -> Result<Result<Count, Unfinished>, ReadError> {
    let resumed = K::resume(Question { space, limits, checkpoints }, opened)?;
    Ok(resumed.map(|reached| reached.sum()))
}

/// Counts the paths to each state of the last stage by itself; `None` if the space has no start.
pub fn reach<K: CountKey>(
    space: &dyn Staged<K>,
    limits: &Limits,
) -> Result<Option<Box<dyn Reached<K>>>, Unfinished> {
    K::reach(Question { space, limits, checkpoints: None })
}

/// A space whose paths are counted, the limits, and where the count is saved.
#[doc(hidden)]
#[derive(Clone, Copy)]
pub struct Question<'a, K> {
    space: &'a dyn Staged<K>,
    limits: &'a Limits,
    checkpoints: Option<Checkpoints<'a>>,
}

/// States that a resumed count reached, or its end; an error if the snapshot is of another space.
#[doc(hidden)]
pub type Resumed<K> = Result<Result<Box<dyn Reached<K>>, Unfinished>, ReadError>;

/// A width of key that counts are compiled for, once each, in this crate.
pub trait CountKey: Key + Copy {
    #[doc(hidden)]
    fn reach(question: Question<Self>) -> Result<Option<Box<dyn Reached<Self>>>, Unfinished>;
    #[doc(hidden)]
    fn resume(question: Question<Self>, opened: Opened) -> Resumed<Self>;
}

macro_rules! counted {
    ($($key:ty),*) => {
        $(impl CountKey for $key {
            fn reach(question: Question<Self>) -> Result<Option<Box<dyn Reached<Self>>>, Unfinished> {
                search::reach(question)
            }
            fn resume(question: Question<Self>, opened: Opened) -> Resumed<Self> {
                snapshot::resume(question, opened)
            }
        })*
    };
}
counted!(u64, u128, Wide<8>);
