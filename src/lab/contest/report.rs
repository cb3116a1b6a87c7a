//! Results of a contest: the end and the verdict of each run, and how they are reported.

pub(crate) mod checking;
mod points;
pub(crate) mod record;
pub(crate) mod results;
pub(crate) mod standing;
pub(crate) mod summary;

use serde::Serialize;

/// End of a process.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum End {
    /// By itself, with this status.
    Status(i32),
    /// By a signal of this number that was not the contest's.
    Signal(i32),
    /// It was ended at the limit, or was over it.
    Limit,
    /// It printed more than is kept, and was ended.
    Flood,
    /// It could not be started, for this reason.
    Unstarted(String),
}

impl End {
    /// A status as digits, all else in words.
    pub(crate) fn words(&self) -> String {
        match self {
            Self::Status(status) => status.to_string(),
            Self::Signal(number) => format!("signal {number}"),
            Self::Limit => "limit".to_owned(),
            Self::Flood => "flood".to_owned(),
            Self::Unstarted(reason) => format!("not started: {reason}"),
        }
    }
}

/// Verdict on a solver's run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    /// It printed a solution, and that was replayed.
    Solved { moves: u64 },
    /// It claims that there is no solution, and nothing says otherwise.
    Impossible,
    /// Its answer is wrong, for this reason.
    Wrong(String),
    /// It gave no answer, for this reason.
    Failed(String),
}

impl Verdict {
    /// True if the answer is right.
    pub(crate) fn is_right(&self) -> bool {
        matches!(self, Self::Solved { .. } | Self::Impossible)
    }

    pub(crate) fn words(&self) -> String {
        match self {
            Self::Solved { moves } => format!("solved in {moves}"),
            Self::Impossible => "impossible".to_owned(),
            Self::Wrong(reason) => format!("wrong: {reason}"),
            Self::Failed(reason) => format!("failed: {reason}"),
        }
    }
}

/// A puzzle's set and name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Title {
    /// The set that it belongs to; `easy` and `hard` are the course's.
    pub set: String,
    pub name: String,
}

impl Title {
    pub(crate) fn words(&self) -> String {
        if self.set.is_empty() { self.name.clone() } else { format!("{}/{}", self.set, self.name) }
    }
}

/// A process that has ended, and its times.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Process {
    pub end: End,
    /// Wall time, from before the process was started to its end.
    pub seconds: f64,
    /// User and system time of the process and of the children that it waited for.
    pub cpu_seconds: f64,
}

impl Process {
    /// The time that counts.
    pub(crate) fn time(&self, by_cpu: bool) -> f64 {
        if by_cpu { self.cpu_seconds } else { self.seconds }
    }
}

/// A solver on a puzzle, once.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Run {
    /// Counted from 1.
    pub round: usize,
    /// Number in the order in which the solvers were given.
    pub solver: usize,
    /// Number of the puzzle.
    pub puzzle: usize,
    pub process: Process,
    pub verdict: Verdict,
}

/// Knowledge about a puzzle after all runs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Known {
    /// It was solved, by the one named, and the solution replayed.
    Solved(String),
    /// The project's own engine proved that there is no solution.
    Refuted,
    /// Neither.
    Unknown,
}

/// Judges the claims that there is no solution, each puzzle by what is known about it.
pub(crate) fn judge(runs: &mut [Run], known: &[Known]) {
    for run in runs {
        if run.verdict == Verdict::Impossible
            && let Known::Solved(by) = &known[run.puzzle]
        {
            run.verdict = Verdict::Wrong(format!("says that no solution exists, but {by} found one"));
        }
    }
}

/// Run of a program on invalid arguments, or of a checker on a list of moves.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Probe {
    /// Input, in words.
    pub what: String,
    /// The status that the contract requires.
    pub expected: i32,
    pub process: Process,
}

impl Probe {
    /// True if it is the status that the contract requires.
    pub(crate) fn is_right(&self) -> bool {
        self.process.end == End::Status(self.expected)
    }

    /// True if it is right, in words.
    pub(crate) fn verdict(&self) -> String {
        if self.is_right() { "right".to_owned() } else { format!("wrong: expected status {}", self.expected) }
    }
}

/// A run as a line of a table of values.
#[derive(Serialize, Clone, PartialEq, Debug)]
pub(crate) struct Row {
    /// `solver`, `checker`, or `faulty` for an invalid input.
    pub kind: &'static str,
    /// Round, counted from 1; 0 for what is not repeated.
    pub round: usize,
    pub program: String,
    pub set: String,
    /// The puzzle, or the input.
    pub puzzle: String,
    /// The exit status, or another end of the process.
    pub status: String,
    pub seconds: f64,
    pub cpu_seconds: f64,
    pub verdict: String,
}

#[cfg(test)]
mod tests;
