//! Options that several commands have, and the files of their puzzles.

use std::ffi::{OsStr, OsString};
use std::fmt::Display;
use std::hash::{BuildHasher, RandomState};
use std::str::FromStr;
use std::time::Duration;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use crate::run::output::Output;
use crate::run::{Failure, Status, say, shared_search};
use traybit_program::files::read_problem;
use traybit_program::{Budget, Knobs, Source, parse_size, parse_threads, parse_time};
use traybit_sliding::{Metric, Puzzle};

/// The options that raise the budgets.
pub(crate) const KNOBS: Knobs = Knobs { memory: "--memory", time: "--limit" };

/// The options that raise the budgets of a run in which `--limit` is for each puzzle.
pub(crate) const KNOBS_OF_ALL: Knobs = Knobs { time: "--total", ..KNOBS };

/// Budgets of a search, as typed.
#[derive(Args, Clone, Copy, Debug)]
pub struct Budgets {
    /// Use N threads [default: `TRAYBIT_THREADS`, or all processors]
    #[arg(long, value_name = "N", value_parser = parse_threads)]
    threads: Option<usize>,

    /// Give up after TIME: 10 (seconds), 500ms, 2m, 1h [default: `TRAYBIT_TIME`, or none]
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    limit: Option<Duration>,

    /// Use at most SIZE of memory: 500MB, 4G [default: `TRAYBIT_MEMORY`, or four fifths of the memory]
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    memory: Option<usize>,
}

impl Budgets {
    /// The budgets of this run; one in the environment may be malformed.
    pub fn budget(&self) -> Result<Budget, Failure> {
        Budget::of(self.memory, self.limit, self.threads).map_err(Failure::usage)
    }
}

/// The common options of commands without a search, as typed.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Common options")]
pub struct Plain {
    /// Print one JSON document
    #[arg(long)]
    pub json: bool,

    /// Print only the answer and errors
    #[arg(long, short)]
    pub quiet: bool,

    /// Write the answer to FILE once it is complete; `-` is standard output
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<OsString>,
}

impl Plain {
    /// The answer's output, tested at once.
    pub fn output(&self) -> Result<Output, Failure> {
        let output = Output::named(self.output.as_deref());
        output.try_out()?;
        Ok(output)
    }

    /// Prints a sentence that `--quiet` suppresses.
    pub fn remark(&self, sentence: impl Display) {
        if !self.quiet && !shared_search::is_silent() {
            say(sentence);
        }
    }
}

/// Common options, as typed.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Common options")]
pub struct Options {
    #[command(flatten)]
    pub budgets: Budgets,

    #[command(flatten)]
    pub plain: Plain,
}

/// The time of a run of many puzzles; `--limit` is that of each.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Total {
    /// End the whole run after TIME: 10 (seconds), 500ms, 2m, 1h [default: none]
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub(crate) total: Option<Duration>,
}

#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Seed {
    /// Random seed [default: a new one, which is printed]
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
}

impl Seed {
    /// The seed typed, or a new one, which is printed.
    pub(crate) fn chosen(self, options: &Plain) -> u64 {
        self.seed.unwrap_or_else(|| {
            // A new hasher has random keys.
            let seed = RandomState::new().hash_one(()) >> 32;
            options.remark(format_args!("the seed is {seed}: --seed {seed} makes the same again"));
            seed
        })
    }
}

/// Help of `--limit` in a command for many puzzles.
pub(crate) const LIMIT_OF_EACH: &str =
    "Give up on a puzzle after TIME: 10 (seconds), 500ms, 2m, 1h [default: `TRAYBIT_TIME`, or none]";

/// The files of a sliding-block puzzle: a drawing, a Rush Hour board, or a tray and its goal.
pub(crate) struct SlidingFiles {
    pub(crate) puzzle: Source,
    /// The goal's file, for a tray.
    pub(crate) goal: Option<Source>,
}

impl SlidingFiles {
    /// The sources of these files, one or two; at most one of them is standard input.
    pub(crate) fn of(files: &[OsString]) -> Result<Self, Failure> {
        refuse_twice(["PUZZLE", "GOAL"].into_iter().zip(files.iter().map(OsString::as_os_str)))?;
        let mut sources = files.iter().map(|name| Source::or_input(name));
        Ok(Self { puzzle: sources.next().expect("the puzzle's file"), goal: sources.next() })
    }

