//! `solver INIT GOAL`: any solution, as soon as possible.

use std::ffi::OsString;
use std::fmt::Display;
use std::sync::Arc;
use std::time::Instant;

use crate::cli::budget::{Budget, Given};
use crate::cli::files::{FileFaults, read_pair};
use crate::cli::machine::economise;
use crate::cli::output::Output;
use crate::cli::sentence;
use crate::cli::signals::Signals;
use crate::cli::status::SolverStatus;
use crate::report::text::{self, Knobs, Undone};
use traybit_core::input::in_hand;
use traybit_core::search::outcome::GaveUp;
use traybit_sliding::solve::{Report, Verdict, Wanted, solve};

const PROGRAM: &str = "solver";

const KNOBS: Knobs = Knobs {
    memory: "the environment variable TRAYBIT_MEMORY",
    time: "the environment variable TRAYBIT_TIME",
};

/// Solves the puzzle of the two files named by the arguments, and prints the moves.
///
/// The lowest status wins; a budget in the environment that cannot be read is wrong usage.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> SolverStatus {
    let began = Instant::now();
    let arguments: Vec<_> = arguments.into_iter().collect();
    let [init, goal] = &arguments[..] else {
        say(format_args!(
            "expected exactly 2 arguments, INIT and GOAL, found {}; usage: solver INIT GOAL",
            arguments.len()
        ));
        return SolverStatus::WrongUsage;
    };
    let budget = match Budget::of(Given::default()) {
        Ok(budget) => budget,
        Err(sentence) => {
            say(sentence);
            return SolverStatus::WrongUsage;
        }
    };
    let mut limits = budget.limits(began);
    let progress = Arc::clone(&limits.progress);
    // Without handlers (no thread to be had, say) signals end the program in the system's way.
    let signals = Signals::install(PROGRAM, move || text::unfinished(Undone::Solving, &progress)).ok();
    if let Some(signals) = &signals {
        limits.stop = signals.stop();
    }
    let problem = match read_pair(init, goal) {
        Ok(problem) => problem,
        Err(FileFaults::Unreadable(sentences)) => {
            sentences.iter().for_each(say);
            return SolverStatus::Unreadable;
        }
        Err(FileFaults::Invalid(sentences)) => {
            sentences.iter().for_each(say);
            return SolverStatus::Invalid;
        }
    };
    if let Some(signals) = &signals {
        signals.grant_grace();
    }
    in_hand::fail_if_asked_to();
    economise(budget.memory);
    let report = solve(&problem, Wanted::Any, &limits.of_the_last());
    if let Some(signals) = &signals {
        signals.finish();
    }
    answer(&report, &budget, signals.as_ref())
}

/// Gives the answer. One that was found before a signal was heard counts as found.
fn answer(report: &Report, budget: &Budget, signals: Option<&Signals>) -> SolverStatus {
    match &report.verdict {
        Verdict::Solved { slides, .. } => match Output::Standard.write(&text::moves(slides)) {
            Ok(()) => SolverStatus::Solved,
            Err(sentence) => {
                say(format_args!("solved, but {sentence}"));
                SolverStatus::GaveUp
            }
        },
        Verdict::Unsolvable(proof) => {
            say(text::unsolvable(*proof, &report.cost));
            SolverStatus::Unsolvable
        }
        Verdict::GaveUp(reason) => match signals.and_then(Signals::caught) {
            Some(signal) if *reason == GaveUp::Stopped => {
                say(text::stopped(signal.name(), Undone::Solving, &report.cost));
                SolverStatus::Stopped(signal)
            }
            _ => {
                say(text::gave_up(*reason, &report.cost, budget.time, budget.memory, KNOBS));
                SolverStatus::GaveUp
            }
        },
    }
}

fn say(sentence: impl Display) {
    sentence::say(PROGRAM, sentence);
}
