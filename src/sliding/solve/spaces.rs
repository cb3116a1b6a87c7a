//! A whole space: its layers, the positions farthest from the start, its goals, and the hardest starts; and the places that a
//! block can reach, each with the fewest moves to it.
//!
//! ```text
//!   layer 0   1   2   …          the first layer that has a position with the block in a place
//!   places    ▪   ▪▪  …          is the distance of the place: the length of a shortest solution with that goal
//! ```

use std::mem::replace;
use std::ops::ControlFlow;
use web_time::Instant;

use crate::compile::{Symmetric, compile};
use crate::{Cell, Choice, Metric, Puzzle, Target, in_space};
use traybit_core::search::compiled::{by_layer, explore_both};
use traybit_core::{Checkpoint, Cost, Explored, GaveUp, Limits, ReadError, sorted};

pub use traybit_core::search::exploration::Request as ExploreOptions;

/// A whole space, its positions as puzzles that begin there.
#[derive(Clone, PartialEq, Debug)]
pub struct Space {
    /// Its layers, from the start.
    pub explored: Explored,
    /// The packing of positions.
    pub choice: Choice,
    /// Positions farthest from the start.
    pub farthest: Vec<Puzzle>,
    /// Facts about the goals, if they were requested and the space was explored completely.
    pub goals: Option<GoalFacts>,
}

impl Space {
    /// Reason why the result is incomplete, if it is.
    pub fn ended(&self) -> Option<GaveUp> {
        self.explored.ended.or(self.goals.as_ref().and_then(|goals| goals.explored.ended))
    }

    /// The cost: positions and layers are those from the start; the rest is of both searches.
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
    /// The layers from all goals at once, and the reason if they are incomplete; empty if there is no goal.
    pub explored: Explored,
    /// Positions farthest from every goal: the hardest starts.
    pub hardest: Vec<Puzzle>,
}

/// Explores the whole space of a problem in one metric, with positions packed in a given way or else in the one that suits them;
/// resumes from the checkpoint.
///
/// # Errors
/// When the checkpoint is not of this search, is damaged, or does not fit the memory.
pub fn explore(
    problem: &Puzzle,
    choice: Option<Choice>,
    metric: Metric,
    options: ExploreOptions,
    limits: &Limits,
    checkpoint: Option<Checkpoint>,
) -> Result<Space, ReadError> {
    let classes = problem.classes();
    let choice = choice.unwrap_or_else(|| Choice::of(&classes));
    let ExploreOptions { farthest, goals } = options;
    let told = format!("{choice:?} ExploreOptions {{ farthest: {farthest}, goals: {goals} }}");
    let checkpoint = checkpoint.map(|checkpoint| checkpoint.with(&told));
    in_space!(compile(&classes, choice, metric, Symmetric::Apart), space => {
        let (first, second) = explore_both(space, limits, options, checkpoint)?;
        let starting =
            |states: &[_]| states.iter().map(|state| problem.starting_at(&space.anchors(state))).collect();
        let goals = second.map(|second| GoalFacts {
            layers: first.goal_counts,
            hardest: starting(&second.farthest),
            explored: second.explored,
        });
        Ok(Space { explored: first.explored, choice, farthest: starting(&first.farthest), goals })
    })
}

/// The places of a block and their distances, nearest first.
pub type Places = Vec<(Cell, u64)>;

/// Finds all places that a block can reach, or one that is equal to it; its label, if it has one, counts. Goals are ignored.
pub fn places(
    puzzle: &Puzzle,
    block: usize,
    metric: Metric,
    limits: &Limits,
) -> (Result<Places, GaveUp>, Cost) {
    let began = Instant::now();
    // A goal keeps the block's label apart.
    let own = Target { block, anchor: puzzle.blocks[block].anchor };
    let classes = puzzle.clone().with_goal(vec![own], Vec::new()).classes();
    let class = classes.goals.iter().flatten().position(|places| !places.is_empty());
    let Some(class) = class else {
        // It is fixed.
        let equals = puzzle.blocks.iter().filter(|other| puzzle.are_equal(other, &puzzle.blocks[block]));
        return (Ok(sorted(equals.map(|block| (block.anchor, 0)))), Cost::default());
    };
    let (mut places, mut seen) = (Vec::new(), vec![false; puzzle.size.cells()]);
    let mut cost = Cost::default();
    let space = compile(&classes, Choice::of(&classes), metric, Symmetric::Apart);
    let ended = in_space!(space, space => by_layer(space, limits, &mut |layer, held| {
        layer.for_each(|positions, _| {
            for position in positions {
                for anchor in space.anchors(position).swap_remove(class) {
                    if !replace(&mut seen[usize::from(anchor)], true) {
                        places.push((puzzle.size.cell(anchor.into()), u64::from(cost.layers)));
                    }
                }
            }
            limits.check_time()
        })?;
        cost.positions += layer.count() as u64;
        cost.bytes = cost.bytes.max(held);
        cost.layers += 1;
        Ok(ControlFlow::Continue(()))
    }));
    places.sort_unstable_by_key(|&(cell, distance)| (distance, cell));
    let layers = cost.layers.saturating_sub(1);
    (ended.map(|()| places), Cost { layers, time: began.elapsed(), ..cost })
}
