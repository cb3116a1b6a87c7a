//! Pictures of puzzles and of their solutions: what is to be seen, and the ways to show it.

pub mod animation;
mod backdrop;
pub mod film;
pub mod label;
mod marks;
pub mod outline;
pub mod packing;
pub mod page;
pub mod palette;
pub mod path;
pub mod plot;
pub mod raster;
mod reduction;
#[cfg(test)]
mod sample;
pub mod sliding;
pub mod svg;
pub mod terminal;
pub mod tiles;
