//! Model, formats, rules, spaces and plans of sliding blocks.

mod board;
mod checker;
mod formats;
mod neighbours;
mod plan;
mod random;
mod reference;
mod refute;
mod solve;
mod spaces;
mod universe;
