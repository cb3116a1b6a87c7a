//! Certificates: answers that anybody can verify without trusting the engine that found them.
//!
//! A certificate holds the puzzle, a claim, and a proof of the claim:
//!
//! | claim | shown by |
//! |---|---|
//! | a solution | its moves |
//! | a shortest solution, *L* moves | its moves, and the layers 0 to *L* − 1: none of their positions meets the goal |
//! | no solution | all layers, up to the empty one; or a shortage of blocks, a place out of reach, blocks that never pass each other, parity |
//!
//! Layer *d* holds the positions *d* moves away from the start. The certificate has their number and a digest of them, from
//! the engine's own search; [`check`] recomputes both by the [reference](traybit_core::reference), which shares no key,
//! hash, move or search with the engine. (A proof that is checked by code simpler than the code that found it: Mehlhorn,
//! Näher and others, "Certifying algorithms", 2011.)

pub mod check;
pub mod digest;
pub mod document;
mod parity;
mod reach;
pub mod record;
pub mod subject;

// Nouns that others import from here, whatever their modules.
pub use crate::digest::Layer;
pub use crate::document::{Certificate, Claim, Reason};
pub use crate::subject::Subject;

use traybit_core::{GaveUp, InputError};

/// Reason why a certificate is not verified, as a sentence without its full stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Something in it is malformed, or is not a valid puzzle.
    Invalid(String),
    /// A move cannot be made.
    Impossible(String),
    /// A statement in it is not true.
    Untrue(String),
    /// The budget did not suffice.
    GaveUp(GaveUp),
}

impl From<InputError> for Refusal {
    fn from(error: InputError) -> Self {
        Self::Invalid(error.to_string())
    }
}

impl From<GaveUp> for Refusal {
    fn from(reason: GaveUp) -> Self {
        Self::GaveUp(reason)
    }
}
