//! Summary of a contest: tables, sentences, values and document.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use serde::Serialize;

use crate::contest::report::checking::{self, Check, Trial};
use crate::contest::report::results::{Results, Rules};
use crate::contest::report::standing::{Field, Standing};
use crate::contest::report::{Known, Probe, Process, Row, Run, Title, Verdict, judge};
use traybit_app::collection::Oddity;
use traybit_app::report;
use traybit_app::report::document;
use traybit_program::text::{counted, span};

/// Sentences about the answers of one program, at most.
const MOST_SENTENCES: usize = 20;

/// A contest with its rankings.
#[derive(Debug)]
pub(crate) struct Summary<'a> {
    results: &'a Results,
    rules: &'a Rules,
    oddities: &'a [Oddity],
    wall: Duration,
    /// The first place first.
    pub(crate) solvers: Vec<Standing>,
    checkers: Vec<checking::Standing>,
}

/// Summary as a document.
#[derive(Serialize)]
struct Document<'a> {
    rules: &'a Rules,
    solvers: &'a [Standing],
    checkers: &'a [checking::Standing],
    wrong: Vec<String>,
    runs: Vec<Row>,
    errors: Vec<&'a str>,
    left_out: Vec<&'a str>,
    wall_seconds: f64,
}

impl<'a> Summary<'a> {
    /// Judges the claims among the results and ranks all; what is no puzzle, and the time by the clock.
    pub(crate) fn new(
        results: &'a mut Results,
        rules: &'a Rules,
        oddities: &'a [Oddity],
        wall: Duration,
    ) -> Self {
        judge(&mut results.runs, &results.known);
        let results: &'a Results = results;
        let checkers =
            checking::standings(&results.checkers, &results.checks, &results.checker_probes, rules.by_cpu);
        let mut solvers = Field::new(results, rules).standings();
        for standing in &mut solvers {
            // A checker of the same name is the same team's.
            let own = checkers.iter().find(|checker| checker.checker == standing.solver);
            standing.points.checker = own.map(|checker| checker.points);
            standing.points.course += standing.points.checker.unwrap_or(0.0);
        }
        Self { results, rules, oddities, wall, solvers, checkers }
    }

