//! Solvers for boards of tiles: the searches, and the choice between them.

pub mod analyse;
pub mod answer;
pub mod anytime;
pub mod explore;
pub mod fast;
pub mod optimal;
pub mod pushes;
pub mod random;
mod report;
