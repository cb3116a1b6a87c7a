//! Outcomes for people and for machines.

pub mod drawing;
pub mod json;
pub mod text;
