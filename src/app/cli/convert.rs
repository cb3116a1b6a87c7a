//! `traybit convert PUZZLE [GOAL] --to FORM`: a puzzle in another form.

use std::ffi::OsString;

use clap::{Args, ValueEnum};
use serde::Serialize;

use crate::answer::document;
use crate::program::files::read_problem;
use crate::program::signals::Signals;
use crate::program::status::Status;
use crate::runner::options::{Options, PROGRAM, give, puzzle_sources, refuse, refuse_files};
use crate::runner::output::Output;
use traybit_sliding::forms::{drawing, pair, rush_hour};
use traybit_sliding::puzzle::Puzzle;

const EXAMPLES: &str = "\
The form of PUZZLE is told by what is in it: a drawing, a Rush Hour board, or a tray, whose goal
is the file GOAL. With `--to pair` the tray is written to FILE and the goal to FILE.goal.

Examples:
  traybit convert puzzles/sliding/klotski puzzles/sliding/klotski.goal --to drawn
  traybit convert puzzles/sliding/rush-hour-51.txt --to rush-hour
  traybit convert --to pair --output klotski DRAWING";

/// Write a puzzle in another form
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The puzzle's file; `-` is standard input
    puzzle: OsString,

    /// The goal's file, for a tray; without it the goal is empty
    goal: Option<OsString>,

    /// The form to write
    #[arg(long, value_enum, value_name = "FORM")]
    to: To,

    #[command(flatten)]
    options: Options,
}

/// The forms that can be written.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
enum To {
    /// A drawing with its goals
    Drawn,
    /// A Rush Hour board as a string
    RushHour,
    /// A tray and a goal, two files
    Pair,
}

/// The puzzle as it is written.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
enum Written {
    One { form: To, text: String },
    Two { form: To, tray: String, goal: String },
}

/// Converts; both results are exit statuses.
pub(crate) fn run(arguments: &Arguments) -> Result<Status, Status> {
    let options = &arguments.options;
    let (puzzle, goal) = puzzle_sources(&arguments.puzzle, arguments.goal.as_deref())?;
    options.budget()?;
    let goal_name = if arguments.to == To::Pair && !options.json { Some(goal_name(options)?) } else { None };
    let signals = Signals::install(PROGRAM, || "nothing is converted".to_owned()).ok();
    let problem = read_problem(&puzzle, goal.as_ref()).map_err(refuse_files)?;
    let written = problem
        .drawn()
        .and_then(|puzzle| write(&puzzle, arguments.to))
        .map_err(|sentence| refuse(format_args!("{}: {sentence}", puzzle.name()), Status::Invalid))?;
    let output = options.output()?;
    let goal_output = goal_name.map(|name| Output::named(Some(&name)));
    if let Some(output) = &goal_output {
        output.try_out().map_err(|sentence| refuse(sentence, Status::GaveUp))?;
    }
    if let Some(signals) = signals {
        signals.finish();
    }
    Ok(match (&written, goal_output) {
        (Written::Two { tray, goal, .. }, Some(goal_output)) => match give(&output, tray, Status::Done) {
            Status::Done => give(&goal_output, goal, Status::Done),
            status => status,
        },
        (Written::One { text, .. }, _) if !options.json => give(&output, text, Status::Done),
        _ => give(&output, &document(&written), Status::Done),
    })
}

/// Where the goal of a pair goes.
fn goal_name(options: &Options) -> Result<OsString, Status> {
    match &options.output {
        Some(name) if name != "-" => {
            let mut name = name.clone();
            name.push(".goal");
            Ok(name)
        }
        _ => {
            let sentence = "a tray and a goal are two files: with --output FILE they are FILE and FILE.goal";
            Err(refuse(sentence, Status::WrongUsage))
        }
    }
}

fn write(puzzle: &Puzzle, form: To) -> Result<Written, String> {
    Ok(match form {
        To::Drawn => Written::One { form, text: drawing::write(puzzle)? },
        To::RushHour => Written::One { form, text: rush_hour::write(puzzle)? },
        To::Pair => {
            let (tray, goal) = pair::of(puzzle)?;
            Written::Two { form, tray: tray.to_string(), goal: goal.to_string() }
        }
    })
}
