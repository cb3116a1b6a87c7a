//! Solvers for boards of tiles: the searches, the choice between them, and the report of a search.

pub mod analyse;
pub mod answer;
pub mod anytime;
pub mod explore;
pub mod fast;
pub mod level;
mod open;
pub mod optimal;
pub mod pushes;
pub mod random;
pub mod ranked;

use crate::arrangement::Obstacle;
use crate::{Arrangement, Direction, Unit};
use traybit_core::search::ida_star::{Deepening, Ending};
use traybit_core::{Cost, GaveUp};

/// Verdict on a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Solved by these moves, replayed by the independent checker.
    Solved {
        /// The moves.
        moves: Vec<Direction>,
        /// True if they are proven to be the fewest, in the report's unit.
        shortest: bool,
    },
    /// Proven: no solution exists.
    Unsolvable(Obstacle),
    /// A limit was reached before a solution or a proof.
    GaveUp,
}

/// Verdict with the bounds, the cost and the method.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// Verdict on the board.
    pub verdict: Verdict,
    /// Unit of the length and of the bound.
    pub unit: Unit,
    /// Limit that was reached, if the objective was not.
    pub ended: Option<GaveUp>,
    /// Lower bound on the length of every solution.
    pub bound: u64,
    /// Manhattan distance of the start.
    pub manhattan: u64,
    /// Cost of the search. For IDA*, `positions` is the number of node expansions, repeated ones included, and `bytes` is
    /// the size of all bounds that are built, or of the paths if there are none.
    pub cost: Cost,
    /// Number of moves that the last tenth of the time gained, if a solution was improved.
    pub late_gain: Option<u64>,
    /// Search method, in words.
    pub method: String,
}

impl Report {
    /// Report of a solution, proven to be the shortest if it is as short as the Manhattan distance; or of a limit.
    fn new(start: &Arrangement, found: Result<Vec<Direction>, GaveUp>, cost: Cost, method: &str) -> Self {
        let (bound, ended) = (start.manhattan(), found.as_ref().err().copied());
        let verdict = found.map_or(Verdict::GaveUp, |moves| {
            let shortest = moves.len() as u64 == bound;
            Verdict::Solved { moves, shortest }
        });
        let method = method.to_owned();
        Self { verdict, unit: Unit::Move, ended, bound, manhattan: bound, cost, late_gain: None, method }
    }

    /// Report of iterative deepening, in which `known` is the shortest solution known. The cost is without positions.
    fn of_deepening<M>(
        start: &Arrangement,
        (ending, moves): (Ending<M>, impl FnOnce(Vec<M>) -> Vec<Direction>),
        known: Option<Vec<Direction>>,
        deepening: Deepening,
        cost: Cost,
        method: &str,
    ) -> Self {
        let (found, ended) = match ending {
            Ending::Solved(path) => (Some(moves(path)), None),
            Ending::Proven => (known, None),
            Ending::Spent => (known, Some(GaveUp::Exhausted)),
            Ending::GaveUp(reason) => (known, Some(reason)),
        };
        let Deepening { bound, moves: positions, .. } = deepening;
        let cost = Cost { positions, successors: positions, ..cost };
        let shortest = ended.is_none();
        let verdict = found.map_or(Verdict::GaveUp, |moves| Verdict::Solved { moves, shortest });
        let report = Self::new(start, Err(GaveUp::Exhausted), cost, method);
        Self { verdict, ended, bound: bound.into(), ..report }
    }

    /// Report of the proof that there is no solution.
    fn unsolvable(start: &Arrangement, obstacle: Obstacle) -> Self {
        let method = if obstacle == Obstacle::Order { "order" } else { "parity" };
        let report = Self::new(start, Err(GaveUp::Exhausted), Cost::default(), method);
        Self { verdict: Verdict::Unsolvable(obstacle), ended: None, bound: 0, ..report }
    }

    /// Length of the solution in the report's unit, if there is one, and true if that is proven to be the least.
    pub fn length(&self) -> Option<(u64, bool)> {
        match &self.verdict {
            Verdict::Solved { moves, shortest } => Some((self.unit.length(moves), *shortest)),
            _ => None,
        }
    }
}
