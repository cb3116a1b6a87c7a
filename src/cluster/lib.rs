//! One search over several processes, on one machine or on several.
//!
//! ```text
//!   process 0                                          process 1
//!   threads of the search ─▶ courier ─▶ timely ══TCP══ timely ◀─ courier ◀─ threads of the search
//!          its buckets  ◀─ pieces of them                 pieces of its buckets ─▶ its buckets
//! ```
//!
//! The search is that of the core, in which the other processes are [`Peers`](traybit_core::search::peers::Peers). States
//! are moved by the communication layer of timely dataflow (`timely_communication`), which has connections, framing and
//! buffers; `courier` bounds the bytes on the way. Dataflow operators are not needed: the layers of a breadth-first search
//! are barriers at which all processes exchange a few words anyway.

pub mod command;
mod courier;
mod handshake;
mod message;
mod peers;
#[doc(hidden)]
pub mod session;
