//! Sliding tiles: numbered tiles and one gap on a rectangular board.

pub mod arrangement;
pub mod board;
pub mod direction;
