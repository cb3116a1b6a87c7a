//! The solvers' runs on the puzzles, judged, and what this project's engine knows about those that none solved.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use crate::contest::Heats;
use crate::contest::entrant::Entrant;
use crate::contest::judge::judge;
use crate::contest::process::{Ended, Stopped, run};
use crate::contest::report::results::Results;
use crate::contest::report::{Known, Run};
use traybit_app::run::progress::Bar;
use traybit_core::search::limits::Limits;
use traybit_program::text::span;
use traybit_sliding::slide::RawMove;
use traybit_sliding::solve::{Objective, Verdict, solve};

/// Runs all solvers on all puzzles in each round.
pub(super) fn race(
    solvers: &[Entrant],
    heats: &Heats,
    (bar, has_lines): (&Bar, bool),
    results: &mut Results,
) -> Result<(), Stopped> {
    for (round, puzzle, turns) in heats.turns(heats.pairs.len(), solvers.len()) {
        let pair = &heats.pairs[puzzle];
        let first = results.runs.len();
        for solver in turns {
            let words = solvers[solver].filled(Some(&pair.start), Some(&pair.goal));
            let Ended { process, output } = run(&words, None, heats.limit, heats.limits)?;
            let (verdict, solution) = judge(&pair.problem, &process.end, &output);
            if solution.is_some() && results.solutions[puzzle].is_none() {
                results.solutions[puzzle] = solution;
                results.known[puzzle] = Known::Solved(solvers[solver].name.clone());
            }
            results.runs.push(Run { round, solver, puzzle, process, verdict });
        }
        let runs = &mut results.runs[first..];
        runs.sort_by_key(|run| run.solver);
        let line = has_lines.then(|| line(&pair.title.words(), runs, solvers, heats.limit.by_cpu));
        bar.done(line.as_deref());
    }
    Ok(())
}

/// Lets the project's own engine answer the puzzles that no solver solved, each within the limit.
pub(super) fn refer(heats: &Heats, results: &mut Results) -> Result<(), Stopped> {
    for (puzzle, pair) in heats.pairs.iter().enumerate() {
        if results.known[puzzle] != Known::Unknown {
            continue;
        }
        let deadline = Instant::now().checked_add(heats.limit.time);
        let limits = Limits { deadline, ..heats.limits.clone() };
        match solve(&pair.problem, Objective::Any, &limits).verdict {
            Verdict::Solved { slides, .. } => {
                results.solutions[puzzle] = Some(slides.into_iter().map(RawMove::from).collect());
                results.known[puzzle] = Known::Solved("traybit's engine".to_owned());
            }
            Verdict::Unsolvable(_) => results.known[puzzle] = Known::Refuted,
            Verdict::GaveUp(_) => {}
        }
        if limits.stop.load(Ordering::Relaxed) {
            return Err(Stopped);
        }
    }
    Ok(())
}

/// A puzzle's line: every solver's time, and what is not right.
fn line(title: &str, runs: &[Run], solvers: &[Entrant], by_cpu: bool) -> String {
    let times = runs.iter().map(|run| {
        let time = span(Duration::from_secs_f64(run.process.time(by_cpu)));
        let words = run.verdict.words();
        let verdict = if run.verdict.is_right() { String::new() } else { format!(" ({words})") };
        format!("{} {time}{verdict}", solvers[run.solver].name)
    });
    let round = runs.first().map_or(0, |run| run.round);
    format!("Round {round} {title}: {}", times.collect::<Vec<_>>().join(", "))
}
