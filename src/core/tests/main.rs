//! Bits, texts, shapes and searches of the core.

mod bits;
mod graph;
mod half_cube;
mod input;
mod parallel_map;
mod reference;
mod rng;
mod search;
mod shape;
mod source_text;
mod store;
mod tilings;
mod turn;
