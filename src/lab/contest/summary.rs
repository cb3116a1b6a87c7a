//! Summary of a contest: tables, sentences and document; and the files of its results.

use std::collections::{BTreeMap, BTreeSet};
use std::env::var;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::num::NonZero;
use std::process::{Command, Stdio};
use std::thread::available_parallelism;
use std::time::Duration;

use clap::Args;
use serde::Serialize;

use crate::contest::process::Entrant;
use crate::contest::results::{Known, Results, Rules, Run, Verdict};
use crate::contest::standing::{CheckerStanding, Outcome, Standing, outcomes, rank_checkers, rank_solvers};
use traybit_app::collection::Oddity;
use traybit_app::report::columns;
use traybit_app::run::failure::Failure;
use traybit_app::run::output::Output;
use traybit_program::resident;
use traybit_program::text::{bytes, counted, span};

const MOST_SENTENCES: usize = 20;

/// A contest with its rankings; as it stands, a document.
#[derive(Serialize, Debug)]
pub(super) struct Summary<'a> {
    #[serde(skip)]
    results: &'a Results,
    /// The puzzles that all solvers tried, and each solver's outcomes for them.
    #[serde(skip)]
    outcomes: (Vec<usize>, Vec<Vec<Outcome>>),
    rules: &'a Rules,
    solvers: Vec<Standing>,
    checkers: Vec<CheckerStanding>,
    wrong: Vec<String>,
    /// All runs: those of solvers, of checkers, and on invalid inputs.
    pub(super) runs: Vec<&'a Run>,
    errors: Vec<&'a str>,
    left_out: Vec<&'a str>,
    wall_seconds: f64,
}

impl<'a> Summary<'a> {
    /// Ranks all; `oddities` are the files that are no puzzles, and `wall` the time by the clock.
    pub(super) fn new(results: &'a Results, oddities: &'a [Oddity], wall: Duration) -> Self {
        let (outcomes, checkers) = (outcomes(results), rank_checkers(results));
        let solvers = rank_solvers(results, &outcomes.1, &checkers);
        let mut runs: Vec<&Run> = results.runs.iter().collect();
        runs.sort_by_key(|run| run.kind);
        let (errors, left_out): (Vec<_>, Vec<_>) = oddities.iter().partition(|oddity| oddity.is_error());
        let [errors, left_out] = [errors, left_out]
            .map(|oddities| oddities.into_iter().map(|oddity: &Oddity| oddity.sentence.as_str()).collect());
        let (rules, wrong, wall_seconds) = (&results.rules, wrong(results), wall.as_secs_f64());
        Self { results, outcomes, rules, solvers, checkers, wrong, runs, errors, left_out, wall_seconds }
    }

    pub(super) fn text(&self) -> String {
        fn gained(points: Option<f64>) -> String {
            points.map_or_else(|| "-".to_owned(), |points| format!("{points:.1}"))
        }
        let ratio =
            |own: &Standing| own.ratio.map_or_else(|| "-".to_owned(), |ratio| format!("{:.3}", ratio.mean));
        let ranking = table(
            &self.solvers,
            [
                ("solver", |own| own.solver.clone()),
                ("place", |own| own.place.to_string()),
                ("solved", |own| own.solved.to_string()),
                ("impossible", |own| own.impossible.to_string()),
                ("failed", |own| own.failed.to_string()),
                ("wrong", |own| own.wrong.to_string()),
                ("sum", |own| time(own.sum_seconds)),
                ("median", |own| time(own.median_seconds)),
                ("longest", |own| time(own.longest_seconds)),
                ("times", ratio),
                ("", |own| own.longest.clone().unwrap_or_default()),
            ],
        );
        let points = table(
            &self.solvers,
            [
                ("points", |own| own.solver.clone()),
                ("easy", |own| gained(own.points.easy)),
                ("hard", |own| gained(own.points.hard)),
                ("statuses", |own| gained(Some(own.points.statuses))),
                ("checker", |own| gained(own.points.checker)),
                ("course", |own| gained(Some(own.points.course))),
                ("contest", |own| gained(Some(own.points.contest))),
                ("right statuses", |own| format!("{} of {}", own.right_statuses, own.statuses)),
            ],
        );
        let checkers = table(
            &self.checkers,
            [
                ("checker", |own| own.checker.clone()),
                ("place", |own| own.place.to_string()),
                ("lists", |own| own.trials.to_string()),
                ("sum", |own| time(own.sum_seconds)),
                ("median", |own| time(own.median_seconds)),
                ("points", |own| format!("{:.1}", own.points)),
                ("right statuses", |own| format!("{} of {}", own.right_statuses, own.statuses)),
            ],
        );
        let tables = [ranking, points, checkers].into_iter().flatten().collect::<Vec<_>>().join("\n");
        let sentences = self.wrong.iter().cloned().chain(self.unproven());
        let sentences: String = sentences.map(|sentence| sentence + "\n").collect();
        format!("{tables}\n{sentences}{}", self.closing())
    }