    /// The rankings, the errors, and a closing sentence.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        if !self.solvers.is_empty() {
            text += &ranking(&self.solvers);
            text.push('\n');
            text += &points(&self.solvers);
        }
        if !self.checkers.is_empty() {
            text += if text.is_empty() { "" } else { "\n" };
            text += &checker_ranking(&self.checkers);
        }
        let sentences = self.sentences().into_iter().map(|sentence| sentence + "\n");
        text + "\n" + &sentences.collect::<String>() + &self.summary()
    }

    /// Table of every puzzle with every solver's time.
    pub(crate) fn times(&self) -> String {
        let field = Field::new(self.results, self.rules);
        let names = self.results.solvers.iter().cloned();
        let mut rows = vec![["puzzle".to_owned()].into_iter().chain(names).chain([String::new()]).collect()];
        for puzzle in field.tried() {
            let time = |solver| field.seconds(solver, puzzle).map_or_else(|| "failed".to_owned(), time);
            let answer = match &self.results.known[puzzle] {
                Known::Solved(_) => "solvable",
                Known::Refuted => "impossible",
                Known::Unknown => "not known",
            };
            let mut row = vec![self.results.puzzles[puzzle].words()];
            row.extend((0..self.results.solvers.len()).map(time));
            row.push(answer.to_owned());
            rows.push(row);
        }
        report::columns(&rows)
    }

    /// Wrong answers and unproven claims.
    fn sentences(&self) -> Vec<String> {
        let mut sentences = self.wrong();
        let claims = self.results.runs.iter().filter(|run| run.verdict == Verdict::Impossible);
        let claimed: BTreeSet<usize> = claims.map(|run| run.puzzle).collect();
        for puzzle in claimed.into_iter().filter(|&puzzle| self.results.known[puzzle] == Known::Unknown) {
            let title = self.results.puzzles[puzzle].words();
            sentences.push(format!("Unproven {title}: called impossible, and nobody has shown otherwise"));
        }
        sentences
    }

    /// Wrong and missing answers, once each, the sentences about a program together.
    fn wrong(&self) -> Vec<String> {
        let mut errors: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        let mut add = |kind: &str, program: &'a str, what: String| {
            let sentence = format!("{kind} {program}, {what}");
            let own = errors.entry(program).or_default();
            if !own.contains(&sentence) {
                own.push(sentence);
            }
        };
        let Results { solvers, checkers, puzzles, .. } = self.results;
        for (name, probes) in self.results.probes() {
            for probe in probes.iter().filter(|probe| !probe.is_right()) {
                add("Wrong", name, format!("{}: {}", probe.what, expected(probe)));
            }
        }
        for run in &self.results.runs {
            let (kind, reason) = match &run.verdict {
                Verdict::Wrong(reason) => ("Wrong", reason),
                Verdict::Failed(reason) => ("Failed", reason),
                _ => continue,
            };
            add(kind, &solvers[run.solver], format!("{}: {reason}", puzzles[run.puzzle].words()));
        }
        for Check { checker, trial, probe, .. } in &self.results.checks {
            if !probe.is_right() {
                let what = format!("{}: {}", self.results.trials[*trial].words(), expected(probe));
                add("Wrong", &checkers[*checker], what);
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

    fn summary(&self) -> String {
        let Rules { rounds, limit_seconds, by_cpu } = *self.rules;
        let clock = if by_cpu { "of processor time" } else { "by the clock" };
        let puzzles = counted(self.results.puzzles.len() as u64, "puzzle");
        let rounds = counted(rounds as u64, "round");
        let limit = span(Duration::try_from_secs_f64(limit_seconds).unwrap_or(Duration::MAX));
        format!("{puzzles}, {rounds}, {limit} {clock} for each; done in {}\n", span(self.wall))
    }

    /// Rows of all runs.
    pub(crate) fn rows(&self) -> Vec<Row> {
        let results = self.results;
        let mut rows = Vec::new();
        for Run { round, solver, puzzle, process, verdict } in &results.runs {
            let (title, solver) = (results.puzzles[*puzzle].clone(), &results.solvers[*solver]);
            rows.push(row("solver", *round, solver, title, process, verdict.words()));
        }
        for Check { round, checker, trial, probe } in &results.checks {
            let Trial { puzzle: Title { set, name }, moves, .. } = &results.trials[*trial];
            let title = Title { set: set.clone(), name: format!("{name}, {moves}") };
            let checker = &results.checkers[*checker];
            rows.push(row("checker", *round, checker, title, &probe.process, probe.verdict()));
        }
        for (name, probes) in results.probes() {
            for probe in probes {
                let title = Title { set: String::new(), name: probe.what.clone() };
                rows.push(row("faulty", 0, name, title, &probe.process, probe.verdict()));
            }
        }
        rows
    }

    /// The summary as one document.
    pub(crate) fn document(&self) -> String {
        let sentences = |is_error: bool| {
            let own = self.oddities.iter().filter(move |oddity| oddity.is_error() == is_error);
            own.map(|oddity| oddity.sentence.as_str()).collect()
        };
        document(
            "contest",
            &Document {
                rules: self.rules,
                solvers: &self.solvers,
                checkers: &self.checkers,
                wrong: self.wrong(),
                runs: self.rows(),
                errors: sentences(true),
                left_out: sentences(false),
                wall_seconds: self.wall.as_secs_f64(),
            },
        )
    }
}

fn row(
    kind: &'static str,
    round: usize,
    program: &str,
    title: Title,
    process: &Process,
    verdict: String,
) -> Row {
    let Process { end, seconds, cpu_seconds } = process;
    let (program, status) = (program.to_owned(), end.words());
    let (seconds, cpu_seconds) = (*seconds, *cpu_seconds);
    Row { kind, round, program, set: title.set, puzzle: title.name, status, seconds, cpu_seconds, verdict }
}

fn expected(probe: &Probe) -> String {
    format!("expected status {}, found {}", probe.expected, probe.process.end.words())
}

fn time(seconds: f64) -> String {
    span(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX))
}

/// Name of a column of a table, and its cell of a standing.
type Column<'a, T> = (&'a str, fn(&T) -> String);

/// Table with a row for each of some standings, after the names of its columns.
fn table<T, const N: usize>(standings: &[T], columns: [Column<T>; N]) -> String {
    let head = columns.iter().map(|(name, _)| (*name).to_owned()).collect();
    let row = |own| columns.iter().map(|(_, cell)| cell(own)).collect();
    report::columns(&[head].into_iter().chain(standings.iter().map(row)).collect::<Vec<_>>())
}

fn ranking(standings: &[Standing]) -> String {
    let ratio =
        |own: &Standing| own.ratio.map_or_else(|| "-".to_owned(), |ratio| format!("{:.3}", ratio.mean));
    table(
        standings,
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
    )
}

fn points(standings: &[Standing]) -> String {
    fn gained(points: Option<f64>) -> String {
        points.map_or_else(|| "-".to_owned(), |points| format!("{points:.1}"))
    }
    table(
        standings,
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
    )
}

fn checker_ranking(standings: &[checking::Standing]) -> String {
    table(
        standings,
        [
            ("checker", |own| own.checker.clone()),
            ("place", |own| own.place.to_string()),
            ("lists", |own| own.trials.to_string()),
            ("sum", |own| time(own.sum_seconds)),
            ("median", |own| time(own.median_seconds)),
            ("points", |own| format!("{:.1}", own.points)),
            ("right statuses", |own| format!("{} of {}", own.right_statuses, own.statuses)),
        ],
    )
}
