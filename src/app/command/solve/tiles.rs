//! `traybit solve BOARD`: the shortest solution of a board of tiles, a short one, or one at once.

use std::ffi::OsString;

use clap::Args;
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::GaveUp;
use traybit_tiles::arrangement::Arrangement;
use traybit_tiles::board::Board;
use traybit_tiles::direction::Direction;
use traybit_tiles::solution::Notation;
use traybit_tiles::solve::answer::{Objective, Report, Solver, Verdict};

use crate::command::check::possible_moves;
use crate::command::tiles::mode::{Mode, gave_up, save_memory};
use crate::command::tiles::reading::{Goal, NO_GOAL_FILE, read_board};
use crate::command::work::Work;
use crate::report::tiles::{Solution, remarks, solution};
use crate::report::{Answer, Ending};
use crate::run::certificate::{self, Certifying};
use crate::run::page::{NOT_PROVEN, Paging, playback_of_tiles};
use crate::run::{Choices, Ended, Failure, Run, SearchOptions, Status, one_of, only_file, sources};
use traybit_certificate::record::certify_tiles;
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
pub(crate) struct Tiles {
    #[command(flatten)]
    mode: Mode,

    /// File of the solution to be shortened, by `traybit tiles shorten`.
    #[arg(skip)]
    pub(crate) from: Option<OsString>,

    /// Write all shortest solutions, an empty line between two
    #[arg(long, conflicts_with_all = ["pushes", "fast", "quality"])]
    all: bool,

    /// Form of a solution
    #[arg(long, value_parser = one_of(NOTATIONS), default_value = "tiles")]
    format: Notation,

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
        if objective == Objective::Pushes && self.certifying.is_given() {
            return Err(Failure::usage(
                "a certificate proves the fewest moves; leave out --pushes or --certificate",
            ));
        }
        if self.from.is_some() && matches!(objective, Objective::Pushes | Objective::Fast) {
            return Err(Failure::usage("a solution is shortened in moves: leave out --pushes and --fast"));
        }
        let file = only_file(files, NO_GOAL_FILE)?;
        let board = Source::or_input(file);
        let aim = self.goal.read(&[file])?;
        let from = self.from.as_deref().map(|from| sources([("BOARD", file), ("the solution", from)]));
        let from = from.transpose()?.map(|[_, from]| from);
        let activity = if objective.deepens() { Activity::Tiles } else { Activity::Solving };
        let mut run = Run::start_searching(&self.options, activity)?;
        let start = read_board(&board)?;
        let goal = aim.of(start.size()).map_err(Failure::invalid)?;
        run.open()?;
        let certificate = self.certifying.place(&mut run, None)?;
        let page = run.page(&self.paging, file)?;
        let solver = Solver::new(goal, self.mode.cache(run.options)?);
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
            let every = self.every(&start, &report, &solver, limits);
            (report, every)
        });
        let other = aim.other(start.size()).filter(|(_, other)| {
            let is_unsolvable = matches!(report.verdict, Verdict::Unsolvable(_));
            is_unsolvable && Arrangement::new(&start, other).obstacle().is_none()
        });
        let hint = other.map(|(name, _)| format!("with --goal {name} it has a solution"));
        let mut status = run.give(answer(&start, &report, &every, &self, &run).remark(hint));
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
}

/// All shortest solutions: their number and the moves of each, or the limit that was reached.
#[derive(Default)]
struct Every {
    number: Option<u64>,
    solutions: Vec<Vec<Direction>>,
    ended: Option<GaveUp>,
}

impl Tiles {
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
    arguments: &Tiles,
    run: &Run,
) -> Answer<Solution<'a>> {
    let ending = match (&report.verdict, report.ended.or(every.ended)) {
        (Verdict::Unsolvable(proof), _) => Ending::because(unsolvable(*proof), Status::Impossible),
        (_, Some(reason)) => gave_up(reason, &report.cost, run),
        (_, None) => Ending::DONE,
    };
    let body = solution(start, report, (every.number, &every.solutions), arguments.format);
    let number = every.number.map(|number| counted(number, "shortest solution"));
    Answer::found(body, ending, report.cost).remark(remarks(report)).remark(number)
}
