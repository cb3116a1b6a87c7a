//! Counting all paths through a space cut into stages, exactly, without following them one by one.
//!
//! ```text
//!   stage 4      stage 5      stage 6     stage 7
//!    a ·3 ───────▶ c ·5 ───────────────────▶ e ·5+2        equal states of a stage become one,
//!    b ·2 ───────▶ ┘    ╲                    ▲             and their numbers of paths are added
//!      ╰─────────────────────▶ d ·2 ─────────╯
//! ```
//!
//! Stage after stage is expanded: each state hands its number to all its successors. A move may lead over several
//! stages, so those ahead fill at the same time; the current stage is complete, since all moves lead to later ones, and
//! its memory is free once it is done. All that is kept is the frontier: states ahead, whole, with their numbers.
//! The states of a stage are partitioned by hash, and threads share partitions and states alike.
//!
//! Numbers are 64 bits wide as long as that is enough; from the first sum on that does not fit they are 128 bits
//! wide, and so on (`counting/number.rs`). (Dynamic programming over the states of a frontier is the transfer-matrix method of lattice counting; see
//! Stanley, Enumerative Combinatorics 1, 4.7, and Simpath in Knuth, TAOCP 4A, 7.1.4.)

mod answer;
mod number;
mod opened;
mod search;
mod shard;
mod snapshot;
mod table;
mod worker;

use num_bigint::BigUint;

use crate::bits::Key;
use crate::search::compiled::CountKey;
use crate::search::limits::Limits;
use crate::search::outcome::Cost;
use crate::search::staged::Staged;

pub use crate::search::counting::answer::{Count, Ended, Unfinished};
pub use crate::search::counting::opened::Opened;
pub use crate::search::counting::snapshot::{CheckpointWriter, Saved, Snapshot, Unread};
pub use crate::search::words::ReadError;

/// Counts all paths from the start of a space to its last stage.
///
/// # Errors
/// When a limit is reached, or when the count passes the widest numbers.
pub fn count<K: CountKey>(
    space: &dyn Staged<K>,
    limits: &Limits,
    checkpoints: &mut dyn CheckpointWriter<K>,
) -> Result<Count, Unfinished> {
    let Some((stage, start)) = space.start() else {
        return Ok(Count { total: BigUint::ZERO, cost: Cost::default() });
    };
    resume(space, K::starting_at(stage, start), limits, checkpoints)
}

/// Resumes a count of the same space.
///
/// # Errors
/// As for [`count`].
pub fn resume<K: Key + Copy>(
    space: &dyn Staged<K>,
    saved: Saved<K>,
    limits: &Limits,
    checkpoints: &mut dyn CheckpointWriter<K>,
) -> Result<Count, Unfinished> {
    saved.frontier.resume(space, saved.spent, limits, checkpoints)
}
