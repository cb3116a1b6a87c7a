//! Layered search.

mod snapshot;
