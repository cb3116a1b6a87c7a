//! `traybit pack count PUZZLE`: the number of packings, and their number up to symmetry.

use std::ffi::OsString;

use clap::{Args, ValueEnum};
use traybit_packing::solve::{choice, count, enumerate};

use crate::answer::packing::{self, unknown};
use crate::answer::{Answer, Ending};
use crate::cli::pack::NO_GOAL;
use crate::cli::pack::display::Display;
use crate::cli::pack::enumeration::{Enumeration, refused};
use crate::cli::pack::reading::Problem;
use crate::runner::Run;
use crate::runner::failure::{Ended, Failure};
use crate::runner::options::{only_file, say};
use traybit_program::text::{Activity, search_cost};

const EXAMPLES: &str = "\
Examples:
  traybit pack count puzzles/packing/popinjay.txt
  traybit pack count --json puzzles/packing/pentominoes-6x10.txt
  traybit pack count --by enumeration puzzles/packing/8x8-6.txt
  traybit pack count --checkpoint state PUZZLE";

/// A way to count.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
enum By {
    /// Both in turns, until one has the count; with --checkpoint: boundary
    Auto,
    /// Dynamic programming over boundaries, cell by cell, without enumerating packings
    Boundary,
    /// Enumeration of every packing, depth first; --every needs it
    Enumeration,
}

/// Count all packings, also up to symmetry of the board
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Arguments {
    /// The puzzle's file; `-` is standard input
    puzzle: OsString,

    #[command(flatten)]
    counting: Counting,
}

impl Arguments {
    /// Counts the packings.
    pub(super) fn run(&self) -> Ended {
        run(std::slice::from_ref(&self.puzzle), &self.counting)
    }
}

/// Options of a count.
#[derive(Args, Clone, Debug)]
pub(super) struct Counting {
    #[command(flatten)]
    problem: Problem,

    /// Method of counting
    #[arg(long, value_enum, default_value_t = By::Auto)]
    by: By,

    #[command(flatten)]
    enumeration: Enumeration,
}

/// Counts packings.
pub(super) fn run(files: &[OsString], arguments: &Counting) -> Ended {
    let Counting { enumeration, by, .. } = arguments;
    let file = only_file(files, NO_GOAL)?;
    // What is saved belongs to one way.
    let by = if *by == By::Auto && enumeration.has_checkpoint() { By::Boundary } else { *by };
    if enumeration.every.is_some() && by != By::Enumeration {
        let sentence =
            "--every shows boards, and counting by boundaries has none; count with --by enumeration";
        return Err(Failure::usage(sentence));
    }
    let mut run = Run::start_searching(&enumeration.options, &enumeration.searching, Activity::Packings)?;
    let pack = arguments.problem.read(file)?;
    run.open()?;
    enumeration.resume(&mut run, &pack, &format!("{by:?}"))?;
    let counted = match by {
        By::Auto => run.search(|limits, _| choice::count(&pack, limits)),
        By::Boundary => run.search(|limits, checkpoint| count::count(&pack, checkpoint, limits)),
        By::Enumeration => {
            let display = Display::new(&pack, &run);
            run.search_unseen(|limits, checkpoint| {
                enumeration
                    .look(&display, checkpoint, None, |looking| enumerate::count(&pack, looking, limits))
            })
        }
    };
    let counted = counted.map_err(|sentence| refused(&run, &sentence))?;
    let ending =
        counted.total.as_ref().err().map_or(Ending::DONE, |reason| unknown(*reason, &counted.cost, &run));
    if let (Ok(_), Err(reason)) = (&counted.total, &counted.distinct) {
        let reason = unknown(*reason, &counted.cost, &run).reason.unwrap_or_default();
        say(format_args!("the number up to symmetry is not known: {reason}"));
    }
    let remark = format!("{}; {}", search_cost(&counted.cost, None), counted.method);
    let answer = Answer::found(packing::count(&counted), ending, counted.cost).remark([remark]);
    Ok(run.end_with(answer))
}
