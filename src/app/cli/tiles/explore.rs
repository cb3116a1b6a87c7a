//! `traybit tiles explore SIZE`: all boards of a size, counted by their distance from the goal.

use std::ffi::OsString;

use clap::Args;

use crate::answer::explored::{self, so_far};
use crate::answer::{Answer, Ending};
use crate::cli::plotting::{self, Plotting};
use crate::cli::tiles::reading::{Goal, NO_GOAL_FILE, parse_size, read_board};
use crate::runner::failure::{Ended, Failure};
use crate::runner::options::{Options, only_file};
use crate::runner::{Run, Searching};
use traybit_core::grid::Size;
use traybit_core::search::outcome::GaveUp;
use traybit_program::files::Source;
use traybit_program::text::{Activity, bytes, search_cost};
use traybit_tiles::board::Board;
use traybit_tiles::solve::explore;

const EXAMPLES: &str = "\
Takes one bit per position: 3x4 takes 30 MB and 2x7 some 5 GB; 3x5 and 4x4 would take 82 GB and
more.

Examples:
  traybit tiles explore 3x3
  traybit tiles explore 3x4 --layers
  traybit tiles explore 2x6 --goal blank-first --draw 4
  traybit tiles explore --csv layers.csv 3x4
  traybit tiles explore --plot layers.svg 3x3";

/// Count all boards of a size by their distance from the goal, and find the farthest
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Arguments {
    /// Size: `3`, or `3x4` for 3 rows and 4 columns
    #[arg(value_parser = parse_size)]
    size: Size,

    #[command(flatten)]
    exploration: Exploration,
}

/// Options of an exploration.
#[derive(Args, Clone, Debug)]
pub(super) struct Exploration {
    /// Also print the positions of every layer, a line `DISTANCE POSITIONS` each
    #[arg(long)]
    layers: bool,

    /// Write a table of all layers to FILE
    #[arg(long, value_name = "FILE")]
    csv: Option<OsString>,

    /// Draw N of the farthest boards
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

/// Explores the space of a size.
pub(super) fn run(Arguments { size, exploration }: &Arguments) -> Ended {
    explore(*size, exploration)
}

/// Explores the space of the size of a file's board.
pub(super) fn run_file(files: &[OsString], exploration: &Exploration) -> Ended {
    let board = Source::or_input(only_file(files, NO_GOAL_FILE)?);
    explore(read_board(&board, None)?.size(), exploration)
}

fn explore(size: Size, arguments: &Exploration) -> Ended {
    let Exploration { layers, csv, draw, .. } = arguments;
    let goal = arguments.goal.read(&[])?.of(size).map_err(Failure::invalid)?;
    let mut run = Run::start_searching(&arguments.options, &arguments.searching, Activity::Exploring)?;
    run.open()?;
    let csv = run.beside("table", "--csv", csv.as_deref())?;
    let plot = run.beside("plot", "--plot", arguments.plotting.plot.as_deref())?;
    let found = run.search(|limits, _| explore::explore(size, goal.blank(), *draw, limits));
    let explored = &found.explored;
    let farthest: Vec<Board> = found.farthest.iter().map(|seen| seen.board(&goal)).collect();
    let mut ending = explored.ended.map_or(Ending::DONE, |reason| run.gave_up(reason, &explored.cost));
    if let (Some(GaveUp::Memory), Some(sentence)) = (explored.ended, &mut ending.reason) {
        let needed = explore::bytes(size).map(|needed| bytes(needed as usize));
        *sentence += "; one bit for each position takes ";
        *sentence += needed.as_deref().unwrap_or("more memory than there are addresses for");
    }
    let known = explored.ended.map(|_| so_far(explored, "goal", "move"));
    let body = explored::tiles(size, explored, &farthest, *layers);
    let answer = Answer::found(body, ending, explored.cost).remark(known);
    let status = run.give(answer.remark([search_cost(&explored.cost, None)]));
    let status = plot.map_or(status, |file| {
        let title = format!("{}×{} tiles", size.height, size.width);
        plotting::give(
            &file,
            plotting::histogram(&title, "move", "goal", explored, None, arguments.plotting.log),
            status,
        )
    });
    Ok(run.end_beside(csv, Some(explored::layers_of_tiles(explored)), status))
}
