//! Sliding tiles: numbered tiles and one blank on a rectangular board.

pub mod arrangement;
pub mod board;
pub mod bytes;
pub mod checker;
pub mod direction;
pub mod formats;
pub mod full_space;
pub mod heuristics;
pub mod large_node;
pub mod lines;
pub mod lower_bounds;
pub mod node;
pub mod part;
pub mod pattern;
pub mod reference;
pub mod solution;
pub mod solve;
pub mod space;
pub mod walking_distance;
