//! One search over several processes, on one machine or on several.
//!
//! ```text
//!   process 0                                                    process 1
//!   threads of the search ─▶ sender ══════════TCP══════════ receiver ─▶ its buckets
//!           its buckets ◀─ receiver ══════════════════════ sender ◀─ threads of the search
//! ```
//!
//! The search is the core's; it sees the other processes as [`Peers`](traybit_core::search::peers::Peers). Each layer of the
//! breadth-first search ends in a barrier, at which all processes exchange a few words; between barriers they send pieces
//! of files.

pub mod command;
mod connection;
mod handshake;
#[doc(hidden)]
pub mod peers;
