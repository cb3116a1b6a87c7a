//! `traybit solve BOARD`: the shortest solution of a board of tiles, a short one, or one at once.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::GaveUp;
use traybit_tiles::arrangement::Arrangement;
use traybit_tiles::board::Board;
use traybit_tiles::direction::Direction;
use traybit_tiles::solution::Notation;
use traybit_tiles::solve::answer::{Objective, Report, Solver, Verdict};

use crate::command::solutions::possible_moves;
use crate::command::tiles::mode::{Cache, gave_up, save_memory};
use crate::command::tiles::reading::{Goal, NO_GOAL_FILE, read_board};
use crate::report::tiles::{Solution, remarks, solution};
use crate::report::{Answer, Ending};
use crate::run::certificate::{self, Certifying};
use crate::run::page::{NOT_PROVEN, Paging, playback_of_tiles};
use crate::run::{Choices, Ended, Failure, Options, Run, SearchOptions, Status, only_file, sources};
use traybit_certificate::record::certify_tiles;
use traybit_program::budget::parse_time;
use traybit_program::files::Source;
use traybit_program::text::{Activity, counted};
use traybit_tiles::arrangement::unsolvable;

pub(crate) const NOTATIONS: Choices<Notation> = &[
    ("tiles", "`12 D`: tile 12 moves down", Notation::Tiles),
    ("blank", "where the blank goes: `north`", Notation::Blank),
    ("letters", "`D3UL`, with the number of tiles pushed at once", Notation::Letters),
    ("boards", "every position, drawn", Notation::Boards),
];

#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Sliding tiles")]
pub(crate) struct Mode {
    /// Find the shortest solution, and prove it: the default up to 16 cells
    #[arg(long, group = "mode")]
    optimal: bool,

    /// Find the solution of fewest pushes, where several tiles in line move as one: the multi-tile metric (MTM)
    #[arg(long, group = "mode")]
    pushes: bool,

    /// Shorten a solution for TIME: 10 (seconds), 500ms; the default beyond 16 cells, for 1 second
    #[arg(long, value_name = "TIME", value_parser = parse_time, group = "mode")]
    quality: Option<Duration>,

    #[command(flatten)]
    cache: Cache,
}

impl Mode {
    fn objective(&self, fast: bool) -> Objective {
        match self.quality {
            Some(time) => Objective::Improve(time),
            None if self.optimal => Objective::Optimal,
            None if self.pushes => Objective::Pushes,
            None if fast => Objective::Fast,
            None => Objective::Default,
        }
    }

    fn cache(&self, options: &Options) -> Result<Option<PathBuf>, Failure> {
        self.cache.folder(options)
    }
}

/// Options of a search for a solution of tiles.
#[derive(Clone, Copy)]
pub(crate) struct Tiles<'a> {
    pub(crate) mode: &'a Mode,
    pub(crate) fast: bool,
    pub(crate) all: bool,
    pub(crate) format: Notation,
    pub(crate) goal: &'a Goal,
    pub(crate) paging: &'a Paging,
    pub(crate) certifying: &'a Certifying,
    pub(crate) options: &'a SearchOptions,
    /// File of the solution to be shortened, by `traybit tiles shorten`.
    pub(crate) from: Option<&'a OsStr>,
}

