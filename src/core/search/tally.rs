//! Counting all ways through a space cut into stages, exactly, without walking them one by one.
//!
//! ```text
//!   stage 4      stage 5      stage 6     stage 7
//!    a ·3 ───────▶ c ·5 ───────────────────▶ e ·5+2        equal states of a stage become one,
//!    b ·2 ───────▶ ┘    ╲                    ▲             and their numbers of ways are added
//!      ╰─────────────────────▶ d ·2 ─────────╯
//! ```
//!
//! Stage after stage is expanded: each state hands its number to all its successors. A move may lead over several
//! stages, so those ahead fill at the same time; a stage in hand is complete, since all moves lead to later ones, and
//! its memory is free once it is done. All that is kept is the frontier: states ahead, whole, with their numbers.
//! The states of a stage are parted by hash, and threads share parts and states alike.
//!
//! Numbers are 64 bits wide as long as that is enough; from the first sum on that does not fit they are 128 bits
//! wide. (Dynamic programming over the states of a frontier is the transfer-matrix method of lattice counting; see
//! Stanley, Enumerative Combinatorics 1, 4.7, and Simpath in Knuth, TAOCP 4A, 7.1.4.)

mod shard;
mod snapshot;
mod stages;
mod table;
#[cfg(test)]
mod tests;
mod worker;

use crate::search::limits::Limits;
use crate::search::outcome::{Cost, GaveUp};
use crate::search::tally::shard::Meter;
use crate::search::tally::snapshot::Live;
use crate::search::tally::stages::Search;
use crate::search::tally::worker::Halt;
use crate::space::Staged;

pub use crate::search::stored::ReadError;
pub use crate::search::tally::snapshot::{Saved, Snapshot};

/// How many ways there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tally {
    /// Ways from the start to any state of the last stage.
    pub count: u128,
    /// What it cost: positions are the different states of all stages, layers the number of the last stage.
    pub cost: Cost,
}

/// Why there is no count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// A limit was reached.
    GaveUp(GaveUp),
    /// There are 2^128 ways to some state, or more.
    Overflow,
}

/// A count that was not finished, with what it cost; layers is the stage that was in hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unfinished {
    /// The reason.
    pub ended: Ended,
    /// What it cost so far.
    pub cost: Cost,
}

/// Whoever wants to go on with a count later.
pub trait Watch<K>: Sync {
    /// Whether a snapshot is wanted now; asked often, by all threads.
    fn wants_snapshot(&self) -> bool;
    /// Takes a snapshot, which [`Saved::read`] can read again once it is written. Besides those that were wanted
    /// there is a last one when a limit ends the count.
    fn keep(&mut self, snapshot: &Snapshot<K>);
}

/// Nobody.
impl<K> Watch<K> for () {
    fn wants_snapshot(&self) -> bool {
        false
    }
    fn keep(&mut self, _: &Snapshot<K>) {}
}

/// Counts all ways from the start of a space to its last stage.
///
/// # Errors
/// When a limit is reached, or when the count passes 128 bits.
pub fn tally<S: Staged>(
    space: &S,
    limits: &Limits,
    watch: &mut impl Watch<S::State>,
) -> Result<Tally, Unfinished> {
    let Some((stage, start)) = space.start() else {
        return Ok(Tally { count: 0, cost: Cost::default() });
    };
    let mut live = Live::starting_at(stage);
    // The first state fits any memory; whether the search does is seen before it begins.
    let added = live.add(stage, start, 1, &Meter::new(usize::MAX));
    debug_assert_eq!(added, Ok(()), "one state in an empty table");
    resume(space, Saved::new(live), limits, watch)
}

/// Goes on with a count of the same space.
///
/// # Errors
/// As for [`tally`].
pub fn resume<S: Staged>(
    space: &S,
    saved: Saved<S::State>,
    limits: &Limits,
    watch: &mut impl Watch<S::State>,
) -> Result<Tally, Unfinished> {
    let spent = saved.spent;
    match saved.live {
        Live::Narrow(shard) => {
            let mut search = Search::new(space, shard, spent, limits);
            match search.run(watch) {
                Err(Halt::TooMany) if search.can_widen() => {
                    let mut search = search.widened();
                    let ended = search.run(watch);
                    search.answer(ended, watch)
                }
                Err(Halt::TooMany) => search.answer(Err(Halt::GaveUp(GaveUp::Memory)), watch),
                ended => search.answer(ended, watch),
            }
        }
        Live::Wide(shard) => {
            let mut search = Search::new(space, shard, spent, limits);
            let ended = search.run(watch);
            search.answer(ended, watch)
        }
    }
}
