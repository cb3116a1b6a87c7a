//! Tests of the searches, by the public interface of the core.

mod a_star;
mod breadth_first;
mod by_layer;
mod exploration;
mod graph;
mod paths;
mod secondary_cost;

// The space of the tests is that of unit tests, too, and speaks of the crate.
use traybit_core::space;
