//! Searches by plain means.

mod layers;
