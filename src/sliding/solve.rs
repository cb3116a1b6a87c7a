//! Where the sliding family meets the searches: chooses the key, the space and the search for one puzzle.

pub mod generate;
pub mod hardest;
pub mod spaces;
pub mod ways;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::classes::Classes;
use crate::compile::{Sliding, Task, with_space};
use crate::layout::Choice;
use crate::metric::{Metric, Shift};
use crate::puzzle::Puzzle;
use crate::refute::{self, Shortage};
use crate::slide::Slide;
use crate::tidy;
use traybit_core::search::best_first::{BestFirst, Pause};
use traybit_core::search::keeper::Keeping;
use traybit_core::search::layered;
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::{Answer, Cost, GaveUp, Outcome};
use traybit_core::search::stored::ReadError;

/// What is asked of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
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
        /// How many moves these are in the metric asked for (a path move is several slides); for any solution
        /// the number of slides.
        length: usize,
    },
    /// Proven: no solution exists.
    Unsolvable(Proof),
    /// Neither found nor refuted.
    GaveUp(GaveUp),
}

/// What shows that a puzzle has no solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Proof {
    /// The tray lacks a shape that the goal names.
    Shortage(Shortage),
    /// In every goal some block must be where walls, gates or its line never let it get.
    OutOfReach,
    /// Every position that can be reached was seen.
    Exhausted,
}

/// An answer, its cost and how it was found.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// The answer.
    pub verdict: Verdict,
    /// What it cost.
    pub cost: Cost,
    /// How positions were packed; none where no search was needed.
    pub choice: Option<Choice>,
    /// The search that answered, in words.
    pub method: &'static str,
}

/// Answers one puzzle within `limits`.
///
/// # Panics
/// When a solution does not pass the independent checker: a fault of the engine, never of the input.
pub fn solve(problem: &Puzzle, wanted: Wanted, limits: &Limits) -> Report {
    solve_kept(problem, wanted, limits, None).unwrap_or_else(|fault| unreachable!("nothing is read: {fault}"))
}

/// The same, where the fewest moves are wanted going on from what an earlier search left with a keeper.
///
/// # Errors
/// When what was left is not of this search, is damaged, or does not fit the memory.
///
/// # Panics
/// As [`solve()`] does.
pub fn solve_kept(
    problem: &Puzzle,
    wanted: Wanted,
    limits: &Limits,
    keeping: Option<Keeping>,
) -> Result<Report, ReadError> {
    let puzzle = problem.classes();
    if let Some(report) = refuted(&puzzle) {
        return Ok(report);
    }
    let choice = Choice::of(&puzzle);
    let (outcome, method) = match wanted {
        Wanted::Shortest(metric) => {
            let shortest = shortest_packed_kept(&puzzle, choice, metric, Images::Folded, limits, keeping)?;
            (shortest, BREADTH_FIRST)
        }
        Wanted::Any => with_space(&puzzle, choice, Metric::Slide, AnySolution { limits }),
    };
    let verdict = match outcome.answer {
        Answer::Solved(moves) => solved(problem, &puzzle, &moves, wanted),
        Answer::Unsolvable => Verdict::Unsolvable(Proof::Exhausted),
        Answer::GaveUp(reason) => Verdict::GaveUp(reason),
    };
    Ok(Report { verdict, cost: outcome.cost, choice: Some(choice), method })
}

/// Whether a position stands for its images under the symmetries of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Images {
    /// It does.
    Folded,
    /// Each stands for itself.
    Apart,
}

/// The fewest moves with positions packed in a given way.
pub fn shortest_packed(
    puzzle: &Classes,
    choice: Choice,
    metric: Metric,
    images: Images,
    limits: &Limits,
) -> Outcome<Shift> {
    shortest_packed_kept(puzzle, choice, metric, images, limits, None)
        .unwrap_or_else(|fault| unreachable!("nothing is read: {fault}"))
}

/// The same, going on from what an earlier search left with a keeper.
///
/// # Errors
/// When what was left is not of this search, is damaged, or does not fit the memory.
pub fn shortest_packed_kept(
    puzzle: &Classes,
    choice: Choice,
    metric: Metric,
    images: Images,
    limits: &Limits,
    keeping: Option<Keeping>,
) -> Result<Outcome<Shift>, ReadError> {
    let keeping = keeping.map(|keeping| keeping.with(&format!("{choice:?} {images:?}")));
    match images {
        Images::Folded => with_space(puzzle, choice, metric, Shortest::<true> { limits, keeping }),
        Images::Apart => with_space(puzzle, choice, metric, Shortest::<false> { limits, keeping }),
    }
}

/// The answer where none needs a search: there is no solution.
fn refuted(puzzle: &Classes) -> Option<Report> {
    let verdict = Verdict::Unsolvable(refute(puzzle)?);
    Some(Report { verdict, cost: Cost::default(), choice: None, method: "blocks and goals compared" })
}

/// What shows without a search that there is no solution.
pub fn refute(puzzle: &Classes) -> Option<Proof> {
    let out_of_reach = puzzle.goals.is_empty() && puzzle.out_of_reach > 0;
    refute::shortage(puzzle).map(Proof::Shortage).or(out_of_reach.then_some(Proof::OutOfReach))
}

