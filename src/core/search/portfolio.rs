//! Portfolio for any solution, as soon as possible: best-first search alone for a moment, then alongside others.
//!
//! ```text
//!   best-first     ├─ alone ─┼──── half the threads ───▶    the first answer ends both; where each ran out of its
//!   attempts                 ├─ slice ─┐                     half of the memory, breadth-first gets all of it, and
//!   breadth-first                      └─ the others ──▶    the attempts continue where that was not enough
//! ```
//!
//! On a single thread best-first search takes turns with attempts; with several threads it does so if attempts have a
//! long slice.
//!
//! Best-first search finds solutions sooner; breadth-first search proves sooner that there is none, and needs far less
//! memory for each position. A family may have a search of its own that makes attempts, and proves nothing.

use std::sync::Arc;
use web_time::{Duration, Instant};

use crate::search::best_first::BestFirst;
use crate::search::layered;
use crate::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use crate::sync::thread;
use crate::{Answer, Cost, GaveUp, Guided, Key, Limits, Move, Outcome, Space};

/// Time of best-first search alone, before others are worth starting.
const ALONE: Duration = Duration::from_millis(4);
/// The first turn of best-first search when it takes turns with attempts: most puzzles are solved by then.
const FIRST: Duration = Duration::from_millis(40);
/// Slice of attempts above which best-first search takes turns with them although they have a thread of their own.
const LONG: Duration = Duration::from_secs(1);

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

/// The outcome, and the search that answered.
pub type Answered = (Outcome<Move>, Method);

/// A search that may find a solution and never proves that there is none, in attempts that end by themselves.
pub trait Attempts: Sync {
    /// Time of attempts before breadth-first search: short if the whole space is likely to be small.
    fn slice(&self) -> Duration;
    /// Makes an attempt: the moves if it found a solution, and the number of positions, which may grow with `number`.
    fn attempt(&self, number: u32, limits: &Limits) -> (Option<Vec<Move>>, u64);
}

/// Attempts shared by the threads that make them.
struct Turns<'a> {
    attempts: &'a dyn Attempts,
    next: AtomicU32,
}

impl Turns<'_> {
    /// Makes attempts for a time. An attempt cut off by its end is noted in `cut`, and repeated first.
    fn run(&self, time: Duration, limits: &Limits, cut: &mut Option<u32>) -> Outcome<Move> {
        let began = Instant::now();
        let limits = limits.for_at_most(time);
        let mut positions = 0;
        let answer = loop {
            let number = cut.take().unwrap_or_else(|| self.next.fetch_add(1, Ordering::Relaxed));
            let (moves, more) = self.attempts.attempt(number, &limits);
            positions += more;
            if let Some(moves) = moves {
                break Answer::Solved(moves);
            }
            if let Err(reason) = limits.check_time() {
                *cut = Some(number);
                break Answer::GaveUp(reason);
            }
        };
        Outcome { answer, cost: Cost { positions, time: began.elapsed(), ..Cost::default() } }
    }

    /// Continues best-first search in turns with attempts, until these have had `left` in all; then alone.
    fn in_turns_with<K: Key>(&self, mut own: BestFirst<K>, mut left: Duration, limits: &Limits) -> Answered {
        let (mut turn, mut positions, mut cut) = (FIRST, 0, None);
        let (answer, method) = loop {
            let until = (!left.is_zero()).then(|| Instant::now() + turn);
            if let Some(answer) = own.answer(limits, until) {
                break (answer, Method::BestFirst);
            }
            // Best-first search keeps what it holds.
            let memory = limits.memory.saturating_sub(own.cost().bytes);
            let tried = self.run(left.min(turn), &Limits { memory, ..limits.clone() }, &mut cut);
            positions += tried.cost.positions;
            if tried.answer.gave_up().is_none() {
                break (tried.answer, Method::Attempt);
            }
            left = left.saturating_sub(turn);
            turn *= 2;
        };
        let cost = own.cost();
        (Outcome { answer, cost: Cost { positions: positions + cost.positions, ..cost } }, method)
    }
}

