//! `traybit contest DIR… --solver 'NAME=COMMAND {init} {goal}'`: programs timed and ranked by the course's rules.

mod entrant;
mod files;
mod invalid_inputs;
mod judge;
mod pairs;
mod process;
mod race;
mod report;
mod scratch;
mod trials;

use std::collections::HashSet;
use std::ffi::OsString;
use std::time::{Duration, Instant};

use clap::builder::RangedU64ValueParser;
use clap::{ArgGroup, Args};

use crate::contest::entrant::{Entrant, parse};
use crate::contest::files::ResultFiles;
use crate::contest::invalid_inputs::InvalidInputs;
use crate::contest::pairs::{Pair, pairs};
use crate::contest::process::{Limit, Stopped};
use crate::contest::race::Race;
use crate::contest::report::summary::{Results, Rules, Summary};
use crate::contest::report::{End, Probe};
use crate::contest::scratch::Scratch;
use crate::contest::trials::Trials;
use traybit_app::answer::batch::whole::told;
use traybit_app::collection::Oddity;
use traybit_app::runner::Run;
use traybit_app::runner::failure::{Ended, Failure};
use traybit_app::runner::options::{Options, give, refuse, say};
use traybit_app::runner::output::Output;
use traybit_app::runner::progress::Bar;
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::{Cost, GaveUp};
use traybit_program::status::Status;
use traybit_program::text::{Activity, counted};

/// The course's limit.
const LIMIT: Duration = Duration::from_secs(80);
/// Most rounds.
const MOST_ROUNDS: u64 = 1000;

const EXAMPLES: &str = "\
Each program runs as a process of its own on each puzzle, one at a time, in rounds; the programs take
turns to begin. Moves are replayed, and statuses judged. Commands are split into words with quotes
as in a shell, and run without one. Puzzles are pairs of files, found as `traybit batch` finds them;
the sets `easy` and `hard` bring the course's points. A puzzle that a program fails in one round
counts as failed, with the limit as its time. That is 80 s unless --limit says otherwise; with --cpu
a process may take ten times the limit of wall time.

Examples:
  traybit contest contest/set.csv --solver 'ours=solver {init} {goal}'
  traybit contest --rounds 2 --solver 'ours=solver {init} {goal}' --csv runs.csv contest/set.csv
    --solver 'theirs=env solver {init} {goal}' --record result.txt
  traybit contest --cpu --limit 10 --checker 'ours=checker {init} {goal}' contest/set.csv";

/// Time solvers and checkers, and rank them by the course's rules
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES, group(ArgGroup::new("programs").required(true).multiple(true)))]
pub struct Arguments {
    /// Folders, listings and puzzles
    #[arg(required = true, value_name = "DIR")]
    names: Vec<OsString>,

    /// A solver: its name and its command, with {init} and {goal} for the files; may be repeated
    #[arg(long, value_name = "NAME=COMMAND", value_parser = parse, group = "programs")]
    solver: Vec<Entrant>,

    /// A checker, likewise; it gets moves as its standard input
    #[arg(long, value_name = "NAME=COMMAND", value_parser = parse, group = "programs")]
    checker: Vec<Entrant>,

    /// Use only these sets: a listing's, or folders
    #[arg(long, value_name = "SETS", value_delimiter = ',')]
    set: Vec<String>,

    /// Number of rounds: runs of each program on each puzzle
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = RangedU64ValueParser::<usize>::new().range(1..=MOST_ROUNDS))]
    rounds: usize,

    /// Count seconds of processor time, user and system, instead of the clock's
    #[arg(long)]
    cpu: bool,

    /// Do not let this project's engine answer what no solver solved
    #[arg(long)]
    no_reference: bool,

    /// No line for each puzzle
    #[arg(long)]
    summary: bool,

    #[command(flatten)]
    files: ResultFiles,

    #[command(flatten)]
    options: Options,
}

/// Why a contest ended early.
enum Early {
    Stopped,
    /// A file cannot be written: a sentence without its full stop.
    Unwritable(String),
    /// A program cannot be started: a sentence without its full stop.
    Unstarted(String),
}

impl From<Stopped> for Early {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}

