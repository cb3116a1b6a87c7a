//! `traybit explore PUZZLE [GOAL]`: the whole space of a puzzle, layer by layer.

use std::ffi::OsString;

use clap::Args;

use crate::cli::checkpoint::{Checkpoint, Checkpoints, refuse_snapshot};
use crate::cli::files::read_problem;
use crate::cli::options::{Options, give, puzzle_sources, refuse, refuse_files, say};
use crate::cli::output::Output;
use crate::cli::plotting::{self, Plotting};
use crate::cli::profile::Profile;
use crate::cli::searching::{Run, Searching, Unit};
use crate::cli::status::TraybitStatus;
use crate::report::text::{Undone, search_cost};
use crate::report::{explored, json};
use traybit_sliding::formats::drawing;
use traybit_sliding::metric::Metric;
use traybit_sliding::solve::spaces::{Space, Wishes, explore_kept};

const EXAMPLES: &str = "\
All positions that can be reached are counted, equal blocks interchangeable: how many there are,
how many at each distance from the start, and which are the farthest. With a goal, the positions
that meet it are counted too, and the hardest starts found: those farthest from every one of
them. A checkpoint holds whole layers: what was found of an unfinished one is found again.

Examples:
  traybit explore puzzles/sliding/klotski
  traybit explore --metric slide puzzles/sliding/klotski puzzles/sliding/klotski.goal
  traybit explore --hardest hardest.txt puzzles/sliding/rush-hour-15.txt
  traybit explore --checkpoint explore.state puzzles/sliding/klotski
  traybit explore --json --stats --limit 1m --memory 8G TRAY > space.json
  traybit explore --plot layers.svg TRAY GOAL";

/// Count all positions that can be reached, and find the farthest and the hardest
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The puzzle's file: a drawing, a Rush Hour board, or a tray; `-` is standard input
    puzzle: OsString,

    /// The goal's file, for a tray
    goal: Option<OsString>,

    /// What counts as one move
    #[arg(long, value_enum, default_value_t = Unit::Step)]
    metric: Unit,

    /// Leave a drawing's goals out of account
    #[arg(long, conflicts_with_all = ["hardest", "goal"])]
    no_goal: bool,

    /// Print the positions of every layer too, a line `DISTANCE POSITIONS` each
    #[arg(long, conflicts_with = "csv")]
    layers: bool,

    /// Print a table of all layers instead, with goals, and the layers from the goals
    #[arg(long, conflicts_with = "json")]
    csv: bool,

    /// Draw so many of the farthest positions, and of the hardest starts
    #[arg(long, value_name = "N", default_value_t = 1)]
    draw: usize,

    /// Write the first of the hardest starts to FILE, as a drawing to be solved
    #[arg(long, value_name = "FILE")]
    hardest: Option<OsString>,

    #[command(flatten)]
    plotting: Plotting,

    #[command(flatten)]
    checkpoints: Checkpoints,

    #[command(flatten)]
    searching: Searching,

    #[command(flatten)]
    options: Options,
}

/// Explores and reports; both results are exit statuses.
pub(crate) fn run(arguments: &Arguments) -> Result<TraybitStatus, TraybitStatus> {
    let (options, searching) = (&arguments.options, &arguments.searching);
    let (puzzle, goal) = puzzle_sources(&arguments.puzzle, arguments.goal.as_deref())?;
    if let (Some(hardest), Some(output)) = (&arguments.hardest, &options.output)
        && hardest == output
    {
        let sentence = "the answer and the hardest start cannot go to the same place";
        return Err(refuse(sentence, TraybitStatus::WrongUsage));
    }
    let profile = Profile::place(searching.profile.as_deref(), options.output.as_deref())?;
    let run = Run::prepare(options, Undone::Exploring)?;
    let problem = read_problem(&puzzle, goal.as_ref()).map_err(refuse_files)?;
    let problem = if arguments.no_goal { problem.without_goals() } else { problem };
    if arguments.hardest.is_some() && !problem.has_goal() {
        let sentence = format_args!("{} has no goal, so no start is the hardest", puzzle.name());
        return Err(refuse(sentence, TraybitStatus::WrongUsage));
    }
    let output = options.output()?;
    let plot = {
        let others = [&arguments.hardest, &searching.profile].into_iter().flatten();
        arguments.plotting.place(options, others)?
    };
    let profile = profile.map(Profile::begin).transpose()?;
    let metric = arguments.metric.into();
    let farthest = arguments.draw.max(usize::from(arguments.hardest.is_some()));
    let wishes = Wishes { farthest, goals: problem.has_goal() };
    let mut others = vec![output.clone()];
    others.extend(arguments.hardest.iter().map(|name| Output::named(Some(name))));
    let words = format!("{problem:?} {metric:?} {wishes:?}");
    let checkpoint = arguments.checkpoints.open(&run, &others, &words)?;
    let checkpoint = checkpoint.as_ref();
    let keeping = checkpoint.map(Checkpoint::keeping);
    let space = run.search(options.quiet, |limits| {
        explore_kept(&problem, metric, wishes, &limits.of_the_last(), keeping)
    });
    let space = space.map_err(|fault| refuse_snapshot(checkpoint, &fault))?;
    let (answer, status) = render(&space, metric, arguments, &run);
    if let (Some(_), Some(way_on)) = (space.ended(), checkpoint.and_then(Checkpoint::way_on)) {
        options.remark(way_on);
    }
    let status = match (status, &arguments.hardest) {
        (TraybitStatus::Done, Some(name)) => give_hardest(&space, name),
        (status, _) => status,
    };
    let status = give(&output, &answer, status);
    if let Some(way_on) = checkpoint.and_then(|checkpoint| checkpoint.settle(status)) {
        options.remark(way_on);
    }
    let status = match plot {
        Some(file) => {
            plotting::give(&file, plotting::space(&space, &problem, metric, &arguments.puzzle), status)
        }
        None => status,
    };
    Ok(profile.map_or(status, |profile| profile.finish(status)))
}

/// The answer as it is written, and the status; what else there is to say is said.
fn render(space: &Space, metric: Metric, arguments: &Arguments, run: &Run) -> (String, TraybitStatus) {
    let options = &arguments.options;
    let cost = space.cost();
    let figures = run.figures(cost);
    let (reason, status) = match space.ended() {
        None => (None, TraybitStatus::Done),
        Some(reason) => {
            let (sentence, status) = run.gave_up(reason, &cost);
            say(&sentence);
            options.remark(match space.explored.ended {
                Some(_) => explored::so_far(&space.explored, metric),
                None => "the space and its goals are whole; the hardest starts are not found".to_owned(),
            });
            (Some(sentence), status)
        }
    };
    options.remark(search_cost(&cost, Some(&space.choice)));
    arguments.searching.tell(&figures, Some(&space.choice));
    let answer = if options.json {
        json::document(&json::Exploration::new(space, metric, figures, reason))
    } else if arguments.csv {
        explored::csv(space)
    } else if space.explored.ended.is_none() {
        explored::answer(space, metric, arguments.layers)
    } else {
        String::new()
    };
    (answer, status)
}

/// Writes the hardest start.
fn give_hardest(space: &Space, name: &OsString) -> TraybitStatus {
    let Some(hardest) = space.goals.as_ref().and_then(|goals| goals.hardest.first()) else {
        return refuse("no position meets the goal, so no start is the hardest", TraybitStatus::Impossible);
    };
    match drawing::write(hardest) {
        Ok(text) => give(&Output::named(Some(name)), &text, TraybitStatus::Done),
        Err(sentence) => refuse(sentence, TraybitStatus::GaveUp),
    }
}
