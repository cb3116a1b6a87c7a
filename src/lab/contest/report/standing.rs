//! Ranking of the solvers of a contest: sums, ratios, the course's points and the contest's.
//!
//! ```text
//!  rounds  ──median──▶ a time for each puzzle ──sum──▶ failures, then time on the hard set ──▶ place ──▶ 3 2 2 1 1 1
//!  (one failed: the limit)                    └─────▶ 8 for all of `easy`, 0.3 for each of `hard`, 2 for statuses
//! ```
//!
//! The points are those of the course's assignment ("Grading" and "Contest").

use serde::Serialize;

use crate::contest::report::points::{STATUSES, places};
use crate::contest::report::results::{Results, Rules};
use crate::contest::report::{Run, Verdict};
use crate::median;

/// The set whose puzzles are all to be answered, and what that is worth.
const EASY: (&str, f64) = ("easy", 8.0);
/// The set whose puzzles count one by one, what each is worth, and all of them at most.
const HARD: (&str, f64, f64) = ("hard", 0.3, 8.0);
/// Points for the first places.
const PLACES: [f64; 6] = [3.0, 2.0, 2.0, 1.0, 1.0, 1.0];
/// Times below this are taken for it where they are divided.
const INSTANT: f64 = 1e-6;

/// Runs of the solvers.
#[derive(Clone, Debug)]
pub(crate) struct Field<'a> {
    results: &'a Results,
    rules: &'a Rules,
    /// The runs of each solver on each puzzle: all of the first solver, then all of the second …
    pairs: Vec<Vec<&'a Run>>,
}

/// Result of a solver.
#[derive(Serialize, Clone, PartialEq, Debug)]
pub(crate) struct Standing {
    pub solver: String,
    /// Place, counted from 1, the same for equals.
    pub place: usize,
    /// Puzzles that all solvers tried.
    pub puzzles: usize,
    /// Puzzles solved in each round.
    pub solved: usize,
    /// Puzzles called impossible in each round, with nothing to say otherwise.
    #[serde(rename = "unsolvable")]
    pub impossible: usize,
    /// All other puzzles.
    pub failed: usize,
    /// Puzzles that were answered wrongly in some round, which failed too.
    pub wrong: usize,
    /// Right statuses, those for invalid inputs among them.
    pub right_statuses: usize,
    pub statuses: usize,
    /// Sum of each puzzle's median, with the limit where it failed.
    pub sum_seconds: f64,
    /// Sum for the puzzles that decide the place.
    pub contest_seconds: f64,
    /// The median of the puzzles.
    pub median_seconds: f64,
    /// The longest of the puzzles.
    pub longest_seconds: f64,
    /// The puzzle with the longest time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub longest: Option<String>,
    /// Ratio to the first solver.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ratio: Option<Ratio>,
    pub points: Points,
}

/// A solver's times divided by the first solver's, pair by pair: a puzzle in a round that both answered rightly.
#[derive(Serialize, Clone, Copy, PartialEq, Debug)]
pub(crate) struct Ratio {
    /// The geometric mean.
    pub mean: f64,
    pub pairs: usize,
}

/// Points of a solver; none where there are none to be had.
#[derive(Serialize, Clone, PartialEq, Debug)]
pub(crate) struct Points {
    /// For the set `easy`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub easy: Option<f64>,
    /// For the set `hard`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hard: Option<f64>,
    /// For the solver's statuses.
    pub statuses: f64,
    /// For the statuses of the checker of the same name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checker: Option<f64>,
    /// The sum.
    pub course: f64,
    /// For the place.
    pub contest: f64,
}

/// A solver on a puzzle, in all rounds.
#[derive(Clone, Copy)]
struct Outcome {
    puzzle: usize,
    /// The verdict in all rounds, if it is right in all.
    is_solved: bool,
    is_impossible: bool,
    is_wrong: bool,
    seconds: f64,
}

impl Outcome {
    fn is_right(self) -> bool {
        self.is_solved || self.is_impossible
    }
}

impl<'a> Field<'a> {
    /// Field of the judged runs.
    pub(crate) fn new(results: &'a Results, rules: &'a Rules) -> Self {
        let puzzles = results.puzzles.len();
        let mut pairs = vec![Vec::new(); results.solvers.len() * puzzles];
        for run in &results.runs {
            pairs[run.solver * puzzles + run.puzzle].push(run);
        }
        Self { results, rules, pairs }
    }

    fn time(&self, run: &Run) -> f64 {
        run.process.time(self.rules.by_cpu)
    }

    fn of(&self, solver: usize, puzzle: usize) -> impl Iterator<Item = &Run> {
        self.pairs[solver * self.results.puzzles.len() + puzzle].iter().copied()
    }

    /// The puzzles that all solvers tried: all, unless the contest was stopped.
    pub(crate) fn tried(&self) -> Vec<usize> {
        let is_tried =
            |puzzle| (0..self.results.solvers.len()).all(|solver| self.of(solver, puzzle).next().is_some());
        (0..self.results.puzzles.len()).filter(|&puzzle| is_tried(puzzle)).collect()
    }

    /// A solver's time for a puzzle: the median of its rounds; none where one of them failed.
    pub(crate) fn seconds(&self, solver: usize, puzzle: usize) -> Option<f64> {
        let result = self.result(solver, puzzle);
        result.is_right().then_some(result.seconds)
    }

