//! Tests of the family by its public interface.

mod neighbours;
mod plan;
mod random;
mod spaces;
