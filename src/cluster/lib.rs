//! One search over several processes, on one machine or on several.
//!
//! ```text
//!   process 0                                          process 1
//!   threads of the search ─▶ courier ─▶ timely ══TCP══ timely ◀─ courier ◀─ threads of the search
//!          its buckets  ◀─ pieces of them                 pieces of its buckets ─▶ its buckets
//! ```
//!
//! The search is that of the core, and takes the other processes for [`Peers`](traybit_core::search::peers::Peers). What
//! moves states is the communication layer of timely dataflow (`timely_communication`): connections, framing and buffers
//! are its, while the bounds on what is on the way are kept here (`courier`). Its dataflow operators are not needed: the
//! layers of a breadth-first search are barriers, and at each of them all processes exchange a few words anyway.

pub mod command;
mod courier;
mod handshake;
mod hosts;
mod message;
mod peers;
#[doc(hidden)]
pub mod session;
mod shared;
