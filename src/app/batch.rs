//! Many puzzles of all families: small ones in parallel, large ones with all threads.
//!
//! ```text
//!  first     thread 0   a  b  d  e ·········│   each puzzle on one thread, with its part of the memory, for a
//!            thread 1   c ····  f  g  h  i  │   short time (c, whose time was over, is put off)
//!  then      all        c────────│ e──────│    one after the other: all threads, all memory
//! ```
//!
//! The cost of a search is not known beforehand, so each puzzle is first tried on one thread.

use std::path::PathBuf;
use std::time::Duration;

use crate::collection::Found;
use traybit_core::input::current;
use traybit_core::parallel_map::parallel_map;
use traybit_core::{Cost, GaveUp, Limits};
use traybit_family::{Answer, Objective, Verdict};

/// Maximum time of each puzzle's first try, on one of several threads.
const AT_FIRST: Duration = Duration::from_millis(60);

#[derive(Clone, Debug)]
pub(crate) struct Allowed {
    /// Limits of the whole run: memory and threads of all puzzles together, and what ends the run.
    pub(crate) limits: Limits,
    pub(crate) time: Option<Duration>,
    /// Folder for tables that several puzzles share.
    pub(crate) cache: Option<PathBuf>,
}

/// Answers all puzzles, and hands each answer to `done` as soon as it is found, with the number of its
/// puzzle. Returns the positions of puzzles that were interrupted when the run ended.
pub(crate) fn run(
    puzzles: &[&Found],
    objective: Objective,
    allowed: &Allowed,
    done: &(dyn Fn(usize, Answer) + Sync),
) -> u64 {
    let Allowed { limits, time, cache } = allowed;
    if objective.is_proven() {
        // With all threads, and outside the time limits of single puzzles.
        for found in puzzles {
            found.puzzle.prepare(cache.as_deref(), &limits.for_at_most(*time));
        }
    }
    let is_over = || limits.check_time().is_err();
    // Returns the positions of a puzzle that is interrupted, or the number and the cost of one that is put off.
    let answer = |number: usize, before: Cost, is_first: bool| -> Result<u64, (usize, Cost)> {
        if is_over() {
            return Ok(before.positions);
        }
        let limits = if is_first {
            let limits = limits.for_at_most(Some(time.map_or(AT_FIRST, |time| time.min(AT_FIRST))));
            Limits { memory: limits.memory / limits.threads, threads: 1, ..limits }
        } else {
            limits.for_at_most(time.map(|time| time.saturating_sub(before.time)))
        };
        let found = puzzles[number];
        let answer = current::with(&found.name, || found.puzzle.answer(objective, &limits));
        // Of the answer's search alone, but for the time of both tries.
        let answer = Answer { cost: Cost { time: before.time + answer.cost.time, ..answer.cost }, ..answer };
        let reason = if let Verdict::GaveUp(reason) = &answer.verdict { *reason } else { None };
        match reason {
            Some(GaveUp::Stopped) => return Ok(answer.cost.positions),
            Some(GaveUp::Time) if is_over() => return Ok(answer.cost.positions),
            Some(GaveUp::Time) if is_first && time.is_none_or(|time| time > AT_FIRST) => {
                return Err((number, answer.cost));
            }
            Some(GaveUp::Memory) if is_first => return Err((number, answer.cost)),
            _ => done(number, answer),
        }
        Ok(0)
    };
    let numbers = (0..puzzles.len()).collect();
    // A solution that is improved for a given time gets all threads.
    let has_first = limits.threads > 1 && puzzles.len() > 1 && !matches!(objective, Objective::Improve(_));
    let first: Vec<_> = if has_first {
        parallel_map(numbers, limits.threads, |number| answer(number, Cost::default(), true))
    } else {
        numbers.into_iter().map(|number| Err((number, Cost::default()))).collect()
    };
    let second = |(number, before)| answer(number, before, false).unwrap_or_default();
    first.into_iter().map(|tried| tried.unwrap_or_else(second)).sum()
}
