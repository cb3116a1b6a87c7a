//! File formats: written, read back, and refused.

mod lines;
mod random;
mod read;
mod refused;
