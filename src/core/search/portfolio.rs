//! Any solution, as soon as possible: best-first search alone at first, then beside breadth-first search.
//!
//! ```text
//!   best-first    ├─ alone ─┼──────── one thread ────────▶     the first answer ends both; where each ran out of
//!   breadth-first           └──────── the others ────────▶     its half of the memory, breadth-first gets all of it
//! ```
//!
//! Best-first search finds solutions sooner; breadth-first search proves sooner that there is none, and needs far less
//! memory for each position.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::bits::Key;
use crate::search::best_first::{BestFirst, Pause};
use crate::search::compiled::SearchKey;
use crate::search::layered;
use crate::search::limits::Limits;
use crate::search::outcome::{Answer, Cost, GaveUp, Outcome};
use crate::space::{Guided, Move, Space};
use crate::sync::atomic::{AtomicBool, Ordering};
use crate::sync::thread;

/// So long the best-first search has the machine to itself: most puzzles are solved by then, before a thread is
/// worth starting.
const ALONE: Duration = Duration::from_millis(40);

/// The search that answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// Best-first search.
    BestFirst,
    /// Breadth-first search.
    BreadthFirst,
}

/// Finds any solution, or the proof that there is none.
pub fn any<K: SearchKey>(space: &dyn Guided<K>, limits: &Limits) -> (Outcome<Move>, Method) {
    K::any_solution(space, limits)
}

/// [`any`], compiled where it is called.
pub(super) fn any_in<K: Key>(space: &dyn Guided<K>, limits: &Limits) -> (Outcome<Move>, Method) {
    let mut best_first = BestFirst::new(space);
    // With one thread there is nothing that could run beside.
    let half = match limits.threads {
        1 => limits.clone(),
        _ => Limits { memory: limits.memory / 2, ..limits.clone() },
    };
    let answer = match best_first.run(&half, Some(Instant::now() + ALONE)) {
        Ok(Pause::Found(path)) => best_first.solved(path, limits),
        Ok(Pause::Exhausted) => Answer::Unsolvable,
        Ok(Pause::Reached) if limits.threads > 1 => return race(space, best_first, &half, limits),
        Ok(Pause::Reached) => return or_breadth_first(space, best_first.finish(limits), limits),
        Err(reason) => Answer::GaveUp(reason),
    };
    let outcome = Outcome { answer, cost: best_first.cost() };
    drop(best_first);
    or_breadth_first(space, outcome, limits)
}

/// Tries breadth-first search where best-first search ran out of memory.
fn or_breadth_first<K: Key>(
    space: &dyn Space<K>,
    outcome: Outcome<Move>,
    limits: &Limits,
) -> (Outcome<Move>, Method) {
    if outcome.answer != Answer::GaveUp(GaveUp::Memory) {
        return (outcome, Method::BestFirst);
    }
    let second = breadth_first(space, limits);
    (Outcome { cost: outcome.cost.then(second.cost), ..second }, Method::BreadthFirst)
}

fn breadth_first<K: Key>(space: &dyn Space<K>, limits: &Limits) -> Outcome<Move> {
    layered::solve_in(space, limits, None).expect("no checkpoint is read")
}

/// Lets best-first search go on while breadth-first search takes the other threads; the first answer ends both.
fn race<K: Key>(
    space: &dyn Guided<K>,
    best_first: BestFirst<K>,
    half: &Limits,
    whole: &Limits,
) -> (Outcome<Move>, Method) {
    let (began, before) = (Instant::now(), best_first.cost().time);
    let beaten = Arc::new(AtomicBool::new(false));
    let limits = |threads| Limits { threads, beaten: Some(Arc::clone(&beaten)), ..half.clone() };
    let (others, one) = (limits(half.threads - 1), limits(1));
    let first_to_answer = |outcome: Outcome<Move>| {
        let answered = outcome.answer.gave_up().is_none();
        let won = answered && !beaten.swap(true, Ordering::Relaxed);
        (outcome, won)
    };
    let ((narrow, _), (wide, wide_won)) = thread::scope(|scope| {
        let wide = scope.spawn(|| first_to_answer(breadth_first(space, &others)));
        let narrow = first_to_answer(best_first.finish(&one));
        (narrow, wide.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    });
    let cost = Cost { time: before + began.elapsed(), ..together(narrow.cost, wide.cost) };
    match (narrow.answer.gave_up(), wide.answer.gave_up()) {
        (None, _) if !wide_won => (Outcome { answer: narrow.answer, cost }, Method::BestFirst),
        // Each had half of the memory: the one that needs less for a position may get by with all of it.
        (Some(GaveUp::Memory), Some(GaveUp::Memory)) => {
            let last = breadth_first(space, whole);
            (Outcome { cost: cost.then(last.cost), ..last }, Method::BreadthFirst)
        }
        // Out of memory is not why nobody answered when the other one ran out of time.
        (Some(reason), Some(GaveUp::Memory)) => {
            (Outcome { answer: Answer::GaveUp(reason), cost }, Method::BestFirst)
        }
        _ => (Outcome { answer: wide.answer, cost }, Method::BreadthFirst),
    }
}

/// The cost, but for the time, of two searches that ran at the same time.
fn together(best_first: Cost, breadth_first: Cost) -> Cost {
    Cost {
        positions: best_first.positions + breadth_first.positions,
        successors: best_first.successors + breadth_first.successors,
        bytes: best_first.bytes + breadth_first.bytes,
        ..breadth_first
    }
}
