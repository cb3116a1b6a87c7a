//! `traybit solve TRAY GOAL`: the shortest solution, or any.

use std::ffi::OsString;
use std::sync::Arc;
use std::time::Instant;

use clap::{Args, ValueEnum};

use crate::cli::budget::Budget;
use crate::cli::files::read_sources;
use crate::cli::options::{KNOBS, Options, PROGRAM, give, refuse_files, say, sources};
use crate::cli::progress::ProgressLine;
use crate::cli::signals::Signals;
use crate::cli::status::TraybitStatus;
use crate::report::{json, text};
use crate::search::outcome::GaveUp;
use crate::sliding::metric::Metric;
use crate::solve::{Report, Verdict, Wanted, solve};

const EXAMPLES: &str = "\
The moves go to standard output, one a line, as `checker` reads them: the row and the column of the
block's top-left cell before and after. All else goes to standard error.

Examples:
  traybit solve puzzles/sliding/klotski puzzles/sliding/klotski.goal
  traybit solve --metric path --json TRAY GOAL
  traybit solve --any --limit 10s --memory 2G TRAY GOAL > moves";

/// Find the shortest solution, or any
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The tray's file; `-` is standard input
    tray: OsString,

    /// The goal's file
    goal: OsString,

    /// What counts as one move
    #[arg(long, value_enum, default_value_t = Unit::Slide)]
    metric: Unit,

    /// Any solution, as soon as possible, instead of the shortest
    #[arg(long, conflicts_with = "metric")]
    any: bool,

    #[command(flatten)]
    options: Options,
}

/// A metric as typed.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
enum Unit {
    /// One block moves one cell
    Step,
    /// One block moves along one straight line
    Slide,
    /// One block moves along any path
    Path,
}

impl Arguments {
    fn wanted(&self) -> Wanted {
        match (self.any, self.metric) {
            (true, _) => Wanted::Any,
            (_, Unit::Step) => Wanted::Shortest(Metric::Step),
            (_, Unit::Slide) => Wanted::Shortest(Metric::Slide),
            (_, Unit::Path) => Wanted::Shortest(Metric::Path),
        }
    }
}

/// Solves and reports; both results are exit statuses.
pub(crate) fn run(arguments: &Arguments) -> Result<TraybitStatus, TraybitStatus> {
    let began = Instant::now();
    let options = &arguments.options;
    let [tray, goal] = sources([("TRAY", &arguments.tray), ("GOAL", &arguments.goal)])?;
    let budget = options.budget()?;
    let mut limits = budget.limits(began);
    let progress = Arc::clone(&limits.progress);
    let signals = Signals::install(PROGRAM, move || text::unfinished(&progress)).ok();
    if let Some(signals) = &signals {
        limits.stop = signals.stop();
    }
    let (tray, goal) = read_sources(&tray, Some(&goal)).map_err(refuse_files)?;
    let output = options.output()?;
    if let Some(signals) = &signals {
        signals.grant_grace();
    }
    let line = ProgressLine::start(&limits.progress, options.quiet);
    let report = solve(&tray, &goal, arguments.wanted(), &limits);
    drop(line);
    if let Some(signals) = &signals {
        signals.finish();
    }
    let (answer, status) = render(&report, arguments, &budget, signals.as_ref());
    Ok(give(&output, &answer, status))
}

/// The answer as it is written, and the status; what else there is to say is said.
fn render(
    report: &Report,
    arguments: &Arguments,
    budget: &Budget,
    signals: Option<&Signals>,
) -> (String, TraybitStatus) {
    let (options, wanted) = (&arguments.options, arguments.wanted());
    let (moves, reason, status) = match &report.verdict {
        Verdict::Solved { slides, length } => {
            for sentence in text::solved(report, wanted, slides, *length) {
                options.remark(sentence);
            }
            (text::moves(slides), None, TraybitStatus::Done)
        }
        Verdict::Unsolvable(proof) => {
            (String::new(), Some(text::unsolvable(*proof, &report.cost)), TraybitStatus::Impossible)
        }
        Verdict::GaveUp(reason) => {
            let (sentence, status) = match signals.and_then(Signals::caught) {
                Some(signal) if *reason == GaveUp::Stopped => {
                    (text::stopped(signal.name(), &report.cost), TraybitStatus::Stopped(signal))
                }
                _ => (
                    text::gave_up(*reason, &report.cost, budget.time, budget.memory, KNOBS),
                    TraybitStatus::GaveUp,
                ),
            };
            (String::new(), Some(sentence), status)
        }
    };
    if let Some(sentence) = &reason {
        say(sentence);
        options.remark(text::cost(report));
    }
    if options.json {
        (json::document(&json::Solution::new(report, wanted, reason)), status)
    } else {
        (moves, status)
    }
}
