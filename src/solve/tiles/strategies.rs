//! The strategies by which a board can be solved, side by side.
//!
//! Those that promise fewest moves: breadth-first search, and A* and IDA* with a bound. Weighted A* promises a factor,
//! greedy search nothing. All but IDA* keep every board they meet, so what they can solve is a matter of memory.

mod deepening;

use std::time::{Duration, Instant};

use crate::search::a_star::{self, Rank, Weight};
use crate::search::layered;
use crate::search::limits::Limits;
use crate::search::outcome::{Answer, Cost, GaveUp, Outcome};
use crate::search::plain::{self, List, Set};
use crate::solve::tiles::optimal::Optimiser;
use crate::solve::tiles::strategies::deepening::Descent;
use crate::tiles::arrangement::Arrangement;
use crate::tiles::direction::Direction;
use crate::tiles::estimates::{Bound, LinearConflict, Manhattan};
use crate::tiles::plain::Plain;
use crate::tiles::space::{Task, Tiles, with_space};
use crate::tiles::walk::Walk;

/// How a board is solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strategy {
    /// Breadth-first, with a list of the boards met that is looked through each time.
    BreadthFirstList,
    /// Breadth-first, with a hash table of them.
    BreadthFirstSet,
    /// Breadth-first, layer by layer on all threads, as sliding blocks are searched.
    Frontier,
    /// The board first that seems nearest to the goal.
    Greedy,
    /// The board first with the fewest moves made and estimated together.
    AStar,
    /// The same with the estimate weighted.
    WeightedAStar(Weight),
    /// Depth-first within a bound on both together, and again with a larger one.
    IdaStar,
}

/// How far a board seems to be from the goal; never farther than it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Estimate {
    /// The steps of all tiles.
    Manhattan,
    /// Those, and two for each tile that has to make way in its own line.
    LinearConflict,
    /// The fewest moves that bring all tiles into their rows, and into their columns.
    WalkingDistance,
    /// The fewest moves of the tiles of a few patterns, and the walking distance.
    Tables,
}

impl Strategy {
    /// Whether it looks at estimates.
    #[must_use]
    pub fn estimates(self) -> bool {
        !matches!(self, Self::BreadthFirstList | Self::BreadthFirstSet | Self::Frontier)
    }

    /// Whether its solutions have the fewest moves possible.
    #[must_use]
    pub fn is_optimal(self) -> bool {
        match self {
            Self::BreadthFirstList | Self::BreadthFirstSet | Self::Frontier | Self::AStar | Self::IdaStar => {
                true
            }
            Self::Greedy => false,
            Self::WeightedAStar(weight) => Some(weight) == Weight::of_thousandths(1000),
        }
    }
}

impl Estimate {
    /// Whether there is such an estimate for the boards of `optimiser`.
    #[must_use]
    pub fn is_for(self, optimiser: &Optimiser) -> bool {
        match self {
            Self::Manhattan | Self::LinearConflict => true,
            Self::WalkingDistance => optimiser.walking_distance().is_some(),
            Self::Tables => optimiser.has_tables(),
        }
    }
}

/// Solves a board, with what `optimiser` has for boards of its kind. One whose goal cannot be reached is refuted by
/// looking at all others, or by IDA*, which would not end, by parity. Where there is no such estimate the search gives
/// up as exhausted.
#[must_use]
pub fn solve(
    start: &Arrangement,
    strategy: Strategy,
    estimate: Estimate,
    optimiser: &Optimiser,
    limits: &Limits,
) -> Outcome<Direction> {
    let size = start.size();
    let bounds = match estimate {
        Estimate::Manhattan if strategy == Strategy::IdaStar => {
            return deepening::solve(start, &Plain::new(start), limits);
        }
        _ if !strategy.estimates() => return solve_by(start, strategy, &Manhattan::new(size), limits),
        Estimate::Manhattan => return solve_by(start, strategy, &Manhattan::new(size), limits),
        Estimate::LinearConflict => return solve_by(start, strategy, &LinearConflict::new(size), limits),
        Estimate::WalkingDistance => Ok(optimiser.walking_distance()),
        Estimate::Tables => optimiser.tables(limits),
    };
    match bounds.and_then(|bounds| bounds.ok_or(GaveUp::Exhausted)) {
        Err(reason) => Outcome { answer: Answer::GaveUp(reason), cost: Cost::default() },
        Ok(bounds) if strategy == Strategy::IdaStar => match Walk::new(&bounds, start) {
            Some(walk) => deepening::solve(start, &walk, limits),
            None => Outcome { answer: Answer::Unsolvable, cost: Cost::default() },
        },
        Ok(bounds) => solve_by(start, strategy, &*bounds, limits),
    }
}

/// Solves a board with any bound on the moves to come.
#[must_use]
pub fn solve_by(
    start: &Arrangement,
    strategy: Strategy,
    bound: &dyn Bound,
    limits: &Limits,
) -> Outcome<Direction> {
    if strategy == Strategy::IdaStar {
        return deepening::solve(start, &Descent::new(bound, start), limits);
    }
    with_space(start, Solve { strategy, bound, limits })
}

struct Solve<'a> {
    strategy: Strategy,
    bound: &'a dyn Bound,
    limits: &'a Limits,
}