    fn result(&self, solver: usize, puzzle: usize) -> Outcome {
        let all = |is: fn(&Verdict) -> bool| self.of(solver, puzzle).all(|run| is(&run.verdict));
        let is_solved = all(|verdict| matches!(verdict, Verdict::Solved { .. }));
        let is_impossible = !is_solved && all(|verdict| *verdict == Verdict::Impossible);
        let is_wrong = self.of(solver, puzzle).any(|run| matches!(run.verdict, Verdict::Wrong(_)));
        let seconds = if is_solved || is_impossible {
            median(&mut self.of(solver, puzzle).map(|run| self.time(run)).collect::<Vec<_>>())
        } else {
            self.rules.limit_seconds
        };
        Outcome { puzzle, is_solved, is_impossible, is_wrong, seconds }
    }

    fn ratio(&self, solver: usize) -> Option<Ratio> {
        let right = |run: &&Run| run.verdict.is_right();
        let mut logarithms = Vec::new();
        for run in self.results.runs.iter().filter(|run| run.solver == solver).filter(right) {
            let first = self.of(0, run.puzzle).find(|first| first.round == run.round).filter(right);
            if let Some(first) = first {
                logarithms.push((self.time(run).max(INSTANT) / self.time(first).max(INSTANT)).ln());
            }
        }
        let pairs = logarithms.len();
        (pairs > 0).then(|| Ratio { mean: (logarithms.iter().sum::<f64>() / pairs as f64).exp(), pairs })
    }

    fn is_in(&self, set: &str, result: &Outcome) -> bool {
        self.results.puzzles[result.puzzle].set == set
    }

    /// Key of a solver's place: failures, then seconds, on the hard set, or on all puzzles where there is none.
    fn contest(&self, results: &[Outcome]) -> (usize, f64) {
        let has_hard = results.iter().any(|result| self.is_in(HARD.0, result));
        let counted = results.iter().filter(|result| !has_hard || self.is_in(HARD.0, result));
        let failed = counted.clone().filter(|result| !result.is_right()).count();
        (failed, counted.map(|result| result.seconds).sum())
    }

    fn points(&self, results: &[Outcome], all_statuses: bool) -> Points {
        let right_in = |set: &str| {
            let own: Vec<&Outcome> = results.iter().filter(|result| self.is_in(set, result)).collect();
            let right = own.iter().filter(|result| result.is_right()).count();
            (!own.is_empty()).then_some((right, own.len()))
        };
        let easy = right_in(EASY.0).map(|(right, all)| if right == all { EASY.1 } else { 0.0 });
        let hard = right_in(HARD.0).map(|(right, _)| (right as f64 * HARD.1).min(HARD.2));
        let statuses = if all_statuses { STATUSES } else { 0.0 };
        let course = easy.unwrap_or(0.0) + hard.unwrap_or(0.0) + statuses;
        Points { easy, hard, statuses, checker: None, course, contest: 0.0 }
    }

    fn standing(&self, solver: usize, results: &[Outcome]) -> Standing {
        let count = |is: fn(&Outcome) -> bool| results.iter().filter(|result| is(result)).count();
        let longest = results.iter().max_by(|one, other| one.seconds.total_cmp(&other.seconds));
        let own = || self.results.runs.iter().filter(|run| run.solver == solver);
        let probes = self.results.solver_probes.get(solver).map_or(&[][..], Vec::as_slice);
        let right_statuses = own().filter(|run| run.verdict.is_right()).count()
            + probes.iter().filter(|probe| probe.is_right()).count();
        let statuses = own().count() + probes.len();
        Standing {
            solver: self.results.solvers[solver].clone(),
            place: 0,
            puzzles: results.len(),
            solved: count(|result| result.is_solved),
            impossible: count(|result| result.is_impossible),
            failed: count(|result| !result.is_right()),
            wrong: count(|result| result.is_wrong),
            right_statuses,
            statuses,
            sum_seconds: results.iter().map(|result| result.seconds).sum(),
            contest_seconds: self.contest(results).1,
            median_seconds: median(&mut results.iter().map(|result| result.seconds).collect::<Vec<_>>()),
            longest_seconds: longest.map_or(0.0, |longest| longest.seconds),
            longest: longest.map(|longest| self.results.puzzles[longest.puzzle].words()),
            ratio: self.ratio(solver),
            points: self.points(results, statuses > 0 && right_statuses == statuses),
        }
    }

    /// All solvers, the first place first.
    pub(crate) fn standings(&self) -> Vec<Standing> {
        let tried = self.tried();
        let results: Vec<Vec<Outcome>> = (0..self.results.solvers.len())
            .map(|solver| tried.iter().map(|&puzzle| self.result(solver, puzzle)).collect())
            .collect();
        let keys: Vec<(usize, f64)> = results.iter().map(|results| self.contest(results)).collect();
        let places = places(&keys);
        let mut standings: Vec<Standing> =
            results.iter().enumerate().map(|(solver, results)| self.standing(solver, results)).collect();
        for (standing, place) in standings.iter_mut().zip(places) {
            standing.place = place;
            // A solver without a right answer gets no points, however few take part.
            if standing.failed < standing.puzzles {
                standing.points.contest = PLACES.get(place - 1).copied().unwrap_or(0.0);
            }
        }
        standings.sort_by_key(|standing| standing.place);
        standings
    }
}
