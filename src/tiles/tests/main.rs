//! The model, formats, bounds and solvers of tiles.

mod explore;
mod formats;
mod model;
mod nodes;
mod open;
mod optimal;
mod pattern;
mod plain;
mod short;
mod solution;