impl Task for Solve<'_> {
    type Output = Outcome<Direction>;

    fn run<S: Tiles>(self, space: &S) -> Outcome<Direction> {
        let Self { strategy, bound, limits } = self;
        let rank = match strategy {
            Strategy::BreadthFirstList => return plain::solve::<_, List>(space, limits),
            Strategy::BreadthFirstSet => return plain::solve::<_, Set>(space, limits),
            Strategy::Frontier => return layered::solve(space, limits),
            Strategy::Greedy => Rank::GREEDY,
            Strategy::AStar | Strategy::IdaStar => Rank::A_STAR,
            Strategy::WeightedAStar(weight) => Rank::weighted(weight),
        };
        let mut homes = Vec::new();
        let estimate = |state: &S::State| {
            let gap = space.homes(state, &mut homes);
            bound.bound(&homes, gap)
        };
        a_star::solve(space, rank, estimate, limits)
    }
}

/// A strategy with its estimate, in words.
#[must_use]
pub fn name(strategy: Strategy, estimate: Estimate) -> String {
    let way = match strategy {
        Strategy::BreadthFirstList => "breadth-first search with a list of the boards met".to_owned(),
        Strategy::BreadthFirstSet => "breadth-first search with a hash set of the boards met".to_owned(),
        Strategy::Frontier => "breadth-first search, layer by layer".to_owned(),
        Strategy::Greedy => "greedy best-first search".to_owned(),
        Strategy::AStar => "A*".to_owned(),
        Strategy::WeightedAStar(weight) => {
            format!("weighted A*, weight {}", f64::from(weight.thousandths()) / 1000.0)
        }
        Strategy::IdaStar => "IDA*".to_owned(),
    };
    let by = match estimate {
        _ if !strategy.estimates() => return way,
        Estimate::Manhattan => "Manhattan distance",
        Estimate::LinearConflict => "Manhattan distance with linear conflicts",
        Estimate::WalkingDistance => "walking distance",
        Estimate::Tables => "additive tables",
    };
    format!("{way}, {by}")
}

/// What one way of solving did with a set of boards.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row<W> {
    /// The way.
    pub way: W,
    /// What it did with each board.
    pub runs: Vec<Run>,
}

/// What it did with one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Run {
    /// The moves of its solution, none where there is none; or why it gave up.
    pub moves: Result<Option<usize>, GaveUp>,
    /// Boards that it met.
    pub positions: u64,
    /// How long it took.
    pub time: Duration,
}

impl<W> Row<W> {
    /// How many boards were solved.
    #[must_use]
    pub fn solved(&self) -> usize {
        self.lengths().count()
    }

    /// How often it gave up.
    #[must_use]
    pub fn gave_up(&self) -> usize {
        self.runs.iter().filter(|run| run.moves.is_err()).count()
    }

    /// The moves of all solutions together.
    #[must_use]
    pub fn moves(&self) -> u64 {
        self.lengths().map(|moves| moves as u64).sum()
    }

    /// The boards met, solved or not.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.runs.iter().map(|run| run.positions).sum()
    }

    /// The time taken, solved or not.
    #[must_use]
    pub fn time(&self) -> Duration {
        self.runs.iter().map(|run| run.time).sum()
    }

    /// The time taken for a board on average; none without boards.
    #[must_use]
    pub fn mean_time(&self) -> Option<Duration> {
        self.time().checked_div(self.runs.len() as u32)
    }

    fn lengths(&self) -> impl Iterator<Item = usize> {
        self.runs.iter().filter_map(|run| run.moves.ok().flatten())
    }
}

/// Solves every board in every way, each within `time` and within `limits`, as long as these last. `solve` is asked
/// with a deadline of its own each time, so strategies of any kind can be compared.
pub fn compare<B, W: Copy>(
    boards: &[B],
    ways: &[W],
    time: Option<Duration>,
    limits: &Limits,
    solve: impl Fn(&B, W, &Limits) -> Outcome<Direction>,
) -> Vec<Row<W>> {
    let run = |board: &B, way: W| {
        let own = time.and_then(|time| Instant::now().checked_add(time));
        let deadline = own.into_iter().chain(limits.deadline).min();
        let outcome = solve(board, way, &Limits { deadline, ..limits.clone() });
        let moves = match outcome.answer {
            Answer::Solved(moves) => Ok(Some(moves.len())),
            Answer::Unsolvable => Ok(None),
            Answer::GaveUp(reason) => Err(reason),
        };
        Run { moves, positions: outcome.cost.positions, time: outcome.cost.time }
    };
    let row = |&way| Row { way, runs: boards.iter().map(|board| run(board, way)).collect() };
    ways.iter().map(row).collect()
}

/// The rows that none ever beat: they gave up on no board, and on each of them no other row that did not give up was
/// better by `measure`, smaller being better. None where different boards favour different rows.
pub fn unbeaten<W, M: Ord>(rows: &[Row<W>], measure: impl Fn(&Run) -> M) -> Vec<usize> {
    let beats = |one: &Run, other: &Run| other.moves.is_err() || measure(one) <= measure(other);
    let best = |row: &Row<W>| {
        row.runs
            .iter()
            .enumerate()
            .all(|(board, run)| run.moves.is_ok() && rows.iter().all(|other| beats(run, &other.runs[board])))
    };
    (0..rows.len()).filter(|&row| best(&rows[row])).collect()
}

#[cfg(test)]
mod tests;
