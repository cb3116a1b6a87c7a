//! Solvers and formats of tiles, through the public interface alone.

mod anytime;
#[path = "../distances.rs"]
mod distances;
mod explore;
mod fast;
mod formats;
mod optimal;
mod random;
mod strategies;
mod windows;

// For the module that the unit tests share.
use traybit_tiles::{arrangement, board, direction};
