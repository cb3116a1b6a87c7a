//! The running command, of which each process has one, and its end without an answer.

use std::io::{Write, stdout};
use std::iter::successors;
use std::sync::OnceLock;

use clap::ArgMatches;
use clap::parser::ValueSource;
use serde::Serialize;

use crate::report::document;
use traybit_program::{Failure, Status, to_standard_output};

struct Running {
    /// The words after the program's name.
    words: String,
    /// The identifiers of the options typed.
    typed: Vec<String>,
    has_documents: bool,
}

static RUNNING: OnceLock<Running> = OnceLock::new();

/// Notes the running command, if arguments were parsed, and whether its answer is a document.
pub fn begin(arguments: Option<&ArgMatches>, has_documents: bool) {
    let first = arguments.and_then(ArgMatches::subcommand);
    let commands: Vec<_> = successors(first, |(_, own)| own.subcommand()).collect();
    let words = commands.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(" ");
    let typed = commands.last().into_iter().flat_map(|&(_, own)| {
        let ids = own.ids().map(clap::Id::as_str);
        ids.filter(|id| own.value_source(id) == Some(ValueSource::CommandLine)).map(str::to_owned)
    });
    let typed = typed.collect();
    let _ = RUNNING.set(Running { words, typed, has_documents });
}

/// The words of the running command after the program's name.
pub(crate) fn command() -> &'static str {
    RUNNING.get().map_or("", |running| &running.words)
}

/// The identifiers of the options that were typed, such as `checkpoint_every`.
pub(crate) fn typed() -> &'static [String] {
    RUNNING.get().map_or(&[], |running| &running.typed)
}

/// The document of a command that has no answer.
#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct Errors<'a> {
    status: u8,
    errors: &'a [String],
}

/// Ends a command that has no answer: writes the sentences, and with `--json` a document of the errors.
pub fn end(failure: Failure) -> Status {
    give_errors(&failure);
    failure.tell()
}

/// Writes the document of the errors with `--json`; returns the exit status.
pub fn give_errors(failure: &Failure) -> Status {
    if RUNNING.get().is_some_and(|running| running.has_documents) {
        let Failure { sentences: errors, status } = failure;
        let text = document("error", &Errors { status: status.code(), errors });
        // If it cannot be written, the sentences and the status must suffice.
        let _ = to_standard_output(|| stdout().write_all(text.as_bytes()));
    }
    failure.status
}
