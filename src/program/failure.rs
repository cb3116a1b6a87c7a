//! Failures: why a program has no answer, in sentences on standard error and as an exit status.

use std::fmt::Display;
use std::io::{Write, stderr};
use std::sync::OnceLock;

use crate::status::Status;
use traybit_core::InputError;

/// Name of the running program.
pub(crate) static PROGRAM: OnceLock<&'static str> = OnceLock::new();

/// Error of standard output whose reader has closed it.
pub(crate) const READER_LEFT: &str = "standard output was closed by its reader";

/// Writes one sentence of the program to standard error, if that is open.
pub fn say(sentence: impl Display) {
    let _ = writeln!(stderr(), "{}: {}", PROGRAM.get().unwrap_or(&"traybit"), ended(sentence));
}

/// Ends the sentence in the first line of a text with a full stop, unless it ends with a question mark.
fn ended(sentence: impl Display) -> String {
    let mut sentence = sentence.to_string();
    let end = sentence.find('\n').unwrap_or(sentence.len());
    if !sentence[..end].ends_with('?') {
        sentence.insert(end, '.');
    }
    sentence
}

/// Reason why a program has no answer, in sentences without their full stops, and its exit status.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    pub sentences: Vec<String>,
    pub status: Status,
}

impl Failure {
    pub fn new(sentence: impl Display, status: Status) -> Self {
        Self { sentences: vec![sentence.to_string()], status }
    }

    pub fn usage(sentence: impl Display) -> Self {
        Self::new(sentence, Status::WrongUsage)
    }

    /// Fails with wrong usage if it `is_wrong`.
    pub fn usage_if(is_wrong: bool, sentence: impl Display) -> Result<(), Self> {
        if is_wrong { Err(Self::usage(sentence)) } else { Ok(()) }
    }

    /// A file that is malformed or invalid.
    pub fn invalid(sentence: impl Display) -> Self {
        Self::new(sentence, Status::Invalid)
    }

    /// An answer that cannot be written.
    pub fn unwritable(sentence: impl Display) -> Self {
        let sentence = sentence.to_string();
        let status = if sentence == READER_LEFT { Status::ReaderLeft } else { Status::Unwritable };
        Self::new(sentence, status)
    }

    /// The errors of files: the unreadable ones, or else the invalid ones.
    pub fn of(errors: impl IntoIterator<Item = InputError>) -> Self {
        let (unreadable, invalid): (Vec<_>, Vec<_>) =
            errors.into_iter().partition(|error| matches!(error, InputError::Unreadable(_)));
        let (errors, status) = match &unreadable[..] {
            [] => (invalid, Status::Invalid),
            _ => (unreadable, Status::Unreadable),
        };
        Self { sentences: errors.iter().map(InputError::to_string).collect(), status }
    }

    /// Writes the sentences to standard error, unless the reader has left; returns the exit status.
    pub fn tell(self) -> Status {
        if self.status != Status::ReaderLeft {
            self.sentences.iter().for_each(say);
        }
        self.status
    }
}

impl From<InputError> for Failure {
    fn from(error: InputError) -> Self {
        Self::of([error])
    }
}

#[cfg(test)]
mod tests {
    use super::ended;

    #[test]
    fn a_sentence_ends_once() {
        assert_eq!(ended("gave up"), "gave up.");
        assert_eq!(ended("f: found x\n    x\n    ^"), "f: found x.\n    x\n    ^");
        assert_eq!(ended("were they swapped?"), "were they swapped?");
    }
}
