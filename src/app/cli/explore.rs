//! The whole space of sliding blocks, layer by layer: `traybit explore PUZZLE [GOAL]`.

use std::ffi::OsString;

use clap::Args;

use crate::answer::explored::{self, so_far};
use crate::answer::graph::{MAX_POSITIONS, graph};
use crate::answer::{Answer, Ending};
use crate::cli::plotting::{self, Plotting};
use crate::cli::verb::{Verb, typed};
use crate::runner::checkpoint::Checkpoints;
use crate::runner::disk::OnDisk;
use crate::runner::failure::{Ended, Failure};
use crate::runner::options::{DEFAULT_METRIC, METRICS, Options, SlidingFiles, give, one_of};
use crate::runner::output::Output;
use crate::runner::{Run, Searching};
use traybit_program::status::Status;
use traybit_program::text::{Activity, grouped, noun, search_cost};
use traybit_sliding::formats::drawing;
use traybit_sliding::metric::Metric;
use traybit_sliding::puzzle::Puzzle;
use traybit_sliding::solve::spaces::{ExploreOptions, Space, explore};

/// The verb of sliding blocks.
pub(crate) const VERB: Verb = Verb {
    name: "explore",
    options: Arguments::augment_args,
    run: |files, matches| run(files, &typed(matches)?),
};

/// Options as typed.
#[derive(Args, Clone, Debug)]
struct Arguments {
    /// Unit of a move
    #[arg(long, value_parser = one_of(METRICS), default_value = DEFAULT_METRIC)]
    metric: Metric,

    /// Ignore the goals of a drawing
    #[arg(long, conflicts_with = "hardest")]
    no_goal: bool,

    /// Also print the positions of every layer, a line `DISTANCE POSITIONS` each
    #[arg(long)]
    layers: bool,

    /// Write a table to FILE: for each distance, the positions, the goals among them, and the positions so far from the goals
    #[arg(long, value_name = "FILE")]
    csv: Option<OsString>,

    /// Draw N of the farthest positions, and of the hardest starts
    #[arg(long, value_name = "N", default_value_t = 1)]
    draw: usize,

    /// Write the first of the hardest starts to FILE, as a drawing to be solved
    #[arg(long, value_name = "FILE")]
    hardest: Option<OsString>,

    /// Write the graph of all positions (a million at most) to FILE: XML (`GraphML`) if FILE ends in `.graphml`, or else a list
    /// of edges, two position numbers a line
    #[arg(long, value_name = "FILE")]
    graph: Option<OsString>,

    #[command(flatten)]
    plotting: Plotting,

    #[command(flatten)]
    checkpoints: Checkpoints,

    #[command(flatten)]
    on_disk: OnDisk,

    #[command(flatten)]
    searching: Searching,

    #[command(flatten)]
    options: Options,
}

/// Explores a space.
fn run(files: &[OsString], arguments: &Arguments) -> Ended {
    let Arguments { metric, hardest, .. } = arguments;
    let files = SlidingFiles::of(files)?;
    if arguments.no_goal && files.goal.is_some() {
        return Err(Failure::usage(
            "--no-goal ignores the goals of a drawing; leave the goal's file out instead",
        ));
    }
    let sources = files.sources()?;
    let mut run = Run::start_searching(&arguments.options, &arguments.searching, Activity::Exploring)?;
    let problem = SlidingFiles::read(&sources)?;
    let problem = if arguments.no_goal { problem.without_goals() } else { problem };
    if hardest.is_some() && problem.goals.is_empty() {
        let name = sources.0.name();
        return Err(Failure::usage(format_args!("{name} has no goal, so no start is the hardest")));
    }
    run.open()?;
    let hardest = run.beside("hardest start", "--hardest", hardest.as_deref())?;
    let csv = run.beside("table", "--csv", arguments.csv.as_deref())?;
    let plot = run.beside("plot", "--plot", arguments.plotting.plot.as_deref())?;
    let graph = run.beside("graph", "--graph", arguments.graph.as_deref())?;
    let farthest = arguments.draw.max(usize::from(hardest.is_some()));
    let options = ExploreOptions { farthest, goals: !problem.goals.is_empty() };
    let subject = format!("{problem:?} {metric:?} {options:?}");
    run.resume_on_disk(&arguments.on_disk, &arguments.checkpoints, &subject)?;
    let space = run
        .search(|limits, checkpoint| explore(&problem, *metric, options, &limits.of_the_last(), checkpoint));
    let space = space.map_err(|error| run.refuse_checkpoint(&error))?;
    let graph = graph.map(|file| (file, arguments.graph_of(&space, &problem, &run)));
    let answer = answer(&space, arguments, &run);
    let status = answer.ending.status;
    let text = run.tell(answer);
    let status = run.write(status, || {
        let status = match (status, &hardest) {
            (Status::Done, Some(file)) => give_hardest(&space, file).unwrap_or_else(Failure::tell),
            (status, _) => status,
        };
        give(run.output(), &text, status)
    });
    let status = plot.map_or(status, |file| {
        plotting::give(
            &file,
            plotting::space(&space, &problem, *metric, &files.puzzle, arguments.plotting.log),
            status,
        )
    });
    let status = graph.map_or(status, |(file, graph)| match graph {
        Ok(graph) => plotting::give(&file, Ok(graph), status),
        Err(failure) => failure.tell(),
    });
    Ok(run.end_beside(csv, Some(explored::layers(&space)), status))
}

impl Arguments {
    /// The space as a graph, where it was explored to its end.
    fn graph_of(&self, space: &Space, problem: &Puzzle, run: &Run) -> Result<String, Failure> {
        let positions = space.explored.sizes.iter().sum::<u64>();
        if space.explored.ended.is_some() || positions > MAX_POSITIONS {
            let sentence = format_args!(
                "--graph: no graph is written: expected a whole space of at most {} positions, found {} or more",
                grouped(MAX_POSITIONS),
                grouped(positions)
            );
            return Err(Failure::new(sentence, Status::GaveUp));
        }
        let is_graphml =
            self.graph.as_deref().is_some_and(|name| name.to_string_lossy().ends_with(".graphml"));
        graph(problem, self.metric, is_graphml, run.limits())
            .map_err(|_| Failure::new("--graph: no graph is written: a limit was reached", Status::GaveUp))
    }
}

fn answer(space: &Space, arguments: &Arguments, run: &Run) -> Answer {
    let (metric, cost) = (arguments.metric, space.cost());
    let ending = space.ended().map_or(Ending::DONE, |reason| run.gave_up(reason, &cost));
    let known = space.ended().map(|_| match space.explored.ended {
        Some(_) => so_far(&space.explored, "start", noun(metric)),
        None => "the space and its goals are complete; the hardest starts are not found".to_owned(),
    });
    let body = explored::blocks(space, metric, arguments.layers);
    let answer = Answer::found(body, ending, cost).remark(known);
    let answer = answer.remark([search_cost(&cost, Some(&space.choice))]);
    Answer { choice: Some(space.choice), ..answer }
}

/// Writes the hardest start.
fn give_hardest(space: &Space, file: &Output) -> Ended {
    let hardest = space.goals.as_ref().and_then(|goals| goals.hardest.first()).ok_or_else(|| {
        Failure::new("no position meets the goal, so no start is the hardest", Status::Impossible)
    })?;
    let text = drawing::write(hardest).map_err(Failure::unwritable)?;
    Ok(give(file, &text, Status::Done))
}
