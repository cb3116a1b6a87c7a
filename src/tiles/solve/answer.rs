//! Solver of boards: chooses the search, and states how good its solution is.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use web_time::{Duration, Instant};

use crate::pattern::MOST_CELLS;
use crate::solve::anytime::{improve, quick, shorten};
use crate::solve::open;
use crate::solve::optimal::Optimiser;
use crate::solve::pushes::PushSolver;
use crate::{Arrangement, Board, Direction, Unit, checker};
use traybit_core::{Cost, Limits, Size};

pub use crate::solve::{Report, Verdict};

/// Cells of the largest boards that are solved optimally by default: seconds at most.
const SMALL: usize = 16;

/// Time for improving a solution by default.
const DEFAULT_TIME: Duration = Duration::from_secs(1);
/// Least time in which a solution is improved between iterations of the search for the shortest one.
const LEAST_TIME: Duration = Duration::from_millis(20);

/// Objective of a search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Objective {
    /// The shortest solution up to 16 cells, a short one beyond.
    Default,
    /// The shortest solution, proven.
    Optimal,
    /// The solution of fewest pushes, proven.
    Pushes,
    /// A solution as soon as possible.
    Fast,
    /// The shortest solution found within a time.
    Improve(Duration),
}

/// Solver for boards with the same goal, which share the lower bounds of optimal searches.
pub struct Solver {
    goal: Board,
    cache: OnceLock<PathBuf>,
    optimiser: OnceLock<Optimiser>,
    for_pushes: OnceLock<PushSolver>,
}

impl Solver {
    /// Solver for a goal.
    pub fn new(goal: Board) -> Self {
        Self { goal, cache: OnceLock::new(), optimiser: OnceLock::new(), for_pushes: OnceLock::new() }
    }

    /// Caches large pattern databases in a folder, unless they are built already or another folder was named before.
    pub fn cache_in(&self, folder: Option<&Path>) {
        let _ = folder.map(|folder| self.cache.set(folder.to_owned()));
    }

    /// Builds pattern databases before the first search, or reads them from the folder `cache`; if a limit prevents that,
    /// searches do without.
    pub fn prepare(&self, cache: Option<&Path>, limits: &Limits) {
        self.cache_in(cache);
        if self.optimiser.get().is_none() && self.goal.is_plain() {
            let _ = self.optimiser().pattern_databases(limits);
        }
    }

    /// The goal.
    pub fn goal(&self) -> &Board {
        &self.goal
    }

    /// Optimal solver with the lower bounds.
    pub fn optimiser(&self) -> &Optimiser {
        let Self { goal, cache, optimiser, .. } = self;
        optimiser.get_or_init(|| Optimiser::new(goal.size(), goal.blank(), cache.get().cloned()))
    }

    /// Checks that boards of this size are not too large for an objective. The error is a sentence without its full stop.
    pub fn check_objective(&self, objective: Objective) -> Result<(), String> {
        if objective != Objective::Pushes || self.goal.tiles().len() <= MOST_CELLS {
            return Ok(());
        }
        let Size { height, width } = self.goal.size();
        Err(format!(
            "fewest pushes are found for boards of at most {MOST_CELLS} cells, found {height} by {width}"
        ))
    }

    /// True if boards with this goal are solved optimally by default.
    pub fn is_small(goal: &Board) -> bool {
        goal.tiles().len() <= SMALL
    }

    /// Solves one board of the goal's size and with its walls within `limits`. Panics if a solution does not pass the
    /// independent checker: a bug of the program, never an error of the board.
    pub fn solve(&self, start: &Board, objective: Objective, limits: &Limits) -> Report {
        let arrangement = Arrangement::new(start, &self.goal);
        let unit = if objective == Objective::Pushes { Unit::Push } else { Unit::Move };
        let report = match (arrangement.obstacle(), self.meant(objective)) {
            (_, objective) if !arrangement.is_plain => open::solve(start, &self.goal, objective, limits),
            (Some(obstacle), _) => Report::unsolvable(&arrangement, obstacle),
            (None, Objective::Fast) => quick(&arrangement, limits),
            (None, Objective::Improve(time)) => improve(&arrangement, Some(self.optimiser()), time, limits),
            (None, Objective::Pushes) => self.fewest_pushes(&arrangement, limits),
            (None, Objective::Optimal | Objective::Default) => self.shortest(&arrangement, limits),
        };
        self.checked(start, Report { unit, ..report })
    }

