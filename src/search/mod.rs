//! Searches over any [`StateSpace`](crate::space::StateSpace): one algorithm per file, no puzzle known.

pub mod best_first;
mod crew;
pub mod gathering;
pub mod layered;
pub mod layers;
pub mod limits;
pub mod novelty;
pub mod outcome;
pub mod queue;
pub mod shorten;
pub mod sieve;
pub mod trace;
