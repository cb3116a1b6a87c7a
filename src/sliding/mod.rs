//! Rectangular blocks that slide in a tray: the family of Klotski and of the course's puzzles.

pub mod checker;
pub mod classes;
pub mod layout;
mod lines;
pub mod mask_space;
pub mod metric;
mod placing;
mod taken;
pub mod text;
pub mod tray;
