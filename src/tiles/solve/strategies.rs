//! Textbook strategies that solve a board.
//!
//! Breadth-first search, A* and IDA* guarantee fewest moves, weighted A* a factor, greedy search nothing. All but IDA* keep
//! every board they generate, so memory limits what they can solve.

use std::time::Instant;

use crate::arrangement::Arrangement;
use crate::direction::Direction;
use crate::heuristics::{Heuristic, LinearConflict, Manhattan};
use crate::large_node::LargeNode;
use crate::solve::optimal::{Attempt, Optimiser, answer};
use crate::space::{Fields, Packed};
use crate::{in_node, in_tile_space};
use traybit_core::search::a_star::{self, Rank, Weight};
use traybit_core::search::breadth_first::{self, Encountered};
use traybit_core::search::compiled::SearchKey;
use traybit_core::search::ida_star::{Deepening, DepthFirst};
use traybit_core::search::layered;
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::{Answer, Cost, GaveUp, Outcome};
use traybit_core::space::Move;

/// Search that solves a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strategy {
    /// Breadth-first, with a list of the boards generated that is searched linearly each time.
    BreadthFirstList,
    /// Breadth-first, with a hash table of them.
    BreadthFirstSet,
    /// Breadth-first, layer by layer on all threads, as sliding blocks are searched.
    Frontier,
    /// The board first that seems nearest to the goal.
    Greedy,
    /// The board first with the fewest moves made and estimated together.
    AStar,
    /// A* with the estimate weighted.
    WeightedAStar(Weight),
    /// Depth-first within a bound on both together, and again with a larger one.
    IdaStar,
}

/// Heuristic: how far a board seems to be from the goal; never farther than it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Estimate {
    /// Steps of all tiles.
    Manhattan,
    /// Manhattan distance, and two for each tile that has to leave its own line.
    LinearConflict,
    /// Fewest moves that bring all tiles into their rows, and into their columns.
    WalkingDistance,
    /// Fewest moves of the tiles of a few patterns.
    Tables,
}

impl Strategy {
    /// True if it looks at estimates.
    pub fn estimates(self) -> bool {
        !matches!(self, Self::BreadthFirstList | Self::BreadthFirstSet | Self::Frontier)
    }

    /// True if its solutions have the fewest moves possible.
    pub fn is_optimal(self) -> bool {
        match self {
            Self::Greedy => false,
            Self::WeightedAStar(weight) => weight.thousandths() == 1000,
            _ => true,
        }
    }
}

impl Estimate {
    /// True if there is such an estimate for the boards of `optimiser`.
    pub fn is_for(self, optimiser: &Optimiser) -> bool {
        match self {
            Self::Manhattan | Self::LinearConflict => true,
            Self::WalkingDistance => optimiser.walking_distance().is_some(),
            Self::Tables => optimiser.has_databases(),
        }
    }
}

/// Solves a board, with the bounds of `optimiser` for boards of its kind. IDA*, which would not end, refutes a goal that
/// cannot be reached by parity, the others by searching all boards that can be. Where there is no such estimate the
/// search gives up as exhausted.
pub fn solve(
    start: &Arrangement,
    strategy: Strategy,
    estimate: Estimate,
    optimiser: &Optimiser,
    limits: &Limits,
) -> Attempt {
    let (outcome, bound) = search(start, strategy, estimate, optimiser, limits);
    Attempt { outcome, bound, method: name(strategy, estimate) }
}

/// Outcome with a bound on all solutions.
type Bounded = (Outcome<Direction>, u64);

fn search(
    start: &Arrangement,
    strategy: Strategy,
    estimate: Estimate,
    optimiser: &Optimiser,
    limits: &Limits,
) -> Bounded {
    let size = start.size();
    let at_once = |answer| (Outcome { answer, cost: Cost::default() }, 0);
    let bounds = match estimate {
        Estimate::LinearConflict => return by(start, strategy, &LinearConflict::new(size), limits),
        Estimate::WalkingDistance if strategy.estimates() => Ok(optimiser.walking_distance()),
        Estimate::Tables if strategy.estimates() => optimiser.pattern_databases(limits),
        _ if strategy == Strategy::IdaStar => return deepen(start, &LargeNode::new(start), limits),
        _ => return by(start, strategy, &Manhattan::new(size), limits),
    };
    match bounds.and_then(|bounds| bounds.ok_or(GaveUp::Exhausted)) {
        Err(reason) => at_once(Answer::GaveUp(reason)),
        Ok(bounds) if strategy == Strategy::IdaStar => {
            let pruning = optimiser.pruning();
            match in_node!(&bounds, start, pruning, node => deepen(start, &node, limits)) {
                Some((mut outcome, bound)) => {
                    outcome.cost.bytes += bounds.bytes() + pruning.bytes();
                    (outcome, bound)
                }
                None => at_once(Answer::Unsolvable),
            }
        }
        Ok(bounds) => by(start, strategy, &*bounds, limits),
    }
}

/// Solves a board with any bound on the moves to come.
fn by(start: &Arrangement, strategy: Strategy, bound: &dyn Heuristic, limits: &Limits) -> Bounded {
    if strategy == Strategy::IdaStar {
        return deepen(start, &LargeNode::with(bound, start), limits);
    }
    let outcome = in_tile_space!(start, space => keep(space, strategy, bound, limits));
    (outcome.map(Direction::from), 0)
}

/// Solves a board by a strategy that keeps the boards it meets.
fn keep<K: SearchKey + Fields>(
    space: &Packed<K>,
    strategy: Strategy,
    bound: &dyn Heuristic,
    limits: &Limits,
) -> Outcome<Move> {
    let rank = match strategy {
        Strategy::BreadthFirstList => return breadth_first::solve(space, Encountered::List, limits),
        Strategy::BreadthFirstSet => return breadth_first::solve(space, Encountered::Set, limits),
        Strategy::Frontier => return layered::solve(space, limits, None).expect("no checkpoint is read"),
        Strategy::Greedy => Rank::GREEDY,
        Strategy::AStar => Rank::A_STAR,
        Strategy::WeightedAStar(weight) => Rank::weighted(weight),
        Strategy::IdaStar => unreachable!("it keeps no boards"),
    };
    let mut homes = Vec::new();
    let mut estimate = |state: &K| {
        let blank = space.homes(state, &mut homes);
        bound.bound(&homes, blank)
    };
    a_star::solve(space, rank, &mut estimate, limits)
}

/// Solves a board by IDA* from this node of it.
fn deepen<S: DepthFirst<4, Move = Direction>>(start: &Arrangement, node: &S, limits: &Limits) -> Bounded {
    let began = Instant::now();
    let mut deepening = Deepening::default();
    let answer = match start.obstacle() {
        Some(_) => Answer::Unsolvable,
        None => answer(deepening.run(node, &mut |_| None, None, limits), None),
    };
    let bytes = limits.threads.max(1) * deepening.bytes(node);
    let Deepening { bound, moves: positions, .. } = deepening;
    let cost = Cost { positions, successors: positions, time: began.elapsed(), bytes, ..Cost::default() };
    (Outcome { answer, cost }, bound.into())
}

/// A strategy with its estimate, in words.
fn name(strategy: Strategy, estimate: Estimate) -> String {
    let name = match strategy {
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
        _ if !strategy.estimates() => return name,
        Estimate::Manhattan => "Manhattan distance",
        Estimate::LinearConflict => "Manhattan distance with linear conflicts",
        Estimate::WalkingDistance => "walking distance",
        Estimate::Tables => "additive pattern databases",
    };
    format!("{name}, {by}")
}
