//! `traybit solve PUZZLE [GOAL]`: the shortest solution, or any; here that of sliding blocks.

pub(crate) mod packing;
pub(crate) mod tiles;

use std::ffi::OsString;

use clap::Args;

use crate::command::work::Work;
use crate::report::solution::{self, Solution};
use crate::report::{Answer, Ending};
use crate::run::certificate::{self, Certifying};
use crate::run::disk::{OnDisk, apart_from_checkpoint};
use crate::run::page::{NOT_PROVEN, Paging, playback_of_slides};
use crate::run::{
    Checkpoints, DEFAULT_METRIC, Ended, METRICS, Run, SearchOptions, SlidingFiles, Status, one_of,
};
use traybit_certificate::record::certify;
use traybit_program::text::{Activity, length_in, unsolvable};
use traybit_sliding::metric::Metric;
use traybit_sliding::puzzle::Puzzle;
use traybit_sliding::slide::Slide;
use traybit_sliding::solve::{Objective, Report, Verdict, solve_or_resume};
use traybit_sliding::solve::{any_instead, leaving_time};

/// The ending of a search for sliding blocks.
pub(crate) fn ending(problem: &Puzzle, report: &Report, run: &Run) -> Ending {
    match &report.verdict {
        Verdict::Solved { .. } => Ending::DONE,
        Verdict::Unsolvable(proof) => {
            Ending::because(unsolvable(problem, proof, &report.cost), Status::Impossible)
        }
        Verdict::GaveUp(reason) => run.gave_up(*reason, &report.cost),
    }
}

#[derive(Args, Clone, Debug)]
#[command(mut_arg("disk", apart_from_checkpoint))]
pub(crate) struct Sliding {
    /// Unit of a move
    #[arg(long, value_parser = one_of(METRICS), default_value = DEFAULT_METRIC)]
    metric: Metric,

    /// Find any solution, as soon as possible, instead of the shortest
    #[arg(long, conflicts_with_all = ["metric", "checkpoint", "disk"])]
    fast: bool,

    #[command(flatten)]
    paging: Paging,

    #[command(flatten)]
    certifying: Certifying,

    #[command(flatten)]
    checkpoints: Checkpoints,

    #[command(flatten)]
    on_disk: OnDisk,

    #[command(flatten)]
    options: SearchOptions,
}

impl Work for Sliding {
    fn run(self, names: &[OsString]) -> Ended {
        let Self { metric, fast, .. } = self;
        let files = SlidingFiles::of(names)?;
        let mut run = Run::start_searching(&self.options, Activity::Solving)?;
        let problem = files.read_with_goal()?;
        run.open()?;
        let certificate = self.certifying.place(&mut run, Some(&self.on_disk))?;
        let page = run.page(&self.paging, &names[0])?;
        let objective = if fast { Objective::Any } else { Objective::Shortest(metric) };
        let subject = format!("{problem:?} {objective:?}");
        if fast {
            run.resume(&self.checkpoints, &subject)?;
        } else {
            run.resume_on_disk(&self.on_disk, &self.checkpoints, &subject)?;
        }
        let found = run.search(|limits, checkpoint| {
            let searching = if fast { limits.of_the_last() } else { leaving_time(limits).of_the_last() };
            let report = solve_or_resume(&problem, objective, &searching, checkpoint)?;
            let known = match (&report.verdict, objective) {
                (Verdict::GaveUp(reason), Objective::Shortest(_)) => any_instead(&problem, *reason, limits),
                _ => None,
            };
            Ok((report, known))
        });
        let (report, known) = found.map_err(|error| run.refuse_checkpoint(&error))?;
        let mut status = run.give(answer(&problem, &report, objective, known.as_deref(), &run));
        if let Some(page) = page {
            let (slides, claim) = match (&report.verdict, objective) {
                (Verdict::Solved { slides, length }, Objective::Shortest(metric)) => {
                    (Some(slides), format!("{} are the fewest, proven", length_in(metric, *length as u64)))
                }
                (Verdict::Solved { slides, .. }, Objective::Any) => (Some(slides), NOT_PROVEN.to_owned()),
                _ => (known.as_ref(), NOT_PROVEN.to_owned()),
            };
            let playback = slides.map(|slides| playback_of_slides(&problem, slides));
            status = page.finish(&run, playback, claim, status);
        }
        status = certificate::finish(certificate, &mut run, status, |limits| {
            certify(&problem, &report, objective, limits)
        });
        Ok(run.end(status))
    }
}

fn answer(
    problem: &Puzzle,
    report: &Report,
    objective: Objective,
    known: Option<&[Slide]>,
    run: &Run,
) -> Answer<Solution> {
    let bounds = solution::bounds(report, objective, known, &run.limits().progress);
    let body = solution::body(report, objective, bounds.as_ref());
    let answer = Answer::found(body, ending(problem, report, run), report.cost);
    let remarks = solution::remarks(report, objective, bounds.as_ref());
    answer.remark(remarks).searched_by(report.choice.as_ref(), report.method)
}
