//! File formats: written, read back, and refused.

mod lines;
mod random;
pub(crate) mod read;
mod refused;
