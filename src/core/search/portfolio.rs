//! Any solution, as soon as possible: best-first search alone at first, then in turns with others and beside them.
//!
//! ```text
//!   one thread   ├─ best-first ─┼─ best-first ─┼─ attempts ─┼─ best-first ─┼ ··· ┼── best-first ────▶
//!   the others                  └─ best-first ─┼─ attempts ─┼─ best-first ─┼ ··· ┼── breadth-first ─▶
//!                                                                     the slice for attempts is over
//! ```
//!
//! Best-first search finds solutions sooner; breadth-first search proves sooner that there is none, and needs far less
//! memory for each position. A family may have a search of its own that makes attempts, and proves nothing. The first
//! answer ends all; where the last two ran out of their halves of the memory, breadth-first search gets all of it, and
//! the attempts go on where that was not enough.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::bits::Key;
use crate::search::best_first::BestFirst;
use crate::search::compiled::SearchKey;
use crate::search::layered;
use crate::search::limits::Limits;
use crate::search::outcome::{Answer, Cost, GaveUp, Outcome};
use crate::space::{Guided, Move, Space};
use crate::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use crate::sync::{Mutex, PoisonError, thread};

/// So long the best-first search has one thread: most puzzles are solved by then, before others are worth starting.
const SINGLE: Duration = Duration::from_millis(2);
/// So long it has the machine to itself after that.
const ALONE: Duration = Duration::from_millis(40);

/// The search that answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// Best-first search.
    BestFirst,
    /// Breadth-first search.
    BreadthFirst,
    /// An attempt of the family's own search.
    Attempt,
}

/// A search that may find a solution and never proves that there is none, in attempts that end by themselves.
pub trait Attempts: Sync {
    /// So long they come before breadth-first search: short where the whole space is likely to be small.
    fn slice(&self) -> Duration;
    /// One attempt: the moves if it found a solution, and the positions that it looked at. The higher its number, the
    /// more of them there may be.
    fn attempt(&self, number: u32, limits: &Limits) -> (Option<Vec<Move>>, u64);
}

/// Attempts shared by the threads that make them.
struct Turns<'a> {
    attempts: &'a dyn Attempts,
    next: AtomicU32,
}

impl Turns<'_> {
    /// Makes attempts for so long, on all threads; the first that finds a solution ends the others.
    fn run(&self, time: Duration, limits: &Limits) -> Outcome<Move> {
        let began = Instant::now();
        let beaten = Arc::new(AtomicBool::new(false));
        let limits = Limits { beaten: Some(Arc::clone(&beaten)), ..limits.for_at_most(time) };
        let (solved, positions) = (Mutex::new(None), AtomicU64::new(0));
        let work = || {
            while limits.check_time().is_ok() {
                let (moves, more) = self.attempts.attempt(self.next.fetch_add(1, Ordering::Relaxed), &limits);
                positions.fetch_add(more, Ordering::Relaxed);
                if let Some(moves) = moves {
                    *solved.lock().unwrap_or_else(PoisonError::into_inner) = Some(moves);
                    beaten.store(true, Ordering::Relaxed);
                }
            }
        };
        thread::scope(|scope| {
            for _ in 1..limits.threads {
                scope.spawn(work);
            }
            work();
        });
        let answer = match solved.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(moves) => Answer::Solved(moves),
            None => Answer::GaveUp(limits.check_time().err().unwrap_or(GaveUp::Time)),
        };
        let positions = positions.into_inner();
        Outcome { answer, cost: Cost { positions, time: began.elapsed(), ..Cost::default() } }
    }

    /// Makes attempts for so long in all, in turns with best-first search; nothing if neither has an answer by then.
    fn in_turns_with<K: Key>(
        &self,
        best_first: &mut BestFirst<K>,
        mut left: Duration,
        limits: &Limits,
    ) -> Option<(Outcome<Move>, Method)> {
        let (mut turn, mut positions, mut is_full) = (ALONE, 0, false);
        while !left.is_zero() {
            turn *= 2;
            // Where best-first search has no room for more, attempts have the rest of the time.
            let slice = if is_full { left } else { left.min(turn) };
            let tried = self.run(slice, limits);
            left = left.saturating_sub(slice);
            positions += tried.cost.positions;
            let (answer, method) = match tried.answer {
                Answer::Solved(moves) => (Some(Answer::Solved(moves)), Method::Attempt),
                _ if is_full => (Some(Answer::GaveUp(GaveUp::Memory)), Method::BestFirst),
                _ => (best_first.answer(limits, Some(Instant::now() + slice)), Method::BestFirst),
            };
            is_full = answer == Some(Answer::GaveUp(GaveUp::Memory));
            if let Some(answer) = answer.filter(|_| !is_full || left.is_zero()) {
                let cost = best_first.cost();
                let cost = Cost { positions: positions + cost.positions, ..cost };
                return Some((Outcome { answer, cost }, method));
            }
        }
        None
    }
}

