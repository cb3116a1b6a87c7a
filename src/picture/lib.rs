//! Pictures of puzzles and their solutions: the playback of a solution, and its rendering in every format.

mod backdrop;
mod caption;
mod label;
mod markup;
pub mod packing;
pub mod palette;
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
