//! Ranking of the programs of a contest: sums, ratios, the course's points and the contest's.
//!
//! ```text
//!  rounds  ──median──▶ a time for each puzzle ──sum──▶ failures, then time on the hard set ──▶ place ──▶ 3 2 2 1 1 1
//!  (one failed: the limit)                    └─────▶ 8 for all of `easy`, 0.3 for each of `hard`, 2 for statuses
//! ```
//!
//! The points are those of the course's assignment ("Grading" and "Contest"). Checkers are ranked by wrong statuses, then
//! by the sum of the medians.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::contest::results::{Kind, Results, Run, Verdict};
use crate::median;

/// The set whose puzzles are all to be answered, and what that is worth.
const EASY: (&str, f64) = ("easy", 8.0);
/// The set whose puzzles count one by one, what each is worth, and all of them at most.
const HARD: (&str, f64, f64) = ("hard", 0.3, 8.0);
/// Points for right statuses of a program.
const STATUSES: f64 = 2.0;
/// Points for the first places.
const PLACES: [f64; 6] = [3.0, 2.0, 2.0, 1.0, 1.0, 1.0];
/// Times below this are taken for it where they are divided.
const INSTANT: f64 = 1e-6;

/// Result of a solver. Places are counted from 1, and equal for equals; times are medians of the rounds.
#[derive(Serialize, Clone, PartialEq, Debug)]
pub(super) struct Standing {
    pub(super) solver: String,
    pub(super) place: usize,
    /// Puzzles that all solvers tried.
    pub(super) puzzles: usize,
    /// Puzzles solved in each round.
    pub(super) solved: usize,
    /// Puzzles called impossible in each round, with nothing to say otherwise.
    #[serde(rename = "unsolvable")]
    pub(super) impossible: usize,
    /// All other puzzles.
    pub(super) failed: usize,
    /// Puzzles that were answered wrongly in some round, which failed too.
    pub(super) wrong: usize,
    /// Right statuses, those for invalid inputs among them.
    pub(super) right_statuses: usize,
    pub(super) statuses: usize,
    /// Sum of each puzzle's median, with the limit where it failed.
    pub(super) sum_seconds: f64,
    /// Sum for the puzzles that decide the place.
    pub(super) contest_seconds: f64,
    pub(super) median_seconds: f64,
    pub(super) longest_seconds: f64,
    /// The puzzle with the longest time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) longest: Option<String>,
    /// Ratio to the first solver.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) ratio: Option<Ratio>,
    pub(super) points: Points,
}

/// Geometric mean of a solver's times divided by the first solver's, pair by pair: a puzzle in a round that both answered rightly.
#[derive(Serialize, Clone, Copy, PartialEq, Debug)]
pub(super) struct Ratio {
    pub(super) mean: f64,
    pub(super) pairs: usize,
}

/// Points of a solver; `None` if there is no such set or checker.
#[derive(Serialize, Clone, PartialEq, Debug)]
pub(super) struct Points {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) easy: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) hard: Option<f64>,
    pub(super) statuses: f64,
    /// For the statuses of the checker of the same name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) checker: Option<f64>,
    pub(super) course: f64,
    pub(super) contest: f64,
}

/// Result of a checker; fields as those of a solver.
#[derive(Serialize, Clone, PartialEq, Debug)]
pub(super) struct CheckerStanding {
    pub(super) checker: String,
    pub(super) place: usize,
    /// Lists of moves that it was given.
    pub(super) trials: usize,
    pub(super) right_statuses: usize,
    pub(super) statuses: usize,
    pub(super) sum_seconds: f64,
    pub(super) median_seconds: f64,
    pub(super) points: f64,
}

/// A solver on a puzzle, in all rounds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outcome {
    puzzle: usize,
    /// The verdict in all rounds, if it is right in all.
    is_solved: bool,
    is_impossible: bool,
    is_wrong: bool,
    /// The median of the rounds, or the limit.
    pub(super) seconds: f64,
}

impl Outcome {
    pub(super) fn is_right(self) -> bool {
        self.is_solved || self.is_impossible
    }
}

