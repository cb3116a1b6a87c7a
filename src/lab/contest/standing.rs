//! Ranking of the programs of a contest: sums, ratios, the course's points and the contest's.
//!
//! ```text
//!  rounds  ──median──▶ a time for each puzzle ──sum──▶ failures, then time on the hard set ──▶ place ──▶ 3 2 2 1 1 1
//!  (one failed: the limit)                    └─────▶ 8 for all of `easy`, 0.3 for each of `hard`, 2 for statuses
//! ```
//!
//! The points are those of the course's assignment ("Grading" and "Contest"). Checkers are ranked by wrong statuses, then
//! by the sum of the medians.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use serde::Serialize;
use serde_with::skip_serializing_none;

use crate::contest::results::{Kind, Results, Run, Title, Verdict};
use traybit_app::report::median;

/// The set whose puzzles must all be answered, and the points for that.
const EASY: (&str, f64) = ("easy", 8.0);
/// The set whose puzzles count one by one, the points for each, and the maximum for all.
const HARD: (&str, f64, f64) = ("hard", 0.3, 8.0);
const STATUSES: f64 = 2.0;
const PLACES: [f64; 6] = [3.0, 2.0, 2.0, 1.0, 1.0, 1.0];

/// Result of a solver. Places are counted from 1, and equal for equals; times are medians of the rounds.
#[skip_serializing_none]
#[derive(Serialize, Clone, PartialEq, Debug)]
pub(super) struct Standing {
    pub(super) solver: String,
    pub(super) place: usize,
    /// Puzzles that all solvers tried.
    pub(super) puzzles: usize,
    pub(super) solved: usize,
    /// Puzzles called unsolvable in each round, and not refuted.
    #[serde(rename = "unsolvable")]
    pub(super) impossible: usize,
    pub(super) failed: usize,
    /// Failed puzzles of those that decide the place.
    #[serde(skip)]
    contest_failed: usize,
    /// Puzzles that were answered wrongly in some round, which failed too.
    pub(super) wrong: usize,
    /// Right statuses, those for invalid inputs among them.
    pub(super) right_statuses: usize,
    pub(super) statuses: usize,
    /// Sum of each puzzle's median, with the limit in place of a failure.
    pub(super) sum_seconds: f64,
    pub(super) contest_seconds: f64,
    pub(super) median_seconds: f64,
    pub(super) longest_seconds: f64,
    pub(super) longest: Option<String>,
    pub(super) ratio: Option<Ratio>,
    pub(super) points: Points,
}

/// Geometric mean of a solver's times divided by the first solver's, pair by pair: a puzzle in a round that both answered
/// rightly.
#[derive(Serialize, Clone, Copy, PartialEq, Debug)]
pub(super) struct Ratio {
    pub(super) mean: f64,
    pub(super) pairs: usize,
}

/// Points of a solver; `None` if there is no such set or checker.
#[skip_serializing_none]
#[derive(Serialize, Clone, Copy, PartialEq, Debug)]
pub(super) struct Points {
    pub(super) easy: Option<f64>,
    pub(super) hard: Option<f64>,
    pub(super) statuses: f64,
    /// For the statuses of the checker of the same name.
    pub(super) checker: Option<f64>,
    pub(super) course: f64,
    pub(super) contest: f64,
}

/// Result of a checker; fields as those of a solver.
#[derive(Serialize, Clone, PartialEq, Debug)]
pub(super) struct CheckerStanding {
    pub(super) checker: String,
    pub(super) place: usize,
    pub(super) trials: usize,
    pub(super) right_statuses: usize,
    pub(super) statuses: usize,
    pub(super) sum_seconds: f64,
    pub(super) median_seconds: f64,
    pub(super) points: f64,
}

/// A puzzle as a solver answered it.
struct Attempt<'a> {
    puzzle: &'a Title,
    runs: &'a [&'a Run],
    /// True if it is right in all rounds.
    is_right: bool,
    /// The median of the rounds, or the limit.
    seconds: f64,
}

/// The runs of a program on each puzzle or trial.
fn by_task(results: &Results, entrant: usize) -> BTreeMap<usize, Vec<&Run>> {
    let mut runs: BTreeMap<usize, Vec<&Run>> = BTreeMap::new();
    for run in results.runs_of(entrant).filter(|run| run.kind != Kind::Faulty) {
        runs.entry(run.task).or_default().push(run);
    }
    runs
}

fn median_time(runs: &[&Run]) -> f64 {
    median(runs.iter().map(|run| run.seconds))
}

/// Counts of a program's right statuses, and of all its statuses.
fn statuses(results: &Results, entrant: usize) -> (usize, usize) {
    let right = results.runs_of(entrant).filter(|run| run.verdict.is_right());
    (right.count(), results.runs_of(entrant).count())
}

/// Sorts by failures, then by time, and sets the places; equal ones share a place.
fn rank<T>(standings: &mut [T], key: fn(&T) -> (usize, f64), place: fn(&mut T) -> &mut usize) {
    standings.sort_by(|one, other| key(one).partial_cmp(&key(other)).unwrap_or(Ordering::Equal));
    let keys: Vec<_> = standings.iter().map(key).collect();
    for own in standings {
        *place(own) = 1 + keys.iter().position(|other| *other == key(own)).unwrap_or(0);
    }
}

