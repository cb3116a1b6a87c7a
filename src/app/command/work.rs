//! The work of a family under the name of a command: its options, and what they are for.

use std::ffi::OsString;

use clap::{ArgMatches, Args, Command, FromArgMatches};

use crate::run::{Ended, Failure};

/// The work of a family under the name of a command.
#[derive(Debug)]
pub(super) struct Verb {
    pub(crate) name: &'static str,
    /// Option that stands in place of the puzzle's file, where there is one.
    pub(crate) instead: Option<&'static str>,
    pub(crate) options: fn(Command) -> Command,
    /// Does the work, for the files, that of the puzzle first, and the options.
    pub(crate) run: fn(&[OsString], &ArgMatches) -> Ended,
}

/// Options of a family under the name of a command, and the work that they are for.
pub(crate) trait Work: Args {
    /// Does the work, for the files, that of the puzzle first.
    fn run(self, files: &[OsString]) -> Ended;
}

impl Verb {
    /// The verb of these options.
    pub(crate) const fn of<T: Work>(name: &'static str) -> Self {
        let run = |files: &[OsString], matches: &ArgMatches| typed::<T>(matches)?.run(files);
        Self { name, instead: None, options: T::augment_args, run }
    }

    /// The same with an option in place of the puzzle's file.
    pub(crate) const fn or(self, option: &'static str) -> Self {
        Self { instead: Some(option), ..self }
    }

    pub(super) fn own(&self) -> Vec<String> {
        let own = (self.options)(Command::new(self.name));
        own.get_arguments().map(|option| option.get_id().to_string()).collect()
    }
}

fn typed<T: FromArgMatches>(matches: &ArgMatches) -> Result<T, Failure> {
    T::from_arg_matches(matches).map_err(|error| Failure::usage(error.to_string().trim_end()))
}
