//! Failures: the sentences that say why a command has no answer, and the exit status.

use std::fmt::Display;

use crate::runner::options::say;
use traybit_core::input::InputError;
use traybit_program::files::FileErrors;
use traybit_program::status::Status;

/// The end of a command: its exit status, or why there is no answer.
pub type Ended = Result<Status, Failure>;

/// Reason why a command has no answer, in sentences without their full stops, and its exit status.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    sentences: Vec<String>,
    status: Status,
}

impl Failure {
    /// A failure with one sentence.
    pub fn new(sentence: impl Display, status: Status) -> Self {
        Self { sentences: vec![sentence.to_string()], status }
    }

    /// Wrong usage.
    pub fn usage(sentence: impl Display) -> Self {
        Self::new(sentence, Status::WrongUsage)
    }

    /// A file that is malformed or invalid.
    pub(crate) fn invalid(sentence: impl Display) -> Self {
        Self::new(sentence, Status::Invalid)
    }

    /// An answer that cannot be written.
    pub fn unwritable(sentence: impl Display) -> Self {
        Self::new(sentence, Status::GaveUp)
    }

    /// Writes the sentences to standard error; the exit status.
    pub fn tell(self) -> Status {
        self.sentences.iter().for_each(say);
        self.status
    }
}

impl From<FileErrors> for Failure {
    fn from(errors: FileErrors) -> Self {
        let (sentences, status) = match errors {
            FileErrors::Unreadable(sentences) => (sentences, Status::Unreadable),
            FileErrors::Invalid(sentences) => (sentences, Status::Invalid),
        };
        Self { sentences, status }
    }
}

impl From<InputError> for Failure {
    fn from(error: InputError) -> Self {
        FileErrors::of([error]).into()
    }
}
