//! Puzzles, formats, covers and whole searches, through what the crate offers others.

mod assembly;
mod budget;
mod burr;
mod checker;
mod colouring;
mod cover;
mod dlx;
mod drawing;
mod edges;
mod exact;
mod formats;
mod images;
mod invariant;
mod naming;
mod paint;
mod plain;
mod random;
mod rules;
mod solve;
mod space;
mod split;
mod symmetry;
