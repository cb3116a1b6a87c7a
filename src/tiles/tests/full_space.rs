//! Whole spaces: the index of permutations and their rotation.

mod index;
mod rotation;
