//! Reasons why a certificate is not verified.

use traybit_core::input::InputError;
use traybit_core::search::outcome::GaveUp;

/// Reason why a certificate is not verified, as a sentence without its full stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Something in it is malformed or no valid puzzle.
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
        let (InputError::Unreadable(sentence) | InputError::Invalid(sentence)) = error;
        Self::Invalid(sentence)
    }
}

impl From<GaveUp> for Refusal {
    fn from(reason: GaveUp) -> Self {
        Self::GaveUp(reason)
    }
}
