//! Heats: each program tries a task before the next task comes, so that a machine that becomes slower or faster does so
//! for all of them.
//!
//! ```text
//!            task 0      task 1      task 2         who begins changes from task to task
//!  round 1   A B C       B C A       C A B          and from round to round
//!  round 2   B C A       C A B       A B C
//! ```
//!
//! A solver's moves are replayed by the plain rules, as `checker` does it.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::contest::entrant::Entrant;
use crate::contest::pairs::Pair;
use crate::contest::process::{Ended, Limit, MOST_BYTES, Stopped, run};
use crate::contest::results::{End, Kind, Known, Results, Run, Title, Verdict};
use traybit_core::search::limits::Limits;
use traybit_program::replay::{Replay, replay};
use traybit_program::status::CheckerStatus;
use traybit_program::text::bytes;
use traybit_sliding::puzzle::Puzzle;
use traybit_sliding::slide::RawMove;
use traybit_sliding::solve::{self, Objective, solve};

/// Time limit for refusing an invalid input.
const LONGEST_REFUSAL: Duration = Duration::from_secs(10);

/// Files that a program is given, and the answer that it should have.
pub(super) struct Task<'a> {
    pub(super) title: Title,
    pub(super) start: Option<PathBuf>,
    pub(super) goal: Option<PathBuf>,
    /// The file for standard input.
    pub(super) moves: Option<PathBuf>,
    pub(super) expected: Expected<'a>,
}

impl<'a> From<&'a Pair> for Task<'a> {
    fn from(pair: &'a Pair) -> Self {
        Self {
            title: pair.title.clone(),
            start: Some(pair.start.clone()),
            goal: Some(pair.goal.clone()),
            moves: None,
            expected: Expected::Solution(&pair.problem),
        }
    }
}

/// The answer that a program should have.
pub(super) enum Expected<'a> {
    /// A solution of a puzzle, or the statement that there is none.
    Solution(&'a Puzzle),
    Status(i32),
}

/// The runs of a contest.
pub(super) struct Heats<'a> {
    pub(super) limit: Limit,
    pub(super) limits: Limits,
    pub(super) results: &'a mut Results,
}

