//! Solving puzzles of sliding blocks: chooses the key, the space and the search for one puzzle.

pub mod generate;
pub mod hardest;
pub mod known;
pub mod paths;
pub mod spaces;
pub mod walk;

use crate::classes::Classes;
pub use crate::compile::Symmetric;
use crate::compile::compile;
use crate::in_space;
use crate::layout::Choice;
use crate::metric::{Metric, Shift};
use crate::plan::Planner;
use crate::puzzle::{Cell, Puzzle};
use crate::refute::{self, Shortage, pairs, parity};
use crate::slide::Slide;
use crate::tidy;
use traybit_core::search::checkpoint::Checkpoint;
use traybit_core::search::compiled;
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::{Answer, Cost, GaveUp, Outcome};
use traybit_core::search::portfolio::Method;
use traybit_core::search::words::ReadError;

/// The objective: the fewest moves, or any solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Objective {
    /// The fewest moves in a metric, proven.
    Shortest(Metric),
    /// Any solution, as soon as possible.
    Any,
}

/// The answer to a puzzle.
#[derive(Clone, PartialEq, Debug)]
pub enum Verdict {
    /// Solved, by these moves (each one straight slide; replayed by the independent checker).
    Solved {
        /// The moves.
        slides: Vec<Slide>,
        /// Length in the metric of the objective (a path move is several slides); for any solution the number of
        /// slides.
        length: usize,
    },
    /// Proven: no solution exists.
    Unsolvable(Proof),
    /// Neither found nor refuted.
    GaveUp(GaveUp),
}

/// A proof that a puzzle has no solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Proof {
    /// The tray lacks a shape that the goal names.
    Shortage(Shortage),
    /// In every goal some block must be where walls, gates or its line never let it get.
    OutOfReach,
    /// Every goal differs from the start in parity.
    Parity,
    /// In every goal within reach two blocks would have to have passed each other, and they never can: the pairs of which
    /// these are, each block by the cell where it starts.
    Pairs(Vec<[Cell; 2]>),
    /// Every position that can be reached was seen.
    Exhausted,
}

/// An answer, its cost and how it was found.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// The answer.
    pub verdict: Verdict,
    /// The cost of the search.
    pub cost: Cost,
    /// The packing of positions; none where no search was needed.
    pub choice: Option<Choice>,
    /// The search that answered, in words.
    pub method: &'static str,
}

/// Answers one puzzle within `limits`.
///
/// # Panics
/// When a solution does not pass the independent checker: a bug of the engine, never of the input.
pub fn solve(problem: &Puzzle, objective: Objective, limits: &Limits) -> Report {
    solve_or_resume(problem, objective, limits, None).expect("no checkpoint is read")
}

/// Answers one puzzle within `limits`; for the fewest moves it resumes what is in the checkpoint.
///
/// # Errors
/// When the checkpoint is not of this search, is damaged, or does not fit the memory.
///
/// # Panics
/// When a solution does not pass the independent checker: a bug of the engine, never of the input.
pub fn solve_or_resume(
    problem: &Puzzle,
    objective: Objective,
    limits: &Limits,
    checkpoint: Option<Checkpoint>,
) -> Result<Report, ReadError> {
    let puzzle = problem.classes();
    if let Some(report) = refuted(&puzzle) {
        return Ok(report);
    }
    let choice = Choice::of(&puzzle);
    let (outcome, method) = match objective {
        Objective::Shortest(metric) => {
            let shortest = shortest_packed(&puzzle, choice, metric, Symmetric::Merged, limits, checkpoint)?;
            (shortest, Method::BreadthFirst)
        }
        Objective::Any => {
            let space = compile(&puzzle, choice, Metric::Slide, Symmetric::Apart);
            let planner = Planner::new(&puzzle);
            let (outcome, method) =
                in_space!(space, space => compiled::any_solution(space, &planner, limits));
            (outcome.map(Shift::from), method)
        }
    };
    let verdict = verdict(problem, outcome.answer, |moves| match objective {
        Objective::Shortest(_) => tidy::lay_out(&puzzle, moves),
        Objective::Any => tidy::lay_out_joined(&puzzle, moves),
    });
    let verdict = match (verdict, objective) {
        (Verdict::Solved { slides, .. }, Objective::Any) => Verdict::Solved { length: slides.len(), slides },
        (verdict, _) => verdict,
    };
    Ok(Report { verdict, cost: outcome.cost, choice: Some(choice), method: named(method) })
}

/// Finds the fewest moves with positions packed in a given way; it resumes what is in the checkpoint.
///
/// # Errors
/// When the checkpoint is not of this search, is damaged, or does not fit the memory.
pub fn shortest_packed(
    puzzle: &Classes,
    choice: Choice,
    metric: Metric,
    symmetric: Symmetric,
    limits: &Limits,
    checkpoint: Option<Checkpoint>,
) -> Result<Outcome<Shift>, ReadError> {
    let checkpoint = checkpoint.map(|checkpoint| checkpoint.with(&format!("{choice:?} {symmetric:?}")));
    let space = compile(puzzle, choice, metric, symmetric);
    let outcome = in_space!(space, space => compiled::solve(space, limits, checkpoint))?;
    Ok(outcome.map(Shift::from))
}

/// The answer where none needs a search: there is no solution.
fn refuted(puzzle: &Classes) -> Option<Report> {
    let verdict = Verdict::Unsolvable(refute(puzzle)?);
    Some(Report { verdict, cost: Cost::default(), choice: None, method: "blocks and goals compared" })
}

/// Looks for a proof, without a search, that there is no solution.
pub fn refute(puzzle: &Classes) -> Option<Proof> {
    let out_of_reach = puzzle.goals.is_empty() && puzzle.out_of_reach > 0;
    refute::shortage(puzzle)
        .map(Proof::Shortage)
        .or_else(|| out_of_reach.then_some(Proof::OutOfReach))
        .or_else(|| parity::is_wrong(puzzle).then_some(Proof::Parity))
        .or_else(|| {
            let pairs = pairs::in_the_way(puzzle)?.into_iter();
            Some(Proof::Pairs(pairs.map(|pair| pair.map(|cell| puzzle.row_column(cell))).collect()))
        })
}

/// The verdict of a search, its moves laid out as slides; panics when these do not pass the independent checker.
fn verdict(problem: &Puzzle, answer: Answer<Shift>, lay_out: impl FnOnce(&[Shift]) -> Vec<Slide>) -> Verdict {
    match answer {
        Answer::Solved(moves) => {
            let slides = lay_out(&moves);
            if let Err(refusal) = problem.verify(&slides) {
                panic!("the solution found does not pass the checker: {refusal}");
            }
            Verdict::Solved { length: moves.len(), slides }
        }
        Answer::Unsolvable => Verdict::Unsolvable(Proof::Exhausted),
        Answer::GaveUp(reason) => Verdict::GaveUp(reason),
    }
}

/// The search that answered, in words.
fn named(method: Method) -> &'static str {
    match method {
        Method::BestFirst => "best-first search by novelty and distance",
        Method::BreadthFirst => "breadth-first search, layer by layer",
        Method::Attempt => "planning: targets met one after another",
    }
}
