//! `solver INIT GOAL`: any solution, as soon as possible.

use std::io::{Write, stdout};
use std::sync::Arc;
use std::time::Instant;

use crate::budget::Budget;
use crate::console::{init_and_goal, to_standard_output};
use crate::failure::Failure;
use crate::files::read_pair;
use crate::machine::economise;
use crate::signals::Signals;
use crate::status::Status;
use crate::text::{self, Activity, Knobs};
use traybit_core::GaveUp;
use traybit_core::input::current;
use traybit_sliding::solve::{Objective, Report, Verdict, solve};

/// Usage text, printed if there are fewer arguments than two.
pub const USAGE: &str = include_str!("help/solver.txt");

const KNOBS: Knobs = Knobs {
    memory: "the environment variable TRAYBIT_MEMORY",
    time: "the environment variable TRAYBIT_TIME",
};

/// Solves the puzzle of the two files named by the arguments, and prints the moves. The lowest status wins; a budget in the
/// environment that cannot be read is wrong usage.
pub fn run() -> Status {
    attempt().map_or_else(Failure::tell, |()| Status::Done)
}

fn attempt() -> Result<(), Failure> {
    let began = Instant::now();
    let [init, goal] = init_and_goal(USAGE)?;
    let budget = Budget::of(None, None, None).map_err(Failure::usage)?;
    let mut limits = budget.limits(began);
    let progress = Arc::clone(&limits.progress);
    let signals = Signals::install(move || text::unfinished(Activity::SOLVING, &progress));
    limits.stop = signals.stop();
    let problem = read_pair(&init, &goal)?;
    signals.grant_grace();
    current::fail_if_asked_to();
    economise(budget.memory);
    let Report { verdict, cost, .. } = solve(&problem, Objective::Any, &limits.of_the_last());
    signals.finish();
    // A solution that was found before a signal was noticed counts as found.
    let (sentence, status) = match (verdict, signals.caught()) {
        (Verdict::Solved { slides, .. }, _) => {
            let moves = text::moves(&slides);
            match to_standard_output(|| stdout().write_all(moves.as_bytes())) {
                Err(sentence) if !moves.is_empty() => (format!("solved, but {sentence}"), Status::GaveUp),
                _ => return Ok(()),
            }
        }
        (Verdict::Unsolvable(proof), _) => (text::unsolvable(&problem, &proof), Status::Impossible),
        (Verdict::GaveUp(GaveUp::Stopped), Some(signal)) => {
            (text::stopped(signal.name(), Activity::SOLVING, &cost), Status::Stopped(signal))
        }
        (Verdict::GaveUp(reason), _) => {
            (text::gave_up(reason, &cost, budget.time, budget.memory, KNOBS), Status::GaveUp)
        }
    };
    Err(Failure::new(sentence, status))
}
