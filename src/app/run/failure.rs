//! Failures: why a command has no answer, in sentences and as an exit status.

use std::fmt::Display;
use std::io::{Write, stdout};

use serde::Serialize;

use crate::current::{has_documents, say};
use crate::report::document;
use traybit_core::InputError;
use traybit_program::{FileErrors, READER_LEFT, Status, to_standard_output};

/// The end of a command: its exit status, or why there is no answer.
pub type Ended = Result<Status, Failure>;

/// Reason why a command has no answer, in sentences without their full stops, and its exit status.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    sentences: Vec<String>,
    status: Status,
    is_told: bool,
}

#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct Errors<'a> {
    status: u8,
    errors: &'a [String],
}

impl Failure {
    pub fn new(sentence: impl Display, status: Status) -> Self {
        Self { sentences: vec![sentence.to_string()], status, is_told: false }
    }

    /// Arguments that do not parse; prints clap's error, in colours.
    pub fn arguments(error: &clap::Error) -> Self {
        // Without standard error, the status must suffice.
        let _ = error.print();
        Self { is_told: true, ..Self::usage(error.to_string().trim_end()) }
    }

    pub fn usage(sentence: impl Display) -> Self {
        Self::new(sentence, Status::WrongUsage)
    }

    /// A file that is malformed or invalid.
    pub(crate) fn invalid(sentence: impl Display) -> Self {
        Self::new(sentence, Status::Invalid)
    }

    /// An answer that cannot be written.
    pub fn unwritable(sentence: impl Display) -> Self {
        let sentence = sentence.to_string();
        let status = if sentence == READER_LEFT { Status::ReaderLeft } else { Status::Unwritable };
        Self::new(sentence, status)
    }

    /// Writes the sentences to standard error, unless the reader has left; returns the exit status.
    pub fn tell(self) -> Status {
        if self.status != Status::ReaderLeft && !self.is_told {
            self.sentences.iter().for_each(say);
        }
        self.status
    }

    /// Ends a command that has no answer: writes the sentences, and with `--json` a document of the errors.
    pub fn end(self) -> Status {
        if has_documents() {
            let text = document("error", &Errors { status: self.status.code(), errors: &self.sentences });
            // If it cannot be written, the sentences and the status must suffice.
            let _ = to_standard_output(|| stdout().write_all(text.as_bytes()));
        }
        self.tell()
    }
}

impl From<FileErrors> for Failure {
    fn from(FileErrors { sentences, status }: FileErrors) -> Self {
        Self { sentences, status, is_told: false }
    }
}

impl From<InputError> for Failure {
    fn from(error: InputError) -> Self {
        FileErrors::of([error]).into()
    }
}
