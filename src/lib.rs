//! Traybit: a bitboard-packed, parallel state-space solver for block puzzles.

pub mod bits;
pub mod certificate;
pub mod cli;
pub mod collection;
#[cfg(feature = "experiment")]
pub mod experiment;
pub mod grid;
pub mod input;
pub mod packing;
mod page;
pub mod picture;
pub mod reference;
pub mod registry;
pub mod report;
pub mod search;
pub mod shape;
pub mod sliding;
pub mod solve;
pub mod space;
mod sync;
pub mod tiles;
pub mod turn;
