//! The number of shortest solutions of sliding blocks: `traybit count PUZZLE [GOAL]`.

use std::ffi::OsString;

use clap::Args;
use traybit_sliding::metric::Metric;
use traybit_sliding::solve::Verdict;
use traybit_sliding::solve::paths::{PathOptions, solve_all};

use crate::answer::{Answer, Ending, solution};
use crate::cli::verb::{Verb, typed};
use crate::runner::checkpoint::Checkpoints;
use crate::runner::failure::Ended;
use crate::runner::options::{DEFAULT_METRIC, METRICS, Options, SlidingFiles, one_of};
use crate::runner::{Run, Searching};
use traybit_program::status::Status;
use traybit_program::text::{Activity, search_cost, unsolvable};

/// The verb of sliding blocks.
pub(crate) const VERB: Verb = Verb {
    name: "count",
    options: Arguments::augment_args,
    run: |files, matches| run(files, &typed(matches)?),
};

/// Options as typed.
#[derive(Args, Clone, Debug)]
struct Arguments {
    /// Unit of a move
    #[arg(long, value_parser = one_of(METRICS), default_value = DEFAULT_METRIC)]
    metric: Metric,

    #[command(flatten)]
    checkpoints: Checkpoints,

    #[command(flatten)]
    searching: Searching,

    #[command(flatten)]
    options: Options,
}

/// Counts the shortest solutions.
fn run(files: &[OsString], arguments: &Arguments) -> Ended {
    let files = SlidingFiles::of(files)?;
    let sources = files.sources()?;
    let mut run = Run::start_searching(&arguments.options, &arguments.searching, Activity::Solving)?;
    let problem = files.read_with_goal(&sources)?;
    run.open()?;
    let all = PathOptions { metric: arguments.metric, then: None, count: true };
    run.resume(&arguments.checkpoints, &format!("count {problem:?} {:?}", arguments.metric))?;
    let found = run.search(|limits, checkpoint| solve_all(&problem, all, &limits.of_the_last(), checkpoint));
    let (report, facts) = found.map_err(|error| run.refuse_checkpoint(&error))?;
    let ending = match &report.verdict {
        Verdict::Solved { .. } => Ending::DONE,
        Verdict::Unsolvable(proof) => Ending::because(unsolvable(*proof, &report.cost), Status::Impossible),
        Verdict::GaveUp(reason) => run.gave_up(*reason, &report.cost),
    };
    let cost = format!("{}; {}", search_cost(&report.cost, report.choice.as_ref()), report.method);
    let body = solution::count(&report, arguments.metric, &facts);
    let answer = Answer::found(body, ending, report.cost).remark([cost]);
    Ok(run.end_with(Answer { choice: report.choice, ..answer }))
}
