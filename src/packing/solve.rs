//! Solves packing puzzles: counts and enumerates packings.

mod collectors;
pub mod count;
pub mod enumerate;
