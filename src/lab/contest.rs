//! `traybit contest DIR… --solver 'NAME=COMMAND {init} {goal}'`: times programs and ranks them by the course's rules.
//!
//! All programs try a task before the next one, so that a machine whose speed changes is fair to all:
//!
//! ```text
//!            task 0      task 1      task 2         the first program changes from task to task
//!  round 1   A B C       B C A       C A B          and from round to round
//!  round 2   B C A       C A B       A B C
//! ```

mod process;
mod results;
mod standing;
mod summary;
mod tasks;

use std::collections::HashSet;
use std::env::temp_dir;
use std::ffi::OsString;
use std::slice::from_ref;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use clap::{ArgGroup, Args, value_parser};
use tempfile::Builder;

use crate::contest::process::{Entrant, parse, run as run_process};
use crate::contest::results::{End, Kind, Known, Results, Rules};
use crate::contest::summary::Summary;
use crate::contest::tasks::{Expected, Task, invalid, pairs, trials};
use traybit_app::collection::errors;
use traybit_app::report::batch::whole::told;
use traybit_app::report::document;
use traybit_app::run::output::{Output, tried_apart, unwritable};
use traybit_app::run::progress::Bar;
use traybit_app::run::{Ended, Failure, Options, Run, Status, give, say};
use traybit_core::{Cost, GaveUp, Limits};
use traybit_program::{Activity, counted, span};
use traybit_sliding::solve::{self, Objective, solve};

const LIMIT: Duration = Duration::from_secs(80);
/// Time limit of a run on an invalid input, which needs no search.
const LONGEST_REFUSAL: Duration = Duration::from_secs(10);

const LIMIT_HELP: &str =
    "Stop each run after TIME: 10 (seconds), 500ms, 2m, 1h [default: `TRAYBIT_TIME`, or 80s]";
const MEMORY_HELP: &str = "Use at most SIZE of memory for the reference answers; programs are not limited: \
                           500MB, 4G [default: `TRAYBIT_MEMORY`, or four fifths of the memory]";
/// Time solvers and checkers, and rank them by the course's rules
#[derive(Args, Clone, Debug)]
#[command(mut_arg("limit", |limit| limit.help(LIMIT_HELP)), mut_arg("memory", |memory| memory.help(MEMORY_HELP)), after_help = include_str!("help/contest.txt"), group(ArgGroup::new("programs").required(true).multiple(true)))]
pub struct Arguments {
    /// Folders, indexes and puzzles
    #[arg(required = true, value_name = "DIR")]
    names: Vec<OsString>,

    /// A solver: its name and its command, with {init} and {goal} for the files; may be repeated
    #[arg(long, value_name = "NAME=COMMAND", value_parser = parse, group = "programs")]
    solver: Vec<Entrant>,

    /// A checker, likewise; it gets moves as its standard input
    #[arg(long, value_name = "NAME=COMMAND", value_parser = parse, group = "programs")]
    checker: Vec<Entrant>,

    /// Use only these sets, separated by commas: those of an index, or folders
    #[arg(long, value_name = "SETS", value_delimiter = ',')]
    set: Vec<String>,

    /// Number of rounds: runs of each program on each puzzle
    #[arg(long, value_name = "N", default_value = "3", value_parser = value_parser!(u16).range(1..=1000))]
    rounds: u16,

    /// Leave puzzles that no solver solved without an answer; by default traybit answers them
    #[arg(long)]
    no_reference: bool,

    /// Write a table of all runs to FILE
    #[arg(long, value_name = "FILE")]
    csv: Option<OsString>,

    #[command(flatten)]
    options: Options,
}