impl Heats<'_> {
    /// Runs some numbered programs on some tasks; `done` gets the runs of each task, those of
    /// solvers in the order of their numbers.
    pub(super) fn hold(
        &mut self,
        kind: Kind,
        programs: &[(usize, &Entrant)],
        tasks: &[Task<'_>],
        mut done: impl FnMut(&[Run]),
    ) -> Result<(), Stopped> {
        let (first_round, last_round, longest) = match kind {
            Kind::Faulty => (0, 0, LONGEST_REFUSAL),
            _ => (1, self.results.rules.rounds, Duration::MAX),
        };
        let limit = Limit { time: self.limit.time.min(longest), ..self.limit };
        for round in first_round..=last_round {
            for (number, task) in tasks.iter().enumerate() {
                let first = self.results.runs.len();
                for turn in 0..programs.len() {
                    let (entrant, program) =
                        programs[(turn + number + round.saturating_sub(1)) % programs.len()];
                    let words = program.filled(task.start.as_deref(), task.goal.as_deref());
                    let ended = run(&words, task.moves.as_deref(), limit, &self.limits)?;
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
        Ok(())
    }

    /// The verdict on a run; a solution is kept if it is the first one.
    fn judge(&mut self, number: usize, task: &Task<'_>, program: &str, ended: &Ended) -> Verdict {
        match task.expected {
            Expected::Status(expected) if ended.end == End::Status(expected) => Verdict::Right,
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
    pub(super) fn refer(&mut self, pairs: &[Pair]) -> Result<(), Stopped> {
        let known = pairs.iter().zip(&mut self.results.known);
        for (pair, known) in known.filter(|(_, known)| **known == Known::Unknown) {
            let deadline = Instant::now().checked_add(self.limit.time);
            let limits = Limits { deadline, ..self.limits.clone() };
            match solve(&pair.problem, Objective::Any, &limits).verdict {
                solve::Verdict::Solved { slides, .. } => {
                    let moves = slides.into_iter().map(RawMove::from).collect();
                    *known = Known::Solved { by: "traybit's engine".to_owned(), moves };
                }
                solve::Verdict::Unsolvable(_) => *known = Known::Refuted,
                solve::Verdict::GaveUp(_) => {}
            }
            if limits.stop.load(Ordering::Relaxed) {
                return Err(Stopped);
            }
        }
        Ok(())
    }
}

/// Status that `checker` has for a list of moves, why it is no solution, and the moves.
pub(super) fn check(problem: &Puzzle, list: &[u8]) -> (CheckerStatus, String, Vec<RawMove>) {
    let mut made = Vec::new();
    let replayed = replay(Some(problem), "its moves", list, &AtomicU64::new(0), |step| made.push(step));
    let (status, sentence) = match replayed {
        Err(error) => (CheckerStatus::MovesMalformed, error.to_string()),
        Ok(Replay { impossible: Some(sentence), .. }) => (CheckerStatus::ImpossibleMove, sentence),
        Ok(Replay { game, .. }) => match game.and_then(|game| game.missing()) {
            Some(unmet) => (CheckerStatus::GoalNotMet, format!("after its moves {unmet}")),
            None => (CheckerStatus::Verified, String::new()),
        },
    };
    (status, sentence, made)
}

/// Verdict on an answer, and its solution; claims of impossibility are accepted until all runs are done.
fn judge(problem: &Puzzle, end: &End, output: &[u8]) -> (Verdict, Option<Vec<RawMove>>) {
    let verdict = match end {
        End::Status(0) => {
            let (status, sentence, made) = check(problem, output);
            if status == CheckerStatus::Verified {
                return (Verdict::Solved { moves: made.len() as u64 }, Some(made));
            }
            Verdict::Wrong(format!("status 0, but {sentence}"))
        }
        End::Status(1) => Verdict::Impossible,
        End::Status(5) => Verdict::Failed("gave up".to_owned()),
        End::Status(status) => Verdict::Wrong(format!("status {status} for a valid puzzle")),
        End::Signal(number) => Verdict::Failed(format!("died of signal {number}")),
        End::Limit => Verdict::Failed("over the limit".to_owned()),
        End::Flood => Verdict::Failed(format!("printed more than {}", bytes(MOST_BYTES))),
        End::Unstarted(reason) => Verdict::Failed(format!("cannot be started: {reason}")),
    };
    (verdict, None)
}

#[cfg(test)]
mod tests {
    use super::{End, Verdict, judge};
    use traybit_sliding::formats::course::{self, read_goal, read_tray};

    #[test]
    fn answers_are_judged_by_status_and_moves() {
        let tray = read_tray("t", &b"1 3\n0 0 0 0\n"[..]).unwrap();
        let goal = read_goal("g", &b"0 2 0 2\n"[..], Some(tray.size())).unwrap();
        let problem = course::puzzle(&tray, Some(&goal));
        let verdict = |end: End, output: &str| judge(&problem, &end, output.as_bytes()).0;
        assert_eq!(verdict(End::Status(0), "0 0 0 1\n0 1 0 2"), Verdict::Solved { moves: 2 });
        assert_eq!(verdict(End::Status(1), ""), Verdict::Impossible);
        for (status, output) in
            [(0, ""), (0, "0 0 0 1\n"), (0, "0 0 0 3\n"), (0, "0 0 0 2\nx\n"), (2, ""), (255, "0 0 0 2\n")]
        {
            let judged = verdict(End::Status(status), output);
            assert!(matches!(judged, Verdict::Wrong(_)), "{status} {output:?} {judged:?}");
        }
        for end in [End::Status(5), End::Signal(9), End::Limit, End::Flood, End::Unstarted("x".into())] {
            let judged = verdict(end, "0 0 0 2\n");
            assert!(matches!(judged, Verdict::Failed(_)), "{judged:?}");
        }
    }
}
