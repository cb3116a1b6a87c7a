//! Pictures of puzzles and their solutions: the playback of a solution, and its rendering in every format.
//!
//! In a browser, which draws by itself, there are only playbacks and the content of pages.
#![cfg_attr(target_family = "wasm", allow(dead_code))]

#[cfg(not(target_family = "wasm"))]
mod backdrop;
#[cfg(not(target_family = "wasm"))]
mod caption;
#[cfg(not(target_family = "wasm"))]
mod label;
pub mod markup;
pub mod packing;
pub mod page;
pub mod palette;
pub mod playback;
#[cfg(not(target_family = "wasm"))]
pub mod plot;
#[cfg(not(target_family = "wasm"))]
pub mod raster;
#[cfg(not(target_family = "wasm"))]
mod rulers;
pub mod sliding;
#[cfg(not(target_family = "wasm"))]
pub mod svg;
#[cfg(not(target_family = "wasm"))]
pub mod terminal;
#[cfg(test)]
mod tests;
pub mod tiles;
