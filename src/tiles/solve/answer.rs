//! Boards of tiles answered: which search, and what its answer is worth.

use std::path::PathBuf;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use crate::arrangement::{Arrangement, Obstacle};
use crate::board::Board;
use crate::checker;
use crate::direction::Direction;
use crate::solve::fast::fast;
use crate::solve::optimal::{Finding, Optimiser, Proven};
use crate::solve::quality::{Quality, quality};
use crate::solve::strategies::{self, Attempt, Estimate, Strategy};
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::{Answer, Cost, GaveUp};

/// The most cells of boards whose shortest solution is looked for where nothing else is said: any of them is found in
/// seconds at most.
const SMALL: usize = 16;

/// How long a fast answer is improved where nothing else is said.
const USUAL_TIME: Duration = Duration::from_secs(1);

/// What is asked of a board.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Wanted {
    /// The shortest solution up to 16 cells, a short one beyond.
    Usual,
    /// The shortest solution, proven.
    Optimal,
    /// A solution, at once.
    Fast,
    /// The best solution found in so much time.
    Quality(Duration),
    /// What a textbook's search finds.
    Strategy(Strategy, Estimate),
}

impl Wanted {
    /// Whether the answer may come from a search by growing bounds.
    #[must_use]
    pub fn deepens(self) -> bool {
        matches!(self, Self::Usual | Self::Optimal | Self::Strategy(Strategy::IdaStar, _))
    }
}

/// The answer to a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Solved by these moves, replayed by the independent checker.
    Solved {
        /// The moves.
        moves: Vec<Direction>,
        /// Whether it is proven that none has fewer.
        shortest: bool,
    },
    /// Proven: no solution exists.
    Unsolvable(Obstacle),
    /// Neither found nor refuted.
    GaveUp,
}

/// An answer, what is known besides, and how it was found.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// The answer.
    pub verdict: Verdict,
    /// Why less was found than was asked for, if that is so.
    pub ended: Option<GaveUp>,
    /// No solution has fewer moves.
    pub bound: u64,
    /// The sum of all tiles' distances from home.
    pub manhattan: u64,
    /// What it cost.
    pub cost: Cost,
    /// The search, in words.
    pub method: String,
}

/// Answers boards that have one goal; what the searches for the shortest solution prepare serves them all.
pub struct Solver {
    goal: Board,
    cache: Option<PathBuf>,
    /// Made when it is first needed.
    optimiser: OnceLock<Optimiser>,
}

impl Solver {
    /// The solver for a goal; large tables are kept in the folder `cache`, if there is one.
    #[must_use]
    pub fn new(goal: Board, cache: Option<PathBuf>) -> Self {
        Self { goal, cache, optimiser: OnceLock::new() }
    }

    /// The goal.
    #[must_use]
    pub fn goal(&self) -> &Board {
        &self.goal
    }

    /// What searches for the shortest solution share.
    pub fn optimiser(&self) -> &Optimiser {
        let Self { goal, cache, optimiser } = self;
        optimiser.get_or_init(|| Optimiser::new(goal.size(), goal.gap(), cache.clone()))
    }

    /// Whether boards of this size can be answered so: not all of them have all estimates.
    #[must_use]
    pub fn can(&self, wanted: Wanted) -> bool {
        match wanted {
            Wanted::Strategy(strategy, estimate) => {
                !strategy.estimates() || estimate.is_for(self.optimiser())
            }
            _ => true,
        }
    }

    /// Whether the shortest solution of boards with this goal is looked for where nothing else is said.
    #[must_use]
    pub fn is_small(goal: &Board) -> bool {
        goal.tiles().len() <= SMALL
    }

    /// Answers one board within `limits`.
    ///
    /// # Panics
    /// When the board is not of the goal's size, or when a solution does not pass the independent checker: a fault of
    /// the program, never of the board.
    #[must_use]
    pub fn solve(&self, start: &Board, wanted: Wanted, limits: &Limits) -> Report {
        let seen = Arrangement::new(start, &self.goal);
        let manhattan = seen.manhattan();
        let wanted = match wanted {
            Wanted::Usual if Self::is_small(&self.goal) => Wanted::Optimal,
            Wanted::Usual => Wanted::Quality(USUAL_TIME),
            wanted => wanted,
        };
        let report = match (seen.obstacle(), wanted) {
            (Some(obstacle), _) => Report {
                verdict: Verdict::Unsolvable(obstacle),
                ended: None,
                bound: 0,
                manhattan,
                cost: Cost::default(),
                method: "parity".to_owned(),
            },
            (None, Wanted::Fast) => quick(&seen, limits),
            (None, Wanted::Quality(time)) => short(&seen, time, limits),
            (None, Wanted::Strategy(strategy, estimate)) => self.textbook(&seen, strategy, estimate, limits),
            (None, Wanted::Optimal | Wanted::Usual) => self.shortest(&seen, limits),
        };
        if let Verdict::Solved { moves, .. } = &report.verdict
            && let Err(refusal) = checker::verify(start, &self.goal, moves)
        {
            panic!("the solution found does not pass the checker: {refusal}");
        }
        report
    }