/// The outcomes of each solver, for the puzzles that all solvers tried: all, unless the contest was stopped.
pub(super) fn outcomes(results: &Results) -> (Vec<usize>, Vec<Vec<Outcome>>) {
    let runs: Vec<_> = (0..results.solvers.len()).map(|solver| by_task(results, solver)).collect();
    let is_tried = |puzzle: &usize| runs.iter().all(|runs| runs.contains_key(puzzle));
    let tried: Vec<usize> = (0..results.puzzles.len()).filter(is_tried).collect();
    let outcome = |puzzle: usize, runs: &[&Run]| {
        let all = |is: fn(&Verdict) -> bool| runs.iter().all(|run| is(&run.verdict));
        let is_solved = all(|verdict| matches!(verdict, Verdict::Solved { .. }));
        let is_impossible = all(|verdict| *verdict == Verdict::Impossible);
        let is_wrong = runs.iter().any(|run| matches!(run.verdict, Verdict::Wrong(_)));
        let median = median_time(runs, results.rules.by_cpu);
        let seconds = if is_solved || is_impossible { median } else { results.rules.limit_seconds };
        Outcome { puzzle, is_solved, is_impossible, is_wrong, seconds }
    };
    let own =
        |runs: &BTreeMap<_, Vec<_>>| tried.iter().map(|&puzzle| outcome(puzzle, &runs[&puzzle])).collect();
    let outcomes = runs.iter().map(own).collect();
    (tried, outcomes)
}

/// The runs of a program on each puzzle or trial.
fn by_task(results: &Results, entrant: usize) -> BTreeMap<usize, Vec<&Run>> {
    let mut runs: BTreeMap<usize, Vec<&Run>> = BTreeMap::new();
    for run in results.runs_of(entrant).filter(|run| run.kind != Kind::Faulty) {
        runs.entry(run.task).or_default().push(run);
    }
    runs
}

fn median_time(runs: &[&Run], by_cpu: bool) -> f64 {
    median(&mut runs.iter().map(|run| run.time(by_cpu)).collect::<Vec<_>>())
}

/// How many statuses of a program are right, and how many there are.
fn statuses(results: &Results, entrant: usize) -> (usize, usize) {
    let right = results.runs_of(entrant).filter(|run| run.verdict.is_right());
    (right.count(), results.runs_of(entrant).count())
}

/// The place of each: 1 and how many have fewer failures, or as many and less time.
fn places(keys: &[(usize, f64)]) -> Vec<usize> {
    let is_better = |one: &(usize, f64), other: &(usize, f64)| {
        one.0.cmp(&other.0).then(one.1.total_cmp(&other.1)).is_lt()
    };
    keys.iter().map(|own| 1 + keys.iter().filter(|other| is_better(other, own)).count()).collect()
}

/// All checkers, the first place first.
pub(super) fn rank_checkers(results: &Results) -> Vec<CheckerStanding> {
    let standing = |(number, name): (usize, &String)| {
        let entrant = results.solvers.len() + number;
        let trials = by_task(results, entrant);
        let mut medians: Vec<f64> =
            trials.values().map(|runs| median_time(runs, results.rules.by_cpu)).collect();
        let (right_statuses, statuses) = statuses(results, entrant);
        CheckerStanding {
            checker: name.clone(),
            place: 0,
            trials: medians.len(),
            right_statuses,
            statuses,
            sum_seconds: medians.iter().sum(),
            median_seconds: median(&mut medians),
            points: if right_statuses == statuses { STATUSES } else { 0.0 },
        }
    };
    let mut standings: Vec<CheckerStanding> = results.checkers.iter().enumerate().map(standing).collect();
    let key = |own: &CheckerStanding| (own.statuses - own.right_statuses, own.sum_seconds);
    let places = places(&standings.iter().map(key).collect::<Vec<_>>());
    for (standing, place) in standings.iter_mut().zip(places) {
        standing.place = place;
    }
    standings.sort_by_key(|standing| standing.place);
    standings
}

/// All solvers, the first place first.
pub(super) fn rank_solvers(
    results: &Results,
    outcomes: &[Vec<Outcome>],
    checkers: &[CheckerStanding],
) -> Vec<Standing> {
    let keys: Vec<(usize, f64)> = outcomes.iter().map(|outcomes| place_key(results, outcomes)).collect();
    let standing = |((solver, outcomes), place): ((usize, &Vec<Outcome>), usize)| {
        standing(results, solver, outcomes, place, checkers)
    };
    let mut standings: Vec<Standing> = outcomes.iter().enumerate().zip(places(&keys)).map(standing).collect();
    standings.sort_by_key(|standing| standing.place);
    standings
}

