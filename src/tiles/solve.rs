//! Where boards of tiles meet the searches.

pub mod answer;
pub mod batch;
pub mod compare;
pub mod explore;
pub mod fast;
pub mod optimal;
pub mod quality;
pub mod random;
pub mod strategies;
