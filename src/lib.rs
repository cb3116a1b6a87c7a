//! Traybit: a bitboard-packed, parallel state-space solver for block puzzles.

pub use traybit_core as core;
pub use traybit_packing as packing;
pub use traybit_sliding as sliding;
pub use traybit_tiles as tiles;
