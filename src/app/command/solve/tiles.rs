//! `traybit solve BOARD`: the shortest solution of a board of tiles, a short one, or one at once.

use std::ffi::{OsStr, OsString};
use std::fs::create_dir_all;
use std::io::Error;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use tempfile::tempfile_in;
use traybit_core::{Cost, GaveUp, Limits, shown};
use traybit_tiles::arrangement::unsolvable;
use traybit_tiles::pattern::cache;
use traybit_tiles::solve::answer::{Objective, Report, Solver, Verdict};
use traybit_tiles::solve::optimal::Give;
use traybit_tiles::{Arrangement, Board, Direction, Notation};

use crate::command::boards::{Goal, NO_GOAL_FILE, refuse_open};
use crate::command::check::possible_moves;
use crate::report::tiles::{remark, solution};
use crate::report::{Answer, Ending};
use crate::run::certificate::{self, Certifying};
use crate::run::{Choices, Ended, Failure, Picturing, Plain, Run, SearchOptions, Status, only_file, sources};
use traybit_certificate::record::certify_tiles;
use traybit_picture::playback::Playback;
use traybit_picture::tiles::playback;
use traybit_program::machine::economise;
use traybit_program::{Activity, counted, parse_time};

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
}

#[derive(Args, Clone, Debug)]
pub(crate) struct Cache {
    /// Cache large pattern databases in DIR, by default the user's cache folder; without --cache there is no cache
    #[arg(long, value_name = "DIR", num_args = 0..=1, require_equals = true, default_missing_value = "")]
    cache: Option<OsString>,
}

impl Cache {
    /// The folder, created if missing. One that cannot be written is reported; it may still hold databases.
    pub(crate) fn folder(&self, options: &Plain) -> Result<Option<PathBuf>, Failure> {
        const UNKNOWN: &str =
            "no cache folder is known, as neither XDG_CACHE_HOME nor HOME is set; name one: --cache=DIR";
        let folder: PathBuf = match &self.cache {
            None => return Ok(None),
            Some(folder) if !folder.is_empty() => folder.into(),
            Some(_) => cache::folder().ok_or_else(|| Failure::usage(UNKNOWN))?,
        };
        let tried = create_dir_all(&folder).and_then(|()| tempfile_in(&folder).map(drop));
        if let Err(reason) = tried {
            let name = shown(folder.as_os_str());
            let reason = Error::from(reason.kind());
            options.remark(format_args!(
                "--cache: no pattern databases can be kept in {name}, so each run builds its own: {reason}"
            ));
        }
        Ok(Some(folder))
    }
}

/// Memory that the search for the shortest solutions of small boards needs.
const LITTLE: usize = 128 << 20;

/// Copies of each of many solutions that the answer takes: its moves, their text, and the document.
const COPIES: usize = 4;

/// Options of a search for a solution of tiles.
#[derive(Clone, Copy)]
pub(crate) struct Tiles<'a> {
    pub(crate) mode: &'a Mode,
    pub(crate) fast: bool,
    pub(crate) all: bool,
    pub(crate) format: Notation,
    pub(crate) goal: &'a Goal,
    pub(crate) picturing: &'a Picturing,
    pub(crate) certifying: &'a Certifying,
    pub(crate) options: &'a SearchOptions,
    /// File of the solution to be shortened, by `traybit tiles shorten`.
    pub(crate) from: Option<&'a OsStr>,
}