    /// The answer to a board for which there was no time.
    #[must_use]
    pub fn untried(&self, start: &Board, reason: GaveUp) -> Report {
        nothing(&Arrangement::new(start, &self.goal), reason, Cost::default(), "none".to_owned())
    }

    /// The shortest solution; where that is not found in time, the best one that is known.
    fn shortest(&self, seen: &Arrangement, limits: &Limits) -> Report {
        let first = if seen.homes().len() <= SMALL {
            quick(seen, limits)
        } else {
            let left = limits.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
            short(seen, left.map_or(USUAL_TIME, |left| (left / 4).min(USUAL_TIME)), limits)
        };
        if first.ended.is_some() {
            return first;
        }
        let Verdict::Solved { moves: known, shortest: false } = first.verdict else { return first };
        let Proven { finding, bound, cost, method } =
            self.optimiser().solve(seen, Some(known.len() as u64), limits);
        let (moves, shortest, ended) = match finding {
            Finding::Solved(moves) => (moves, true, None),
            Finding::KnownIsShortest => (known, true, None),
            Finding::GaveUp(reason) => (known, false, Some(reason)),
            Finding::Unsolvable => unreachable!("a solution is known"),
        };
        let cost = first.cost.then(cost);
        Report {
            verdict: Verdict::Solved { moves, shortest },
            ended,
            bound,
            manhattan: first.manhattan,
            cost,
            method,
        }
    }

    /// What a textbook's search finds.
    fn textbook(
        &self,
        seen: &Arrangement,
        strategy: Strategy,
        estimate: Estimate,
        limits: &Limits,
    ) -> Report {
        let Attempt { outcome, bound } =
            strategies::solve(seen, strategy, estimate, self.optimiser(), limits);
        let manhattan = seen.manhattan();
        let least = manhattan.max(bound);
        let (verdict, ended, bound) = match outcome.answer {
            Answer::Solved(moves) => {
                let length = moves.len() as u64;
                let shortest = strategy.is_optimal() || length == manhattan;
                (Verdict::Solved { moves, shortest }, None, if shortest { length } else { least })
            }
            Answer::Unsolvable => unreachable!("a board without obstacle has a solution"),
            Answer::GaveUp(reason) => (Verdict::GaveUp, Some(reason), least),
        };
        Report {
            verdict,
            ended,
            bound,
            manhattan,
            cost: outcome.cost,
            method: strategies::name(strategy, estimate),
        }
    }
}

/// A solution at once.
fn quick(seen: &Arrangement, limits: &Limits) -> Report {
    let began = Instant::now();
    let moves = fast(seen, limits);
    let cost = Cost { time: began.elapsed(), ..Cost::default() };
    match moves {
        Ok(moves) => found(seen, moves, cost, LINES.to_owned()),
        Err(reason) => nothing(seen, reason, cost, LINES.to_owned()),
    }
}

const LINES: &str = "line by line";

/// The best solution of some time.
fn short(seen: &Arrangement, time: Duration, limits: &Limits) -> Report {
    let began = Instant::now();
    match quality(seen, began + time.min(LONGEST), limits) {
        Ok(Quality { moves, cost, method }) => {
            let report = found(seen, moves, cost, method.to_owned());
            // Less time than was asked for is what a limit means; a signal is told.
            let stopped = limits.check_time().err().filter(|&reason| reason == GaveUp::Stopped);
            Report { ended: stopped, ..report }
        }
        Err(reason) => {
            let cost = Cost { time: began.elapsed(), ..Cost::default() };
            nothing(seen, reason, cost, LINES.to_owned())
        }
    }
}

/// No time that a clock might not reach.
const LONGEST: Duration = Duration::from_secs(1 << 30);

/// What is known where no solution is.
fn nothing(seen: &Arrangement, reason: GaveUp, cost: Cost, method: String) -> Report {
    let manhattan = seen.manhattan();
    Report { verdict: Verdict::GaveUp, ended: Some(reason), bound: manhattan, manhattan, cost, method }
}

/// A solution that is proven to be the shortest only where no tile makes a step too many.
fn found(seen: &Arrangement, moves: Vec<Direction>, cost: Cost, method: String) -> Report {
    let manhattan = seen.manhattan();
    let shortest = moves.len() as u64 == manhattan;
    Report {
        verdict: Verdict::Solved { moves, shortest },
        ended: None,
        bound: manhattan,
        manhattan,
        cost,
        method,
    }
}
