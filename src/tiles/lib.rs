//! Sliding tiles: numbered tiles and one gap on a rectangular board.

pub mod arrangement;
pub mod board;
pub mod bounds;
pub mod bytes;
pub mod checker;
pub mod direction;
#[cfg(test)]
pub(crate) mod distances;
pub mod estimates;
pub mod forms;
pub mod part;
pub mod plain;
pub mod reference;
pub mod rows;
pub mod solution;
pub mod solve;
pub mod space;
pub mod tables;
pub mod walk;
pub mod walking;
pub mod whole;
