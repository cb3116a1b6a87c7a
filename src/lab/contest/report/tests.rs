//! Places, points, ratios and sentences of a contest made up for the purpose.

use std::time::Duration;

use super::checking::{Check, Trial};
use super::record::{Scene, date, record};
use super::results::{Results, Rules};
use super::summary::Summary;
use super::{End, Known, Probe, Process, Run, Title, Verdict, judge};
use crate::median;

const RULES: Rules = Rules { rounds: 1, limit_seconds: 80.0, by_cpu: false };

fn run(solver: usize, puzzle: usize, seconds: f64, verdict: Verdict) -> Run {
    let status = i32::from(verdict == Verdict::Impossible);
    let process = Process { end: End::Status(status), seconds, cpu_seconds: seconds * 2.0 };
    Run { round: 1, solver, puzzle, process, verdict }
}

fn solved() -> Verdict {
    Verdict::Solved { moves: 3 }
}

/// Puzzles 0 and 1 are easy, 2 and 3 are hard; 1 has no solution.
fn results(solvers: &[&str], runs: Vec<Run>) -> Results {
    let title = |set: &str, name: &str| Title { set: set.to_owned(), name: name.to_owned() };
    let by = |solver: &str| Known::Solved(solver.to_owned());
    Results {
        solvers: solvers.iter().map(|name| (*name).to_owned()).collect(),
        puzzles: vec![title("easy", "a"), title("easy", "b"), title("hard", "c"), title("hard", "d")],
        known: vec![by("first"), Known::Refuted, by("first"), by("first")],
        runs,
        ..Results::default()
    }
}

/// A solver that answers all rightly in these times.
fn all_right(solver: usize, seconds: [f64; 4]) -> impl Iterator<Item = Run> {
    let verdicts = [solved(), Verdict::Impossible, solved(), solved()];
    (0..4).zip(seconds).zip(verdicts).map(move |((puzzle, time), verdict)| run(solver, puzzle, time, verdict))
}

#[test]
fn places_are_by_failures_then_by_time_on_the_hard_set() {
    let mut runs: Vec<Run> = all_right(0, [1.0, 1.0, 4.0, 4.0]).collect();
    runs.extend(all_right(1, [9.0, 9.0, 2.0, 1.0]));
    runs.extend(all_right(2, [0.1, 0.1, 0.1, 0.1]));
    // Quick, but not on one of the hard ones.
    runs[11].verdict = Verdict::Failed("gave up".to_owned());
    let mut results = results(&["first", "second", "third"], runs);
    let summary = Summary::new(&mut results, &RULES, &[], Duration::from_secs(1));
    let standings = &summary.solvers;
    let found: Vec<(&str, usize, f64)> =
        standings.iter().map(|own| (own.solver.as_str(), own.place, own.points.contest)).collect();
    assert_eq!(found, [("second", 1, 3.0), ("first", 2, 2.0), ("third", 3, 2.0)]);
    let [second, first, third] = &standings[..] else { panic!("{standings:?}") };
    assert_eq!((first.sum_seconds, first.median_seconds, first.longest_seconds), (10.0, 2.5, 4.0));
    assert_eq!((third.solved, third.impossible, third.failed, third.contest_seconds), (2, 1, 1, 80.1));
    assert_eq!((first.points.easy, first.points.hard, first.points.course), (Some(8.0), Some(0.6), 10.6));
    assert_eq!((third.points.hard, third.points.statuses), (Some(0.3), 0.0));
    // 9, 9, 1/2 and 1/4.
    let ratio = second.ratio.unwrap();
    assert!((ratio.mean - (81.0f64 / 8.0).powf(0.25)).abs() < 1e-9 && ratio.pairs == 4, "{ratio:?}");
    assert_eq!((first.ratio.unwrap().mean, third.ratio.unwrap().pairs), (1.0, 3));
}

#[test]
fn claims_are_judged_by_what_is_known() {
    let known = [Known::Solved("x".to_owned()), Known::Refuted, Known::Unknown];
    let mut runs: Vec<Run> = (0..3).map(|puzzle| run(0, puzzle, 1.0, Verdict::Impossible)).collect();
    judge(&mut runs, &known);
    assert!(matches!(&runs[0].verdict, Verdict::Wrong(reason) if reason.contains("but x found one")));
    assert_eq!((&runs[1].verdict, &runs[2].verdict), (&Verdict::Impossible, &Verdict::Impossible));
}

#[test]
fn no_runs_gain_no_points() {
    let mut results = results(&["first"], Vec::new());
    let summary = Summary::new(&mut results, &RULES, &[], Duration::from_secs(1));
    let points = &summary.solvers[0].points;
    assert_eq!((points.statuses, points.course, points.contest), (0.0, 0.0, 0.0));
}

