//! `traybit pack count PUZZLE`: how many packings there are, and how many up to symmetry.

use clap::{Args, ValueEnum};

use crate::cli::checkpoint::Checkpoint;
use crate::cli::options::{give, refuse, say, sources};
use crate::cli::pack::display::Display;
use crate::cli::pack::reading::Puzzle;
use crate::cli::pack::unknown;
use crate::cli::pack::watching::{Watching, refuse_state};
use crate::cli::searching::Run;
use crate::cli::status::TraybitStatus;
use crate::report::json;
use crate::report::packing::{self, Counted};
use crate::report::text::{Undone, search_cost};
use traybit_packing::solve::{count, enumerate};

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

    #[command(flatten)]
    watching: Watching,
}

/// Counts and reports; both results are exit statuses.
pub(super) fn run(arguments: &Arguments) -> Result<TraybitStatus, TraybitStatus> {
    let Arguments { watching, by, .. } = arguments;
    let Watching { options, searching, .. } = watching;
    if watching.every.is_some() && *by == By::Boundary {
        let sentence = "--every shows boards, and counting by boundaries has none; count with --by listing";
        return Err(refuse(sentence, TraybitStatus::WrongUsage));
    }
    let [source] = sources([("PUZZLE", &arguments.puzzle.puzzle)])?;
    let run = Run::prepare(options, Undone::Packings)?;
    let pack = arguments.puzzle.read(&source)?;
    let output = options.output()?;
    let checkpoint = watching.checkpoint(&run, &output, &pack, &format!("{by:?}"))?;
    let checkpoint = checkpoint.as_ref();
    let counted = match by {
        By::Boundary => run
            .search(options.quiet, |limits| count::count(&pack, checkpoint.map(Checkpoint::keeping), limits)),
        By::Listing => {
            let display = Display::new(
                &pack,
                &run.limits().progress,
                options.quiet,
                checkpoint.is_some_and(Checkpoint::goes_on),
            );
            run.search(true, |limits| {
                watching.look(&display, checkpoint, None, |looking| enumerate::count(&pack, looking, limits))
            })
        }
    };
    let counted = counted.map_err(|sentence| refuse_state(checkpoint, &sentence))?;
    let figures = run.figures(counted.cost);
    let fault = |reason| unknown(&run, reason, &counted.cost);
    let (reason, status) = match counted.total.map_err(fault).err() {
        Some((sentence, status)) => (Some(sentence), status),
        None => (None, TraybitStatus::Done),
    };
    if let Some(sentence) = &reason {
        say(sentence);
        if let Some(way_on) = checkpoint.and_then(Checkpoint::way_on) {
            options.remark(way_on);
        }
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
    let status = give(&output, &answer, status);
    if let Some(way_on) = checkpoint.and_then(|checkpoint| checkpoint.settle(status)) {
        options.remark(way_on);
    }
    Ok(status)
}
