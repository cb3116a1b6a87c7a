//! Solves packing puzzles: counts and enumerates packings.

pub mod choice;
pub mod collector;
pub mod count;
pub mod enumerate;
pub mod extreme;
pub mod generate;
pub mod numbers;
mod one;
pub mod sample;
