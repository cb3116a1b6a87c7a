//! Traybit: a bitboard-packed, parallel state-space solver for block puzzles.

pub mod bits;
pub mod cli;
pub mod search;
pub mod sliding;
pub mod space;
