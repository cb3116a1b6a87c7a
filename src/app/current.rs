//! The running command: each process has one.

use std::fmt::Display;
use std::sync::OnceLock;

pub(crate) const PROGRAM: &str = "traybit";

/// The words of the running command, and whether its answer is a document.
static BEGUN: OnceLock<(String, bool)> = OnceLock::new();

/// Notes the running command, its words after the program's name, and whether its answer is a document.
pub fn begin(command: String, has_documents: bool) {
    let _ = BEGUN.set((command, has_documents));
}

/// The words of the running command after the program's name.
pub(crate) fn command() -> &'static str {
    BEGUN.get().map_or("", |(command, _)| command)
}

pub(crate) fn has_documents() -> bool {
    BEGUN.get().is_some_and(|(_, has_documents)| *has_documents)
}

/// Writes one sentence to standard error.
pub fn say(sentence: impl Display) {
    traybit_program::say(PROGRAM, sentence);
}
