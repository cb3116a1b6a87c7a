//! Results of a contest: runs of programs, ends of their processes, verdicts, and knowledge about puzzles.

use std::fmt::{self, Display, Formatter};
use std::time::Duration;

use serde::Serialize;
use serde_with::{As, DurationSecondsWithFrac, SerializeDisplay};
use traybit_sliding::Slide;

#[derive(SerializeDisplay, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(not(unix), expect(dead_code, reason = "no process is started there"))]
pub(super) enum End {
    Status(i32),
    /// By a signal of this number that was not the contest's.
    Signal(i32),
    /// It was ended at the limit, or was over it.
    Limit,
    /// It printed more than is kept, and was ended.
    Flood,
    Unstarted(String),
}

impl Display for End {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Status(status) => write!(formatter, "{status}"),
            Self::Signal(number) => write!(formatter, "signal {number}"),
            Self::Limit => write!(formatter, "limit"),
            Self::Flood => write!(formatter, "flood"),
            Self::Unstarted(reason) => write!(formatter, "not started: {reason}"),
        }
    }
}

#[derive(SerializeDisplay, Clone, PartialEq, Eq, Debug)]
pub(super) enum Verdict {
    Solved {
        moves: u64,
    },
    /// It claims that there is no solution, and nothing says otherwise.
    Impossible,
    /// It has the status that the contract requires.
    Right,
    Wrong(String),
    /// It gave no answer, for this reason.
    Failed(String),
}

impl Verdict {
    pub(super) fn is_right(&self) -> bool {
        matches!(self, Self::Solved { .. } | Self::Impossible | Self::Right)
    }
}

impl Display for Verdict {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Solved { moves } => write!(formatter, "solved in {moves}"),
            Self::Impossible => write!(formatter, "impossible"),
            Self::Right => write!(formatter, "right"),
            Self::Wrong(reason) => write!(formatter, "wrong: {reason}"),
            Self::Failed(reason) => write!(formatter, "failed: {reason}"),
        }
    }
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Title {
    /// The set that it belongs to; `easy` and `hard` are the course's.
    pub(super) set: String,
    pub(super) name: String,
}

impl Display for Title {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let separator = if self.set.is_empty() { "" } else { "/" };
        write!(formatter, "{}{separator}{}", self.set, self.name)
    }
}

#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub(super) enum Kind {
    Solver,
    /// A checker on a list of moves.
    Checker,
    /// Either of them on an invalid input.
    Faulty,
}

/// A program on a task, once; as it stands, a line of the table of values.
#[derive(Serialize, Clone, PartialEq, Debug)]
pub(super) struct Run {
    pub(super) kind: Kind,
    /// Round, counted from 1; 0 for invalid inputs, which are not repeated.
    pub(super) round: usize,
    pub(super) program: String,
    pub(super) set: String,
    pub(super) puzzle: String,
    #[serde(rename = "status")]
    pub(super) end: End,
    /// Wall time, from before the process was started to its end.
    pub(super) seconds: f64,
    /// User and system time of the process and of the children that it waited for.
    pub(super) cpu_seconds: f64,
    pub(super) verdict: Verdict,
    /// Number of the program: solvers come first, then checkers.
    #[serde(skip)]
    pub(super) entrant: usize,
    #[serde(skip)]
    pub(super) task: usize,
}

impl Run {
    pub(super) fn title(&self) -> Title {
        Title { set: self.set.clone(), name: self.puzzle.clone() }
    }

    pub(super) fn complaint(&self) -> Option<String> {
        let (kind, reason) = match &self.verdict {
            Verdict::Wrong(reason) => ("Wrong", reason),
            Verdict::Failed(reason) => ("Failed", reason),
            _ => return None,
        };
        let found = if self.kind == Kind::Solver { String::new() } else { format!(", found {}", self.end) };
        Some(format!("{kind} {}, {}: {reason}{found}", self.program, self.title()))
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Known {
    Solved {
        by: String,
        moves: Vec<Slide>,
    },
    /// The project's own engine proved that there is no solution.
    Refuted,
    Unknown,
}

#[derive(Serialize, Clone, Copy, PartialEq, Debug)]
pub(super) struct Rules {
    pub(super) rounds: usize,
    /// Longest time of a run.
    #[serde(rename = "limit_seconds", with = "As::<DurationSecondsWithFrac<f64>>")]
    pub(super) limit: Duration,
}

#[derive(Clone, PartialEq, Debug)]
pub(super) struct Results {
    pub(super) rules: Rules,
    pub(super) solvers: Vec<String>,
    pub(super) checkers: Vec<String>,
    pub(super) puzzles: Vec<Title>,
    pub(super) known: Vec<Known>,
    pub(super) runs: Vec<Run>,
    /// True if the contest was stopped: nothing more is run.
    pub(super) is_stopped: bool,
}

impl Results {
    /// Judges the claims that there is no solution, each by what is known about its puzzle.
    pub(super) fn judge_claims(&mut self) {
        for run in self.runs.iter_mut().filter(|run| run.verdict == Verdict::Impossible) {
            if let Known::Solved { by, .. } = &self.known[run.task] {
                run.verdict = Verdict::Wrong(format!("says that no solution exists, but {by} found one"));
            }
        }
    }

    pub(super) fn runs_of(&self, entrant: usize) -> impl Iterator<Item = &Run> {
        self.runs.iter().filter(move |run| run.entrant == entrant)
    }
}
