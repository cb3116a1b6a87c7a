//! Puzzles, formats, covers and whole searches, through what the crate offers others.

mod burr;
mod checker;
mod cover;
mod dealt;
mod dlx;
mod drawing;
mod edges;
mod exact;
mod formats;
mod paint;
mod random;
mod rules;
mod solve;
mod space;
mod symmetry;