pub(super) fn any_in<K: Key>(space: &dyn Guided<K>, attempts: &dyn Attempts, limits: &Limits) -> Answered {
    let turns = Turns { attempts, next: AtomicU32::new(0) };
    let first = if limits.threads == 1 {
        turns.in_turns_with(BestFirst::on_threads(space, 1), attempts.slice(), limits)
    } else {
        let mut best_first = BestFirst::on_threads(space, limits.threads);
        let half = Limits { memory: limits.memory / 2, ..limits.clone() };
        let alone = Limits { threads: 1, ..half.clone() };
        match best_first.answer(&alone, Some(Instant::now() + ALONE)) {
            Some(answer) => (Outcome { answer, cost: best_first.cost() }, Method::BestFirst),
            None => race(space, best_first, &turns, &half),
        }
    };
    then_the_others(space, first, &turns, limits)
}

/// Tries breadth-first search if the first searches ran out of memory, then attempts for as long as all that took. Each of
/// several had half of the memory: all of it may suffice for the one that needs less per position.
fn then_the_others<K: Key>(
    space: &dyn Space<K>,
    (first, method): Answered,
    turns: &Turns,
    limits: &Limits,
) -> Answered {
    if first.answer != Answer::GaveUp(GaveUp::Memory) {
        return (first, method);
    }
    let second = breadth_first(space, limits);
    let second = Outcome { cost: first.cost.then(second.cost), ..second };
    if second.answer != Answer::GaveUp(GaveUp::Memory) {
        return (second, Method::BreadthFirst);
    }
    let third = turns.run(second.cost.time, limits, &mut None);
    let cost = second.cost.then(third.cost);
    match third.answer {
        Answer::Solved(_) => (Outcome { cost, ..third }, Method::Attempt),
        _ => (Outcome { cost, ..second }, Method::BreadthFirst),
    }
}

fn breadth_first<K: Key>(space: &dyn Space<K>, limits: &Limits) -> Outcome<Move> {
    layered::solve_in(space, limits, None).expect("no checkpoint is read")
}

/// Continues best-first search while attempts and breadth-first search take the other threads; the first answer ends
/// all.
fn race<K: Key>(space: &dyn Guided<K>, best_first: BestFirst<K>, turns: &Turns, half: &Limits) -> Answered {
    let (began, before) = (Instant::now(), best_first.cost().time);
    let beaten = Arc::new(AtomicBool::new(false));
    let limits = |threads| Limits { threads, beaten: Some(Arc::clone(&beaten)), ..half.clone() };
    let (others, ours) = (limits(half.threads - half.threads / 2), limits(half.threads / 2));
    let slice = turns.attempts.slice();
    let first_to_answer = |(outcome, method): Answered| {
        let answered = outcome.answer.gave_up().is_none();
        let won = answered && !beaten.swap(true, Ordering::Relaxed);
        (outcome, method, won)
    };
    let (narrow, wide) = thread::scope(|scope| {
        let wide = scope.spawn(|| {
            let first = turns.run(slice, &others, &mut None);
            first_to_answer(if first.answer.gave_up().is_none() {
                (first, Method::Attempt)
            } else {
                let second = breadth_first(space, &others);
                (Outcome { cost: first.cost.then(second.cost), ..second }, Method::BreadthFirst)
            })
        });
        // Best-first search continues alone unless attempts are likely to be faster.
        let slice = if slice < LONG { Duration::ZERO } else { slice };
        let narrow = first_to_answer(turns.in_turns_with(best_first, slice, &ours));
        (narrow, wide.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    });
    let (ours, others) = (narrow.0.cost, wide.0.cost);
    let cost = Cost {
        positions: ours.positions + others.positions,
        successors: ours.successors + others.successors,
        bytes: ours.bytes + others.bytes,
        time: before + began.elapsed(),
        ..others
    };
    match (narrow.0.answer.gave_up(), wide.0.answer.gave_up()) {
        (None, _) if !wide.2 => (Outcome { answer: narrow.0.answer, cost }, narrow.1),
        // If only breadth-first search ran out of memory, the limit of best-first search is the reason.
        (Some(reason), Some(GaveUp::Memory)) => {
            (Outcome { answer: Answer::GaveUp(reason), cost }, Method::BestFirst)
        }
        _ => (Outcome { answer: wide.0.answer, cost }, wide.1),
    }
}