fn is_in(results: &Results, set: &str, outcome: &Outcome) -> bool {
    results.puzzles[outcome.puzzle].set == set
}

/// Key of a solver's place: failures, then seconds, on the hard set, or on all puzzles where there is none.
fn place_key(results: &Results, outcomes: &[Outcome]) -> (usize, f64) {
    let has_hard = outcomes.iter().any(|outcome| is_in(results, HARD.0, outcome));
    let counted = outcomes.iter().filter(|outcome| !has_hard || is_in(results, HARD.0, outcome));
    let failed = counted.clone().filter(|outcome| !outcome.is_right()).count();
    (failed, counted.map(|outcome| outcome.seconds).sum())
}

fn standing(
    results: &Results,
    solver: usize,
    outcomes: &[Outcome],
    place: usize,
    checkers: &[CheckerStanding],
) -> Standing {
    let count = |is: fn(&Outcome) -> bool| outcomes.iter().filter(|outcome| is(outcome)).count();
    let longest = outcomes.iter().max_by(|one, other| one.seconds.total_cmp(&other.seconds));
    let (right_statuses, statuses) = statuses(results, solver);
    let right_in = |set: &str| {
        let own = outcomes.iter().filter(|outcome| is_in(results, set, outcome));
        let (right, all) = (own.clone().filter(|outcome| outcome.is_right()).count(), own.count());
        (all > 0).then_some((right, all))
    };
    let easy = right_in(EASY.0).map(|(right, all)| if right == all { EASY.1 } else { 0.0 });
    let hard = right_in(HARD.0).map(|(right, _)| (right as f64 * HARD.1).min(HARD.2));
    let for_statuses = if statuses > 0 && right_statuses == statuses { STATUSES } else { 0.0 };
    // A checker of the same name is the same team's.
    let checker = checkers.iter().find(|checker| checker.checker == results.solvers[solver]);
    let checker = checker.map(|checker| checker.points);
    let failed = count(|outcome| !outcome.is_right());
    // A solver without a right answer gets no points, however few take part.
    let contest = if failed < outcomes.len() { PLACES.get(place - 1).copied().unwrap_or(0.0) } else { 0.0 };
    Standing {
        solver: results.solvers[solver].clone(),
        place,
        puzzles: outcomes.len(),
        solved: count(|outcome| outcome.is_solved),
        impossible: count(|outcome| outcome.is_impossible),
        failed,
        wrong: count(|outcome| outcome.is_wrong),
        right_statuses,
        statuses,
        sum_seconds: outcomes.iter().map(|outcome| outcome.seconds).sum(),
        contest_seconds: place_key(results, outcomes).1,
        median_seconds: median(&mut outcomes.iter().map(|outcome| outcome.seconds).collect::<Vec<_>>()),
        longest_seconds: longest.map_or(0.0, |longest| longest.seconds),
        longest: longest.map(|longest| results.puzzles[longest.puzzle].to_string()),
        ratio: ratio(results, solver),
        points: Points {
            easy,
            hard,
            statuses: for_statuses,
            checker,
            course: easy.unwrap_or(0.0) + hard.unwrap_or(0.0) + for_statuses + checker.unwrap_or(0.0),
            contest,
        },
    }
}

fn ratio(results: &Results, solver: usize) -> Option<Ratio> {
    let right = |entrant| {
        let runs = results.runs_of(entrant).filter(|run| run.kind == Kind::Solver && run.verdict.is_right());
        let time = |run: &Run| ((run.task, run.round), run.time(results.rules.by_cpu).max(INSTANT));
        runs.map(time).collect::<BTreeMap<_, _>>()
    };
    let first = right(0);
    let own = right(solver);
    let logarithms = own.iter().filter_map(|(key, time)| Some((time / first.get(key)?).ln()));
    let pairs = logarithms.clone().count();
    (pairs > 0).then(|| Ratio { mean: (logarithms.sum::<f64>() / pairs as f64).exp(), pairs })
}
