//! `traybit solve TRAY GOAL`: the shortest solution, or any.

use std::ffi::OsString;

use clap::Args;

use crate::cli::files::read_problem;
use crate::cli::options::{Options, give, refuse_files, say, sources};
use crate::cli::profile::Profile;
use crate::cli::searching::{Run, Searching, Unit};
use crate::cli::status::TraybitStatus;
use crate::report::json;
use crate::report::text::{self, Undone};
use crate::solve::{Report, Verdict, Wanted, solve};

const EXAMPLES: &str = "\
The moves go to standard output, one a line, as `checker` reads them: the row and the column of the
block's top-left cell before and after. All else goes to standard error.

Examples:
  traybit solve puzzles/sliding/klotski puzzles/sliding/klotski.goal
  traybit solve --metric path --json TRAY GOAL
  traybit solve --any --limit 10s --memory 2G TRAY GOAL > moves
  traybit solve --stats TRAY GOAL > moves";

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
    searching: Searching,

    #[command(flatten)]
    options: Options,
}

impl Arguments {
    fn wanted(&self) -> Wanted {
        if self.any { Wanted::Any } else { Wanted::Shortest(self.metric.into()) }
    }
}

/// Solves and reports; both results are exit statuses.
pub(crate) fn run(arguments: &Arguments) -> Result<TraybitStatus, TraybitStatus> {
    let (options, searching) = (&arguments.options, &arguments.searching);
    let [tray, goal] = sources([("TRAY", &arguments.tray), ("GOAL", &arguments.goal)])?;
    let profile = Profile::place(searching.profile.as_deref(), options.output.as_deref())?;
    let run = Run::prepare(options, Undone::Solving)?;
    let problem = read_problem(&tray, Some(&goal)).map_err(refuse_files)?;
    let output = options.output()?;
    let profile = profile.map(Profile::begin).transpose()?;
    let report = run.search(options.quiet, |limits| solve(&problem, arguments.wanted(), limits));
    let (answer, status) = render(&report, arguments, &run);
    let status = give(&output, &answer, status);
    Ok(profile.map_or(status, |profile| profile.finish(status)))
}

/// The answer as it is written, and the status; what else there is to say is said.
fn render(report: &Report, arguments: &Arguments, run: &Run) -> (String, TraybitStatus) {
    let (options, wanted) = (&arguments.options, arguments.wanted());
    let figures = run.figures(report.cost);
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
            let (sentence, status) = run.gave_up(*reason, &report.cost);
            (String::new(), Some(sentence), status)
        }
    };
    if let Some(sentence) = &reason {
        say(sentence);
        options.remark(text::cost(report));
    }
    arguments.searching.tell(&figures, report.choice.as_ref());
    if options.json {
        (json::document(&json::Solution::new(report, wanted, figures, reason)), status)
    } else {
        (moves, status)
    }
}
