//! `solver INIT GOAL`: any solution, as soon as possible.

use std::ffi::OsString;
use std::fmt::Display;
use std::io::{Write, stdout};
use std::sync::Arc;
use std::time::Instant;

use crate::budget::{Budget, Given};
use crate::files::{FileErrors, read_pair};
use crate::machine::economise;
use crate::signals::Signals;
use crate::status::Status;
use crate::text::{self, Activity, Knobs};
use crate::{init_and_goal, to_standard_output};
use traybit_core::input::current;
use traybit_core::search::outcome::GaveUp;
use traybit_sliding::puzzle::Puzzle;
use traybit_sliding::solve::{Objective, Report, Verdict, solve};

const PROGRAM: &str = "solver";

/// Usage text, printed if there are fewer arguments than two.
pub const USAGE: &str = "\
Usage: solver INIT GOAL

Finds any solution of the sliding-block puzzle with the tray in the file INIT and the goal in the file GOAL, as
soon as possible, and prints its moves, one a line: the row and the column of a block's top-left cell before and
after.

Exit status: 0 solved, 1 proven: no solution exists, 2 wrong usage, 3 a file cannot be read, 4 a file is
malformed or invalid, 5 gave up, or the answer cannot be written.
Environment: TRAYBIT_MEMORY (such as 4G), TRAYBIT_TIME (such as 10s) and TRAYBIT_THREADS limit memory, time and
threads.
Example: solver puzzles/sliding/klotski puzzles/sliding/klotski.goal > moves
";

const KNOBS: Knobs = Knobs {
    memory: "the environment variable TRAYBIT_MEMORY",
    time: "the environment variable TRAYBIT_TIME",
};

/// Solves the puzzle of the two files named by the arguments, and prints the moves. The lowest status wins; a budget in the
/// environment that cannot be read is wrong usage.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> Status {
    let began = Instant::now();
    let Some([init, goal]) = init_and_goal(PROGRAM, USAGE, arguments) else { return Status::WrongUsage };
    let budget = match Budget::of(Given::default()) {
        Ok(budget) => budget,
        Err(sentence) => return refuse(sentence, Status::WrongUsage),
    };
    let mut limits = budget.limits(began);
    let progress = Arc::clone(&limits.progress);
    // Without handlers, if there is no thread for them, signals end the program in the system's way.
    let signals = Signals::install(PROGRAM, move || text::unfinished(Activity::Solving, &progress)).ok();
    if let Some(signals) = &signals {
        limits.stop = signals.stop();
    }
    let problem = match read_pair(&init, &goal) {
        Ok(problem) => problem,
        Err(errors) => {
            let (sentences, status) = match errors {
                FileErrors::Unreadable(sentences) => (sentences, Status::Unreadable),
                FileErrors::Invalid(sentences) => (sentences, Status::Invalid),
            };
            sentences.iter().for_each(say);
            return status;
        }
    };
    if let Some(signals) = &signals {
        signals.grant_grace();
    }
    current::fail_if_asked_to();
    economise(budget.memory);
    let report = solve(&problem, Objective::Any, &limits.of_the_last());
    if let Some(signals) = &signals {
        signals.finish();
    }
    answer(&problem, &report, &budget, signals.as_ref())
}

/// Gives the answer. One that was found before a signal was heard counts as found.
fn answer(problem: &Puzzle, report: &Report, budget: &Budget, signals: Option<&Signals>) -> Status {
    match &report.verdict {
        Verdict::Solved { slides, .. } => {
            let moves = text::moves(slides);
            match to_standard_output(|| stdout().write_all(moves.as_bytes())) {
                Err(sentence) if !moves.is_empty() => {
                    refuse(format_args!("solved, but {sentence}"), Status::GaveUp)
                }
                _ => Status::Done,
            }
        }
        Verdict::Unsolvable(proof) => {
            refuse(text::unsolvable(problem, proof, &report.cost), Status::Impossible)
        }
        Verdict::GaveUp(reason) => match signals.and_then(Signals::caught) {
            Some(signal) if *reason == GaveUp::Stopped => {
                let sentence = text::stopped(signal.name(), Activity::Solving, &report.cost);
                refuse(sentence, Status::Stopped(signal))
            }
            _ => {
                let Budget { time, memory, .. } = *budget;
                refuse(text::gave_up(*reason, &report.cost, time, memory, KNOBS), Status::GaveUp)
            }
        },
    }
}

fn refuse(sentence: impl Display, status: Status) -> Status {
    say(sentence);
    status
}

fn say(sentence: impl Display) {
    crate::say(PROGRAM, sentence);
}
