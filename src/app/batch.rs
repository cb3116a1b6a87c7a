//! Many puzzles of all families: small ones side by side, large ones with all threads.
//!
//! ```text
//!  first     thread 0   a  b  d  e ·········│   each puzzle on one thread, with its share of the memory, for a
//!            thread 1   c ····  f  g  h  i  │   short time (c, whose time was over, is put off)
//!  then      all        c────────│ e──────│    one after the other: all threads, all memory
//! ```
//!
//! Which puzzles are large is not known before they are tried, whatever their size, so all of them are.

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::collection::{Found, Puzzle};
use traybit_core::abreast::abreast;
use traybit_core::input::in_hand;
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::{Cost, GaveUp};
use traybit_packing::checker as packing_checker;
use traybit_packing::pack::{Pack, Packing};
use traybit_packing::solve::count::Unknown;
use traybit_packing::solve::enumerate::{self, Callbacks};
use traybit_sliding::metric::Metric;
use traybit_sliding::problem::Problem;
use traybit_sliding::solve::{self, solve};
use traybit_tiles::board::Board;
use traybit_tiles::checker as tiles_checker;
use traybit_tiles::solve::answer::{self as tiles, Solver};

/// So long each puzzle is tried on one thread, where there are several.
const AT_FIRST: Duration = Duration::from_millis(60);

/// What is asked of each puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// Any solution, as soon as possible.
    Any,
    /// The shortest solution, proven; of sliding blocks in this metric. Of a packing, any.
    Optimal(Metric),
}

/// The answer to a puzzle.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    /// The answer.
    pub verdict: Verdict,
    /// What it cost.
    pub cost: Cost,
    /// How it was found.
    pub method: String,
}

/// What became of a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Solved; the solution was replayed by code that shares nothing with the search.
    Solved {
        /// Moves, or pieces of a packing.
        length: u64,
        /// Whether it is proven that there is no shorter one.
        shortest: bool,
    },
    /// Proven: there is no solution.
    Impossible,
    /// Neither found nor refuted.
    GaveUp(Reason),
    /// The solution did not stand up to being replayed, for this reason: a fault of the program.
    Wrong(String),
}

/// Why a puzzle was given up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// A limit was reached.
    Limit(GaveUp),
    /// Its states are too wide for any word.
    TooWide,
}

impl Verdict {
    /// Whether the puzzle is solved or proven impossible.
    #[must_use]
    pub fn is_verified(&self) -> bool {
        matches!(self, Self::Solved { .. } | Self::Impossible)
    }
}

/// What may be taken.
#[derive(Clone, Debug)]
pub struct Allowed {
    /// Memory and threads of all puzzles together, and what ends the run; no deadline.
    pub limits: Limits,
    /// The time for each puzzle.
    pub time: Option<Duration>,
}

impl Allowed {
    /// For a puzzle that begins now and had some of its time before.
    fn for_one(&self, threads: usize, memory: usize, time: Option<Duration>) -> Limits {
        let deadline = time.and_then(|time| Instant::now().checked_add(time));
        Limits { deadline, memory, threads, ..self.limits.clone() }
    }
}

/// Answers all puzzles, and hands each answer to `done` as soon as it is there, with the number of its puzzle. What is not
/// done when the run is stopped is not handed over.
pub fn run(puzzles: &[&Found], wanted: Wanted, allowed: &Allowed, done: &(dyn Fn(usize, Answer) + Sync)) {
    let solvers = Solvers::new(puzzles);
    let Limits { threads, memory, .. } = allowed.limits;
    if let Wanted::Optimal(_) = wanted {
        for solver in &solvers.0 {
            // With all threads, and not in the time of one board; where that fails they are solved all the same.
            let _ = solver.optimiser().tables(&allowed.for_one(threads, memory, allowed.time));
        }
    }
    let put_off = Mutex::new(Vec::new());
    let is_stopped = |answer: &Answer| answer.verdict == Verdict::GaveUp(Reason::Limit(GaveUp::Stopped));
    let first = |number: usize| {
        if allowed.limits.check_time().is_err() {
            return;
        }
        let time = allowed.time.map_or(AT_FIRST, |time| time.min(AT_FIRST));
        let limits = allowed.for_one(1, memory / threads, Some(time));
        let answer = solvers.answer(puzzles[number], wanted, &limits);
        let is_over = allowed.time.is_some_and(|time| time <= AT_FIRST);
        match answer.verdict {
            Verdict::GaveUp(Reason::Limit(GaveUp::Time)) if is_over => done(number, answer),
            Verdict::GaveUp(Reason::Limit(GaveUp::Time | GaveUp::Memory)) => {
                put_off.lock().unwrap_or_else(PoisonError::into_inner).push((number, answer.cost));
            }
            _ if is_stopped(&answer) => {}
            _ => done(number, answer),
        }
    };
    let numbers: Vec<usize> = (0..puzzles.len()).collect();
    if threads > 1 && puzzles.len() > 1 {
        abreast(numbers, threads, first);
    } else {
        put_off
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .extend(numbers.into_iter().map(|number| (number, Cost::default())));
    }
    let mut put_off = put_off.into_inner().unwrap_or_else(PoisonError::into_inner);
    put_off.sort_unstable_by_key(|(number, _)| *number);
    for (number, before) in put_off {
        if allowed.limits.check_time().is_err() {
            return;
        }
        let time = allowed.time.map(|time| time.saturating_sub(before.time));
        let limits = allowed.for_one(threads, memory, time);
        let answer = solvers.answer(puzzles[number], wanted, &limits);
        if !is_stopped(&answer) {
            done(number, Answer { cost: before.then(answer.cost), ..answer });
        }
    }
}