pub fn run(arguments: &Arguments) -> Ended {
    let sentence =
        "a contest needs process groups and processor times as Unix has them; hold it on Linux or macOS";
    Failure::usage_if(cfg!(not(unix)), sentence)?;
    let options = &arguments.options.plain;
    let began = Instant::now();
    let limit = arguments.options.budgets.budget()?.time.unwrap_or(LIMIT);
    let run = Run::start(&arguments.options, Activity::PUZZLES)?;
    arguments.refuse_equal_names()?;
    let (pairs, oddities) = pairs(&arguments.names, &arguments.set, run.limits().threads);
    let output = options.output()?;
    let table = arguments.csv.as_deref().map(|name| tried_apart("table", "--csv", name, from_ref(&output)));
    let table = table.transpose()?;
    if arguments.has_lines() {
        Output::Standard.write(&told(&oddities)).map_err(Failure::unwritable)?;
    }
    let unreadable = errors(&oddities);
    if unreadable.is_some() {
        let unreadable = oddities.iter().filter(|oddity| oddity.is_error()).count();
        say(format_args!("{} could not be read", counted(unreadable as u64, "puzzle or index")));
    }
    if pairs.is_empty() {
        let sentence = "there is no pair of a tray and its goal to hold a contest on";
        return Err(Failure::new(sentence, unreadable.unwrap_or(Status::Invalid)));
    }
    let names = |entrants: &[Entrant]| entrants.iter().map(|entrant| entrant.name.clone()).collect();
    let mut results = Results {
        rules: Rules { rounds: arguments.rounds.into(), limit },
        solvers: names(&arguments.solver),
        checkers: names(&arguments.checker),
        puzzles: pairs.iter().map(|pair| pair.title.clone()).collect(),
        known: vec![Known::Unknown; pairs.len()],
        runs: Vec::new(),
        is_stopped: false,
    };
    run.let_search(|limits| {
        // The time limit is for each process, not for the contest.
        arguments.hold(&pairs, &mut results, &Limits { deadline: None, ..limits.clone() })
    })?;
    let stopped = results.is_stopped.then(|| say_stopped(&run, &results));
    results.judge_claims();
    let summary = Summary::new(&results, &oddities, began.elapsed());
    let written = table.map_or(Ok(()), |table| table.write(&summary.csv())).map_err(Failure::unwritable);
    let status = stopped.or(written.err().map(Failure::tell)).or(unreadable).unwrap_or(Status::Done);
    let answer = if options.json { document("contest", &summary) } else { summary.text() };
    Ok(give(&output, &answer, status))
}

impl Arguments {
    fn has_lines(&self) -> bool {
        !self.options.plain.quiet && !self.options.plain.json
    }

    fn refuse_equal_names(&self) -> Result<(), Failure> {
        for (what, entrants) in [("solvers", &self.solver), ("checkers", &self.checker)] {
            let mut names = HashSet::new();
            if let Some(entrant) = entrants.iter().find(|entrant| !names.insert(&entrant.name)) {
                let sentence =
                    format_args!("two {what} are called {}: give each a name of its own", entrant.name);
                return Err(Failure::usage(sentence));
            }
        }
        Ok(())
    }

    /// Runs all programs on all tasks.
    fn hold(&self, pairs: &[Task], results: &mut Results, limits: &Limits) -> Result<(), Failure> {
        let folder = Builder::new().prefix("traybit-contest-").tempdir();
        let folder = folder.map_err(|reason| Failure::unwritable(unwritable(&temp_dir(), &reason)))?;
        let solvers = self.solver.len();
        for (number, program) in self.solver.iter().chain(&self.checker).enumerate() {
            let tasks = invalid(folder.path(), number >= solvers).map_err(Failure::unwritable)?;
            results.hold(Kind::Faulty, (number, from_ref(program)), &tasks, limits, |_| {});
            // A program that cannot be started is refused before the others run.
            for run in &results.runs {
                if let End::Unstarted(reason) = &run.end {
                    let sentence = format!("{}: cannot be started: {reason}", run.program);
                    return Err(Failure::new(sentence, Status::Unreadable));
                }
            }
        }
        let bar = |tasks: &[Task]| {
            Bar::start("timing", usize::from(self.rounds) * tasks.len(), self.options.plain.quiet)
        };
        if !self.solver.is_empty() {
            let bar = bar(pairs);
            let done = |runs: &[_]| bar.done(self.has_lines().then(|| line(runs)).as_deref());
            results.hold(Kind::Solver, (0, &self.solver), pairs, limits, done);
        }
        if !self.no_reference {
            results.refer(pairs, limits);
        }
        if !self.checker.is_empty() {
            let tasks = trials(folder.path(), pairs, &results.known).map_err(Failure::unwritable)?;
            let bar = bar(&tasks);
            results.hold(Kind::Checker, (solvers, &self.checker), &tasks, limits, |_| bar.done(None));
        }
        Ok(())
    }
}