    /// Shortens a solution of a plain board for a plain goal window by window and, if the objective is the shortest one, by
    /// the search for that.
    pub fn shorten(&self, start: &Board, moves: &[Direction], aim: Objective, limits: &Limits) -> Report {
        let arrangement = Arrangement::new(start, &self.goal);
        let objective = self.meant(aim);
        let time = match objective {
            Objective::Improve(time) => time,
            // The search for the shortest solution hardly takes longer with a longer one to begin with.
            _ if Self::is_small(&self.goal) => first_time(limits) / 10,
            _ => first_time(limits),
        };
        let mut report = shorten(&arrangement, moves, time, limits);
        if objective == Objective::Optimal {
            report = self.proven(&arrangement, report, limits);
        }
        self.checked(start, report)
    }

    /// The objective, with the default resolved.
    fn meant(&self, objective: Objective) -> Objective {
        match objective {
            Objective::Default if Self::is_small(&self.goal) => Objective::Optimal,
            Objective::Default => Objective::Improve(DEFAULT_TIME),
            objective => objective,
        }
    }

    /// The report, once its solution has passed the checker.
    fn checked(&self, start: &Board, report: Report) -> Report {
        if let Verdict::Solved { moves, .. } = &report.verdict
            && let Err(refusal) = checker::verify(start, &self.goal, moves)
        {
            panic!("the solution found does not pass the checker: {refusal}");
        }
        report
    }

    /// Searches for the shortest solution; if that is not found in time, reports the best one known.
    fn shortest(&self, start: &Arrangement, limits: &Limits) -> Report {
        let first = if start.homes().len() <= MOST_CELLS {
            quick(start, limits)
        } else {
            improve(start, None, first_time(limits), limits)
        };
        self.proven(start, first, limits)
    }

    /// Searches for a shorter solution than that of the first report, or for the proof that there is none.
    fn proven(&self, start: &Arrangement, first: Report, limits: &Limits) -> Report {
        let (Verdict::Solved { moves, shortest: false }, None) = (&first.verdict, first.ended) else {
            return first;
        };
        let mut cost = first.cost;
        let mut improve = |known: &[Direction], time: Duration| {
            // On smaller boards beams ranked by pattern databases are better.
            if time < LEAST_TIME || start.homes().len() <= MOST_CELLS {
                return None;
            }
            let found = improve(start, None, time, limits);
            let Verdict::Solved { moves, .. } = found.verdict else { return None };
            // The search counts its time itself.
            cost = cost.then(Cost { time: Duration::ZERO, ..found.cost });
            (moves.len() < known.len()).then_some(moves)
        };
        let report = self.optimiser().solve_from(start, Some(moves.clone()), &mut improve, limits);
        Report { cost: cost.then(report.cost), ..report }
    }

    /// Searches for a solution of fewest pushes; if that is not found in time, reports a short one.
    fn fewest_pushes(&self, start: &Arrangement, limits: &Limits) -> Report {
        let first = quick(start, limits);
        let known = match &first.verdict {
            // A board of one cell has no tiles for databases.
            Verdict::Solved { moves, .. } if !moves.is_empty() => moves.clone(),
            _ => return first,
        };
        let solver = self.for_pushes.get_or_init(|| PushSolver::new(start.size(), start.blank_home()));
        let report = solver.solve(start, known, limits);
        Report { cost: first.cost.then(report.cost), ..report }
    }
}

/// Time for a first solution before the search for the shortest one.
fn first_time(limits: &Limits) -> Duration {
    let left = limits.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
    left.map_or(DEFAULT_TIME, |left| (left / 4).min(DEFAULT_TIME))
}
