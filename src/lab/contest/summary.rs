//! Summary of a contest: tables, sentences and document; and the table of values of all runs.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use serde::Serialize;

use crate::contest::results::{Known, Results, Rules, Run, Verdict};
use crate::contest::standing::{CheckerStanding, Points, Standing, rank_checkers, rank_solvers};
use traybit_app::collection::Oddity;
use traybit_app::report::{comma_separated, table as aligned};
use traybit_program::{counted, span};

const MOST_SENTENCES: usize = 20;

/// A contest with its rankings; as it stands, a document.
#[derive(Serialize, Debug)]
pub(super) struct Summary<'a> {
    #[serde(skip)]
    results: &'a Results,
    rules: Rules,
    solvers: Vec<Standing>,
    checkers: Vec<CheckerStanding>,
    wrong: Vec<String>,
    runs: &'a [Run],
    errors: Vec<&'a str>,
    left_out: Vec<&'a str>,
    wall_seconds: f64,
}

impl<'a> Summary<'a> {
    /// Ranks all programs; `oddities` are the files that are not puzzles, and `wall` is the wall time.
    pub(super) fn new(results: &'a Results, oddities: &'a [Oddity], wall: Duration) -> Self {
        let checkers = rank_checkers(results);
        let solvers = rank_solvers(results, &checkers);
        let (errors, left_out): (Vec<&Oddity>, Vec<_>) = oddities.iter().partition(|odd| odd.is_error());
        let [errors, left_out] = [errors, left_out].map(|own| own.iter().map(|own| &*own.sentence).collect());
        let (rules, runs, wrong, wall_seconds) =
            (results.rules, &results.runs, wrong(results), wall.as_secs_f64());
        Self { results, rules, solvers, checkers, wrong, runs, errors, left_out, wall_seconds }
    }

    pub(super) fn text(&self) -> String {
        let counts = |counts: &[usize]| counts.iter().map(usize::to_string).collect::<Vec<_>>();
        let times = |times: &[f64]| times.iter().copied().map(span).collect::<Vec<_>>();
        let number = |number: Option<f64>, decimals: usize| {
            number.map_or_else(|| "-".to_owned(), |number| format!("{number:.decimals$}"))
        };
        let right = |right, all| format!("{right} of {all}");
        let ranking = self.solvers.iter().map(|own| {
            let ratio = number(own.ratio.map(|ratio| ratio.mean), 3);
            [
                vec![own.solver.clone()],
                counts(&[own.place, own.solved, own.impossible, own.failed, own.wrong]),
                times(&[own.sum_seconds, own.median_seconds, own.longest_seconds]),
                vec![ratio, own.longest.clone().unwrap_or_default()],
            ]
        });
        let points = self.solvers.iter().map(|own| {
            let Points { easy, hard, statuses, checker, course, contest } = own.points;
            let points = [easy, hard, Some(statuses), checker, Some(course), Some(contest)];
            let points = points.map(|points| number(points, 1)).to_vec();
            [vec![own.solver.clone()], points, vec![right(own.right_statuses, own.statuses)]]
        });
        let checkers = self.checkers.iter().map(|own| {
            [
                vec![own.checker.clone()],
                counts(&[own.place, own.trials]),
                times(&[own.sum_seconds, own.median_seconds]),
                vec![number(Some(own.points), 1), right(own.right_statuses, own.statuses)],
            ]
        });
        let tables = [
            table("solver,place,solved,impossible,failed,wrong,sum,median,longest,times,", ranking),
            table("points,easy,hard,statuses,checker,course,contest,right statuses", points),
            table("checker,place,lists,sum,median,points,right statuses", checkers),
        ];
        let tables = tables.into_iter().flatten().collect::<Vec<_>>().join("\n");
        let sentences = self.wrong.iter().cloned().chain(self.unproven());
        let sentences: String = sentences.map(|sentence| sentence + "\n").collect();
        let Rules { rounds, limit } = self.rules;
        let puzzles = counted(self.results.puzzles.len() as u64, "puzzle");
        let (rounds, limit, done) =
            (counted(rounds as u64, "round"), span(limit.as_secs_f64()), span(self.wall_seconds));
        let closing = format!("{puzzles}, {rounds}, {limit} by the clock for each; done in {done}");
        format!("{tables}\n{sentences}{closing}\n")
    }

