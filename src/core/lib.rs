//! The core of Traybit: bits, geometry, limits, the seam to the families of puzzles, and the searches. It knows no family.

pub mod abreast;
pub mod bits;
pub mod chance;
pub mod grid;
pub mod input;
pub mod numbers;
pub mod page;
pub mod reference;
pub mod search;
pub mod shape;
pub mod space;
mod sync;
pub mod turn;
