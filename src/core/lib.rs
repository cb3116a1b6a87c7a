//! The core of Traybit: bits, geometry, limits, the interface to puzzle families, and the searches. It knows no family.

#![warn(missing_docs)]

pub mod bits;
pub mod generation;
pub mod grid;
pub mod input;
pub mod numbers;
pub mod parallel_map;
pub mod processor;
pub mod reference;
pub mod rng;
pub mod search;
pub mod shape;
pub mod source_text;
pub mod space;
mod sync;
