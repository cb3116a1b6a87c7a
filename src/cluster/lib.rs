//! One search over several processes, on one machine or on several.
//!
//! ```text
//!   process 0                                                    process 1
//!   threads of the search ─▶ sender ══════════TCP══════════ receiver ─▶ its buckets
//!           its buckets ◀─ receiver ══════════════════════ sender ◀─ threads of the search
//! ```
//!
//! The search is that of the core, in which the other processes are [`Peers`](traybit_core::search::peers::Peers). The layers
//! of a breadth-first search are barriers, at which all processes exchange a few words; between them they send pieces of
//! files.

pub mod command;
mod connection;
mod handshake;
#[doc(hidden)]
pub mod peers;
