//! Model, formats, rules, spaces and plans of sliding blocks.

mod board;
mod checker;
mod formats;
mod known;
mod neighbours;
mod plan;
mod random;
mod reference;
mod refute;
mod spaces;
mod symmetry;
mod tidy;
mod universe;
mod walk;
