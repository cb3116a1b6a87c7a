//! Model, formats, rules, spaces and plans of sliding blocks.

mod board;
mod body;
mod bounds;
mod checker;
mod corridor;
mod counts;
mod fields;
mod formats;
mod known;
mod list_space;
mod nearest;
mod neighbours;
mod occupancy;
mod placing;
mod plan;
mod puzzle;
mod random;
mod reference;
mod refute;
mod route;
mod slide;
mod solve;
mod sorted;
mod spaces;
mod symmetry;
mod universe;
