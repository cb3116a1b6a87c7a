//! The command at work: there is one a process.

use std::fmt::Display;
use std::sync::OnceLock;

pub(crate) const PROGRAM: &str = "traybit";

/// The command at work.
static BEGUN: OnceLock<Begun> = OnceLock::new();

struct Begun {
    /// Its words after the program's name.
    command: String,
    /// True if the answer is a document.
    has_documents: bool,
}

/// Notes the command at work, its words after the program's name, and whether its answer is a document.
pub fn begin(command: String, has_documents: bool) {
    // There is one command a process.
    let _ = BEGUN.set(Begun { command, has_documents });
}

/// The words of the command at work.
pub(crate) fn command() -> &'static str {
    BEGUN.get().map_or("", |begun| &begun.command)
}

/// True if the answer is a document.
pub(crate) fn has_documents() -> bool {
    BEGUN.get().is_some_and(|begun| begun.has_documents)
}

/// Writes one sentence to standard error.
pub fn say(sentence: impl Display) {
    traybit_program::say(PROGRAM, sentence);
}
