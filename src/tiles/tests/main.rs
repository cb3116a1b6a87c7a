//! The model, formats, bounds and solvers of tiles.

mod analyse;
mod anytime;
mod arrangement;
mod board;
mod bytes;
mod checker;
mod direction;
mod distances;
mod explore;
mod fast;
mod formats;
mod full_space;
mod large_node;
mod lines;
mod move_pruning;
mod node;
mod optimal;
mod pattern;
mod pushes;
mod random;
mod reference;
mod solution;
mod space;
mod walking_distance;
mod windows;
