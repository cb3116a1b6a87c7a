//! Pictures of puzzles and their solutions: the playback of a solution, and its drawings in every format.

pub mod animation;
pub mod area;
mod backdrop;
mod caption;
pub mod label;
mod marks;
pub mod outline;
pub mod packing;
pub mod palette;
pub mod path;
pub mod playback;
pub mod player;
pub mod plot;
pub mod raster;
pub mod sliding;
pub mod svg;
pub mod terminal;
#[cfg(test)]
mod tests;
pub mod tiles;
