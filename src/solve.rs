//! Where the sliding family meets the searches: chooses the key, the space and the search for one puzzle.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use crate::search::best_first::{BestFirst, Pause};
use crate::search::layered;
use crate::search::limits::Limits;
use crate::search::outcome::{Answer, Cost, GaveUp, Outcome};
use crate::sliding::checker;
use crate::sliding::classes::Classes;
use crate::sliding::compile::{Task, with_space};
use crate::sliding::layout::Choice;
use crate::sliding::metric::{Metric, Shift};
use crate::sliding::refute::{self, Shortage};
use crate::sliding::tidy;
use crate::sliding::tray::{Goal, Slide, Tray};
use crate::space::Guided;

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
pub fn solve(tray: &Tray, goal: &Goal, wanted: Wanted, limits: &Limits) -> Report {
    let puzzle = Classes::of(tray, goal);
    if let Some(shortage) = refute::shortage(&puzzle) {
        let verdict = Verdict::Unsolvable(Proof::Shortage(shortage));
        return Report { verdict, cost: Cost::default(), choice: None, method: "block shapes compared" };
    }
    let choice = Choice::of(&puzzle);
    let (outcome, method) = match wanted {
        Wanted::Shortest(metric) => (
            with_space(&puzzle, choice, metric, Shortest { limits }),
            "breadth-first search, layer by layer",
        ),
        Wanted::Any => with_space(&puzzle, choice, Metric::Slide, AnySolution { limits }),
    };
    let verdict = match outcome.answer {
        Answer::Solved(moves) => solved(tray, goal, &puzzle, &moves, wanted),
        Answer::Unsolvable => Verdict::Unsolvable(Proof::Exhausted),
        Answer::GaveUp(reason) => Verdict::GaveUp(reason),
    };
    Report { verdict, cost: outcome.cost, choice: Some(choice), method }
}

fn solved(tray: &Tray, goal: &Goal, puzzle: &Classes, moves: &[Shift], wanted: Wanted) -> Verdict {
    let (slides, length) = match wanted {
        Wanted::Shortest(_) => (tidy::lay_out(puzzle, moves), Some(moves.len())),
        Wanted::Any => (tidy::lay_out_joined(puzzle, moves), None),
    };
    if let Err(refusal) = checker::verify(tray, goal, slides.iter().copied()) {
        panic!("the solution found does not pass the checker: {refusal}");
    }
    Verdict::Solved { length: length.unwrap_or(slides.len()), slides }
}

/// The fewest moves.
struct Shortest<'a> {
    limits: &'a Limits,
}

impl Task for Shortest<'_> {
    type Output = Outcome<Shift>;

    fn run<S: Guided<Move = Shift>>(self, space: &S) -> Outcome<Shift> {
        layered::solve(space, self.limits)
    }
}

/// Any solution.
struct AnySolution<'a> {
    limits: &'a Limits,
}

/// So many positions the best-first search has to itself: most puzzles are solved by then, before a thread is
/// worth starting.
const ALONE: u64 = 60_000;

const BEST_FIRST: &str = "best-first search by novelty and distance";
const BREADTH_FIRST: &str = "breadth-first search, layer by layer";

impl Task for AnySolution<'_> {
    type Output = (Outcome<Shift>, &'static str);

    fn run<S: Guided<Move = Shift>>(self, space: &S) -> Self::Output {
        let limits = self.limits;
        let half = Limits { memory: limits.memory / 2, ..limits.clone() };
        let mut best_first = BestFirst::new(space);
        match best_first.run(&half, ALONE) {
            Ok(Pause::Found(path)) => {
                let answer = best_first.solved(path, limits);
                return (Outcome { answer, cost: best_first.cost() }, BEST_FIRST);
            }
            Ok(Pause::Exhausted) => {
                return (Outcome { answer: Answer::Unsolvable, cost: best_first.cost() }, BEST_FIRST);
            }
            Ok(Pause::Reached) => {}
            Err(GaveUp::Memory) => {
                drop(best_first);
                return (layered::solve(space, limits), BREADTH_FIRST);
            }
            Err(reason) => {
                return (Outcome { answer: Answer::GaveUp(reason), cost: best_first.cost() }, BEST_FIRST);
            }
        }
        if limits.threads > 1 { side_by_side(space, best_first, &half) } else { in_turn(space, best_first, limits) }
    }
}

/// One after the other, on one thread: the breadth-first search needs far less memory for each position.
fn in_turn<S: Guided<Move = Shift>>(
    space: &S,
    best_first: BestFirst<S>,
    limits: &Limits,
) -> (Outcome<Shift>, &'static str) {
    let outcome = best_first.finish(limits);
    if outcome.answer == Answer::GaveUp(GaveUp::Memory) {
        return (layered::solve(space, limits), BREADTH_FIRST);
    }
    (outcome, BEST_FIRST)
}

/// Best-first search goes on while breadth-first search, which proves an impossibility sooner, takes the other
/// threads; the first answer ends both.
fn side_by_side<S: Guided<Move = Shift>>(
    space: &S,
    best_first: BestFirst<S>,
    half: &Limits,
) -> (Outcome<Shift>, &'static str) {
    let beaten = Arc::new(AtomicBool::new(false));
    let limits = |threads| Limits { threads, beaten: Some(Arc::clone(&beaten)), ..half.clone() };
    let (others, one) = (limits(half.threads - 1), limits(1));
    let answers: Mutex<Vec<(Outcome<Shift>, &'static str)>> = Mutex::new(Vec::new());
    let report = |outcome: Outcome<Shift>, method| {
        let mut answers = answers.lock().unwrap_or_else(PoisonError::into_inner);
        if !matches!(outcome.answer, Answer::GaveUp(_)) && !beaten.swap(true, Ordering::Relaxed) {
            answers.insert(0, (outcome, method));
        } else {
            answers.push((outcome, method));
        }
    };
    thread::scope(|scope| {
        scope.spawn(|| report(layered::solve(space, &others), BREADTH_FIRST));
        report(best_first.finish(&one), BEST_FIRST);
    });
    let mut answers = answers.into_inner().unwrap_or_else(PoisonError::into_inner);
    answers.swap_remove(0)
}
