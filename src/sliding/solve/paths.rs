//! All shortest solutions: their number, and the first of them.

use num_bigint::BigUint;

use crate::compile::{Symmetric, compile};
use crate::in_space;
use crate::layout::Choice;
use crate::metric::{Metric, Shift};
use crate::puzzle::Puzzle;
use crate::solve::{Report, Verdict, named, refuted, verdict};
use crate::space::Sliding;
use crate::tidy;
use traybit_core::search::checkpoint::Checkpoint;
use traybit_core::search::compiled;
use traybit_core::search::compiled::SearchKey;
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::{Answer, Cost};
use traybit_core::search::paths::Shortest;
use traybit_core::search::portfolio::Method;
use traybit_core::search::words::ReadError;

/// Finds a shortest solution of one puzzle within `limits`, and counts all of them: different sequences of moves, equal
/// blocks interchangeable; no number where there is no solution. It resumes what is in the checkpoint.
///
/// # Errors
/// When the checkpoint is not of this search, is damaged, or does not fit the memory.
///
/// # Panics
/// When a solution does not pass the independent checker: a bug of the engine, never of the input.
pub fn solve_all(
    problem: &Puzzle,
    metric: Metric,
    limits: &Limits,
    checkpoint: Option<Checkpoint>,
) -> Result<(Report, Option<BigUint>), ReadError> {
    let puzzle = problem.classes();
    if let Some(report) = refuted(&puzzle) {
        return Ok((report, None));
    }
    let choice = Choice::of(&puzzle);
    let checkpoint = checkpoint.map(|checkpoint| checkpoint.with(&format!("{choice:?}")));
    let space = compile(&puzzle, choice, metric, Symmetric::Apart);
    let (answer, number, cost) = in_space!(space, space => find(space, limits, checkpoint))?;
    let verdict = verdict(problem, answer, |moves| tidy::lay_out(&puzzle, moves));
    if let (Some(checkpoint), Verdict::Solved { .. }) = (checkpoint, &verdict) {
        checkpoint.store.finish();
    }
    Ok((Report { verdict, cost, choice: Some(choice), method: named(Method::BreadthFirst) }, number))
}

/// Finds all shortest paths of a space: one of them, and their number.
fn find<K: SearchKey>(
    space: &dyn Sliding<K>,
    limits: &Limits,
    checkpoint: Option<Checkpoint>,
) -> Result<(Answer<Shift>, Option<BigUint>, Cost), ReadError> {
    let (found, cost) = compiled::all_paths(space, limits, checkpoint)?;
    let (answer, number) = match found {
        Shortest::All(dag) => match dag.count(limits) {
            Ok(number) => (Answer::Solved(dag.path().map(Shift::from).collect()), Some(number)),
            Err(reason) => (Answer::GaveUp(reason), None),
        },
        Shortest::Unsolvable => (Answer::Unsolvable, None),
        Shortest::GaveUp(reason) => (Answer::GaveUp(reason), None),
    };
    Ok((answer, number, cost))
}
