//! `traybit play PUZZLE [GOAL] [SOLUTION]`: play a puzzle in the terminal, or watch its solution.

use std::io::{IsTerminal, stdin, stdout};
use std::time::Duration;

use clap::Args;

use crate::command::puzzle_files::PuzzleFiles;
use crate::run::terminal::colours_of;
use crate::run::{Budgets, Ended, Failure, KNOBS, METRICS, one_of, say};
use traybit_family::Objective;
use traybit_play::{End, Engine, SPEEDS, play};
use traybit_program::{Budget, Status};
use traybit_sliding::Metric;

const DEFAULT_TIME: Duration = Duration::from_secs(10);
const LIMIT: &str =
    "Give up a search after TIME: 10 (seconds), 500ms, 2m, 1h [default: `TRAYBIT_TIME`, or 10s]";

/// Play a puzzle in the terminal, or step through its solution
#[derive(Args, Clone, Debug)]
#[command(mut_arg("limit", |limit| limit.help(LIMIT)), after_help = include_str!("../help/play.txt"))]
pub struct Arguments {
    #[command(flatten)]
    files: PuzzleFiles,

    /// Moves per second of a playing solution
    #[arg(long, value_name = "N", default_value_t = 2.0, value_parser = parse_speed)]
    speed: f64,

    /// Unit of a move in hints and solutions
    #[arg(long, value_parser = one_of(METRICS), default_value = "slide")]
    metric: Metric,

    /// Give hints and solutions that need not be the shortest
    #[arg(long, conflicts_with = "metric")]
    fast: bool,

    #[command(flatten)]
    budgets: Budgets,
}

pub(crate) fn parse_speed(text: &str) -> Result<f64, String> {
    let speed = text.parse().ok().filter(|speed| (SPEEDS.0..=SPEEDS.1).contains(speed));
    speed.ok_or_else(|| format!("expected {} to {} moves a second, found {text:?}", SPEEDS.0, SPEEDS.1))
}

pub(crate) fn run(arguments: &Arguments) -> Ended {
    let &Arguments { speed, metric, fast, budgets, .. } = arguments;
    let budget = budgets.budget()?;
    let budget = Budget { time: budget.time.or(Some(DEFAULT_TIME)), ..budget };
    let (puzzle, playback) = arguments.files.read()?;
    let sentence = "a game needs a terminal: standard input and standard output have to be one";
    Failure::usage_if(!stdin().is_terminal() || !stdout().is_terminal(), sentence)?;
    let objective = if fast { Objective::Any } else { Objective::Optimal(metric) };
    let engine = Engine { budget, objective, knobs: KNOBS };
    match play(&*puzzle, &playback, speed, engine, colours_of(&stdout())) {
        Ok(End::Quit) => Ok(Status::Done),
        Ok(End::Signal(signal)) => {
            say(format_args!("stopped by {}", signal.name()));
            Ok(Status::Stopped(signal))
        }
        Err(reason) => {
            Err(Failure::unwritable(format_args!("the terminal does not take the game: {reason}")))
        }
    }
}
