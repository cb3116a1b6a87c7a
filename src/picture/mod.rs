//! Pictures of puzzles and of their solutions: what is to be seen, and the ways to show it.

pub mod film;
pub mod outline;
pub mod packing;
pub mod palette;
pub mod plot;
pub mod sliding;
pub mod tiles;