/// Finds any solution, or the proof that there is none.
pub fn any<K: SearchKey>(
    space: &dyn Guided<K>,
    attempts: &dyn Attempts,
    limits: &Limits,
) -> (Outcome<Move>, Method) {
    K::any_solution(space, attempts, limits)
}

/// [`any`], compiled where it is called.
pub(super) fn any_in<K: Key>(
    space: &dyn Guided<K>,
    attempts: &dyn Attempts,
    limits: &Limits,
) -> (Outcome<Move>, Method) {
    let mut best_first = BestFirst::on_threads(space, limits.threads);
    let turns = Turns { attempts, next: AtomicU32::new(0) };
    // With one thread there is nothing that could run beside.
    let half = match limits.threads {
        1 => limits.clone(),
        _ => Limits { memory: limits.memory / 2, ..limits.clone() },
    };
    let mut alone = |threads, time| {
        let limits = Limits { threads, ..half.clone() };
        let answer = best_first.answer(&limits, Some(Instant::now() + time))?;
        Some((Outcome { answer, cost: best_first.cost() }, Method::BestFirst))
    };
    let first = alone(1, SINGLE).or_else(|| alone(limits.threads, ALONE));
    let first = first.or_else(|| turns.in_turns_with(&mut best_first, attempts.slice(), &half));
    let first = match first {
        Some(first) => {
            drop(best_first);
            first
        }
        None if limits.threads > 1 => return race(space, best_first, &turns, &half, limits),
        None => (best_first.finish(limits), Method::BestFirst),
    };
    then_the_others(space, first, &turns, limits)
}

/// Tries breadth-first search where best-first search ran out of memory, then attempts for as long as all that took.
fn then_the_others<K: Key>(
    space: &dyn Space<K>,
    (first, method): (Outcome<Move>, Method),
    turns: &Turns,
    limits: &Limits,
) -> (Outcome<Move>, Method) {
    if first.answer != Answer::GaveUp(GaveUp::Memory) {
        return (first, method);
    }
    let second = breadth_first(space, limits);
    let second = Outcome { cost: first.cost.then(second.cost), ..second };
    if second.answer != Answer::GaveUp(GaveUp::Memory) {
        return (second, Method::BreadthFirst);
    }
    let third = turns.run(second.cost.time, limits);
    let cost = second.cost.then(third.cost);
    match third.answer {
        Answer::Solved(_) => (Outcome { cost, ..third }, Method::Attempt),
        _ => (Outcome { cost, ..second }, Method::BreadthFirst),
    }
}

fn breadth_first<K: Key>(space: &dyn Space<K>, limits: &Limits) -> Outcome<Move> {
    layered::solve_in(space, limits, None).expect("no checkpoint is read")
}

/// Lets best-first search go on while breadth-first search takes half of the threads; the first answer ends both.
fn race<K: Key>(
    space: &dyn Guided<K>,
    best_first: BestFirst<K>,
    turns: &Turns,
    half: &Limits,
    whole: &Limits,
) -> (Outcome<Move>, Method) {
    let (began, before) = (Instant::now(), best_first.cost().time);
    let beaten = Arc::new(AtomicBool::new(false));
    let limits = |threads| Limits { threads, beaten: Some(Arc::clone(&beaten)), ..half.clone() };
    let (others, ours) = (limits(half.threads - half.threads / 2), limits(half.threads / 2));
    let first_to_answer = |outcome: Outcome<Move>, method| {
        let answered = outcome.answer.gave_up().is_none();
        let won = answered && !beaten.swap(true, Ordering::Relaxed);
        (outcome, method, won)
    };
    let (narrow, wide) = thread::scope(|scope| {
        let wide = scope.spawn(|| first_to_answer(breadth_first(space, &others), Method::BreadthFirst));
        let narrow = first_to_answer(best_first.finish(&ours), Method::BestFirst);
        (narrow, wide.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    });
    let cost = Cost { time: before + began.elapsed(), ..together(narrow.0.cost, wide.0.cost) };
    match (narrow.0.answer.gave_up(), wide.0.answer.gave_up()) {
        (None, _) if !wide.2 => (Outcome { answer: narrow.0.answer, cost }, narrow.1),
        // Each had half of the memory: the one that needs less for a position may get by with all of it.
        (Some(GaveUp::Memory), Some(GaveUp::Memory)) => {
            then_the_others(space, (Outcome { cost, ..wide.0 }, wide.1), turns, whole)
        }
        // Out of memory is not why nobody answered when the other one ran out of time.
        (Some(reason), Some(GaveUp::Memory)) => {
            (Outcome { answer: Answer::GaveUp(reason), cost }, Method::BestFirst)
        }
        _ => (Outcome { answer: wide.0.answer, cost }, wide.1),
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
