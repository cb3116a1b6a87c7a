//! The parts that `solver`, `checker` and `traybit` share: exit statuses, budgets, signals, input files and
//! sentences. They depend on the core and on sliding blocks only.
//!
//! In a browser there are only those that its crates use: sources, statuses and sentences.

#[cfg(not(target_family = "wasm"))]
pub mod budget;
#[cfg(not(target_family = "wasm"))]
pub mod checker;
#[cfg(not(target_family = "wasm"))]
mod console;
pub mod files;
#[cfg(not(target_family = "wasm"))]
pub mod incoming;
#[cfg(not(target_family = "wasm"))]
pub mod machine;
#[cfg(not(target_family = "wasm"))]
pub mod memory;
#[cfg(not(target_family = "wasm"))]
pub mod signals;
#[cfg(not(target_family = "wasm"))]
pub mod solver;
pub mod status;
pub mod text;

pub use crate::files::{FileErrors, Source};
pub use crate::status::{Signal, Status};

#[cfg(not(target_family = "wasm"))]
pub use crate::console::{READER_LEFT, say, to_standard_output};