/// Holds a contest and reports the results.
///
/// # Errors
/// The failure with its status: unusable arguments or files.
pub fn run(arguments: &Arguments) -> Ended {
    let Arguments { options, files, .. } = arguments;
    let began = Instant::now();
    let limit = Limit { time: options.budget()?.time.unwrap_or(LIMIT), by_cpu: arguments.cpu };
    let run = Run::start(options, Activity::Puzzles)?;
    arguments.refuse_equal_names()?;
    let output = options.output()?;
    files.try_out().map_err(Failure::unwritable)?;
    let (pairs, oddities) = pairs(&arguments.names, &arguments.set, run.limits().threads);
    if arguments.has_lines() {
        Output::Standard.write(&told(&oddities)).map_err(Failure::unwritable)?;
    }
    let unreadable = unreadable_files(&oddities);
    if pairs.is_empty() {
        let sentence = "there is no pair of a tray and its goal to hold a contest on";
        return Err(Failure::new(sentence, unreadable.unwrap_or(Status::Impossible)));
    }
    let mut results = arguments.results(&pairs);
    let ended = run.let_search(|limits| {
        // The time is each process's, not the contest's.
        let limits = Limits { deadline: None, ..limits.clone() };
        arguments.hold(&pairs, limit, &limits, &mut results)
    });
    let stopped = match ended {
        Err(Early::Unwritable(sentence)) => return Err(Failure::unwritable(sentence)),
        Err(Early::Unstarted(sentence)) => return Err(Failure::new(sentence, Status::Unreadable)),
        Err(Early::Stopped) => Some(arguments.say_stopped(&run, &results)),
        Ok(()) => None,
    };
    let rules =
        Rules { rounds: arguments.rounds, limit_seconds: limit.time.as_secs_f64(), by_cpu: limit.by_cpu };
    let summary = Summary::new(&mut results, &rules, &oddities, began.elapsed());
    let entrants = [("solver", &arguments.solver[..]), ("checker", &arguments.checker[..])];
    let written = files.write(&summary, entrants).map_err(Failure::unwritable);
    let status = stopped.or(written.err().map(Failure::tell)).or(unreadable).unwrap_or(Status::Done);
    let answer = if options.json { summary.document() } else { summary.text() };
    Ok(give(&output, &answer, status))
}

/// Status where files cannot be read, after a message.
fn unreadable_files(oddities: &[Oddity]) -> Option<Status> {
    let unreadable = oddities.iter().filter(|oddity| oddity.is_fault()).count();
    (unreadable > 0).then(|| {
        say(format_args!("{} could not be read", counted(unreadable as u64, "puzzle or listing")));
        Status::Invalid
    })
}

impl Arguments {
    /// True if each puzzle gets a line.
    fn has_lines(&self) -> bool {
        !self.summary && !self.options.quiet && !self.options.json
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

    fn results(&self, pairs: &[Pair]) -> Results {
        let names = |entrants: &[Entrant]| entrants.iter().map(|entrant| entrant.name.clone()).collect();
        Results {
            solvers: names(&self.solver),
            checkers: names(&self.checker),
            puzzles: pairs.iter().map(|pair| pair.title.clone()).collect(),
            ..Results::default()
        }
    }

    /// Runs everything; the results have what was run when it ends early.
    fn hold(
        &self,
        pairs: &[Pair],
        limit: Limit,
        limits: &Limits,
        results: &mut Results,
    ) -> Result<(), Early> {
        let mut race = Race::new(pairs.len());
        let held = self.hold_race(pairs, limit, limits, (&mut race, &mut *results));
        results.runs = race.runs;
        results.known = race.known;
        held
    }

    fn hold_race(
        &self,
        pairs: &[Pair],
        limit: Limit,
        limits: &Limits,
        (race, results): (&mut Race, &mut Results),
    ) -> Result<(), Early> {
        let scratch = Scratch::new().map_err(Early::Unwritable)?;
        let invalid = InvalidInputs::write(&scratch).map_err(Early::Unwritable)?;
        for solver in &self.solver {
            results.solver_probes.push(started(solver, invalid.of_solver(solver, limit, limits)?)?);
        }
        for checker in &self.checker {
            results.checker_probes.push(started(checker, invalid.of_checker(checker, limit, limits)?)?);
        }
        if !self.solver.is_empty() {
            let bar = Bar::start(self.rounds * pairs.len(), self.options.quiet);
            race.run(&self.solver, pairs, self.rounds, limit, (limits, &bar, self.has_lines()))?;
        }
        if !self.no_reference {
            race.refer(pairs, limit, limits)?;
        }
        if self.checker.is_empty() {
            return Ok(());
        }
        let trials = Trials::write(pairs, &race.solutions, &scratch).map_err(Early::Unwritable)?;
        results.trials.clone_from(&trials.trials);
        let bar = Bar::start(self.rounds * trials.trials.len(), self.options.quiet);
        trials.run(&self.checker, pairs, self.rounds, limit, (limits, &bar), &mut results.checks)?;
        Ok(())
    }

    /// Reports how far a stopped contest is, and returns the status.
    fn say_stopped(&self, run: &Run, results: &Results) -> Status {
        let status = run.gave_up(GaveUp::Stopped, &Cost::default()).status;
        let by = match status {
            Status::Stopped(signal) => format!(" by {}", signal.name()),
            _ => String::new(),
        };
        let all = self.rounds * results.solvers.len() * results.puzzles.len();
        refuse(format_args!("stopped{by}: {} of {all} runs of solvers are done", results.runs.len()), status)
    }
}

/// Refuses a program that cannot be started before the others run.
fn started(entrant: &Entrant, probes: Vec<Probe>) -> Result<Vec<Probe>, Early> {
    for probe in &probes {
        if let End::Unstarted(reason) = &probe.end {
            return Err(Early::Unstarted(format!("{}: cannot be started: {reason}", entrant.name)));
        }
    }
    Ok(probes)
}
