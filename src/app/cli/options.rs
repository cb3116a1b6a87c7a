//! The options that every command of `traybit` has.

use std::ffi::{OsStr, OsString};
use std::fmt::Display;

use clap::{ArgAction, Args};

use crate::cli::budget::{Budget, Given, Limit, parse_limit, parse_size, parse_threads};
use crate::cli::files::{FileFaults, Source};
use crate::cli::output::Output;
use crate::cli::sentence;
use crate::cli::status::TraybitStatus;
use crate::report::text::Knobs;
use traybit_sliding::puzzle::Puzzle;

/// Where something goes besides the answer, as an option names it; it cannot go where something else goes.
pub(crate) fn apart(
    what: &str,
    option: &str,
    name: &OsStr,
    others: &[Output],
) -> Result<Output, TraybitStatus> {
    let file = Output::named(Some(name));
    if others.contains(&file) {
        let sentence = format_args!(
            "the {what} and another output cannot go to the same place; name another with {option}"
        );
        return Err(refuse(sentence, TraybitStatus::WrongUsage));
    }
    Ok(file)
}

/// The same, tried at once, so that no work is done in vain.
pub(crate) fn tried_apart(
    what: &str,
    option: &str,
    name: &OsStr,
    others: &[Output],
) -> Result<Output, TraybitStatus> {
    let file = apart(what, option, name, others)?;
    file.try_out().map_err(|sentence| refuse(sentence, TraybitStatus::GaveUp))?;
    Ok(file)
}

/// The name that sentences begin with.
pub(crate) const PROGRAM: &str = "traybit";

/// What sentences call the settings of the budgets.
pub(crate) const KNOBS: Knobs = Knobs { memory: "--memory", time: "--limit" };

/// Options as typed.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Common options")]
pub struct Options {
    /// Threads to search with [default: all processors; `TRAYBIT_THREADS`]
    #[arg(long, value_name = "N", value_parser = parse_threads)]
    pub threads: Option<usize>,

    /// Time after which to give up: 10, 500ms, 2m, 1h [default: none; `TRAYBIT_TIME`]
    // At most one, save where a command takes a bare number for something else than seconds.
    #[arg(long, value_name = "TIME", value_parser = parse_limit, action = ArgAction::Set)]
    pub limit: Vec<Limit>,

    /// Memory that may be used: 500MB, 4G [default: four fifths of what there is; `TRAYBIT_MEMORY`]
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    pub memory: Option<usize>,

    /// Print one JSON document
    #[arg(long)]
    pub json: bool,

    /// Print the answer and faults, nothing else
    #[arg(long, short)]
    pub quiet: bool,

    /// Write the answer to FILE, which changes only once it is whole; `-` is standard output
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<OsString>,
}

impl Options {
    /// The budgets of this run.
    ///
    /// # Errors
    /// A sentence about the environment, and the status that goes with it.
    pub fn budget(&self) -> Result<Budget, TraybitStatus> {
        let time = self.limit.first().map(|limit| limit.time());
        let given = Given { memory: self.memory, time, threads: self.threads };
        Budget::of(given).map_err(|sentence| refuse(sentence, TraybitStatus::WrongUsage))
    }

    /// Where the answer goes; tried at once, so that no work is done in vain.
    pub fn output(&self) -> Result<Output, TraybitStatus> {
        let output = Output::named(self.output.as_deref());
        output.try_out().map_err(|sentence| refuse(sentence, TraybitStatus::GaveUp))?;
        Ok(output)
    }

    /// Says something that `--quiet` keeps back.
    pub fn remark(&self, sentence: impl Display) {
        if !self.quiet {
            say(sentence);
        }
    }
}

/// The sources of these files; standard input can be one of them at most.
pub(crate) fn sources<const N: usize>(files: [(&str, &OsStr); N]) -> Result<[Source; N], TraybitStatus> {
    let from_input: Vec<&str> =
        files.iter().filter(|(_, name)| *name == "-").map(|(role, _)| *role).collect();
    if from_input.len() > 1 {
        let sentence = format_args!(
            "standard input can be read once only, but {} are all to come from it; name the others",
            from_input.join(" and ")
        );
        return Err(refuse(sentence, TraybitStatus::WrongUsage));
    }
    Ok(files.map(|(_, name)| Source::or_input(name)))
}

/// The sources of a puzzle and, where it is given, its goal.
pub(crate) fn puzzle_sources(
    puzzle: &OsStr,
    goal: Option<&OsStr>,
) -> Result<(Source, Option<Source>), TraybitStatus> {
    match goal {
        Some(goal) => {
            sources([("PUZZLE", puzzle), ("GOAL", goal)]).map(|[puzzle, goal]| (puzzle, Some(goal)))
        }
        None => Ok((Source::or_input(puzzle), None)),
    }
}

/// Refuses a puzzle that asks for nothing, where no file was given for its goal.
pub(crate) fn require_goal(problem: &Puzzle, puzzle: &Source, given: bool) -> Result<(), TraybitStatus> {
    if given || !problem.goals.is_empty() {
        return Ok(());
    }
    if problem.named {
        let sentence = format_args!("{}: expected a section `goal:`, found none", puzzle.name());
        return Err(refuse(sentence, TraybitStatus::Invalid));
    }
    let sentence = format_args!("{} is a tray: its goal's file, GOAL, is missing", puzzle.name());
    Err(refuse(sentence, TraybitStatus::WrongUsage))
}

/// Says what is wrong with files; the status that goes with it.
pub(crate) fn refuse_files(faults: FileFaults) -> TraybitStatus {
    let (sentences, status) = match faults {
        FileFaults::Unreadable(sentences) => (sentences, TraybitStatus::Unreadable),
        FileFaults::Invalid(sentences) => (sentences, TraybitStatus::Invalid),
    };
    sentences.iter().for_each(say);
    status
}

/// Writes the answer; the status, unless that fails.
pub fn give(output: &Output, answer: &str, status: TraybitStatus) -> TraybitStatus {
    match output.write(answer) {
        Ok(()) => status,
        Err(sentence) => refuse(sentence, TraybitStatus::GaveUp),
    }
}

pub fn refuse(sentence: impl Display, status: TraybitStatus) -> TraybitStatus {
    say(sentence);
    status
}

/// One sentence on standard error.
pub fn say(sentence: impl Display) {
    sentence::say(PROGRAM, sentence);
}
