//! Searches over any [`StateSpace`](crate::space::StateSpace): one algorithm per file, no puzzle known.

pub mod layered;
pub mod layers;
pub mod limits;
pub mod outcome;
pub mod best_first;
pub mod novelty;
pub mod queue;
pub mod shorten;
pub mod table;
pub mod trace;
