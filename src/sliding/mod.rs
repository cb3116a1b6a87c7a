//! Blocks that slide in a tray: Klotski and its kin, the course's puzzles, Rush Hour, and whatever else can be drawn.

pub mod board;
pub mod bounds;
pub mod checker;
pub mod classes;
pub mod compile;
mod corridor;
pub mod counts;
mod fields;
pub mod layout;
mod lines;
pub mod list_space;
pub mod mask_space;
pub mod metric;
mod nearest;
mod placing;
pub mod puzzle;
mod reading;
pub mod refute;
mod route;
pub mod shape;
mod sorted;
pub mod symmetry;
mod taken;
pub mod text;
pub mod tidy;
pub mod tray;
mod units;
