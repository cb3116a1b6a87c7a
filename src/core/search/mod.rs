//! Searches over any [`Space`](crate::space::Space): one algorithm per file, no puzzle known.

pub mod beam;
pub mod best_first;
#[doc(hidden)]
pub mod bloom;
pub mod checkpoint;
pub mod compiled;
pub mod counting;
pub mod disk;
pub mod enumeration;
pub mod exploration;
pub mod ida_star;
pub mod layered;
#[doc(hidden)]
pub mod layers;
pub mod limits;
pub mod outcome;
#[doc(hidden)]
pub mod parallel;
#[doc(hidden)]
pub mod partition;
pub mod paths;
pub mod peers;
pub mod portfolio;
mod queue;
#[doc(hidden)]
pub mod reconstruction;
pub mod sampling;
mod shards;
pub mod shorten;
pub mod staged;
#[doc(hidden)]
pub mod state_set;
pub mod tour;
#[doc(hidden)]
pub mod visited;
pub mod words;