/// Solves the board of a file.
pub(crate) fn run(tiles: &Tiles<'_>, files: &[OsString]) -> Ended {
    let objective = tiles.mode.objective(tiles.fast);
    if objective == Objective::Pushes && tiles.certifying.is_given() {
        return Err(Failure::usage(
            "a certificate proves the fewest moves; leave out --pushes or --certificate",
        ));
    }
    if tiles.from.is_some() && matches!(objective, Objective::Pushes | Objective::Fast) {
        return Err(Failure::usage("a solution is shortened in moves: leave out --pushes and --fast"));
    }
    let file = only_file(files, NO_GOAL_FILE)?;
    let board = Source::or_input(file);
    let aim = tiles.goal.read(&[file])?;
    let from = tiles.from.map(|from| sources([("BOARD", file), ("the solution", from)]));
    let from = from.transpose()?.map(|[_, from]| from);
    let activity = if objective.deepens() { Activity::Tiles } else { Activity::Solving };
    let mut run = Run::start_searching(tiles.options, activity)?;
    let start = read_board(&board)?;
    let goal = aim.of(start.size()).map_err(Failure::invalid)?;
    run.open()?;
    let certificate = tiles.certifying.place(&mut run, None)?;
    let page = run.page(tiles.paging, file)?;
    let solver = Solver::new(goal, tiles.mode.cache(run.options)?);
    solver.check_objective(objective).map_err(Failure::usage)?;
    save_memory(objective, [solver.goal()]);
    let is_endless = objective == Objective::Optimal && !Solver::is_small(solver.goal());
    if is_endless && run.limits().deadline.is_none() {
        run.options.remark(
            "the shortest solution of a board of more than 16 cells may take days; --limit gives the best one known by \
             then, and a lower bound",
        );
    }
    let known = from.map(|file| {
        let (moves, missing) = possible_moves(&file, &start, solver.goal())?;
        let sentence = |missing| format!("{}: expected a solution, but {missing}", file.name());
        missing.map_or(Ok(moves), |missing| Err(Failure::new(sentence(missing), Status::Impossible)))
    });
    let known = known.transpose()?;
    let (report, every) = run.search(|limits, _| {
        let report = match &known {
            Some(moves) => solver.shorten(&start, moves, objective, limits),
            None => solver.solve(&start, objective, limits),
        };
        let every = tiles.every(&start, &report, &solver, limits);
        (report, every)
    });
    let other = aim.other(start.size()).filter(|(_, other)| {
        let is_unsolvable = matches!(report.verdict, Verdict::Unsolvable(_));
        is_unsolvable && Arrangement::new(&start, other).obstacle().is_none()
    });
    let hint = other.map(|(name, _)| format!("with --goal {name} it has a solution"));
    let mut status = run.give(answer(&start, &report, &every, tiles.format, &run).remark(hint));
    if let Some(page) = page {
        let (moves, claim) = match &report.verdict {
            Verdict::Solved { moves, shortest: true } => {
                let length = counted(report.unit.length(moves), report.unit.noun());
                (Some(moves), format!("{length} are the fewest, proven"))
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

/// All shortest solutions: their number and the moves of each, or the limit that was reached.
#[derive(Default)]
struct Every {
    number: Option<u64>,
    solutions: Vec<Vec<Direction>>,
    ended: Option<GaveUp>,
}

impl Tiles<'_> {
    /// Looks for all shortest solutions, if an option asks for them and one is known.
    fn every(&self, start: &Board, report: &Report, solver: &Solver, limits: &Limits) -> Every {
        let mut every = Every::default();
        if let (true, Some((length, true))) = (self.all, report.length()) {
            let start = Arrangement::new(start, solver.goal());
            let mut give = |moves: &[Direction]| every.solutions.push(moves.to_vec());
            match solver.optimiser().every(&start, length as u32, limits, &mut give) {
                Ok(number) => every.number = Some(number),
                Err(reason) => every.ended = Some(reason),
            }
        }
        every
    }
}

fn answer<'a>(
    start: &Board,
    report: &'a Report,
    every: &Every,
    format: Notation,
    run: &Run,
) -> Answer<Solution<'a>> {
    let ending = match (&report.verdict, report.ended.or(every.ended)) {
        (Verdict::Unsolvable(proof), _) => Ending::because(unsolvable(*proof), Status::Impossible),
        (_, Some(reason)) => gave_up(reason, &report.cost, run),
        (_, None) => Ending::DONE,
    };
    let body = solution(start, report, (every.number, &every.solutions), format);
    let number = every.number.map(|number| counted(number, "shortest solution"));
    Answer::found(body, ending, report.cost).remark(remarks(report)).remark(number)
}
