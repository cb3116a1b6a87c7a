//! `traybit tiles batch`: boards of files, lists and folders, or random ones: solved, checked, reported.

use std::time::Instant;

use clap::Args;

use crate::cli::options::{Options, give, refuse};
use crate::cli::searching::{Run, Searching};
use crate::cli::status::TraybitStatus;
use crate::cli::tiles::boards::Boards;
use crate::cli::tiles::gave_up;
use crate::cli::tiles::wanted::{Asking, require};
use crate::report::json;
use crate::report::text::Undone;
use crate::report::tile_batch::Batch;
use traybit_core::search::outcome::Cost;
use traybit_tiles::solve::batch::Solvers;

const EXAMPLES: &str = "\
A file is one board, or a list: a line of integers for each, with a name before them and the
length of its shortest solution after them, or without. Of a folder all files are read. Without
files, random boards are made. Every solution is replayed by the checker.

Examples:
  traybit tiles batch --fast boards/
  traybit tiles batch --goal blank-first puzzles/tiles/korf.txt
  traybit tiles batch --size 9 --moves 10000000 --count 1000 --fast --summary
  traybit tiles batch --size 5 --count 20 --quality 1 --json";

/// Solve many boards, of files or random ones, check them, and sum up
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Arguments {
    #[command(flatten)]
    boards: Boards,

    #[command(flatten)]
    asking: Asking,

    /// Print no line for each board
    #[arg(long)]
    summary: bool,

    #[command(flatten)]
    searching: Searching,

    #[command(flatten)]
    options: Options,
}

/// Solves all and reports; both results are exit statuses.
pub(super) fn run(arguments: &Arguments) -> Result<TraybitStatus, TraybitStatus> {
    let Arguments { boards, asking, options, searching, .. } = arguments;
    let (wanted, cache) = (asking.wanted(), asking.cache()?);
    let run = Run::prepare(options, Undone::Boards)?;
    let output = options.output()?;
    let found = boards.find(&run)?;
    let solvers = Solvers::new(&found.tasks, cache.as_deref());
    for task in &found.tasks {
        require(solvers.of(task), wanted)?;
    }
    let began = Instant::now();
    let reports = run.search(options.quiet, |limits| solvers.solve(&found.tasks, wanted, limits));
    let batch = Batch::new(&found.tasks, &reports, began.elapsed());
    let cost = reports.iter().fold(Cost::default(), |sum, report| sum.then(report.cost));
    let figures = run.figures(Cost { time: began.elapsed(), ..cost });
    searching.tell(&figures, None);
    let answer = if options.json {
        json::document(&batch.document(&figures))
    } else {
        let table =
            if arguments.summary || reports.is_empty() { String::new() } else { batch.table() + "\n" };
        table + &batch.summary(&figures).lines()
    };
    let ended = reports.iter().find_map(|report| report.ended);
    let status = match (found.faults.status(), ended) {
        (Some(status), _) => status,
        (None, Some(reason)) => {
            let (sentence, status) = gave_up(&run, reason, &cost);
            refuse(sentence, status)
        }
        (None, None) if batch.contradicts() => {
            refuse("some answers contradict the lengths that are listed", TraybitStatus::Impossible)
        }
        (None, None) => TraybitStatus::Done,
    };
    Ok(give(&output, &answer, status))
}
