//! The running command: each process has one.

use std::fmt::Display;
use std::iter::successors;
use std::sync::OnceLock;

use clap::ArgMatches;
use clap::parser::ValueSource;

pub(crate) const PROGRAM: &str = "traybit";

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

pub(crate) fn has_documents() -> bool {
    RUNNING.get().is_some_and(|running| running.has_documents)
}

/// Writes one sentence to standard error.
pub fn say(sentence: impl Display) {
    traybit_program::say(PROGRAM, sentence);
}
