//! `traybit tiles survey`: the distribution of optimal lengths over a sample of boards.

use std::sync::{Mutex, PoisonError};

use clap::Args;
use traybit_core::search::layered::Explored;
use traybit_core::search::outcome::Cost;
use traybit_tiles::solution::Unit;

use crate::batch::{self, Allowed};
use crate::collection::Found;
use crate::command::batch::errors;
use crate::command::boards::Boards;
use crate::command::plotting::{self, Plotting};
use crate::command::solve::tiles::Cache;
use crate::report::tiles::survey;
use crate::report::{Answer, Ending};
use crate::run::{Ended, Failure, Run, SearchOptions, Total, for_each, say};
use traybit_family::{self, Objective, Verdict};
use traybit_program::text::Activity;
use traybit_sliding::metric::Metric;

const EXAMPLES: &str = "\
The boards are those of files, or --count random ones of --size. Each is solved as by `traybit batch
--optimal`, or --pushes; boards given up at a limit or without a solution are left out.

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

    /// Count pushes, where several tiles in line move as one: the multi-tile metric (MTM)
    #[arg(long)]
    pushes: bool,

    #[command(flatten)]
    cache: Cache,

    #[command(flatten)]
    plotting: Plotting,

    #[command(flatten)]
    total: Total,

    #[command(flatten)]
    options: SearchOptions,
}

pub(super) fn run(arguments: &Arguments) -> Ended {
    let Arguments { boards, plotting, options, .. } = arguments;
    let cache = arguments.cache.folder(&options.common)?;
    let optimal = (Objective::Optimal(Metric::Slide), Unit::Move);
    let (objective, unit) = if arguments.pushes { (Objective::Pushes, Unit::Push) } else { optimal };
    let mut run = Run::start_searching(options, Activity::Boards)?;
    let time = run.limit_each(arguments.total);
    let (found, oddities) = boards.find(&boards.aim()?, &run)?;
    for oddity in &oddities {
        say(&oddity.sentence);
    }
    for board in &found {
        board.puzzle.check_objective(objective).map_err(Failure::usage)?;
    }
    run.open()?;
    let plot = run.beside("plot", "--plot", plotting.plot.as_deref())?;
    let all: Vec<&Found> = found.iter().collect();
    let answers = Mutex::new(Vec::new());
    let unfinished = run.search(|limits, _| {
        let done = |_, answer| answers.lock().unwrap_or_else(PoisonError::into_inner).push(answer);
        batch::run(&all, objective, &Allowed { limits: limits.clone(), time, cache }, &done)
    });
    let answers: Vec<traybit_family::Answer> = answers.into_inner().unwrap_or_else(PoisonError::into_inner);
    let mut sizes = Vec::new();
    let mut ended = None;
    for answer in &answers {
        match answer.verdict {
            Verdict::Solved { length, .. } => {
                let length = length as usize;
                sizes.resize(sizes.len().max(length + 1), 0);
                sizes[length] += 1;
            }
            Verdict::GaveUp(reason) => ended = ended.or(reason),
            _ => {}
        }
    }
    let ended = run.limits().check_time().err().filter(|_| answers.len() < all.len()).or(ended);
    let cost = answers.iter().fold(Cost::default(), |sum, answer| sum.then(answer.cost));
    let cost = Cost { positions: cost.positions + unfinished, ..cost };
    let ending = match (errors(&oddities), ended) {
        (Some(status), _) => Ending { status, reason: None },
        (None, Some(reason)) => run.gave_up(reason, &cost),
        (None, None) => Ending::DONE,
    };
    let status = run.give(Answer::found(survey(&sizes, all.len(), unit), ending, cost));
    let status = plot.map_or(status, |file| {
        let explored = Explored { sizes, ended: None, cost };
        let title = "Shortest solutions of a sample of boards";
        let plot = plotting::histogram(title, unit.noun(), "goal", &explored, None);
        plotting::give(&file, &plot, status)
    });
    Ok(run.end(status))
}