    fn unproven(&self) -> impl Iterator<Item = String> {
        let claims = self.results.runs.iter().filter(|run| run.verdict == Verdict::Impossible);
        let claimed: BTreeSet<usize> = claims.map(|run| run.task).collect();
        let unproven = claimed.into_iter().filter(|&puzzle| self.results.known[puzzle] == Known::Unknown);
        unproven.map(|puzzle| {
            let title = &self.results.puzzles[puzzle];
            format!("Unproven {title}: called impossible, and nobody has shown otherwise")
        })
    }

    /// All runs as comma-separated values, below a line of column names.
    pub(super) fn csv(&self) -> String {
        let names =
            ["kind", "round", "program", "set", "puzzle", "status", "seconds", "cpu_seconds", "verdict"];
        comma_separated(names, self.runs)
    }
}

/// Wrong and missing answers, once each, the sentences about a program together.
fn wrong(results: &Results) -> Vec<String> {
    let mut errors: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for run in &results.runs {
        errors.entry(&run.program).or_default().extend(run.complaint());
    }
    let sentences = errors.into_iter().flat_map(|(program, errors)| {
        let more = errors.len().saturating_sub(MOST_SENTENCES);
        let more = (more > 0).then(|| format!("Wrong or failed {program}, {more} more"));
        errors.into_iter().take(MOST_SENTENCES).chain(more)
    });
    sentences.collect()
}

