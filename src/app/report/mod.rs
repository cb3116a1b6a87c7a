//! Reports of contests and experiments.

pub mod contest;
#[cfg(feature = "experiment")]
pub mod experiment;
pub mod tile_compare;
