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
mod failure;
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

pub use crate::failure::{Failure, say};
pub use crate::files::{Source, note_read, with_goal};
pub use crate::status::{Signal, Status};

pub use crate::text::{
    Activity, Knobs, bytes, capital, counted, grouped, key, length_in, noun, plural, reason_words,
    search_cost, span, unfinished, unsolvable,
};

#[cfg(not(target_family = "wasm"))]
pub use crate::budget::{Budget, parse_size, parse_threads, parse_time};
#[cfg(not(target_family = "wasm"))]
pub use crate::console::to_standard_output;
#[cfg(not(target_family = "wasm"))]
pub use crate::signals::Signals;
