//! Tests of the family by its public interface.

mod known;
mod plan;
mod random;
mod refute;
mod spaces;
