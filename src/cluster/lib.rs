//! One search over several processes, on one machine or on several.
//!
//! The search is the core's; it sees the other processes as [`Peers`](traybit_core::search::peers::Peers). Each layer of the
//! breadth-first search ends in a barrier, at which all processes exchange a few words; between barriers they send pieces
//! of layers.

pub mod command;
mod connection;
mod handshake;
#[doc(hidden)]
pub mod peers;
