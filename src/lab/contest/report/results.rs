//! Results of a contest and its rules, from which all tables are made.

use serde::Serialize;

use crate::contest::report::checking::{Check, Trial};
use crate::contest::report::{Known, Probe, Run, Title};
use traybit_sliding::slide::RawMove;

/// Results of a contest.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Results {
    /// Names of the solvers.
    pub solvers: Vec<String>,
    /// Names of the checkers.
    pub checkers: Vec<String>,
    pub puzzles: Vec<Title>,
    /// Knowledge about each puzzle.
    pub known: Vec<Known>,
    /// A solution of each solved puzzle.
    pub solutions: Vec<Option<Vec<RawMove>>>,
    /// All runs of solvers.
    pub runs: Vec<Run>,
    /// Outcomes of each solver for invalid inputs.
    pub solver_probes: Vec<Vec<Probe>>,
    /// Inputs of the checkers.
    pub trials: Vec<Trial>,
    /// All runs of checkers.
    pub checks: Vec<Check>,
    /// Outcomes of each checker for invalid inputs.
    pub checker_probes: Vec<Vec<Probe>>,
}

impl Results {
    /// Outcomes of each program for invalid inputs: solvers, then checkers.
    pub(super) fn probes(&self) -> impl Iterator<Item = (&String, &Vec<Probe>)> {
        let solvers = self.solvers.iter().zip(&self.solver_probes);
        solvers.chain(self.checkers.iter().zip(&self.checker_probes))
    }
}

/// Rules of a contest.
#[derive(Serialize, Clone, PartialEq, Debug)]
pub(crate) struct Rules {
    pub rounds: usize,
    /// Seconds for a puzzle.
    pub limit_seconds: f64,
    /// True if these and all other times are the processor's instead of the clock's.
    pub by_cpu: bool,
}
