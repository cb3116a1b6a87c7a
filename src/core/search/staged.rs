//! Interface between puzzles that are built up step by step and the searches that count and enumerate their solutions.
//!
//! ```text
//!   states of one stage  ──expand──▶  parent │ stage │ state │ move         a row for each successor,
//!     0   a                             0        7       c      12          in the order of the parents
//!     1   b                             0        9       d       3
//!                                       1        7       c      15
//! ```
//!
//! Spaces and expanders are trait objects: one virtual call per batch. A search is compiled once for each width of states,
//! and a space once.

use crate::bits::Key;

/// A space without cycles, cut into stages: every move leads from its stage to a later one, and each state of the last
/// stage is a solution. Different paths there are different solutions.
pub trait Staged<K: Key + Copy>: Sync {
    /// The number of the last stage; the first one is 0.
    fn last(&self) -> usize;
    /// The stage and the state of the start; `None` if there is no solution for a reason that needs no search.
    fn start(&self) -> Option<(usize, K)>;
    /// An expander for one thread.
    fn expander(&self) -> Box<dyn StageExpander<K> + '_>;
}

/// Expands the states of a [`Staged`] space, for one thread.
pub trait StageExpander<K: Key + Copy>: Send {
    /// Appends the successors of all `states`, which are of one stage before the last, except those that are easily seen to
    /// lead to no solution. If states depend on the paths to them, so that the space can only be searched depth first, a
    /// state is the start, or a successor of the one expanded last or of one on the path to it.
    fn expand(&mut self, stage: usize, states: &[K], successors: &mut Vec<Successor<K>>);
}

/// A move, in a code of the family's own.
pub type MoveCode = u32;

/// A state that one move leads to.
#[derive(Clone, Copy, Debug)]
pub struct Successor<K> {
    /// The state; within a stage equal positions have equal bits.
    pub state: K,
    /// The state before the move, by its place in the batch.
    pub parent: u32,
    /// The stage of the state, later than that of the parent.
    pub stage: u32,
    /// The move.
    pub step: MoveCode,
}
