//! `traybit tiles survey`: the distribution of optimal lengths over a sample of boards.

use clap::Args;
use traybit_core::search::layered::Explored;
use traybit_core::search::outcome::Cost;
use traybit_tiles::solve::answer::{Objective, Report};
use traybit_tiles::solve::batch::Solvers;

use crate::answer::tile_batch::survey;
use crate::answer::tiles::gave_up;
use crate::answer::{Answer, Ending};
use crate::cli::plotting::{self, Plotting};
use crate::cli::tiles::boards::Boards;
use crate::cli::tiles::mode::{Mode, require, save_memory};
use crate::runner::{Ended, Run, SearchOptions, Total, for_each};
use traybit_program::text::Activity;

const EXAMPLES: &str = "\
The boards are those of files, or --count random ones of --size. Each is solved as by `traybit tiles
batch --optimal`, or --pushes; boards given up at a limit or without a solution are left out.

Examples:
  traybit tiles survey --size 3 --count 1000
  traybit tiles survey --size 3x4 --count 100 --pushes --seed 7
  traybit tiles survey --size 3 --count 200 --plot lengths.svg";

/// Show how long the shortest solutions of a sample of boards are
#[derive(Args, Clone, Debug)]
#[command(mut_arg("limit", for_each), after_help = EXAMPLES)]
pub(super) struct Arguments {
    #[command(flatten)]
    boards: Boards,

    #[command(flatten)]
    mode: Mode,

    #[command(flatten)]
    plotting: Plotting,

    #[command(flatten)]
    total: Total,

    #[command(flatten)]
    options: SearchOptions,
}

pub(super) fn run(arguments: &Arguments) -> Ended {
    let Arguments { boards, mode, plotting, options, .. } = arguments;
    let cache = mode.cache(&options.common)?;
    let objective = match mode.objective() {
        Objective::Default => Objective::Optimal,
        objective => objective,
    };
    let mut run = Run::start_searching(options, Activity::Boards)?;
    let each = run.limit_each(arguments.total);
    let found = boards.find(&run)?;
    run.open()?;
    let plot = run.beside("plot", "--plot", plotting.plot.as_deref())?;
    let solvers = Solvers::new(found.tasks.iter().map(|task| &task.goal), cache.as_deref());
    for task in &found.tasks {
        require(solvers.of(&task.goal), objective)?;
    }
    save_memory(objective, found.tasks.iter().map(|task| &task.goal));
    let reports = run.search(|limits, _| solvers.solve(&found.tasks, objective, each, limits));
    let unit = reports.first().map_or_else(Default::default, |report| report.unit);
    let mut sizes = Vec::new();
    for (length, shortest) in reports.iter().filter_map(Report::length) {
        let length = length as usize;
        if shortest {
            sizes.resize(sizes.len().max(length + 1), 0);
            sizes[length] += 1;
        }
    }
    let cost = reports.iter().fold(Cost::default(), |sum, report| sum.then(report.cost));
    let ending = match (found.status, reports.iter().find_map(|report| report.ended)) {
        (Some(status), _) => Ending { status, reason: None },
        (None, Some(reason)) => gave_up(reason, &cost, &run),
        (None, None) => Ending::DONE,
    };
    let status = run.give(Answer::found(survey(&sizes, reports.len(), unit), ending, cost));
    let status = plot.map_or(status, |file| {
        let explored = Explored { sizes, ended: None, cost };
        let title = "Shortest solutions of a sample of boards";
        let plot = plotting::histogram(title, unit.noun(), "goal", &explored, None, plotting.log);
        plotting::give(&file, plot, status)
    });
    Ok(run.end(status))
}