#[test]
fn who_answers_nothing_rightly_gains_nothing() {
    let wrong = |puzzle| run(1, puzzle, 0.1, Verdict::Wrong("no".to_owned()));
    let mut runs: Vec<Run> = all_right(0, [1.0; 4]).collect();
    runs.extend((0..4).map(wrong));
    let mut results = results(&["first", "liar"], runs);
    let summary = Summary::new(&mut results, &RULES, &[], Duration::from_secs(1));
    let liar = &summary.solvers[1];
    assert_eq!((liar.place, liar.wrong, liar.failed, liar.sum_seconds), (2, 4, 4, 320.0));
    assert_eq!((liar.points.course, liar.points.contest, liar.ratio), (0.0, 0.0, None));
    assert!(summary.text().contains("Wrong liar, easy/a: no\n"), "{}", summary.text());
}

#[test]
fn one_bad_round_spoils_a_puzzle_and_ties_share_a_place() {
    let mut runs: Vec<Run> = all_right(0, [1.0; 4]).chain(all_right(1, [1.0; 4])).collect();
    let again: Vec<Run> = runs.iter().cloned().map(|run| Run { round: 2, ..run }).collect();
    runs.extend(again);
    let mut results = results(&["first", "second"], runs);
    let rules = Rules { by_cpu: true, ..RULES };
    let summary = Summary::new(&mut results, &rules, &[], Duration::from_secs(1));
    assert_eq!(summary.solvers.iter().map(|own| own.place).collect::<Vec<_>>(), [1, 1]);
    // The processor's time.
    assert_eq!(Some(summary.solvers[0].sum_seconds), Some(8.0));
    results.runs[0].verdict = Verdict::Failed("over the limit".to_owned());
    let summary = Summary::new(&mut results, &rules, &[], Duration::from_secs(1));
    let first = summary.solvers.iter().find(|own| own.solver == "first").unwrap();
    assert_eq!((first.failed, first.points.easy, first.sum_seconds), (1, Some(0.0), 86.0));
}

#[test]
fn a_contest_that_was_stopped_counts_what_all_have_tried() {
    let mut runs: Vec<Run> = all_right(0, [1.0; 4]).collect();
    runs.extend(all_right(1, [1.0; 4]).take(2));
    let mut results = results(&["first", "second"], runs);
    let summary = Summary::new(&mut results, &RULES, &[], Duration::from_secs(1));
    assert!(summary.solvers.iter().all(|own| own.puzzles == 2 && own.points.hard.is_none()));
    assert_eq!(summary.times().lines().count(), 3);
}

#[test]
fn checkers_are_ranked_by_statuses_then_time() {
    let mut results = results(&["ours"], all_right(0, [1.0; 4]).collect());
    results.checkers = vec!["ours".to_owned(), "quick".to_owned()];
    results.trials =
        vec![Trial { puzzle: results.puzzles[0].clone(), moves: "3 moves".to_owned(), expected: 0 }];
    let probe = |status, seconds| Probe {
        what: "3 moves".to_owned(),
        expected: 0,
        process: Process { end: End::Status(status), seconds, cpu_seconds: 0.0 },
    };
    for (checker, status, seconds) in [(0, 0, 2.0), (1, 1, 1.0)] {
        results.checks.push(Check { round: 1, checker, trial: 0, probe: probe(status, seconds) });
    }
    let summary = Summary::new(&mut results, &RULES, &[], Duration::from_secs(1));
    let text = summary.text();
    assert_eq!((summary.solvers[0].points.checker, summary.solvers[0].points.course), (Some(2.0), 12.6));
    assert!(text.contains("\nours         1      1  2.00 s  2.00 s     2.0  1 of 1\n"), "{text}");
    assert!(text.contains("Wrong quick, easy/a, 3 moves: expected status 0, found 1\n"), "{text}");
    assert_eq!(summary.rows().len(), 6);
}

#[test]
fn records_tell_where_and_when() {
    for (seconds, expected) in [
        (0, "1970-01-01 00:00 UTC"),
        (951_782_399, "2000-02-28 23:59 UTC"),
        (951_782_400, "2000-02-29 00:00 UTC"),
        (951_868_800, "2000-03-01 00:00 UTC"),
        (4_107_542_400, "2100-03-01 00:00 UTC"),
        (1_795_279_740, "2026-11-21 16:49 UTC"),
    ] {
        assert_eq!(date(seconds), expected);
    }
    let mut results = results(&["ours"], all_right(0, [1.0; 4]).collect());
    let summary = Summary::new(&mut results, &RULES, &[], Duration::from_secs(1));
    let scene = Scene {
        seconds: 0,
        processor: "P".to_owned(),
        cores: 2,
        memory: Some(1 << 33),
        commit: "c0ffee".to_owned(),
        commands: vec![("ours".to_owned(), "solver {init} {goal}".to_owned())],
    };
    let text = record(&scene, &summary);
    let head = "date: 1970-01-01 00:00 UTC\nmachine: P, 2 cores, 8.0 GiB\ncommit: c0ffee\nours: solver {init} {goal}\n";
    assert!(text.starts_with(head), "{text}");
    assert!(text.contains("\neasy/b  1.00 s  impossible\n"), "{text}");
}

#[test]
fn medians_are_in_the_middle() {
    let medians = [vec![], vec![3.0], vec![4.0, 1.0], vec![9.0, 1.0, 2.0]]
        .map(|mut numbers: Vec<f64>| Some(median(&mut numbers)));
    assert_eq!(medians, [0.0, 3.0, 2.5, 2.0].map(Some));
}
