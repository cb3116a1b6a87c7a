//! `traybit universe --tray SIZE --pieces LIST`: every board that blocks can make, and what moves join; with `--goal`
//! the hardest starts among them.

use std::ffi::OsString;
use std::ops::RangeInclusive;
use std::time::Instant;

use clap::{Args, value_parser};
use serde::Serialize;

use crate::cli::folder::MOST_FILES;
use crate::cli::hardest;
use crate::cli::options::{Options, give, refuse, say};
use crate::cli::profile::Profile;
use crate::cli::searching::{Run, Searching, Unit};
use crate::cli::status::TraybitStatus;
use crate::report::text::{Undone, boards_cost};
use crate::report::{json, universe};
use traybit_core::input::parse_counts;
use traybit_core::search::outcome::Cost;
use traybit_sliding::universe::{
    Census, Ended, Ground, Kinds, Pieces, Places, census, parse_kinds, parse_places, parse_tray,
};

const EXAMPLES: &str = "\
A board is any way to put blocks on the tray, equal blocks interchangeable. Two boards are in
one component when blocks can be slid from one to the other. A mix is how many blocks there are
of each kind.

A tray is typed as height x width or as rows of `.` (open) and `#` (wall) with `/` between them.
A kind of block is typed as height x width or as rows of `x` and `.`, then `=` and how many
there may be: 2, 0..4 or 1.. (both ends count); without `=` any number.

With --goal the hardest starts are found: in every component that holds a board with these
blocks in these places, the board that is farthest from all such boards. The list begins with
the farthest.

Examples:
  traybit universe --tray 5x4 --pieces '2x2=1,1x2,2x1,1x1' --empty 2..
  traybit universe --tray 5x4 --pieces '2x2=1,1x2,2x1,1x1' --goal '2x2 3 1' --files DIR
  traybit universe --tray '#../.../..#' --pieces 'xx/x.=1..2,1x1' --mixes
  traybit universe --tray 5x4 --pieces '2x2=1,1x2,2x1,1x1' --csv > mixes.csv";

/// Count all boards that blocks can make on a tray, and find the hardest starts among them
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The tray: `5x4`, or its rows such as `#../.../..#`
    #[arg(long, value_name = "TRAY", value_parser = parse_tray)]
    pub(super) tray: Ground,

    /// Kinds of blocks and how many of each: `2x2=1,1x2,xx/x.=0..2`
    #[arg(long, value_name = "LIST", value_parser = parse_kinds)]
    pub(super) pieces: Kinds,

    /// How many cells stay empty: `2`, `2..` or `1..4`
    #[arg(long, value_name = "COUNTS", value_parser = parse_counts, default_value = "0..")]
    empty: RangeInclusive<u32>,

    /// Print a line for each mix too: its blocks by kind, empty cells, boards, components, and the boards of
    /// the largest component
    #[arg(long, conflicts_with_all = ["json", "goal"])]
    mixes: bool,

    /// Print the lines of the mixes, or of the hardest starts, only, with commas between the columns
    #[arg(long, conflicts_with_all = ["json", "mixes"])]
    pub(super) csv: bool,

    /// Find the hardest starts for a goal, blocks with the row and column of their first cells: `2x2 3 1`
    #[arg(long, value_name = "PLACES", value_parser = parse_places)]
    pub(super) goal: Option<Places>,

    /// What counts as one move
    #[arg(long, value_enum, default_value_t = Unit::Step, requires = "goal")]
    pub(super) metric: Unit,

    /// How many of the hardest starts, each of another component
    #[arg(long, value_name = "N", default_value_t = 10, requires = "goal")]
    #[arg(value_parser = value_parser!(u32).range(1..=MOST_FILES))]
    pub(super) top: u32,

    /// How far they must be from the goal at least, in moves
    #[arg(long, value_name = "N", default_value_t = 1, requires = "goal")]
    pub(super) min_distance: u64,

    /// Write them to new files 001.txt, 002.txt … in the folder DIR, as drawings to be solved
    #[arg(long, value_name = "DIR", requires = "goal")]
    pub(super) files: Option<OsString>,

    #[command(flatten)]
    pub(super) searching: Searching,

    #[command(flatten)]
    pub(super) options: Options,
}

/// Counts and reports; both results are exit statuses.
pub(crate) fn run(arguments: &Arguments) -> Result<TraybitStatus, TraybitStatus> {
    let (options, searching) = (&arguments.options, &arguments.searching);
    let Arguments { tray, pieces: Kinds(kinds), empty, .. } = arguments;
    let pieces = Pieces::new(*tray, kinds.clone(), empty.clone())
        .map_err(|sentence| refuse(sentence, TraybitStatus::WrongUsage))?;
    if let Some(places) = &arguments.goal {
        return hardest::run(&pieces, places, arguments);
    }
    let profile = Profile::place(searching.profile.as_deref(), options.output.as_deref())?;
    let run = Run::prepare(options, Undone::Counting)?;
    let output = options.output()?;
    let profile = profile.map(Profile::begin).transpose()?;
    let began = Instant::now();
    let census = run.search(options.quiet, |limits| census(&pieces, limits));
    let (boards, held) = census.as_ref().map_or((0, 0), |census| (census.boards, census.bytes));
    let cost = Cost { positions: boards, time: began.elapsed(), bytes: held, ..Cost::default() };
    let (answer, status) = render(&pieces, census, cost, arguments, &run);
    let status = give(&output, &answer, status);
    Ok(profile.map_or(status, |profile| profile.finish(status)))
}

/// The answer as it is written, and the status; what else there is to say is said.
fn render(
    pieces: &Pieces,
    census: Result<Census, Ended>,
    cost: Cost,
    arguments: &Arguments,
    run: &Run,
) -> (String, TraybitStatus) {
    let options = &arguments.options;
    let figures = run.figures(cost);
    arguments.searching.tell(&figures, None);
    let census = match census {
        Ok(census) => census,
        Err(ended) => {
            let document = |sentence| universe::Document::new(pieces, Err((ended, sentence)), figures);
            return undone(ended, cost, run, options, document);
        }
    };
    options.remark(boards_cost(&cost));
    let answer = if options.json {
        json::document(&universe::Document::new(pieces, Ok(&census), figures))
    } else if arguments.csv {
        universe::csv(pieces, &census)
    } else if arguments.mixes {
        format!("{}\n{}", universe::answer(&census), universe::table(pieces, &census))
    } else {
        universe::answer(&census)
    };
    (answer, TraybitStatus::Done)
}

/// Says why there is no answer; what is written instead, a `document` with that sentence as JSON, and the status.
pub(super) fn undone<D: Serialize>(
    ended: Ended,
    cost: Cost,
    run: &Run,
    options: &Options,
    document: impl FnOnce(String) -> D,
) -> (String, TraybitStatus) {
    let (sentence, status) = match ended {
        Ended::GaveUp(reason) => run.gave_up(reason, &cost),
        Ended::Countless => ("gave up: there are 2^64 boards or more".to_owned(), TraybitStatus::GaveUp),
    };
    say(&sentence);
    let answer = if options.json { json::document(&document(sentence)) } else { String::new() };
    (answer, status)
}
