//! All shortest solutions: their number, and the best of them in a second metric.

use num_bigint::BigUint;

use crate::classes::Classes;
use crate::compile::{Sliding, Symmetric, compile};
use crate::in_space;
use crate::layout::Choice;
use crate::metric::{Metric, Shift};
use crate::puzzle::Puzzle;
use crate::secondary_cost::SecondaryCost;
use crate::solve::{Report, Verdict, named, refuted, verdict};
use crate::tidy;
use traybit_core::search::checkpoint::Checkpoint;
use traybit_core::search::compiled::SearchKey;
use traybit_core::search::dag::Dag;
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::{Answer, Cost};
use traybit_core::search::paths::{self, Shortest};
use traybit_core::search::portfolio::Method;
use traybit_core::search::words::ReadError;

/// Options of a search for all shortest solutions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PathOptions {
    /// The metric in which they are the shortest.
    pub metric: Metric,
    /// The metric of the secondary cost, which chooses among them; another one.
    pub then: Option<Metric>,
    /// True if they are counted.
    pub count: bool,
}

/// Facts about all shortest solutions.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PathFacts {
    /// Number of different sequences of moves, equal blocks interchangeable.
    pub count: Option<BigUint>,
    /// The second metric, and the fewest moves in it of any of them: those of the solution given.
    pub then: Option<(Metric, u64)>,
}

/// Answers one puzzle within `limits`: a shortest solution, the best of them in the second metric, and the facts
/// about all of them that are among the options (none where there is no solution). It resumes what is in the checkpoint.
///
/// # Errors
/// When the checkpoint is not of this search, is damaged, or does not fit the memory.
///
/// # Panics
/// When a solution does not pass the independent checker: a bug of the engine, never of the input.
pub fn solve_all(
    problem: &Puzzle,
    options: PathOptions,
    limits: &Limits,
    checkpoint: Option<Checkpoint>,
) -> Result<(Report, PathFacts), ReadError> {
    let puzzle = problem.classes();
    if let Some(report) = refuted(&puzzle) {
        return Ok((report, PathFacts::default()));
    }
    let choice = Choice::of(&puzzle);
    let checkpoint = checkpoint.map(|checkpoint| checkpoint.with(&format!("{choice:?}")));
    let space = compile(&puzzle, choice, options.metric, Symmetric::Apart);
    let (answer, facts, cost) = in_space!(space, space => find(space, &puzzle, options, limits, checkpoint))?;
    let path_by_slides = (options.metric, options.then) == (Metric::Path, Some(Metric::Slide));
    let verdict = verdict(problem, answer, |moves| {
        if options.then.is_none() || path_by_slides {
            tidy::lay_out(&puzzle, moves)
        } else {
            tidy::lay_out_short(&puzzle, moves)
        }
    });
    if let (Some(checkpoint), Verdict::Solved { .. }) = (checkpoint, &verdict) {
        checkpoint.store.finish();
    }
    Ok((Report { verdict, cost, choice: Some(choice), method: named(Method::BreadthFirst) }, facts))
}

/// Finds all shortest paths of a space, the best of them, and their facts.
fn find<K: SearchKey>(
    space: &dyn Sliding<K>,
    puzzle: &Classes,
    options: PathOptions,
    limits: &Limits,
    checkpoint: Option<Checkpoint>,
) -> Result<(Answer<Shift>, PathFacts, Cost), ReadError> {
    let (found, cost) = paths::all(space, limits, checkpoint)?;
    let facts = |dag: Dag<K>| {
        let count = if options.count { Some(dag.count(limits)?) } else { None };
        let secondary = options.then.map(|then| SecondaryCost::new(puzzle, options.metric, then));
        let least = dag.least(limits, &mut |before, state, step| {
            let before = before.map(Shift::from);
            secondary
                .as_ref()
                .map_or(0, |secondary| secondary.cost(before, || space.anchors(state), step.into()))
        })?;
        let then = options.then.map(|then| (then, least.cost));
        let moves = least.moves.into_iter().map(Shift::from).collect();
        Ok((Answer::Solved(moves), PathFacts { count, then }))
    };
    let ended = |answer| (answer, PathFacts::default());
    let (answer, facts) = match found {
        Shortest::All(dag) => facts(dag).unwrap_or_else(|reason| ended(Answer::GaveUp(reason))),
        Shortest::Unsolvable => ended(Answer::Unsolvable),
        Shortest::GaveUp(reason) => ended(Answer::GaveUp(reason)),
    };
    Ok((answer, facts, cost))
}