/// Table of rows, whose parts follow each other, below the names of the columns; `None` without rows.
fn table<const N: usize>(head: &str, rows: impl Iterator<Item = [Vec<String>; N]>) -> Option<String> {
    let head: Vec<&str> = head.split(',').collect();
    let mut rows = rows.map(|parts| parts.concat()).peekable();
    rows.peek().is_some().then(|| aligned(&head, rows, 1..head.len() - 1))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::Summary;
    use crate::contest::results::{End, Kind, Known, Results, Rules, Run, Title, Verdict};

    /// Puzzles 0 and 1 are easy, 2 and 3 are hard; 1 has no solution. Solvers answer all rightly in the times given.
    fn results(solvers: &[(&str, [f64; 4])]) -> Results {
        let title = |set: &str, name: &str| Title { set: set.to_owned(), name: name.to_owned() };
        let solved = Known::Solved { by: "first".to_owned(), moves: Vec::new() };
        let mut results = Results {
            rules: Rules { rounds: 1, limit: Duration::from_secs(80) },
            solvers: solvers.iter().map(|(name, _)| (*name).to_owned()).collect(),
            checkers: Vec::new(),
            puzzles: vec![title("easy", "a"), title("easy", "b"), title("hard", "c"), title("hard", "d")],
            known: vec![solved.clone(), Known::Refuted, solved.clone(), solved],
            runs: Vec::new(),
            is_stopped: false,
        };
        for (entrant, (program, times)) in solvers.iter().enumerate() {
            for (task, (seconds, Title { set, name })) in times.iter().zip(&results.puzzles).enumerate() {
                results.runs.push(Run {
                    kind: Kind::Solver,
                    round: 1,
                    program: (*program).to_owned(),
                    set: set.clone(),
                    puzzle: name.clone(),
                    end: End::Status(i32::from(task == 1)),
                    seconds: *seconds,
                    cpu_seconds: seconds * 2.0,
                    verdict: if task == 1 { Verdict::Impossible } else { Verdict::Solved { moves: 3 } },
                    entrant,
                    task,
                });
            }
        }
        results
    }

    fn summary(results: &Results) -> Summary<'_> {
        Summary::new(results, &[], Duration::from_secs(1))
    }

    #[test]
    fn places_are_by_failures_then_by_time_on_the_hard_set() {
        let mut results = results(&[
            ("first", [1.0, 1.0, 4.0, 4.0]),
            ("second", [9.0, 9.0, 2.0, 1.0]),
            ("third", [0.1; 4]),
            ("liar", [0.1; 4]),
        ]);
        // Quick, but not on one of the hard ones.
        results.runs[11].verdict = Verdict::Failed("gave up".to_owned());
        results.runs[12..].iter_mut().for_each(|run| run.verdict = Verdict::Wrong("no".to_owned()));
        let summary = summary(&results);
        let place = |own: &super::Standing| (own.solver.clone(), own.place, own.points.contest);
        let places: Vec<_> = summary.solvers.iter().map(place).collect();
        let expected = [("second", 1, 3.0), ("first", 2, 2.0), ("third", 3, 2.0), ("liar", 4, 0.0)];
        assert_eq!(places, expected.map(|(name, place, points)| (name.to_owned(), place, points)));
        let [second, first, third, liar] = &summary.solvers[..] else { panic!("{summary:?}") };
        assert_eq!((first.sum_seconds, first.median_seconds, first.longest_seconds), (10.0, 2.5, 4.0));
        assert_eq!((third.solved, third.impossible, third.failed, third.contest_seconds), (2, 1, 1, 80.1));
        assert_eq!((first.points.easy, first.points.hard, first.points.course), (Some(8.0), Some(0.6), 10.6));
        assert_eq!((third.points.hard, third.points.statuses), (Some(0.3), 0.0));
        assert_eq!((liar.wrong, liar.failed, liar.sum_seconds), (4, 4, 320.0));
        assert_eq!((liar.points.course, liar.ratio), (0.0, None));
        // 9, 9, 1/2 and 1/4.
        let ratio = second.ratio.unwrap();
        assert!((ratio.mean - (81.0f64 / 8.0).powf(0.25)).abs() < 1e-9 && ratio.pairs == 4, "{ratio:?}");
        assert_eq!((first.ratio.unwrap().mean, third.ratio.unwrap().pairs), (1.0, 3));
        assert!(summary.text().contains("Wrong liar, easy/a: no\n"), "{}", summary.text());
    }

    #[test]
    fn one_bad_round_spoils_a_puzzle_and_ties_share_a_place() {
        let mut results = results(&[("first", [1.0; 4]), ("second", [1.0; 4])]);
        results.runs.extend(results.runs.clone().into_iter().map(|run| Run { round: 2, ..run }));
        let places =
            summary(&results).solvers.iter().map(|own| (own.place, own.sum_seconds)).collect::<Vec<_>>();
        assert_eq!(places, [(1, 4.0), (1, 4.0)]);
        results.runs[0].verdict = Verdict::Failed("over the limit".to_owned());
        let summary = summary(&results);
        let first = summary.solvers.iter().find(|own| own.solver == "first").unwrap();
        assert_eq!((first.failed, first.points.easy, first.sum_seconds), (1, Some(0.0), 83.0));
    }

    #[test]
    fn a_contest_that_was_stopped_counts_what_all_have_tried() {
        let mut results = results(&[("first", [1.0; 4]), ("second", [1.0; 4])]);
        results.runs.truncate(6);
        assert!(summary(&results).solvers.iter().all(|own| own.puzzles == 2 && own.points.hard.is_none()));
        results.runs.clear();
        let points = &summary(&results).solvers[0].points;
        assert_eq!((points.statuses, points.course, points.contest), (0.0, 0.0, 0.0));
    }

    #[test]
    fn checkers_are_ranked_by_statuses_then_time() {
        let mut results = results(&[("ours", [1.0; 4])]);
        results.checkers = vec!["ours".to_owned(), "quick".to_owned()];
        let wrong = Verdict::Wrong("expected status 0".to_owned());
        for (entrant, status, seconds, verdict) in [(1, 0, 2.0, Verdict::Right), (2, 1, 1.0, wrong)] {
            let program = results.checkers[entrant - 1].clone();
            let (kind, end, puzzle) = (Kind::Checker, End::Status(status), "a, 3 moves".to_owned());
            let run = results.runs[0].clone();
            results.runs.push(Run { kind, program, puzzle, end, seconds, verdict, entrant, ..run });
        }
        let summary = summary(&results);
        let text = summary.text();
        assert_eq!((summary.solvers[0].points.checker, summary.solvers[0].points.course), (Some(2.0), 12.6));
        assert!(text.contains("\nours         1      1  2.00 s  2.00 s     2.0  1 of 1\n"), "{text}");
        assert!(text.contains("Wrong quick, easy/a, 3 moves: expected status 0, found 1\n"), "{text}");
        assert_eq!(summary.runs.len(), 6);
    }
}
