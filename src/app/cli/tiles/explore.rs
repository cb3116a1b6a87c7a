//! `traybit tiles explore SIZE`: all boards of a size, counted by their distance from the goal.

use clap::Args;

use crate::cli::options::{Options, give, refuse, say};
use crate::cli::plotting::{self, Plotting};
use crate::cli::searching::{Run, Searching};
use crate::cli::status::TraybitStatus;
use crate::cli::tiles::reading::{Goal, parse_size};
use crate::report::json;
use crate::report::text::{Undone, bytes, search_cost};
use crate::report::tile_space::{self, Exploration};
use traybit_core::grid::Size;
use traybit_core::search::outcome::GaveUp;
use traybit_tiles::board::Board;
use traybit_tiles::solve::explore::{self, Boards};

const EXAMPLES: &str = "\
One bit a position: 3x4 takes 30 MB and 2x7 some 5 GB; 3x5 and 4x4 would take 82 GB and more.

Examples:
  traybit tiles explore 3x3
  traybit tiles explore 3x4 --layers
  traybit tiles explore 2x6 --goal blank-first --draw 4
  traybit tiles explore --csv 3x4 > layers.csv
  traybit tiles explore --plot layers.svg 3x3";

/// Count all boards of a size by their distance from the goal, and find the farthest
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Arguments {
    /// The size: `3`, or `3x4` for 3 rows and 4 columns
    #[arg(value_parser = parse_size)]
    size: Size,

    /// Print the positions of every layer too, a line `DISTANCE POSITIONS` each
    #[arg(long, conflicts_with = "csv")]
    layers: bool,

    /// Print a table of all layers instead
    #[arg(long, conflicts_with = "json")]
    csv: bool,

    /// Draw so many of the farthest boards
    #[arg(long, value_name = "N", default_value_t = 1)]
    draw: usize,

    #[command(flatten)]
    goal: Goal,

    #[command(flatten)]
    plotting: Plotting,

    #[command(flatten)]
    searching: Searching,

    #[command(flatten)]
    options: Options,
}

/// Explores and reports; both results are exit statuses.
pub(super) fn run(arguments: &Arguments) -> Result<TraybitStatus, TraybitStatus> {
    let Arguments { size, options, .. } = arguments;
    let aim = arguments.goal.read(&[])?;
    let goal = aim.of(*size).map_err(|sentence| refuse(sentence, TraybitStatus::Invalid))?;
    let run = Run::prepare(options, Undone::Exploring)?;
    let output = options.output()?;
    let plot = arguments.plotting.place(options, &arguments.searching.profile)?;
    let found =
        run.search(options.quiet, |limits| explore::explore(*size, goal.blank(), arguments.draw, limits));
    let (answer, status) = render(&found, &goal, arguments, &run);
    let status = give(&output, &answer, status);
    let status = match plot {
        Some(file) => {
            let title = format!("{}×{} tiles", size.height, size.width);
            let plot = plotting::histogram(&title, "move", "goal", &found.explored, None);
            plotting::give(&file, plot, status)
        }
        None => status,
    };
    Ok(status)
}

/// The answer as it is written, and the status; what else there is to say is said.
fn render(found: &Boards, goal: &Board, arguments: &Arguments, run: &Run) -> (String, TraybitStatus) {
    let options = &arguments.options;
    let explored = &found.explored;
    let farthest: Vec<Board> = found.farthest.iter().map(|seen| seen.board(goal)).collect();
    let figures = run.figures(explored.cost);
    let (reason, status) = match explored.ended {
        None => (None, TraybitStatus::Done),
        Some(reason) => {
            let (sentence, status) = run.gave_up(reason, &explored.cost);
            let needed = explore::bytes(goal.size()).map_or_else(
                || "more memory than there are addresses for".to_owned(),
                |needed| bytes(needed as usize),
            );
            let sentence = match reason {
                GaveUp::Memory => format!("{sentence}; one bit for each position takes {needed}"),
                _ => sentence,
            };
            say(&sentence);
            options.remark(tile_space::so_far(explored));
            (Some(sentence), status)
        }
    };
    options.remark(search_cost(&explored.cost, None));
    arguments.searching.tell(&figures, None);
    let answer = if options.json {
        json::document(&Exploration::new(goal.size(), explored, &farthest, figures, reason))
    } else if arguments.csv {
        tile_space::csv(explored)
    } else if explored.ended.is_none() {
        tile_space::answer(explored, &farthest, arguments.layers)
    } else {
        String::new()
    };
    (answer, status)
}
