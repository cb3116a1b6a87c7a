//! Properties of any input: one module for each fuzz target, each with a function that panics where a property fails.
//!
//! `fuzz/run` looks for inputs, and the suite puts those that are kept through the same functions.

#![expect(clippy::missing_panics_doc, reason = "a panic is how a property fails")]

pub mod certificates;
pub mod checker;
pub mod collections;
pub mod counts;
pub mod drawings;
pub mod journals;
pub mod packing_reference;
pub mod packings;
pub mod pair;
mod parts;
pub mod positions;
pub mod referee;
pub mod saved;
pub mod tiles;
pub mod typed;
