//! Rectangular blocks that slide in a tray: the family of Klotski and of the course's puzzles.

pub mod bounds;
pub mod checker;
pub mod classes;
pub mod counts;
pub mod compile;
mod corridor;
pub mod layout;
mod lines;
pub mod mask_space;
pub mod board;
pub mod list_space;
mod nearest;
mod reading;
pub mod metric;
pub mod refute;
mod placing;
mod taken;
pub mod text;
mod route;
pub mod tidy;
pub mod tray;