/// A solver for each goal of the boards of tiles, since its tables serve all of them.
struct Solvers(Vec<Arc<Solver>>);

impl Solvers {
    fn new(puzzles: &[&Found]) -> Self {
        let mut solvers: Vec<Arc<Solver>> = Vec::new();
        for found in puzzles {
            if let Puzzle::Tiles { goal, .. } = &found.puzzle
                && solvers.iter().all(|solver| solver.goal() != goal)
            {
                solvers.push(Arc::new(Solver::new(goal.clone(), None)));
            }
        }
        Self(solvers)
    }

    fn answer(&self, found: &Found, wanted: Wanted, limits: &Limits) -> Answer {
        in_hand::with(&found.name, || match &found.puzzle {
            Puzzle::Sliding(problem) => sliding(problem, wanted, limits),
            Puzzle::Tiles { start, goal } => self.tiles(start, goal, wanted, limits),
            Puzzle::Packing(pack) => packing(pack, limits),
        })
    }

    fn tiles(&self, start: &Board, goal: &Board, wanted: Wanted, limits: &Limits) -> Answer {
        let known = self.0.iter().find(|solver| solver.goal() == goal).cloned();
        let solver = known.unwrap_or_else(|| Arc::new(Solver::new(goal.clone(), None)));
        let wanted = match wanted {
            Wanted::Any => tiles::Wanted::Fast,
            Wanted::Optimal(_) => tiles::Wanted::Optimal,
        };
        let report = solver.solve(start, wanted, limits);
        let verdict = match (report.verdict, report.ended) {
            (_, Some(reason)) => Verdict::GaveUp(Reason::Limit(reason)),
            (tiles::Verdict::GaveUp, None) => Verdict::GaveUp(Reason::Limit(GaveUp::Time)),
            (tiles::Verdict::Unsolvable(_), None) => Verdict::Impossible,
            (tiles::Verdict::Solved { moves, shortest }, None) => {
                match tiles_checker::verify(start, goal, &moves) {
                    Ok(()) => Verdict::Solved { length: moves.len() as u64, shortest },
                    Err(refusal) => Verdict::Wrong(refusal),
                }
            }
        };
        Answer { verdict, cost: report.cost, method: report.method }
    }
}

fn sliding(problem: &Problem, wanted: Wanted, limits: &Limits) -> Answer {
    let (asked, shortest) = match wanted {
        Wanted::Any => (solve::Wanted::Any, false),
        Wanted::Optimal(metric) => (solve::Wanted::Shortest(metric), true),
    };
    let report = solve(problem, asked, limits);
    let verdict = match report.verdict {
        solve::Verdict::Solved { slides, length } => match problem.verify(&slides) {
            Ok(()) => Verdict::Solved { length: length as u64, shortest },
            Err(refusal) => Verdict::Wrong(refusal),
        },
        solve::Verdict::Unsolvable(_) => Verdict::Impossible,
        solve::Verdict::GaveUp(reason) => Verdict::GaveUp(Reason::Limit(reason)),
    };
    Answer { verdict, cost: report.cost, method: report.method.to_owned() }
}

/// The first packing, or that there is none.
fn packing(pack: &Pack, limits: &Limits) -> Answer {
    let mut verdict = Verdict::Impossible;
    let mut take = |packing: Packing| {
        verdict = match packing_checker::check(pack, &packing) {
            Ok(()) => Verdict::Solved { length: packing.len() as u64, shortest: false },
            Err(refusal) => Verdict::Wrong(refusal.to_string()),
        };
        ControlFlow::Break(())
    };
    let first = enumerate::Selection { most: 1, distinct: false };
    let listed = enumerate::enumerate(pack, first, Callbacks::default(), limits, &mut take);
    let (ended, cost, method) = match listed {
        Ok(listed) => (listed.ended, listed.cost, listed.method),
        // Nothing was kept before, so nothing of it can be wrong.
        Err(sentence) => (None, Cost::default(), sentence),
    };
    let verdict = match (verdict, ended) {
        (Verdict::Impossible, Some(Unknown::GaveUp(reason))) => Verdict::GaveUp(Reason::Limit(reason)),
        (Verdict::Impossible, Some(_)) => Verdict::GaveUp(Reason::TooWide),
        (verdict, _) => verdict,
    };
    Answer { verdict, cost, method }
}
