//! The checker and the moves of sliding tiles.

#[cfg(test)]
mod begin;
pub mod bits;
pub mod grid;
pub mod input;
mod page;
pub mod space;
pub mod tiles;
