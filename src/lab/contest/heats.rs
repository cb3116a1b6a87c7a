//! Heats: all programs try a task before the next one, so that a machine whose speed changes is fair to all.
//!
//! ```text
//!            task 0      task 1      task 2         who begins changes from task to task
//!  round 1   A B C       B C A       C A B          and from round to round
//!  round 2   B C A       C A B       A B C
//! ```

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use crate::contest::entrant::Entrant;
use crate::contest::judge::judge;
use crate::contest::process::{Ended, Limit, run};
use crate::contest::results::{End, Kind, Known, Results, Run, Verdict};
use crate::contest::tasks::{Expected, Task};
use traybit_core::search::limits::Limits;
use traybit_sliding::slide::RawMove;
use traybit_sliding::solve::{self, Objective, solve};

const LONGEST_REFUSAL: Duration = Duration::from_secs(10);

/// The runs of a contest. Once it was stopped nothing more is run.
pub(super) struct Heats<'a> {
    pub(super) limit: Limit,
    pub(super) limits: Limits,
    pub(super) results: &'a mut Results,
    pub(super) is_stopped: bool,
}

impl Heats<'_> {
    /// Runs some numbered programs on some tasks; `done` gets the runs of each task, those of
    /// solvers in the order of their numbers.
    pub(super) fn hold(
        &mut self,
        kind: Kind,
        programs: &[(usize, &Entrant)],
        tasks: &[Task],
        mut done: impl FnMut(&[Run]),
    ) {
        if self.is_stopped {
            return;
        }
        let (rounds, longest) = match kind {
            Kind::Faulty => (0..=0, LONGEST_REFUSAL),
            _ => (1..=self.results.rules.rounds, Duration::MAX),
        };
        let limit = Limit { time: self.limit.time.min(longest), ..self.limit };
        for round in rounds {
            for (number, task) in tasks.iter().enumerate() {
                let first = self.results.runs.len();
                for turn in 0..programs.len() {
                    let (entrant, program) =
                        programs[(turn + number + round.saturating_sub(1)) % programs.len()];
                    let words = program.filled(task.start.as_deref(), task.goal.as_deref());
                    let ended = run(&words, task.moves.as_deref(), limit, &self.limits);
                    let Some(ended) = ended else {
                        self.is_stopped = true;
                        return;
                    };
                    let verdict = self.judge(number, task, &program.name, &ended);
                    self.results.runs.push(Run {
                        kind,
                        round,
                        program: program.name.clone(),
                        set: task.title.set.clone(),
                        puzzle: task.title.name.clone(),
                        end: ended.end,
                        seconds: ended.wall.as_secs_f64(),
                        cpu_seconds: ended.cpu.as_secs_f64(),
                        verdict,
                        entrant,
                        task: number,
                    });
                }
                let runs = &mut self.results.runs[first..];
                if kind == Kind::Solver {
                    runs.sort_by_key(|run| run.entrant);
                }
                done(runs);
            }
        }
    }

    /// The verdict on a run; a solution is kept if it is the first one.
    fn judge(&mut self, number: usize, task: &Task, program: &str, ended: &Ended) -> Verdict {
        match &task.expected {
            Expected::Status(expected) if ended.end == End::Status(*expected) => Verdict::Right,
            Expected::Status(expected) => Verdict::Wrong(format!("expected status {expected}")),
            Expected::Solution(problem) => {
                let (verdict, solution) = judge(problem, &ended.end, &ended.output);
                let known = &mut self.results.known[number];
                if let Some(moves) = solution.filter(|_| *known == Known::Unknown) {
                    *known = Known::Solved { by: program.to_owned(), moves };
                }
                verdict
            }
        }
    }

    /// Lets the project's own engine answer the puzzles that no solver solved, each within the limit.
    pub(super) fn refer(&mut self, pairs: &[Task]) {
        for (pair, known) in pairs.iter().zip(&mut self.results.known) {
            let Expected::Solution(problem) = &pair.expected else { continue };
            if *known != Known::Unknown || self.is_stopped {
                continue;
            }
            let deadline = Instant::now().checked_add(self.limit.time);
            let limits = Limits { deadline, ..self.limits.clone() };
            match solve(problem, Objective::Any, &limits).verdict {
                solve::Verdict::Solved { slides, .. } => {
                    let moves = slides.into_iter().map(RawMove::from).collect();
                    *known = Known::Solved { by: "traybit's engine".to_owned(), moves };
                }
                solve::Verdict::Unsolvable(_) => *known = Known::Refuted,
                solve::Verdict::GaveUp(_) => {}
            }
            self.is_stopped = limits.stop.load(Ordering::Relaxed);
        }
    }
}
