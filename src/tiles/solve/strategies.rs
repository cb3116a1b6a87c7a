//! The strategies by which a board can be solved, side by side.
//!
//! Those that promise fewest moves: breadth-first search, and A* and IDA* with a bound. Weighted A* promises a factor,
//! greedy search nothing. All but IDA* keep every board they meet, so what they can solve is a matter of memory.

mod deepening;

use crate::arrangement::Arrangement;
use crate::direction::Direction;
use crate::heuristics::{Heuristic, LinearConflict, Manhattan};
use crate::in_tile_space;
use crate::large_node::LargeNode;
use crate::node::Node;
use crate::solve::optimal::Optimiser;
use crate::solve::strategies::deepening::Descent;
use crate::space::{Tiles, compile};
use traybit_core::search::a_star::{self, Rank, Weight};
use traybit_core::search::breadth_first::{self, Encountered};
use traybit_core::search::compiled::SearchKey;
use traybit_core::search::layered;
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::{Answer, Cost, GaveUp, Outcome};
use traybit_core::space::Move;

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
    /// True if it looks at estimates.
    #[must_use]
    pub fn estimates(self) -> bool {
        !matches!(self, Self::BreadthFirstList | Self::BreadthFirstSet | Self::Frontier)
    }

    /// True if its solutions have the fewest moves possible.
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
    /// True if there is such an estimate for the boards of `optimiser`.
    #[must_use]
    pub fn is_for(self, optimiser: &Optimiser) -> bool {
        match self {
            Self::Manhattan | Self::LinearConflict => true,
            Self::WalkingDistance => optimiser.walking_distance().is_some(),
            Self::Tables => optimiser.has_databases(),
        }
    }
}

/// What came of a strategy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attempt {
    /// Its answer.
    pub outcome: Outcome<Direction>,
    /// No solution has fewer moves, as far as the strategy proves that; 0 where it does not.
    pub bound: u64,
}

impl From<Outcome<Direction>> for Attempt {
    fn from(outcome: Outcome<Direction>) -> Self {
        Self { outcome, bound: 0 }
    }
}

/// Solves a board, with what `optimiser` has for boards of its kind. That a goal cannot be reached IDA*, which would not
/// end, tells by parity, and the others by looking at all boards that can be. Where there is no such estimate the search
/// gives up as exhausted.
#[must_use]
pub fn solve(
    start: &Arrangement,
    strategy: Strategy,
    estimate: Estimate,
    optimiser: &Optimiser,
    limits: &Limits,
) -> Attempt {
    let size = start.size();
    let bounds = match estimate {
        Estimate::LinearConflict => return by(start, strategy, &LinearConflict::new(size), limits),
        Estimate::WalkingDistance if strategy.estimates() => Ok(optimiser.walking_distance()),
        Estimate::Tables if strategy.estimates() => optimiser.pattern_databases(limits),
        _ if strategy == Strategy::IdaStar => return deepening::solve(start, &LargeNode::new(start), limits),
        _ => return by(start, strategy, &Manhattan::new(size), limits),
    };
    match bounds.and_then(|bounds| bounds.ok_or(GaveUp::Exhausted)) {
        Err(reason) => Outcome { answer: Answer::GaveUp(reason), cost: Cost::default() }.into(),
        Ok(bounds) if strategy == Strategy::IdaStar => match Node::new(&bounds, start) {
            Some(walk) => deepening::solve(start, &walk, limits),
            None => Outcome { answer: Answer::Unsolvable, cost: Cost::default() }.into(),
        },
        Ok(bounds) => by(start, strategy, &*bounds, limits),
    }
}

/// Solves a board with any bound on the moves to come.
fn by(start: &Arrangement, strategy: Strategy, bound: &dyn Heuristic, limits: &Limits) -> Attempt {
    let collection = match strategy {
        Strategy::BreadthFirstList => Collection::Queue(Encountered::List),
        Strategy::BreadthFirstSet => Collection::Queue(Encountered::Set),
        Strategy::Frontier => Collection::Layers,
        Strategy::Greedy => Collection::Ranked(Rank::GREEDY),
        Strategy::AStar => Collection::Ranked(Rank::A_STAR),
        Strategy::WeightedAStar(weight) => Collection::Ranked(Rank::weighted(weight)),
        Strategy::IdaStar => return deepening::solve(start, &Descent::new(bound, start), limits),
    };
    let solve = Solve { collection, bound, limits };
    in_tile_space!(compile(start), space => solve.run(space)).map(Direction::from).into()
}

/// The strategies that keep the boards they meet.
enum Collection {
    Queue(Encountered),
    Layers,
    Ranked(Rank),
}

struct Solve<'a> {
    collection: Collection,
    bound: &'a dyn Heuristic,
    limits: &'a Limits,
}

impl Solve<'_> {
    fn run<K: SearchKey>(self, space: &dyn Tiles<K>) -> Outcome<Move> {
        let Self { collection, bound, limits } = self;
        let rank = match collection {
            Collection::Queue(encountered) => return breadth_first::solve(space, encountered, limits),
            Collection::Layers => return layered::solve(space, limits, None).expect("no checkpoint is read"),
            Collection::Ranked(rank) => rank,
        };
        let mut homes = Vec::new();
        let mut estimate = |state: &K| {
            let blank = space.homes(state, &mut homes);
            bound.bound(&homes, blank)
        };
        a_star::solve(space, rank, &mut estimate, limits)
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
        Estimate::Tables => "additive pattern databases",
    };
    format!("{way}, {by}")
}

#[cfg(test)]
mod tests;