fn solved(problem: &Puzzle, puzzle: &Classes, moves: &[Shift], wanted: Wanted) -> Verdict {
    let (slides, length) = match wanted {
        Wanted::Shortest(_) => (tidy::lay_out(puzzle, moves), Some(moves.len())),
        Wanted::Any => (tidy::lay_out_joined(puzzle, moves), None),
    };
    check(problem, &slides);
    Verdict::Solved { length: length.unwrap_or(slides.len()), slides }
}

/// Panics when a solution does not pass the independent checker.
fn check(problem: &Puzzle, slides: &[Slide]) {
    if let Err(refusal) = problem.verify(slides) {
        panic!("the solution found does not pass the checker: {refusal}");
    }
}

/// The fewest moves.
struct Shortest<'a, const FOLDS: bool> {
    limits: &'a Limits,
    keeping: Option<Keeping<'a>>,
}

impl<const FOLDS: bool> Task for Shortest<'_, FOLDS> {
    type Output = Result<Outcome<Shift>, ReadError>;

    const FOLDS: bool = FOLDS;

    fn run<S: Sliding>(self, space: &S) -> Self::Output {
        layered::solve_kept(space, self.limits, self.keeping)
    }
}

/// Any solution.
struct AnySolution<'a> {
    limits: &'a Limits,
}

/// So long the best-first search has the machine to itself: most puzzles are solved by then, before a thread is
/// worth starting.
const ALONE: Duration = Duration::from_millis(40);

const BEST_FIRST: &str = "best-first search by novelty and distance";
const BREADTH_FIRST: &str = "breadth-first search, layer by layer";

impl Task for AnySolution<'_> {
    type Output = (Outcome<Shift>, &'static str);

    fn run<S: Sliding>(self, space: &S) -> Self::Output {
        let limits = self.limits;
        let half = Limits { memory: limits.memory / 2, ..limits.clone() };
        let mut best_first = BestFirst::new(space);
        let answer = match best_first.run(&half, Some(Instant::now() + ALONE)) {
            Ok(Pause::Found(path)) => best_first.solved(path, limits),
            Ok(Pause::Exhausted) => Answer::Unsolvable,
            Ok(Pause::Reached) if limits.threads > 1 => {
                return side_by_side(space, best_first, &half, limits);
            }
            Ok(Pause::Reached) => {
                return breadth_first_if_out_of_memory(space, best_first.finish(limits), limits);
            }
            Err(reason) => Answer::GaveUp(reason),
        };
        let outcome = Outcome { answer, cost: best_first.cost() };
        drop(best_first);
        breadth_first_if_out_of_memory(space, outcome, limits)
    }
}

/// The breadth-first search needs far less memory for each position.
fn breadth_first_if_out_of_memory<S: Sliding>(
    space: &S,
    outcome: Outcome<Shift>,
    limits: &Limits,
) -> (Outcome<Shift>, &'static str) {
    if outcome.answer != Answer::GaveUp(GaveUp::Memory) {
        return (outcome, BEST_FIRST);
    }
    let second = layered::solve(space, limits);
    (Outcome { cost: outcome.cost.then(second.cost), ..second }, BREADTH_FIRST)
}

/// Best-first search goes on while breadth-first search, which proves an impossibility sooner, takes the other
/// threads; the first answer ends both.
fn side_by_side<S: Sliding>(
    space: &S,
    best_first: BestFirst<S>,
    half: &Limits,
    whole: &Limits,
) -> (Outcome<Shift>, &'static str) {
    let began = Instant::now();
    let before = best_first.cost().time;
    let beaten = Arc::new(AtomicBool::new(false));
    let limits = |threads| Limits { threads, beaten: Some(Arc::clone(&beaten)), ..half.clone() };
    let (others, one) = (limits(half.threads - 1), limits(1));
    let first_to_answer = |outcome: Outcome<Shift>| {
        let answered = !matches!(outcome.answer, Answer::GaveUp(_));
        let won = answered && !beaten.swap(true, Ordering::Relaxed);
        (outcome, won)
    };
    let ((narrow, _), (wide, wide_won)) = thread::scope(|scope| {
        let wide = scope.spawn(|| first_to_answer(layered::solve(space, &others)));
        let narrow = first_to_answer(best_first.finish(&one));
        (narrow, wide.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    });
    let cost = Cost {
        positions: narrow.cost.positions + wide.cost.positions,
        layers: wide.cost.layers,
        successors: narrow.cost.successors + wide.cost.successors,
        time: before + began.elapsed(),
        bytes: narrow.cost.bytes + wide.cost.bytes,
        trail_bytes: wide.cost.trail_bytes,
        folded: wide.cost.folded,
    };
    let gave_up = |answer: &Answer<Shift>| match answer {
        Answer::GaveUp(reason) => Some(*reason),
        _ => None,
    };
    match (gave_up(&narrow.answer), gave_up(&wide.answer)) {
        (None, _) if !wide_won => (Outcome { answer: narrow.answer, cost }, BEST_FIRST),
        // Each had half of the memory: the one that needs less for a position may get by with all of it.
        (Some(GaveUp::Memory), Some(GaveUp::Memory)) => {
            let last = layered::solve(space, whole);
            (Outcome { cost: cost.then(last.cost), ..last }, BREADTH_FIRST)
        }
        // Out of memory is not why nobody answered when the other one ran out of time.
        (Some(reason), Some(GaveUp::Memory)) => {
            (Outcome { answer: Answer::GaveUp(reason), cost }, BEST_FIRST)
        }
        _ => (Outcome { answer: wide.answer, cost }, BREADTH_FIRST),
    }
}
