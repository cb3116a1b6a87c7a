//! Tests of the family by its public interface.

mod random;
mod spaces;