pub(crate) fn run(tiles: &Tiles<'_>, files: &[OsString]) -> Ended {
    let objective = match tiles.mode.objective(tiles.fast) {
        // All solutions of a length are those of the least.
        Objective::Default if tiles.all => Objective::Optimal,
        objective => objective,
    };
    let sentence = "a certificate proves the fewest moves; leave out --pushes or --certificate";
    let is_certified = tiles.certifying.certificate.is_some();
    Failure::usage_if(objective == Objective::Pushes && is_certified, sentence)?;
    let is_unshortened = matches!(objective, Objective::Pushes | Objective::Fast);
    let sentence = "a solution is shortened in moves: leave out --pushes and --fast";
    Failure::usage_if(tiles.from.is_some() && is_unshortened, sentence)?;
    let file = only_file(files, NO_GOAL_FILE)?;
    let from = tiles.from.map(|from| sources([("BOARD", file), ("the solution", from)]));
    let from = from.transpose()?.map(|[_, from]| from);
    let deepens = matches!(objective, Objective::Default | Objective::Optimal | Objective::Pushes);
    let activity = if deepens { Activity::TILES } else { Activity::SOLVING };
    let mut run = Run::start_searching(tiles.options, activity)?;
    let (start, goal, aim) = tiles.goal.with_board(file, &[])?;
    if tiles.from.is_some() || tiles.certifying.certificate.is_some() {
        refuse_open(if tiles.from.is_some() { "tiles shorten" } else { "--certificate" }, &[&start, &goal])?;
    }
    run.open()?;
    let certificate = tiles.certifying.place(&mut run, None)?;
    let pictures = run.pictures(tiles.picturing, file)?;
    let solver = Solver::new(goal);
    solver.cache_in(tiles.mode.cache.folder(run.options)?.as_deref());
    solver.check_objective(objective).map_err(Failure::usage)?;
    let is_small = Solver::is_small(solver.goal());
    if is_small && matches!(objective, Objective::Default | Objective::Optimal | Objective::Fast) {
        economise(LITTLE);
    }
    if objective == Objective::Optimal && !is_small && run.limits().deadline.is_none() {
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
    let (mut solutions, mut held) = (Vec::new(), 0);
    let (report, number) = run.search(|limits, _| {
        let mut report = match &known {
            Some(moves) => solver.shorten(&start, moves, objective, limits),
            None => solver.solve(&start, objective, limits),
        };
        let mut give = |moves: &[Direction]| {
            held += COPIES * (moves.len() + size_of::<Vec<Direction>>());
            solutions.push(moves.to_vec());
            limits.within(held)
        };
        let number = tiles.all.then(|| every(&solver, &start, &mut report, limits, &mut give)).flatten();
        (report, number)
    });
    let other = aim.other(&start).filter(|_| matches!(report.verdict, Verdict::Unsolvable(_)));
    let hint = other.map(|name| format!("with --goal {name} it has a solution"));
    let ending = ending(&report, number, &run);
    let number = number.and_then(Result::ok);
    let body = solution(&start, &report, (number, &solutions), tiles.format);
    let answer = Answer::found(body, ending, report.cost).remark(remark(&report));
    let answer = answer.searched_by(None, &report.method);
    let answer = answer.remark(number.map(|number| counted(number, "shortest solution"))).remark(hint);
    let mut status = run.give(answer);
    if let Some(pictures) = pictures {
        let moves = if let Verdict::Solved { moves, .. } = &report.verdict { Some(moves) } else { None };
        let shortest = report.length().filter(|(_, shortest)| *shortest);
        let fewest = shortest.map(|(length, _)| (length, report.unit.noun()));
        let still = |moves: &[_]| playback(&start, solver.goal(), moves);
        let solved = moves.map(|moves| Ok(Playback { fewest, ..still(moves)? }));
        status = pictures.finish(still(&[]).unwrap_or_default(), &solved.into_iter().collect(), "", status);
    }
    status = certificate::finish(certificate, &mut run, status, |limits| {
        certify_tiles(&start, solver.goal(), &report, limits)
    });
    Ok(run.end(status))
}

/// The number of shortest solutions, each handed to `give`, if the length of one is proven; the cost is added to the report's.
pub(crate) fn every(
    solver: &Solver,
    start: &Board,
    report: &mut Report,
    limits: &Limits,
    give: &mut Give<'_>,
) -> Option<Result<u64, GaveUp>> {
    let (length, true) = report.length()? else { return None };
    let arrangement = Arrangement::new(start, solver.goal());
    report.method += "; all of that length depth first";
    Some(solver.optimiser().every(&arrangement, length as u32, limits, &mut report.cost, give))
}

/// The ending of a search, and of one for `every` shortest solution.
pub(crate) fn ending(report: &Report, every: Option<Result<u64, GaveUp>>, run: &Run) -> Ending {
    match (&report.verdict, report.ended.or(every.and_then(Result::err))) {
        (Verdict::Unsolvable(proof), _) => Ending::because(unsolvable(*proof), Status::Impossible),
        (_, Some(reason)) => gave_up(reason, &report.cost, run),
        (_, None) => Ending::DONE,
    }
}

/// Reason why a search gave up, and the status.
pub(crate) fn gave_up(reason: GaveUp, cost: &Cost, run: &Run) -> Ending {
    match reason {
        GaveUp::Exhausted => Ending::because(
            "gave up: the shortest solution has too many moves for a depth-first search",
            Status::GaveUp,
        ),
        _ => run.gave_up(reason, cost),
    }
}