    /// Table of every puzzle with every solver's time.
    pub(super) fn times(&self) -> String {
        let names = self.results.solvers.iter().cloned();
        let mut rows = vec![["puzzle".to_owned()].into_iter().chain(names).chain([String::new()]).collect()];
        for (at, &puzzle) in self.outcomes.0.iter().enumerate() {
            let own = self.outcomes.1.iter().map(|outcomes| match outcomes[at] {
                outcome if outcome.is_right() => time(outcome.seconds),
                _ => "failed".to_owned(),
            });
            let answer = match &self.results.known[puzzle] {
                Known::Solved { .. } => "solvable",
                Known::Refuted => "impossible",
                Known::Unknown => "not known",
            };
            let title = self.results.puzzles[puzzle].to_string();
            rows.push([title].into_iter().chain(own).chain([answer.to_owned()]).collect());
        }
        columns(&rows)
    }

    fn unproven(&self) -> Vec<String> {
        let claims = self.results.runs.iter().filter(|run| run.verdict == Verdict::Impossible);
        let claimed: BTreeSet<usize> = claims.map(|run| run.task).collect();
        let unproven = claimed.into_iter().filter(|&puzzle| self.results.known[puzzle] == Known::Unknown);
        let sentence = |puzzle: usize| {
            let title = &self.results.puzzles[puzzle];
            format!("Unproven {title}: called impossible, and nobody has shown otherwise")
        };
        unproven.map(sentence).collect()
    }

    fn closing(&self) -> String {
        let Rules { rounds, limit_seconds, by_cpu } = *self.rules;
        let clock = if by_cpu { "of processor time" } else { "by the clock" };
        let puzzles = counted(self.results.puzzles.len() as u64, "puzzle");
        let (rounds, limit) = (counted(rounds as u64, "round"), time(limit_seconds));
        format!("{puzzles}, {rounds}, {limit} {clock} for each; done in {}\n", time(self.wall_seconds))
    }
}

/// Wrong and missing answers, once each, the sentences about a program together.
fn wrong(results: &Results) -> Vec<String> {
    let mut errors: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for run in &results.runs {
        let Some(sentence) = run.complaint() else { continue };
        let own = errors.entry(&run.program).or_default();
        if !own.contains(&sentence) {
            own.push(sentence);
        }
    }
    let mut sentences = Vec::new();
    for (program, errors) in errors {
        let more = errors.len().saturating_sub(MOST_SENTENCES);
        sentences.extend(errors.into_iter().take(MOST_SENTENCES));
        if more > 0 {
            sentences.push(format!("Wrong or failed {program}, {more} more"));
        }
    }
    sentences
}

fn time(seconds: f64) -> String {
    span(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX))
}

/// Name of a column of a table, and its cell of a standing.
type Column<'a, T> = (&'a str, fn(&T) -> String);

/// Table with a row for each standing, after the names of its columns; `None` without standings.
fn table<T, const N: usize>(standings: &[T], known: [Column<T>; N]) -> Option<String> {
    let head = known.iter().map(|(name, _)| (*name).to_owned()).collect();
    let row = |own| known.iter().map(|(_, cell)| cell(own)).collect();
    let rows = [head].into_iter().chain(standings.iter().map(row)).collect::<Vec<_>>();
    (!standings.is_empty()).then(|| columns(&rows))
}

#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Results")]
pub(super) struct ResultFiles {
    /// Write a table of all runs to FILE
    #[arg(long, value_name = "FILE")]
    csv: Option<OsString>,

    /// Write the results to FILE, with the machine, the date and the commit (`TRAYBIT_COMMIT`, or git's)
    #[arg(long, value_name = "FILE")]
    record: Option<OsString>,
}

