//! `traybit explore TRAY`: the whole space of a tray, layer by layer.

use std::ffi::OsString;

use clap::Args;

use crate::cli::files::{Source, read_problem};
use crate::cli::options::{Options, give, refuse_files, say};
use crate::cli::profile::Profile;
use crate::cli::searching::{Run, Searching, Unit};
use crate::cli::status::TraybitStatus;
use crate::report::text::{Undone, search_cost};
use crate::report::{explored, json};
use crate::search::layered::Explored;
use crate::sliding::layout::Choice;
use crate::sliding::metric::Metric;
use crate::solve::explore;

const EXAMPLES: &str = "\
All positions that can be reached are counted, equal blocks interchangeable: how many there are, and
how many at each distance from the start.

Examples:
  traybit explore puzzles/sliding/klotski
  traybit explore --metric slide --layers TRAY
  traybit explore --json --stats --limit 1m --memory 8G TRAY > space.json";

/// Count all positions that can be reached, by their distance
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The tray's file; `-` is standard input
    tray: OsString,

    /// What counts as one move
    #[arg(long, value_enum, default_value_t = Unit::Step)]
    metric: Unit,

    /// Print the positions of every layer too, a line `DISTANCE POSITIONS` each
    #[arg(long)]
    layers: bool,

    #[command(flatten)]
    searching: Searching,

    #[command(flatten)]
    options: Options,
}

/// Explores and reports; both results are exit statuses.
pub(crate) fn run(arguments: &Arguments) -> Result<TraybitStatus, TraybitStatus> {
    let (options, searching) = (&arguments.options, &arguments.searching);
    let profile = Profile::place(searching.profile.as_deref(), options.output.as_deref())?;
    let run = Run::prepare(options, Undone::Exploring)?;
    let problem = read_problem(&Source::or_input(&arguments.tray), None).map_err(refuse_files)?;
    let output = options.output()?;
    let profile = profile.map(Profile::begin).transpose()?;
    let metric = arguments.metric.into();
    let (explored, choice) = run.search(options.quiet, |limits| explore(&problem, metric, limits));
    let (answer, status) = render(explored, choice, metric, arguments, &run);
    let status = give(&output, &answer, status);
    Ok(profile.map_or(status, |profile| profile.finish(status)))
}

/// The answer as it is written, and the status; what else there is to say is said.
fn render(
    explored: Explored,
    choice: Choice,
    metric: Metric,
    arguments: &Arguments,
    run: &Run,
) -> (String, TraybitStatus) {
    let options = &arguments.options;
    let figures = run.figures(explored.cost);
    let (reason, status) = match explored.ended {
        None => (None, TraybitStatus::Done),
        Some(reason) => {
            let (sentence, status) = run.gave_up(reason, &explored.cost);
            say(&sentence);
            options.remark(explored::so_far(&explored, metric));
            (Some(sentence), status)
        }
    };
    options.remark(search_cost(&explored.cost, Some(&choice)));
    arguments.searching.tell(&figures, Some(&choice));
    let answer = if options.json {
        json::document(&json::Exploration::new(explored, metric, choice, figures, reason))
    } else if reason.is_none() {
        explored::answer(&explored, metric, arguments.layers)
    } else {
        String::new()
    };
    (answer, status)
}
