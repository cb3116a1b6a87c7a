//! A few invalid inputs, which a program should answer with the contract's statuses.

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::contest::entrant::Entrant;
use crate::contest::process::{Limit, Stopped, run};
use crate::contest::report::Probe;
use crate::contest::scratch::Scratch;
use traybit_core::search::limits::Limits;

/// Time limit for refusing a file.
const LONGEST: Duration = Duration::from_secs(10);

/// Invalid files, and valid ones beside them.
#[derive(Debug)]
pub(super) struct InvalidInputs {
    start: PathBuf,
    goal: PathBuf,
    bad_start: PathBuf,
    bad_goal: PathBuf,
    missing: PathBuf,
    moves: PathBuf,
    bad_moves: PathBuf,
}

/// Input of a program, and the expected statuses of a solver and of a checker.
type Case<'a> = (&'static str, Option<&'a Path>, Option<&'a Path>, [i32; 2]);

impl InvalidInputs {
    /// Writes them.
    ///
    /// # Errors
    /// A sentence without its full stop.
    pub(super) fn write(scratch: &Scratch) -> Result<Self, String> {
        Ok(Self {
            start: scratch.write("start", b"1 2\n0 0 0 0\n")?,
            goal: scratch.write("goal", b"0 1 0 1\n")?,
            bad_start: scratch.write("bad-start", b"1 2\n0 0 0\n")?,
            bad_goal: scratch.write("bad-goal", b"0 1 0 x\n")?,
            missing: scratch.path("missing"),
            moves: scratch.write("moves", b"0 0 0 1\n")?,
            bad_moves: scratch.write("bad-moves", b"0 0 0 1\n0 1 0 x\n")?,
        })
    }

    fn cases(&self) -> [Case<'_>; 6] {
        let (start, goal) = (self.start.as_path(), self.goal.as_path());
        [
            ("no argument", None, None, [2, 2]),
            ("one argument", Some(start), None, [2, 2]),
            ("a start that does not exist", Some(&self.missing), Some(goal), [3, 3]),
            ("a goal that does not exist", Some(start), Some(&self.missing), [3, 3]),
            ("a malformed start", Some(&self.bad_start), Some(goal), [4, 5]),
            ("a malformed goal", Some(start), Some(&self.bad_goal), [4, 5]),
        ]
    }

    /// Runs a solver on them.
    pub(super) fn of_solver(
        &self,
        solver: &Entrant,
        limit: Limit,
        limits: &Limits,
    ) -> Result<Vec<Probe>, Stopped> {
        let cases = self.cases().into_iter();
        let probe = |(what, init, goal, [expected, _]): Case<'_>| {
            probe(solver, what, (init, goal, None), expected, limit, limits)
        };
        cases.map(probe).collect()
    }

    /// Runs a checker on them.
    pub(super) fn of_checker(
        &self,
        checker: &Entrant,
        limit: Limit,
        limits: &Limits,
    ) -> Result<Vec<Probe>, Stopped> {
        let (start, goal, moves) = (self.start.as_path(), self.goal.as_path(), self.moves.as_path());
        let mut probes = Vec::new();
        for (what, init, goal, [_, expected]) in self.cases() {
            probes.push(probe(checker, what, (init, goal, Some(moves)), expected, limit, limits)?);
        }
        let files = (Some(start), Some(goal), Some(self.bad_moves.as_path()));
        probes.push(probe(checker, "malformed moves", files, 4, limit, limits)?);
        Ok(probes)
    }
}

fn probe(
    entrant: &Entrant,
    what: &str,
    (init, goal, input): (Option<&Path>, Option<&Path>, Option<&Path>),
    expected: i32,
    limit: Limit,
    limits: &Limits,
) -> Result<Probe, Stopped> {
    let limit = Limit { time: limit.time.min(LONGEST), ..limit };
    let ended = run(&entrant.filled(init, goal), input, limit, limits)?;
    Ok(Probe {
        what: what.to_owned(),
        expected,
        end: ended.end,
        seconds: ended.wall.as_secs_f64(),
        cpu_seconds: ended.cpu.as_secs_f64(),
    })
}
