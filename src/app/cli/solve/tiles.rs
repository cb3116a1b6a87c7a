//! `traybit solve BOARD`: the shortest solution of a board of tiles, a short one, or one at once.

use std::ffi::OsString;

use clap::Args;
use traybit_tiles::arrangement::Arrangement;
use traybit_tiles::board::Board;
use traybit_tiles::formats::FileFormat;
use traybit_tiles::solution::Notation;
use traybit_tiles::solve::answer::{Objective, Report, Solver, Verdict};

use crate::answer::tiles::{gave_up, remarks, solution, unsolvable};
use crate::answer::{Answer, Ending};
use crate::certificate::record::certify_tiles;
use crate::cli::tiles::mode::{Mode, require};
use crate::cli::tiles::reading::{FORMATS, Goal, NO_GOAL_FILE, read_board};
use crate::cli::verb::Work;
use crate::runner::certificate::{self, Certifying};
use crate::runner::page::{NOT_PROVEN, Paging, playback_of_tiles};
use crate::runner::{Choices, Ended, Failure, Run, SearchOptions, Status, one_of, only_file};
use traybit_program::files::Source;
use traybit_program::text::{Activity, counted};

const NOTATIONS: Choices<Notation> = &[
    ("tiles", "The tile and where it moves: `12 D`", Notation::Tiles),
    ("blank", "Where the blank goes: north, east, south or west", Notation::Blank),
    (
        "letters",
        "A letter for each direction, with the number of tiles pushed at once: `D3ULDR2`",
        Notation::Letters,
    ),
    ("boards", "Every position from the start to the goal, drawn", Notation::Boards),
];

/// Options for tiles.
#[derive(Args, Clone, Debug)]
pub(crate) struct Tiles {
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
    pub(crate) options: SearchOptions,
}

impl Work for Tiles {
    fn run(self, files: &[OsString]) -> Ended {
        let objective = self.mode.objective();
        let file = only_file(files, NO_GOAL_FILE)?;
        let board = Source::or_input(file);
        let aim = self.goal.read(&[file])?;
        let activity = if objective.deepens() { Activity::Tiles } else { Activity::Solving };
        let mut run = Run::start_searching(&self.options, activity)?;
        let start = read_board(&board, self.format)?;
        let goal = aim.of(start.size()).map_err(Failure::invalid)?;
        run.open()?;
        let certificate = self.certifying.place(&mut run, None)?;
        let page = run.page(&self.paging, file)?;
        let solver = Solver::new(goal, self.mode.cache(run.options)?);
        require(&solver, objective)?;
        let is_endless = objective == Objective::Optimal && !Solver::is_small(solver.goal());
        if is_endless && run.limits().deadline.is_none() {
            run.options.remark(
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
        let mut status = run.give(answer(&start, &report, &self, &run).remark(hint));
        if let Some(page) = page {
            let (moves, claim) = match &report.verdict {
                Verdict::Solved { moves, shortest: true } => {
                    (Some(moves), format!("{} are the fewest, proven", counted(moves.len() as u64, "move")))
                }
                Verdict::Solved { moves, .. } => (Some(moves), NOT_PROVEN.to_owned()),
                Verdict::Unsolvable(_) | Verdict::GaveUp => (None, String::new()),
            };
            let playback = moves.map(|moves| playback_of_tiles(&start, solver.goal(), moves));
            status = page.finish(&run, playback, claim, status);
        }
        status = certificate::finish(certificate, &mut run, status, |limits| {
            certify_tiles(&start, solver.goal(), &report, limits)
        });
        Ok(run.end(status))
    }
}

fn answer(start: &Board, report: &Report, arguments: &Tiles, run: &Run) -> Answer {
    let ending = match (&report.verdict, report.ended) {
        (Verdict::Unsolvable(proof), _) => Ending::because(unsolvable(*proof), Status::Impossible),
        (_, Some(reason)) => gave_up(reason, &report.cost, run),
        (_, None) => Ending::DONE,
    };
    let notation = if arguments.show { Notation::Boards } else { arguments.notation };
    Answer::found(solution(start, report, notation), ending, report.cost).remark(remarks(report))
}
