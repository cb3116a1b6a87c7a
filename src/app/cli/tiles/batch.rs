//! `traybit tiles batch`: boards of files, lists and folders, or random ones: solved, checked, reported.

use std::time::Instant;

use clap::Args;
use traybit_core::search::outcome::Cost;
use traybit_tiles::solve::answer::Verdict;
use traybit_tiles::solve::batch::Solvers;

use crate::answer::tiles::gave_up;
use crate::answer::{Answer, Ending, tile_batch};
use crate::cli::tiles::boards::Boards;
use crate::cli::tiles::mode::{Mode, require, save_memory};
use crate::runner::{Ended, Run, SearchOptions, Status, Total, for_each};
use traybit_program::text::{Activity, counted};

const EXAMPLES: &str = "\
A file is one board, or a list with one board a line: its integers, with or without a name before
them and the length of its shortest solution after them. All files of a folder are read. Without
files, --count random boards of --size are made. Every solution is replayed by the checker.

Examples:
  traybit tiles batch --fast boards/
  traybit tiles batch --goal blank-first puzzles/tiles/korf.txt
  traybit tiles batch --size 9 --moves 10000000 --count 1000 --fast --summary
  traybit tiles batch --size 5 --count 20 --quality 1 --json";

/// Solve many boards, of files or random ones, check them, and sum up
#[derive(Args, Clone, Debug)]
#[command(mut_arg("limit", for_each), after_help = EXAMPLES)]
pub(super) struct Arguments {
    #[command(flatten)]
    boards: Boards,

    #[command(flatten)]
    mode: Mode,

    #[command(flatten)]
    total: Total,

    /// Print the summary only
    #[arg(long)]
    summary: bool,

    #[command(flatten)]
    options: SearchOptions,
}

pub(super) fn run(arguments: &Arguments) -> Ended {
    let Arguments { boards, mode, summary, .. } = arguments;
    let (objective, cache) = (mode.objective(), mode.cache(&arguments.options.common)?);
    let mut run = Run::start_searching(&arguments.options, Activity::Boards)?;
    let each = run.limit_each(arguments.total);
    let found = boards.find(&run)?;
    run.open()?;
    let solvers = Solvers::new(found.tasks.iter().map(|task| &task.goal), cache.as_deref());
    for task in &found.tasks {
        require(solvers.of(&task.goal), objective)?;
    }
    save_memory(objective, found.tasks.iter().map(|task| &task.goal));
    let began = Instant::now();
    let reports = run.search(|limits, _| solvers.solve(&found.tasks, objective, each, limits));
    let time = began.elapsed();
    let (body, contradicts) = tile_batch::body(&found.tasks, &reports, time, !summary);
    let cost = reports.iter().fold(Cost::default(), |sum, report| sum.then(report.cost));
    let ending = match (found.status, reports.iter().find_map(|report| report.ended)) {
        (Some(status), _) => Ending { status, reason: None },
        (None, Some(reason)) => gave_up(reason, &cost, &run),
        (None, None) if contradicts => {
            Ending::because("some answers contradict the listed lengths", Status::Impossible)
        }
        (None, None) => Ending::DONE,
    };
    // The rows of the document have their own reasons.
    let answer = Answer::found(body, ending.told(), Cost { time, ..cost });
    let unsolvable = reports.iter().filter(|report| matches!(report.verdict, Verdict::Unsolvable(_))).count();
    let hint = found.other_goal().filter(|_| unsolvable > 0).map(|name| {
        let unsolvable = counted(unsolvable as u64, "board");
        format!("{unsolvable} without a solution for this goal; with --goal {name} all have one")
    });
    Ok(run.end_with(Answer { has_cost: false, ..answer }.remark(hint)))
}
