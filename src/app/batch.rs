//! Many puzzles of all families: small ones in parallel, large ones with all threads.
//!
//! ```text
//!  first     thread 0   a  b  d  e ·········│   each puzzle on one thread, with its part of the memory, for a
//!            thread 1   c ····  f  g  h  i  │   short time (c, whose time was over, is put off)
//!  then      all        c────────│ e──────│    one after the other: all threads, all memory
//! ```
//!
//! The size of a search is not known before it is tried, so each puzzle is first tried on one thread.

use std::path::PathBuf;
use std::ptr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::collection::Found;
use traybit_core::input::current;
use traybit_core::parallel_map::parallel_map;
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::{Cost, GaveUp};
use traybit_family::{Answer, Objective, Shared, Verdict};

/// Time of each puzzle's first try on one thread, where there are several.
const AT_FIRST: Duration = Duration::from_millis(60);

#[derive(Clone, Debug)]
pub(crate) struct Allowed {
    /// Memory and threads of all puzzles together, and what ends the run.
    pub(crate) limits: Limits,
    pub(crate) time: Option<Duration>,
    /// Folder for tables that several puzzles share.
    pub(crate) cache: Option<PathBuf>,
}

impl Allowed {
    /// For a puzzle that begins now and had some of its time before.
    fn for_one(&self, threads: usize, memory: usize, time: Option<Duration>) -> Limits {
        Limits { memory, threads, ..self.limits.for_at_most(time) }
    }
}

/// Answers all puzzles, and hands each answer to `done` as soon as it is there, with the number of its puzzle. Returns
/// the positions of puzzles that were interrupted when the run ended.
pub(crate) fn run(
    puzzles: &[&Found],
    objective: Objective,
    allowed: &Allowed,
    done: &(dyn Fn(usize, Answer) + Sync),
) -> u64 {
    let Limits { threads, memory, .. } = allowed.limits;
    if objective.is_proven() {
        prepare(puzzles, allowed);
    }
    let put_off = Mutex::new(Vec::new());
    let unfinished = AtomicU64::new(0);
    let is_stopped = |answer: &Answer| match answer.verdict {
        Verdict::GaveUp(Some(GaveUp::Stopped)) => true,
        Verdict::GaveUp(Some(GaveUp::Time)) => allowed.limits.check_time().is_err(),
        _ => false,
    };
    let first = |number: usize| {
        if allowed.limits.check_time().is_err() {
            return;
        }
        let time = allowed.time.map_or(AT_FIRST, |time| time.min(AT_FIRST));
        let limits = allowed.for_one(1, memory / threads, Some(time));
        let answer = answer(puzzles[number], objective, &limits);
        let is_over = allowed.time.is_some_and(|time| time <= AT_FIRST);
        match answer.verdict {
            _ if is_stopped(&answer) => drop(unfinished.fetch_add(answer.cost.positions, Ordering::Relaxed)),
            Verdict::GaveUp(Some(GaveUp::Time)) if is_over => done(number, answer),
            Verdict::GaveUp(Some(GaveUp::Time | GaveUp::Memory)) => {
                put_off.lock().unwrap_or_else(PoisonError::into_inner).push((number, answer.cost));
            }
            _ => done(number, answer),
        }
    };
    let numbers: Vec<usize> = (0..puzzles.len()).collect();
    // A solution that is improved for a given time gets all threads.
    let is_timed = matches!(objective, Objective::Improve(_));
    if threads > 1 && puzzles.len() > 1 && !is_timed {
        parallel_map(numbers, threads, first);
    } else {
        put_off
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .extend(numbers.into_iter().map(|number| (number, Cost::default())));
    }
    let mut put_off = put_off.into_inner().unwrap_or_else(PoisonError::into_inner);
    put_off.sort_unstable_by_key(|(number, _)| *number);
    let mut unfinished = unfinished.into_inner();
    for (number, before) in put_off {
        if allowed.limits.check_time().is_err() {
            unfinished += before.positions;
            continue;
        }
        let time = allowed.time.map(|time| time.saturating_sub(before.time));
        let limits = allowed.for_one(threads, memory, time);
        let answer = answer(puzzles[number], objective, &limits);
        let answer = Answer { cost: before.then(answer.cost), ..answer };
        if is_stopped(&answer) {
            unfinished += answer.cost.positions;
        } else {
            done(number, answer);
        }
    }
    unfinished
}

/// Makes the tables that searches for shortest solutions share, with all threads and not in the time of one puzzle.
fn prepare(puzzles: &[&Found], allowed: &Allowed) {
    let mut prepared: Vec<Arc<dyn Shared>> = Vec::new();
    for shared in puzzles.iter().filter_map(|found| found.puzzle.shared()) {
        if !prepared.iter().any(|known| ptr::addr_eq(Arc::as_ptr(known), Arc::as_ptr(&shared))) {
            let Limits { threads, memory, .. } = allowed.limits;
            shared.prepare(allowed.cache.as_deref(), &allowed.for_one(threads, memory, allowed.time));
            prepared.push(shared);
        }
    }
}

fn answer(found: &Found, objective: Objective, limits: &Limits) -> Answer {
    current::with(&found.name, || found.puzzle.answer(objective, limits))
}