    pub(crate) fn read(&self) -> Result<Puzzle, Failure> {
        read_problem(&self.puzzle, self.goal.as_ref())
    }

    /// Reads the puzzle, which must have a goal.
    pub(crate) fn read_with_goal(&self) -> Result<Puzzle, Failure> {
        let (problem, name) = (self.read()?, self.puzzle.name());
        if self.goal.is_some() || !problem.goals.is_empty() {
            return Ok(problem);
        }
        let sentence = format!("{name}: expected a section `goal:`, found none");
        Err(if problem.named { Failure::invalid(sentence) } else { Failure::usage(missing_goal(&name)) })
    }
}

/// The one file of a puzzle without a goal's file; `hint` says where its goal comes from.
pub(crate) fn only_file<'a>(files: &'a [OsString], hint: &str) -> Result<&'a OsStr, Failure> {
    let [puzzle, other, ..] = files else { return Ok(&files[0]) };
    let [puzzle, other] = [puzzle, other].map(|name| Source::or_input(name).name());
    Err(Failure::usage(format_args!("expected no file after {puzzle}, found {other}: {hint}")))
}

pub(crate) fn missing_goal(tray: &str) -> String {
    format!("{tray} is a tray: expected its goal's file as the next argument, GOAL, found none")
}

/// The sources of these files; at most one of them is standard input.
pub(crate) fn sources<const N: usize>(files: [(&str, &OsStr); N]) -> Result<[Source; N], Failure> {
    refuse_twice(files)?;
    Ok(files.map(|(_, name)| Source::or_input(name)))
}

/// Refuses several files from standard input.
pub(crate) fn refuse_twice<'a>(files: impl IntoIterator<Item = (&'a str, &'a OsStr)>) -> Result<(), Failure> {
    let from_input = files.into_iter().filter(|(_, name)| *name == "-").map(|(role, _)| role);
    let from_input: Vec<&str> = from_input.collect();
    let roles = from_input.join(" and ");
    let sentence =
        format!("standard input can be read only once, but {roles} are all to come from it; name the others");
    Failure::usage_if(from_input.len() > 1, sentence)
}

/// Named values of an option: the name, the help, the value.
pub(crate) type Choices<T> = &'static [(&'static str, &'static str, T)];

pub(crate) fn one_of<T: Clone + Send + Sync + 'static>(
    choices: Choices<T>,
) -> impl TypedValueParser<Value = T> {
    let names = choices.iter().map(|&(name, help, _)| PossibleValue::new(name).help(help));
    PossibleValuesParser::new(names).try_map(|typed| {
        let found = choices.iter().find(|(name, ..)| *name == typed);
        found.map(|(.., value)| value.clone()).ok_or("expected one of the values listed")
    })
}

/// The default metric of all commands: the move of the course that the files come from.
pub(crate) const DEFAULT_METRIC: &str = "slide";

pub(crate) const METRICS: Choices<Metric> = &[
    ("step", "one block, one cell", Metric::Step),
    ("slide", "one block, along one straight line: the move of CS 61B", Metric::Slide),
    ("path", "one block, along any path", Metric::Path),
];

/// Parses a whole number from 1 on.
pub(crate) fn positive<T: FromStr + Default + PartialEq>(text: &str) -> Result<T, String> {
    let number = text.parse().ok().filter(|number| *number != T::default());
    number.ok_or_else(|| "expected a whole number from 1 on, not too large".to_owned())
}

/// Writes the answer; returns the status, unless that fails. A run that gave up without an answer leaves a file as it was.
pub fn give(output: &Output, answer: &(impl AsRef<[u8]> + ?Sized), status: Status) -> Status {
    let has_none = answer.as_ref().is_empty() && matches!(status, Status::GaveUp | Status::Stopped(_));
    if has_none { status } else { settled(output.write(answer), status) }
}

/// Returns the status, unless something could not be written, which is reported. A signal may have ended the reader, too.
pub(crate) fn settled(written: Result<(), String>, status: Status) -> Status {
    match written.map_err(|sentence| Failure::unwritable(sentence).tell()) {
        Err(other) if other != Status::ReaderLeft || !matches!(status, Status::Stopped(_)) => other,
        _ => status,
    }
}
