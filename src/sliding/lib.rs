//! Blocks that slide in a tray: Klotski and its kin, the course's puzzles, Rush Hour, and whatever else can be drawn.

pub mod board;
mod body;
pub mod bounds;
pub mod checker;
pub mod classes;
pub mod compile;
mod corridor;
pub mod counts;
mod fields;
pub mod formats;
pub mod layout;
pub mod list_space;
pub mod mask_space;
pub mod metric;
mod nearest;
mod occupancy;
mod placing;
pub mod puzzle;
#[cfg(test)]
mod random;
mod reading;
pub mod reference;
pub mod refute;
mod route;
pub mod secondary_cost;
pub mod slide;
pub mod solve;
mod sorted;
pub mod symmetry;
pub mod tidy;
mod units;
pub mod universe;
