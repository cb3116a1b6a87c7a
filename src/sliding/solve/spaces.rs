//! A whole space: its layers, what is farthest from the start, its goals, and the hardest of its starts.

use crate::classes::Classes;
use crate::compile::{Images, Sliding, compile};
use crate::in_space;
use crate::layout::Choice;
use crate::metric::Metric;
use crate::puzzle::Puzzle;
use traybit_core::search::compiled::SearchKey;
use traybit_core::search::keeper::Keeping;
use traybit_core::search::layered::Explored;
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::{Cost, GaveUp};
use traybit_core::search::stored::ReadError;
use traybit_core::search::survey::{Goals, Request, survey_both};

/// What is wanted besides the layers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Wishes {
    /// So many of the positions that are farthest, of each kind.
    pub farthest: usize,
    /// Whether goals are looked for, and the starts that are farthest from them.
    pub goals: bool,
}

/// A whole space.
#[derive(Clone, PartialEq, Debug)]
pub struct Space {
    /// Its layers, from the start.
    pub explored: Explored,
    /// How positions were packed.
    pub choice: Choice,
    /// Positions farthest from the start, as puzzles that begin there.
    pub farthest: Vec<Puzzle>,
    /// What is known of the goals, where they were looked for and the space was finished.
    pub goals: Option<GoalFacts>,
}

impl Space {
    /// Why something is missing, if something is.
    #[must_use]
    pub fn ended(&self) -> Option<GaveUp> {
        self.explored.ended.or(self.goals.as_ref().and_then(|goals| goals.explored.ended))
    }

    /// What it cost: positions and layers are those from the start; the rest is of both searches.
    #[must_use]
    pub fn cost(&self) -> Cost {
        let first = self.explored.cost;
        let second = self.goals.as_ref().map(|goals| goals.explored.cost).unwrap_or_default();
        Cost { positions: first.positions, layers: first.layers, ..first.then(second) }
    }
}

/// The goals of a whole space.
#[derive(Clone, PartialEq, Debug)]
pub struct GoalFacts {
    /// Positions that meet a goal, at each distance from the start.
    pub layers: Vec<u64>,
    /// The layers from all goals at once, and why they are not all; empty without any goal.
    pub explored: Explored,
    /// Positions farthest from every goal, as puzzles that begin there: the hardest starts.
    pub hardest: Vec<Puzzle>,
}

/// Explores the whole space of a problem in one metric.
pub fn explore(problem: &Puzzle, metric: Metric, wishes: Wishes, limits: &Limits) -> Space {
    explore_kept(problem, metric, wishes, limits, None)
        .unwrap_or_else(|fault| unreachable!("nothing is read: {fault}"))
}

/// The same, going on from what an earlier search left with a keeper.
///
/// # Errors
/// When what was left is not of this search, is damaged, or does not fit the memory.
pub fn explore_kept(
    problem: &Puzzle,
    metric: Metric,
    wishes: Wishes,
    limits: &Limits,
    keeping: Option<Keeping>,
) -> Result<Space, ReadError> {
    let puzzle = problem.classes();
    let choice = Choice::of(&puzzle);
    let found = explore_packed_kept(&puzzle, choice, metric, wishes, limits, keeping)?;
    let starting = |positions: Vec<Vec<Vec<u16>>>| {
        positions.iter().map(|anchors| problem.starting_at(anchors)).collect()
    };
    let goals = found.goals.map(|(layers, explored, hardest)| GoalFacts {
        layers,
        explored,
        hardest: starting(hardest),
    });
    Ok(Space { explored: found.explored, choice, farthest: starting(found.farthest), goals })
}

/// The same with positions packed in a given way, told by their anchors.
pub fn explore_packed(
    puzzle: &Classes,
    choice: Choice,
    metric: Metric,
    wishes: Wishes,
    limits: &Limits,
) -> Found {
    explore_packed_kept(puzzle, choice, metric, wishes, limits, None)
        .unwrap_or_else(|fault| unreachable!("nothing is read: {fault}"))
}

/// The same, going on from what an earlier search left with a keeper.
///
/// # Errors
/// When what was left is not of this search, is damaged, or does not fit the memory.
pub fn explore_packed_kept(
    puzzle: &Classes,
    choice: Choice,
    metric: Metric,
    wishes: Wishes,
    limits: &Limits,
    keeping: Option<Keeping>,
) -> Result<Found, ReadError> {
    let keeping = keeping.map(|keeping| keeping.with(&format!("{choice:?} {wishes:?}")));
    let space = compile(puzzle, choice, metric, Images::Apart);
    in_space!(space, space => find(space, wishes, limits, keeping))
}

/// Anchors by class, for each of some positions.
type Positions = Vec<Vec<Vec<u16>>>;

/// A whole space as the search found it.
#[derive(Clone, PartialEq, Debug)]
pub struct Found {
    /// Its layers, from the start.
    pub explored: Explored,
    /// Positions farthest from the start.
    pub farthest: Positions,
    /// Goals at each distance, the layers from all goals, and positions of the last of these.
    pub goals: Option<(Vec<u64>, Explored, Positions)>,
}

fn find<K: SearchKey>(
    space: &dyn Sliding<K>,
    wishes: Wishes,
    limits: &Limits,
    keeping: Option<Keeping>,
) -> Result<Found, ReadError> {
    let goals = if wishes.goals { Goals::Collected } else { Goals::Ignored };
    let request = Request { farthest: wishes.farthest, goals };
    let (first, second) = survey_both(space, limits, request, keeping)?;
    let anchors = |states: &[K]| states.iter().map(|state| space.anchors(state)).collect::<Positions>();
    let farthest = anchors(&first.farthest);
    let goals = second.map(|second| (first.goal_counts, second.explored, anchors(&second.farthest)));
    Ok(Found { explored: first.explored, farthest, goals })
}
