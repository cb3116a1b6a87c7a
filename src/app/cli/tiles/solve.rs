//! `traybit tiles solve BOARD [SOLUTION]`: the shortest solution, a short one, or one at once.

use std::ffi::OsString;

use clap::Args;
use traybit_tiles::arrangement::Arrangement;
use traybit_tiles::board::Board;
use traybit_tiles::formats::FileFormat;
use traybit_tiles::solution::Notation;
use traybit_tiles::solve::answer::{Objective, Report, Solver, Verdict};

use crate::answer::tiles::{gave_up, remarks, solution, unsolvable};
use crate::answer::{Answer, Ending};
use crate::certificate::MOST_POSITIONS;
use crate::certificate::record_tiles::certify;
use crate::cli::tiles::mode::{Mode, require};
use crate::cli::tiles::reading::{FORMATS, Goal, NO_GOAL_FILE, read_board};
use crate::runner::certificate::{self, Certifying};
use crate::runner::failure::{Ended, Failure};
use crate::runner::options::{Choices, Options, one_of, only_file};
use crate::runner::page::{NOT_PROVEN, Paging, playback_of_tiles};
use crate::runner::{Run, Searching};
use traybit_program::files::Source;
use traybit_program::status::Status;
use traybit_program::text::{Activity, counted};

const EXAMPLES: &str = "\
Up to 16 cells the shortest solution is found, and proven; beyond, a short one in about a second.
The moves go to standard output or to the file SOLUTION, all else to standard error.

Examples:
  traybit tiles solve --goal blank-first puzzles/tiles/fifteen-80.txt
  traybit tiles solve board.txt solution.txt
  traybit tiles solve --show puzzles/tiles/eight-31.txt
  traybit tiles solve --fast --notation blank BOARD
  traybit tiles solve --quality 10 BOARD
  traybit tiles solve --optimal --limit 5m --cache BOARD
  traybit tiles solve --strategy greedy --heuristic manhattan BOARD
  traybit tiles solve --certificate eight.json puzzles/tiles/eight-31.txt
  traybit tiles solve --html board.html BOARD";

/// The notations of a solution.
const NOTATIONS: Choices<Notation> = &[
    ("tiles", "The tile and where it moves: `12 D`", Notation::Tiles),
    ("blank", "Where the blank goes: north, east, south or west", Notation::Blank),
    ("boards", "Every position from the start to the goal, drawn", Notation::Boards),
];

/// Find the shortest solution, a short one, or one at once
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Arguments {
    /// The board's file; `-` is standard input
    board: OsString,

    /// The file for the solution; `-` is standard output
    #[arg(default_value = "-", hide_default_value = true, conflicts_with = "output")]
    solution: OsString,

    #[command(flatten)]
    search: Search,
}

impl Arguments {
    /// Solves the board.
    pub(super) fn run(&self) -> Ended {
        let options = self.search.options.to(&self.solution);
        run(std::slice::from_ref(&self.board), &Search { options, ..self.search.clone() })
    }
}

/// Options of a search.
#[derive(Args, Clone, Debug)]
pub(super) struct Search {
    #[command(flatten)]
    mode: Mode,

    /// Notation of moves
    #[arg(long, value_parser = one_of(NOTATIONS), default_value = "tiles")]
    notation: Notation,

    /// Draw every position from the start to the goal: --notation boards
    #[arg(long, conflicts_with_all = ["notation", "json"])]
    show: bool,

    /// Format of the board [default: detected]
    #[arg(long, value_parser = one_of(FORMATS))]
    format: Option<FileFormat>,

    #[command(flatten)]
    goal: Goal,

    #[command(flatten)]
    paging: Paging,

    #[command(flatten)]
    certifying: Certifying,

    #[command(flatten)]
    searching: Searching,

    #[command(flatten)]
    options: Options,
}

/// Solves a board.
pub(super) fn run(files: &[OsString], arguments: &Search) -> Ended {
    let objective = arguments.mode.objective();
    let file = only_file(files, NO_GOAL_FILE)?;
    let board = Source::or_input(file);
    let aim = arguments.goal.read(&[file])?;
    let options = &arguments.options;
    let activity = if objective.deepens() { Activity::Tiles } else { Activity::Solving };
    let mut run = Run::start_searching(options, &arguments.searching, activity)?;
    let start = read_board(&board, arguments.format)?;
    let goal = aim.of(start.size()).map_err(Failure::invalid)?;
    run.open()?;
    let certificate = arguments.certifying.place(&mut run)?;
    let page = run.page(&arguments.paging, file)?;
    let solver = Solver::new(goal, arguments.mode.cache(options)?);
    require(&solver, objective)?;
    let is_endless = objective == Objective::Optimal && !Solver::is_small(solver.goal());
    if is_endless && run.limits().deadline.is_none() {
        options.remark(
            "the shortest solution of a board of more than 16 cells may take days; --limit gives the best one known by \
             then, and a lower bound",
        );
    }
    let report = run.search(|limits, _| solver.solve(&start, objective, limits));
    let other = aim.other(start.size()).filter(|(_, other)| {
        let is_unsolvable = matches!(report.verdict, Verdict::Unsolvable(_));
        is_unsolvable && Arrangement::new(&start, other).obstacle().is_none()
    });
    let hint = other.map(|(name, _)| format!("with --goal {name} it has a solution"));
    let mut status = run.give(answer(&start, &report, arguments, &run).remark(hint));
    if let Some(page) = page {
        let (moves, claim) = match &report.verdict {
            Verdict::Solved { moves, shortest: true } => {
                (Some(moves), format!("{} are the fewest, proven", counted(moves.len() as u64, "move")))
            }
            Verdict::Solved { moves, .. } => (Some(moves), NOT_PROVEN.to_owned()),
            Verdict::Unsolvable(_) | Verdict::GaveUp => (None, String::new()),
        };
        let playback = moves.map(|moves| playback_of_tiles(&start, solver.goal(), moves));
        status = page.finish(options, playback, claim, status);
    }
    status = certificate::finish(certificate, &run, status, |limits| {
        certify(&start, solver.goal(), &report, MOST_POSITIONS, limits)
    });
    Ok(run.end(status))
}

fn answer(start: &Board, report: &Report, arguments: &Search, run: &Run) -> Answer {
    let ending = match (&report.verdict, report.ended) {
        (Verdict::Unsolvable(proof), _) => Ending::because(unsolvable(*proof), Status::Impossible),
        (_, Some(reason)) => gave_up(reason, &report.cost, run),
        (_, None) => Ending::DONE,
    };
    let notation = if arguments.show { Notation::Boards } else { arguments.notation };
    Answer::found(solution(start, report, notation), ending, report.cost).remark(remarks(report))
}