impl ResultFiles {
    pub(super) fn try_out(&self) -> Result<(), Failure> {
        let mut names = [&self.csv, &self.record].into_iter().flatten();
        names.try_for_each(|name| Output::named(Some(name)).try_out())
    }

    pub(super) fn write(
        &self,
        summary: &Summary<'_>,
        entrants: [(&str, &[Entrant]); 2],
    ) -> Result<(), String> {
        if let Some(name) = &self.csv {
            Output::named(Some(name)).write(&csv_text(summary)?)?;
        }
        let write = |name| Output::named(Some(name)).write(&record(summary, entrants));
        self.record.as_deref().map_or(Ok(()), write)
    }
}

/// All runs as comma-separated values, after a line with their names.
fn csv_text(summary: &Summary<'_>) -> Result<String, String> {
    let unwritable = |error: csv::Error| format!("the table of values cannot be written: {error}");
    let mut writer = csv::Writer::from_writer(Vec::new());
    summary.runs.iter().try_for_each(|run| writer.serialize(run)).map_err(unwritable)?;
    let bytes = writer.into_inner().map_err(|error| unwritable(error.into_error().into()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn record(summary: &Summary<'_>, entrants: [(&str, &[Entrant]); 2]) -> String {
    let date = output_of("date", &["-u", "+%Y-%m-%d %H:%M UTC"]);
    let processor = resident::field("/proc/cpuinfo", "model name");
    let processor = processor.unwrap_or_else(|| "processor not known".to_owned());
    let cores = counted(available_parallelism().map_or(1, NonZero::get) as u64, "core");
    let memory = resident::of_machine().map_or_else(|| "memory not known".to_owned(), bytes);
    let commit = var("TRAYBIT_COMMIT").ok().filter(|commit| !commit.trim().is_empty());
    let commit = commit.or_else(|| output_of("git", &["rev-parse", "HEAD"]));
    let unknown = || "unknown".to_owned();
    let mut text = format!("date: {}\n", date.unwrap_or_else(unknown));
    // A string takes all that is written to it.
    let _ = writeln!(text, "machine: {processor}, {cores}, {memory}");
    let _ = writeln!(text, "commit: {}", commit.unwrap_or_else(unknown).trim());
    for (kind, entrants) in entrants {
        for Entrant { name, command, .. } in entrants {
            let _ = writeln!(text, "{kind} {name}: {command}");
        }
    }
    format!("{text}\n{}\n{}", summary.text(), summary.times())
}

/// The line that a program prints, if it succeeds.
fn output_of(program: &str, arguments: &[&str]) -> Option<String> {
    let answer =
        Command::new(program).args(arguments).stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    let line = String::from_utf8_lossy(&answer.stdout).trim().to_owned();
    (answer.status.success() && !line.is_empty()).then_some(line)
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
            rules: Rules { rounds: 1, limit_seconds: 80.0, by_cpu: false },
            solvers: solvers.iter().map(|(name, _)| (*name).to_owned()).collect(),
            checkers: Vec::new(),
            puzzles: vec![title("easy", "a"), title("easy", "b"), title("hard", "c"), title("hard", "d")],
            known: vec![solved.clone(), Known::Refuted, solved.clone(), solved],
            runs: Vec::new(),
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
        results.rules.by_cpu = true;
        results.runs.extend(results.runs.clone().into_iter().map(|run| Run { round: 2, ..run }));
        let places =
            summary(&results).solvers.iter().map(|own| (own.place, own.sum_seconds)).collect::<Vec<_>>();
        assert_eq!(places, [(1, 8.0), (1, 8.0)]);
        results.runs[0].verdict = Verdict::Failed("over the limit".to_owned());
        let summary = summary(&results);
        let first = summary.solvers.iter().find(|own| own.solver == "first").unwrap();
        assert_eq!((first.failed, first.points.easy, first.sum_seconds), (1, Some(0.0), 86.0));
    }

    #[test]
    fn a_contest_that_was_stopped_counts_what_all_have_tried() {
        let mut results = results(&[("first", [1.0; 4]), ("second", [1.0; 4])]);
        results.runs.truncate(6);
        let stopped = summary(&results);
        assert!(stopped.solvers.iter().all(|own| own.puzzles == 2 && own.points.hard.is_none()));
        assert_eq!(stopped.times().lines().count(), 3);
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