pub(super) fn rank_checkers(results: &Results) -> Vec<CheckerStanding> {
    let standing = |(number, name): (usize, &String)| {
        let entrant = results.solvers.len() + number;
        let trials = by_task(results, entrant);
        let medians = trials.values().map(|runs| median_time(runs));
        let (right_statuses, statuses) = statuses(results, entrant);
        CheckerStanding {
            checker: name.clone(),
            place: 0,
            trials: trials.len(),
            right_statuses,
            statuses,
            sum_seconds: medians.clone().sum(),
            median_seconds: median(medians),
            points: if right_statuses == statuses { STATUSES } else { 0.0 },
        }
    };
    let mut standings: Vec<CheckerStanding> = results.checkers.iter().enumerate().map(standing).collect();
    let key = |own: &CheckerStanding| (own.statuses - own.right_statuses, own.sum_seconds);
    rank(&mut standings, key, |own| &mut own.place);
    standings
}

pub(super) fn rank_solvers(results: &Results, checkers: &[CheckerStanding]) -> Vec<Standing> {
    let runs: Vec<_> = (0..results.solvers.len()).map(|solver| by_task(results, solver)).collect();
    // All puzzles, unless the contest was stopped.
    let is_tried = |puzzle: &usize| runs.iter().all(|runs| runs.contains_key(puzzle));
    let tried: Vec<usize> = (0..results.puzzles.len()).filter(is_tried).collect();
    // Still without its place and the points for it.
    let standing = |(solver, runs): (usize, &BTreeMap<usize, Vec<&Run>>)| {
        let attempt = |number: &usize| {
            let (puzzle, runs) = (&results.puzzles[*number], &runs[number][..]);
            let is_right = runs.iter().all(|run| run.verdict.is_right());
            let seconds = if is_right { median_time(runs) } else { results.rules.limit.as_secs_f64() };
            Attempt { puzzle, runs, is_right, seconds }
        };
        let attempts: Vec<Attempt<'_>> = tried.iter().map(attempt).collect();
        let always = |is: fn(&Verdict) -> bool| {
            attempts.iter().filter(|own| own.runs.iter().all(|run| is(&run.verdict))).count()
        };
        let sum = |attempts: &[&Attempt<'_>]| attempts.iter().map(|own| own.seconds).sum();
        let failed = |attempts: &[&Attempt<'_>]| attempts.iter().filter(|own| !own.is_right).count();
        let of = |set| attempts.iter().filter(|own| own.puzzle.set == set).collect::<Vec<_>>();
        let (all, easy, hard) = (attempts.iter().collect::<Vec<_>>(), of(EASY.0), of(HARD.0));
        // The place is decided on the hard set, or on all puzzles if it is empty.
        let deciding = if hard.is_empty() { &all } else { &hard };
        let longest = all.iter().max_by(|one, other| one.seconds.total_cmp(&other.seconds));
        let (right_statuses, statuses) = statuses(results, solver);
        let for_easy = (!easy.is_empty()).then(|| if failed(&easy) == 0 { EASY.1 } else { 0.0 });
        let for_hard = (!hard.is_empty()).then(|| ((hard.len() - failed(&hard)) as f64 * HARD.1).min(HARD.2));
        let for_statuses = if statuses > 0 && right_statuses == statuses { STATUSES } else { 0.0 };
        // A checker of the same name is the same team's.
        let checker =
            checkers.iter().find(|own| own.checker == results.solvers[solver]).map(|own| own.points);
        let parts = [for_easy, for_hard, Some(for_statuses), checker];
        Standing {
            solver: results.solvers[solver].clone(),
            place: 0,
            puzzles: all.len(),
            solved: always(|verdict| matches!(verdict, Verdict::Solved { .. })),
            impossible: always(|verdict| *verdict == Verdict::Impossible),
            failed: failed(&all),
            contest_failed: failed(deciding),
            wrong: all.len() - always(|verdict| !matches!(verdict, Verdict::Wrong(_))),
            right_statuses,
            statuses,
            sum_seconds: sum(&all),
            contest_seconds: sum(deciding),
            median_seconds: median(all.iter().map(|own| own.seconds)),
            longest_seconds: longest.map_or(0.0, |longest| longest.seconds),
            longest: longest.map(|longest| longest.puzzle.to_string()),
            ratio: ratio(results, solver),
            points: Points {
                easy: for_easy,
                hard: for_hard,
                statuses: for_statuses,
                checker,
                course: parts.iter().flatten().sum(),
                contest: 0.0,
            },
        }
    };
    let mut standings: Vec<Standing> = runs.iter().enumerate().map(standing).collect();
    rank(&mut standings, |own| (own.contest_failed, own.contest_seconds), |own| &mut own.place);
    // A solver without a right answer gets no points, however few take part.
    for own in standings.iter_mut().filter(|own| own.failed < own.puzzles) {
        own.points.contest = PLACES.get(own.place - 1).copied().unwrap_or(0.0);
    }
    standings
}

fn ratio(results: &Results, solver: usize) -> Option<Ratio> {
    let right = |entrant| {
        let runs = results.runs_of(entrant).filter(|run| run.kind == Kind::Solver && run.verdict.is_right());
        let time = |run: &Run| ((run.task, run.round), run.seconds);
        runs.map(time).collect::<BTreeMap<_, _>>()
    };
    let (first, own) = (right(0), right(solver));
    let logarithms = own.iter().filter_map(|(key, time)| Some((time / first.get(key)?).ln()));
    let pairs = logarithms.clone().count();
    (pairs > 0).then(|| Ratio { mean: (logarithms.sum::<f64>() / pairs as f64).exp(), pairs })
}