/// Reports the progress of a stopped contest; returns the status.
fn say_stopped(run: &Run, results: &Results) -> Status {
    let status = run.gave_up(GaveUp::Stopped, &Cost::default()).status;
    let by = match status {
        Status::Stopped(signal) => format!(" by {}", signal.name()),
        _ => String::new(),
    };
    let all = results.rules.rounds * results.solvers.len() * results.puzzles.len();
    let done = results.runs.iter().filter(|run| run.kind == Kind::Solver).count();
    Failure::new(format_args!("stopped{by}: {done} of {all} runs of solvers are done"), status).tell()
}

/// Line of a puzzle: the time of every solver, and its verdict unless that is right.
fn line(runs: &[results::Run]) -> String {
    let times = runs.iter().map(|run| {
        let verdict = if run.verdict.is_right() { String::new() } else { format!(" ({})", run.verdict) };
        format!("{} {}{verdict}", run.program, span(run.seconds))
    });
    format!("Round {} {}: {}", runs[0].round, runs[0].title(), times.collect::<Vec<_>>().join(", "))
}

impl Results {
    /// Runs programs, numbered from `first`, on tasks. `done` gets the runs of each task, those of solvers in the order of
    /// their numbers.
    fn hold(
        &mut self,
        kind: Kind,
        (first, programs): (usize, &[Entrant]),
        tasks: &[Task],
        limits: &Limits,
        mut done: impl FnMut(&[results::Run]),
    ) {
        if self.is_stopped {
            return;
        }
        let (rounds, limit) = match kind {
            Kind::Faulty => (0..=0, self.rules.limit.min(LONGEST_REFUSAL)),
            _ => (1..=self.rules.rounds, self.rules.limit),
        };
        for round in rounds {
            for (number, task) in tasks.iter().enumerate() {
                let before = self.runs.len();
                for turn in 0..programs.len() {
                    let place = (turn + number + round.saturating_sub(1)) % programs.len();
                    let program = &programs[place];
                    let words = program.filled(&task.files);
                    let Some(ended) = run_process(&words, task.moves.as_deref(), limit, limits) else {
                        self.is_stopped = true;
                        return;
                    };
                    let (verdict, solution) = task.judge(&ended.end, &ended.output);
                    if let Some(moves) = solution.filter(|_| self.known[number] == Known::Unknown) {
                        self.known[number] = Known::Solved { by: program.name.clone(), moves };
                    }
                    self.runs.push(results::Run {
                        kind,
                        round,
                        program: program.name.clone(),
                        set: task.title.set.clone(),
                        puzzle: task.title.name.clone(),
                        end: ended.end,
                        seconds: ended.wall.as_secs_f64(),
                        cpu_seconds: ended.cpu.as_secs_f64(),
                        verdict,
                        entrant: first + place,
                        task: number,
                    });
                }
                let runs = &mut self.runs[before..];
                if kind == Kind::Solver {
                    runs.sort_by_key(|run| run.entrant);
                }
                done(runs);
            }
        }
    }

    /// Lets the project's own engine solve the puzzles that no solver solved, each within the time limit.
    fn refer(&mut self, pairs: &[Task], limits: &Limits) {
        for (pair, known) in pairs.iter().zip(&mut self.known) {
            let Expected::Solution(problem) = &pair.expected else { continue };
            if *known != Known::Unknown || self.is_stopped {
                continue;
            }
            match solve(problem, Objective::Any, &limits.for_at_most(self.rules.limit)).verdict {
                solve::Verdict::Solved { slides, .. } => {
                    *known = Known::Solved { by: "traybit's engine".to_owned(), moves: slides };
                }
                solve::Verdict::Unsolvable(_) => *known = Known::Refuted,
                solve::Verdict::GaveUp(_) => {}
            }
            self.is_stopped = limits.stop.load(Ordering::Relaxed);
        }
    }
}
