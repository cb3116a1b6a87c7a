//! `traybit solve PUZZLE [GOAL]`: the shortest solution, or any.

use std::ffi::OsString;

use clap::Args;

use crate::certificate::MOST_POSITIONS;
use crate::certificate::record::certify;
use crate::cli::certifying::{Certifying, Sealed};
use crate::cli::checkpoint::{Checkpoint, Checkpoints, refuse_snapshot};
use crate::cli::files::read_problem;
use crate::cli::options::{Options, give, puzzle_sources, refuse, refuse_files, require_goal, say};
use crate::cli::output::Output;
use crate::cli::page::{Paging, playback_of_slides};
use crate::cli::profile::Profile;
use crate::cli::searching::{Run, Searching, Unit};
use crate::cli::status::TraybitStatus;
use crate::report::json;
use crate::report::text::{self, Undone};
use traybit_sliding::metric::Metric;
use traybit_sliding::solve::ways::{Asked, Ways, solve_all_kept};
use traybit_sliding::solve::{Report, Verdict, Wanted, solve_kept};

const EXAMPLES: &str = "\
The moves go to standard output, one a line, as `checker` reads them: the row and the column of the
block's top-left cell before and after. All else goes to standard error. A checkpoint holds whole
layers: what was found of an unfinished one is found again.

Examples:
  traybit solve puzzles/sliding/klotski puzzles/sliding/klotski.goal
  traybit solve puzzles/sliding/rush-hour-51.txt
  traybit solve --metric slide --then step --count puzzles/sliding/klotski-exit.txt
  traybit solve --metric path --json TRAY GOAL
  traybit solve --any --limit 10s --memory 2G TRAY GOAL > moves
  traybit solve --checkpoint solve.state TRAY GOAL > moves
  traybit solve --stats TRAY GOAL > moves
  traybit solve --metric step --certificate klotski.json TRAY GOAL
  traybit solve --html klotski.html TRAY GOAL";

/// Find the shortest solution, or any
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The puzzle's file: a drawing, a Rush Hour board, or a tray; `-` is standard input
    puzzle: OsString,

    /// The goal's file, for a tray
    goal: Option<OsString>,

    /// What counts as one move
    #[arg(long, value_enum, default_value_t = Unit::Slide)]
    metric: Unit,

    /// Any solution, as soon as possible, instead of the shortest
    #[arg(long, conflicts_with_all = ["metric", "then", "count", "checkpoint"])]
    any: bool,

    /// Among the shortest solutions give one with the fewest moves in this metric
    #[arg(long, value_enum, value_name = "METRIC")]
    then: Option<Unit>,

    /// Tell how many shortest solutions there are, equal blocks interchangeable
    #[arg(long)]
    count: bool,

    #[command(flatten)]
    paging: Paging,

    #[command(flatten)]
    certifying: Certifying,

    #[command(flatten)]
    checkpoints: Checkpoints,

    #[command(flatten)]
    searching: Searching,

    #[command(flatten)]
    options: Options,
}

impl Arguments {
    fn wanted(&self) -> Wanted {
        if self.any { Wanted::Any } else { Wanted::Shortest(self.metric.into()) }
    }

    /// What is asked of all shortest solutions, if something is.
    fn asked(&self) -> Option<Asked> {
        let asked =
            Asked { metric: self.metric.into(), then: self.then.map(Metric::from), count: self.count };
        (self.count || self.then.is_some()).then_some(asked)
    }
}

/// Solves and reports; both results are exit statuses.
pub(crate) fn run(arguments: &Arguments) -> Result<TraybitStatus, TraybitStatus> {
    let (options, searching) = (&arguments.options, &arguments.searching);
    if arguments.then == Some(arguments.metric) {
        let sentence = "--then breaks ties in another metric than --metric";
        return Err(refuse(sentence, TraybitStatus::WrongUsage));
    }
    let (puzzle, goal) = puzzle_sources(&arguments.puzzle, arguments.goal.as_deref())?;
    let profile = Profile::place(searching.profile.as_deref(), options.output.as_deref())?;
    let run = Run::prepare(options, Undone::Solving)?;
    let problem = read_problem(&puzzle, goal.as_ref()).map_err(refuse_files)?;
    require_goal(&problem, &puzzle, goal.is_some())?;
    let output = options.output()?;
    let others: Vec<Output> = [output.clone()].into_iter().chain(profile.clone()).collect();
    let certificate = arguments.certifying.place(&others)?;
    let others = Sealed::among(others, certificate.as_ref());
    let page = arguments.paging.place(&arguments.puzzle, &others)?;
    let profile = profile.map(Profile::begin).transpose()?;
    let (asked, wanted) = (arguments.asked(), arguments.wanted());
    let words = format!("{problem:?} {wanted:?} {}", asked.is_some());
    let checkpoint = arguments.checkpoints.open(&run, &others, &words)?;
    let checkpoint = checkpoint.as_ref();
    let keeping = checkpoint.map(Checkpoint::keeping);
    let found = run.search(options.quiet, |limits| {
        let limits = &limits.of_the_last();
        match asked {
            Some(asked) => solve_all_kept(&problem, asked, limits, keeping),
            None => Ok((solve_kept(&problem, wanted, limits, keeping)?, Ways::default())),
        }
    });
    let (report, ways) = found.map_err(|fault| refuse_snapshot(checkpoint, &fault))?;
    let (answer, status) = render(&report, ways, arguments, &run);
    if let (Verdict::GaveUp(_), Some(way_on)) = (&report.verdict, checkpoint.and_then(Checkpoint::way_on)) {
        options.remark(way_on);
    }
    let status = give(&output, &answer, status);
    if let Some(way_on) = checkpoint.and_then(|checkpoint| checkpoint.settle(status)) {
        options.remark(way_on);
    }
    let status = page.map_or(status, |page| {
        let slides = if let Verdict::Solved { slides, .. } = &report.verdict { Some(slides) } else { None };
        page.finish(options, slides.map(|slides| playback_of_slides(&problem, slides)), status)
    });
    let status = certificate.map_or(status, |certificate| {
        certificate.finish(options, &run, status, |limits| {
            certify(&problem, &report, wanted, MOST_POSITIONS, limits)
        })
    });
    Ok(profile.map_or(status, |profile| profile.finish(status)))
}

/// The answer as it is written, and the status; what else there is to say is said.
fn render(report: &Report, ways: Ways, arguments: &Arguments, run: &Run) -> (String, TraybitStatus) {
    let (options, wanted) = (&arguments.options, arguments.wanted());
    let figures = run.figures(report.cost);
    let (moves, reason, status) = match &report.verdict {
        Verdict::Solved { slides, length } => {
            for sentence in text::solved(report, wanted, slides, *length) {
                options.remark(sentence);
            }
            for sentence in text::ways(&ways) {
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
        (json::document(&json::Solution::new(report, wanted, ways, figures, reason)), status)
    } else {
        (moves, status)
    }
}
