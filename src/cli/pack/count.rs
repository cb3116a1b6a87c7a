//! `traybit pack count PUZZLE`: how many packings there are, and how many up to symmetry.

use std::ffi::OsString;

use clap::{Args, ValueEnum};

use crate::cli::options::{Options, give, refuse, say, sources};
use crate::cli::pack::checkpoint::Checkpoint;
use crate::cli::pack::reading::Puzzle;
use crate::cli::pack::unknown;
use crate::cli::searching::{Run, Searching};
use crate::cli::status::TraybitStatus;
use crate::report::json;
use crate::report::packing::{self, Counted};
use crate::report::text::{Undone, search_cost};
use crate::solve::packing::keeper::Keeper;
use crate::solve::packing::{count, list};

const EXAMPLES: &str = "\
Examples:
  traybit pack count puzzles/packing/popinjay.txt
  traybit pack count --json puzzles/packing/pentominoes-6x10.txt
  traybit pack count --by listing puzzles/packing/8x8-6.txt
  traybit pack count --checkpoint state PUZZLE";

/// A way to count as typed.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
enum By {
    /// Equal boundaries merged, cell after cell: packings are not made one by one
    Boundary,
    /// Every packing is made, depth first
    Listing,
}

/// Count all packings, and those that turning the board does not make of one another
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Arguments {
    #[command(flatten)]
    puzzle: Puzzle,

    /// How to count
    #[arg(long, value_enum, default_value_t = By::Boundary)]
    by: By,

    /// Keep the state in FILE, and go on from what an earlier run kept there
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<OsString>,

    #[command(flatten)]
    searching: Searching,

    #[command(flatten)]
    options: Options,
}

/// Counts and reports; both results are exit statuses.
pub(super) fn run(arguments: &Arguments) -> Result<TraybitStatus, TraybitStatus> {
    let Arguments { options, searching, .. } = arguments;
    let [source] = sources([("PUZZLE", &arguments.puzzle.puzzle)])?;
    let run = Run::prepare(options, Undone::Packings)?;
    let pack = arguments.puzzle.read(&source)?;
    let output = options.output()?;
    let checkpoint = arguments.checkpoint.as_deref();
    let checkpoint =
        checkpoint.map(|path| Checkpoint::open(path, &pack, &format!("{:?}", arguments.by))).transpose()?;
    let keeper = checkpoint.as_ref().map(|checkpoint| (checkpoint as &dyn Keeper, checkpoint.digest));
    let counted = run.search(options.quiet, |limits| match arguments.by {
        By::Boundary => count::count(&pack, keeper, limits),
        By::Listing => list::count(&pack, list::Looking { keeper, ..Default::default() }, limits),
    });
    let counted = counted.map_err(|sentence| refuse(sentence, TraybitStatus::Invalid))?;
    let figures = run.figures(counted.cost);
    let fault = |reason| unknown(&run, reason, &counted.cost);
    let (reason, status) = match counted.total.map_err(fault).err() {
        Some((sentence, status)) => (Some(sentence), status),
        None => (None, TraybitStatus::Done),
    };
    if let Some(sentence) = &reason {
        say(sentence);
    }
    if let (Ok(_), Err(unknown)) = (counted.total, counted.distinct) {
        say(format_args!("how many there are up to symmetry is not known: {}", fault(unknown).0));
    }
    options.remark(format_args!("{}; {}", search_cost(&counted.cost, None), counted.method));
    searching.tell(&figures, None);
    let answer = if options.json {
        json::document(&Counted::new(&counted, figures, reason))
    } else {
        packing::counted(&counted)
    };
    Ok(give(&output, &answer, status))
}
