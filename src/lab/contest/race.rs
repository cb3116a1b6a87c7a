//! The solvers' rounds: every puzzle is tried by all solvers, one after the other, before the next one, so that a machine
//! that becomes slower or faster does so for all of them.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use crate::contest::entrant::Entrant;
use crate::contest::judge::judge;
use crate::contest::pairs::Pair;
use crate::contest::process::{Limit, Stopped, run};
use crate::contest::report::{Known, Run};
use traybit_app::runner::progress::Bar;
use traybit_core::search::limits::Limits;
use traybit_program::text::span;
use traybit_sliding::slide::RawMove;
use traybit_sliding::solve::{Objective, Verdict, solve};

/// Runs of the solvers, and the knowledge about the puzzles that follows from them.
#[derive(Debug, Default)]
pub(super) struct Race {
    pub(super) runs: Vec<Run>,
    /// Knowledge about each puzzle.
    pub(super) known: Vec<Known>,
    /// A solution of each solved puzzle.
    pub(super) solutions: Vec<Option<Vec<RawMove>>>,
}

impl Race {
    /// A race over so many puzzles, before its first run.
    pub(super) fn new(puzzles: usize) -> Self {
        Self { runs: Vec::new(), known: vec![Known::Unknown; puzzles], solutions: vec![None; puzzles] }
    }

    /// Runs all solvers on all puzzles, in so many rounds. Who begins changes from puzzle to puzzle and from round to
    /// round.
    pub(super) fn run(
        &mut self,
        solvers: &[Entrant],
        pairs: &[Pair],
        rounds: usize,
        limit: Limit,
        (limits, bar, has_lines): (&Limits, &Bar, bool),
    ) -> Result<(), Stopped> {
        for round in 1..=rounds {
            for (puzzle, pair) in pairs.iter().enumerate() {
                let first = self.runs.len();
                for turn in 0..solvers.len() {
                    let solver = (turn + puzzle + round - 1) % solvers.len();
                    self.attempt(&solvers[solver], pair, (round, solver, puzzle), limit, limits)?;
                }
                self.runs[first..].sort_by_key(|run| run.solver);
                let line =
                    has_lines.then(|| line(&pair.title.words(), &self.runs[first..], solvers, limit.by_cpu));
                bar.done(line.as_deref());
            }
        }
        Ok(())
    }

    fn attempt(
        &mut self,
        entrant: &Entrant,
        pair: &Pair,
        (round, solver, puzzle): (usize, usize, usize),
        limit: Limit,
        limits: &Limits,
    ) -> Result<(), Stopped> {
        let ended = run(&entrant.filled(Some(&pair.start), Some(&pair.goal)), None, limit, limits)?;
        let (verdict, solution) = judge(&pair.problem, &ended);
        if solution.is_some() && self.solutions[puzzle].is_none() {
            self.solutions[puzzle] = solution;
            self.known[puzzle] = Known::Solved(entrant.name.clone());
        }
        let (seconds, cpu_seconds) = (ended.wall.as_secs_f64(), ended.cpu.as_secs_f64());
        self.runs.push(Run { round, solver, puzzle, end: ended.end, seconds, cpu_seconds, verdict });
        Ok(())
    }

    /// Lets the project's own engine answer the puzzles that no solver solved, each within the limit.
    pub(super) fn refer(&mut self, pairs: &[Pair], limit: Limit, limits: &Limits) -> Result<(), Stopped> {
        for (puzzle, pair) in pairs.iter().enumerate() {
            if self.known[puzzle] != Known::Unknown {
                continue;
            }
            let deadline = Instant::now().checked_add(limit.time);
            let limits = Limits { deadline, ..limits.clone() };
            match solve(&pair.problem, Objective::Any, &limits).verdict {
                Verdict::Solved { slides, .. } => {
                    self.solutions[puzzle] = Some(slides.into_iter().map(RawMove::from).collect());
                    self.known[puzzle] = Known::Solved("traybit's engine".to_owned());
                }
                Verdict::Unsolvable(_) => self.known[puzzle] = Known::Refuted,
                Verdict::GaveUp(_) => {}
            }
            if limits.stop.load(Ordering::Relaxed) {
                return Err(Stopped);
            }
        }
        Ok(())
    }
}

/// A puzzle's line: every solver's time, and what is not right.
fn line(title: &str, runs: &[Run], solvers: &[Entrant], by_cpu: bool) -> String {
    let times = runs.iter().map(|run| {
        let time = span(Duration::from_secs_f64(if by_cpu { run.cpu_seconds } else { run.seconds }));
        let words = run.verdict.words();
        let verdict = if run.verdict.is_right() { String::new() } else { format!(" ({words})") };
        format!("{} {time}{verdict}", solvers[run.solver].name)
    });
    let round = runs.first().map_or(0, |run| run.round);
    format!("Round {round} {title}: {}", times.collect::<Vec<_>>().join(", "))
}
