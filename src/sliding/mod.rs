//! Rectangular blocks that slide in a tray: the family of Klotski and of the course's puzzles.

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
mod reading;
pub mod refute;
mod route;
mod sorted;
pub mod symmetry;
mod taken;
pub mod text;
pub mod tidy;
pub mod tray;
mod units;
