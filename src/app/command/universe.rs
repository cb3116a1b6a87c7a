//! `traybit universe --tray SIZE --pieces LIST`: all boards that blocks can make, and the components that
//! moves form; with `--goal` the hardest starts among them.

use std::ffi::OsString;
use std::ops::RangeInclusive;
use std::time::Instant;

use clap::{Args, value_parser};

use crate::command::generate::in_words;
use crate::report::{Answer, Difficulty, Ending, polyominoes, universe};
use crate::run::folder::{Folder, MOST_FILES, NewFiles, Numbered};
use crate::run::{Checkpoints, Ended, Failure, METRICS, Run, SearchOptions, Status, one_of};
use traybit_core::input::parse_counts;
use traybit_core::{Cost, GaveUp};
use traybit_program::{Activity, bytes, counted, length_in, span};
use traybit_sliding::Metric;
use traybit_sliding::formats::drawing;
use traybit_sliding::solve::hardest::{Hard, HardestOptions, hardest as find};
use traybit_sliding::universe::cars::Cars;
use traybit_sliding::universe::polyominoes::AnyPieces;
use traybit_sliding::universe::shares::{Hardest, InShares, explore as explore_shares};
use traybit_sliding::universe::{
    Census, Goal, Ground, Kinds, Pieces, Places, census, parse_kinds, parse_places, parse_tray,
};

/// Count all boards that blocks can make on a tray, and find the hardest starts among them
#[derive(Args, Clone, Debug)]
#[command(after_help = include_str!("../help/universe.txt"))]
pub struct Arguments {
    /// Tray: `5x4`, or its rows such as `#../.../..#`
    #[arg(long, value_name = "TRAY", value_parser = parse_tray)]
    tray: Ground,

    /// Kinds of blocks and how many of each: `2x2=1,1x2,xx/x.=0..2`; or `any`, or `cars`
    #[arg(long, value_name = "LIST", value_parser = parse_pieces)]
    pieces: PieceList,

    /// Number of empty cells: `2`, `2..` or `1..4`
    #[arg(long, value_name = "COUNTS", value_parser = parse_counts, default_value = "0..")]
    empty: RangeInclusive<u32>,

    /// With `--pieces any`: find the hardest simple puzzle for each number of pieces
    #[arg(long, conflicts_with = "goal")]
    simple: bool,

    /// Write a table to FILE: of the mixes (blocks by kind, empty cells, boards, components, boards of the largest component); with --goal of the hardest starts; with `--pieces any` or `cars` a row for each number of pieces
    #[arg(long, value_name = "FILE")]
    csv: Option<OsString>,

    /// Find the hardest starts for this goal: each block with the row and column, from 0, of its top-left cell: `2x2 3 1,1x1 0 0`
    #[arg(long, value_name = "PLACES", value_parser = parse_places)]
    goal: Option<Places>,

    /// With `--pieces cars`: row of the red car, from 0 [default: the middle row, the upper of two]
    #[arg(long, value_name = "ROW")]
    exit: Option<u16>,

    /// Unit of a move with `--goal` or `--pieces cars`; without it slide
    #[arg(long, value_parser = one_of(METRICS))]
    metric: Option<Metric>,

    /// Find the N hardest starts, at most one in each component
    #[arg(long, value_name = "N", default_value_t = 10, requires = "goal")]
    #[arg(value_parser = value_parser!(u32).range(1..=MOST_FILES))]
    draw: u32,

    /// Minimum distance from the goal, in moves
    #[arg(long, value_name = "N", default_value_t = 1, requires = "goal")]
    min_moves: u64,

    #[command(flatten)]
    new: NewFiles,

    #[command(flatten)]
    checkpoints: Checkpoints,

    #[command(flatten)]
    options: SearchOptions,
}

#[derive(Clone, Debug)]
enum PieceList {
    /// All polyominoes, any number of each.
    Any,
    /// The cars of Rush Hour.
    Cars,
    Kinds(Kinds),
}

fn parse_pieces(text: &str) -> Result<PieceList, String> {
    match text {
        "any" => Ok(PieceList::Any),
        "cars" => Ok(PieceList::Cars),
        _ => parse_kinds(text).map(PieceList::Kinds),
    }
}

pub(crate) fn run(arguments: &Arguments) -> Ended {
    let &Arguments { tray, ref pieces, ref empty, simple, metric, draw, min_moves: least, .. } = arguments;
    let metric = metric.unwrap_or(Metric::Slide);
    arguments.refuse_strangers()?;
    match pieces {
        PieceList::Any => {
            let pieces = AnyPieces::new(tray, simple).map_err(Failure::usage)?;
            explore(&pieces, &format!("any {simple}"), "simple puzzle", arguments)
        }
        PieceList::Cars => {
            let exit = arguments.exit.unwrap_or((tray.size.height - 1) / 2);
            let cars = Cars::new(tray, exit, metric).map_err(Failure::usage)?;
            explore(&cars, &format!("cars {exit} {}", metric.name()), "board of cars", arguments)
        }
        PieceList::Kinds(kinds) => {
            let pieces = Pieces::new(tray, kinds.clone(), empty.clone()).map_err(Failure::usage)?;
            let goal = arguments.goal.as_ref().map(|places| Goal::new(&pieces, places)).transpose();
            match goal.map_err(Failure::usage)? {
                Some(ref goal) => {
                    let options = HardestOptions { pieces: &pieces, goal, metric, top: draw as usize, least };
                    find_hardest(options, arguments)
                }
                None => count_mixes(&pieces, arguments),
            }
        }
    }
}

fn count_mixes(pieces: &Pieces, arguments: &Arguments) -> Ended {
    let mut run = Run::start_searching(&arguments.options, Activity::COUNTING)?;
    run.open()?;
    let table = run.beside("table", "--csv", arguments.csv.as_deref())?;
    let began = Instant::now();
    let census = run.search(|limits, _| census(pieces, limits));
    let time = began.elapsed();
    let cost = |own: &Census| Cost { positions: own.boards, bytes: own.bytes, time, ..Cost::default() };
    let cost = census.as_ref().ok().map(cost);
    let (ending, remark) = told(census.as_ref().err().copied(), cost, &run);
    let body = universe::census(pieces, census.as_ref().map_err(|&early| early));
    let status = run.give(Answer { cost, ..Answer::new(body, ending) }.remark(remark));
    let text = census.ok().map(|census| universe::census_csv(pieces, &census));
    Ok(run.end_beside(table, text, status))
}

fn find_hardest(options: HardestOptions, arguments: &Arguments) -> Ended {
    let mut run = Run::start_searching(&arguments.options, Activity::EXPLORING)?;
    run.open()?;
    let table = run.beside("table", "--csv", arguments.csv.as_deref())?;
    let folder = Folder::place(&arguments.new, options.top)?;
    let found = run.search(|limits, _| find(options, limits));
    let cost = found.as_ref().ok().map(|found| found.cost);
    let (mut ending, remark) = told(found.as_ref().err().copied(), cost, &run);
    let starts = found.iter().flat_map(|found| &found.starts);
    let rated = |start: &Hard| Difficulty::of(&start.puzzle, options.metric, run.limits());
    let rated: Vec<Option<Difficulty>> = starts.clone().map(rated).collect();
    let body = universe::hardest(options, found.as_ref().map_err(|&early| early), &rated);
    let titled = |((start, difficulty), rank): ((&Hard, &Option<Difficulty>), usize)| {
        let length = length_in(options.metric, start.distance);
        let puzzle =
            start.puzzle.clone().titled(format!("hardest start {rank}: {length} to the nearest goal"));
        Ok((rank, drawing::write(&puzzle)?, [length, in_words(*difficulty)]))
    };
    give_files(folder.as_ref(), starts.zip(&rated).zip(1..).map(titled), &mut ending);
    let status = run.give(Answer { cost, ..Answer::new(body, ending) }.remark(remark));
    Ok(run.end_beside(table, found.ok().map(|found| universe::hardest_csv(options, &found)), status))
}

/// Explores all boards, share by share. A checkpoint belongs to this universe if it has the same `identity`;
/// `kind` says what the hardest starts are.
fn explore(universe: &impl InShares, identity: &str, kind: &str, arguments: &Arguments) -> Ended {
    let Ground { size, open } = arguments.tray;
    let mut run = Run::start_searching(&arguments.options, Activity::UNIVERSE)?;
    run.open()?;
    let table = run.beside("table", "--csv", arguments.csv.as_deref())?;
    let folder = Folder::place(&arguments.new, arguments.tray.room() as usize)?;
    run.resume(&arguments.checkpoints, format_args!("universe {identity} {size:?} {open:x}"))?;
    let found = run.search(|limits, checkpoint| explore_shares(universe, limits, checkpoint));
    let found = found.map_err(|error| run.refuse_checkpoint(&error))?;
    let (mut ending, remark) = told(found.ended, Some(found.cost), &run);
    let (done, all) = found.shares;
    let is_whole = done == all;
    let shares = (!is_whole).then(|| format!("so far {done} of {}", counted(all as u64, "share")));
    if let (true, Some(metric)) = (is_whole, universe.outline().metric) {
        // File 003 has the start of 3 pieces.
        let titled = |(count, hardest): (usize, Hardest)| {
            let (length, pieces) = (length_in(metric, hardest.moves.into()), counted(count as u64, "piece"));
            let puzzle = universe.puzzle(hardest.start);
            let rated = Difficulty::of(&puzzle, metric, run.limits());
            let puzzle = puzzle.titled(format!("hardest {kind} of {pieces}: {length}"));
            Ok((count, drawing::write(&puzzle)?, [length, in_words(rated)]))
        };
        give_files(folder.as_ref(), found.hardest().map(titled), &mut ending);
    }
    let body = polyominoes::explored(universe, &found);
    let status = run.give(Answer::found(body, ending, found.cost).remark(remark.into_iter().chain(shares)));
    let rows = is_whole.then(|| polyominoes::csv(universe, &found));
    Ok(run.end_beside(table, rows, status))
}

impl Arguments {
    /// Refuses options that do not apply to these pieces.
    fn refuse_strangers(&self) -> Result<(), Failure> {
        let (kind, pieces) = match self.pieces {
            PieceList::Any => (0, "any"),
            PieceList::Cars => (1, "cars"),
            PieceList::Kinds(_) => (2, "LIST"),
        };
        let (goal, metric, files) = (self.goal.is_some(), self.metric.is_some(), self.new.files.is_some());
        // Whether the option is given, and whether it applies to any, cars and lists.
        let options = [
            ("--goal", goal, [false, false, true]),
            ("--empty", self.empty != (0..=u32::MAX), [false, false, true]),
            ("--simple", self.simple, [true, false, false]),
            ("--exit", self.exit.is_some(), [false, true, false]),
            ("--checkpoint", self.checkpoints.checkpoint.is_some(), [true, true, false]),
            ("--metric", metric, [false, true, true]),
            ("--metric without --goal", metric && !goal, [true, true, false]),
            ("--files without --simple", files && !self.simple, [false, true, true]),
            ("--files without --goal", files && !goal, [true, true, false]),
        ];
        let stranger = options.into_iter().find(|(_, is_given, uses)| *is_given && !uses[kind]);
        stranger.map_or(Ok(()), |(option, ..)| {
            Err(Failure::usage(format_args!("{option} is not for --pieces {pieces}")))
        })
    }
}

/// Reason why there is no answer, or the cost in words; without a cost the progress counts.
fn told(early: Option<GaveUp>, cost: Option<Cost>, run: &Run) -> (Ending, Option<String>) {
    let (positions, layers) = run.limits().progress.now();
    let cost = cost.unwrap_or(Cost { positions, layers, ..Cost::default() });
    match early {
        Some(GaveUp::Exhausted) => {
            (Ending::because("gave up: there are 2^64 boards or more", Status::GaveUp), None)
        }
        Some(reason) => (run.gave_up(reason, &cost), None),
        None => {
            let (boards, time) = (counted(cost.positions, "board"), span(cost.time.as_secs_f64()));
            (Ending::DONE, Some(format!("{boards}, {time}, {}", bytes(cost.bytes))))
        }
    }
}

/// Writes puzzles to numbered files, if there is a folder; the status of an error becomes that of the ending.
fn give_files(
    folder: Option<&Folder>,
    puzzles: impl Iterator<Item = Result<Numbered, String>>,
    ending: &mut Ending,
) {
    let puzzles = puzzles.collect::<Result<Vec<_>, _>>().map_err(Failure::unwritable);
    if let Err(failure) = puzzles.and_then(|puzzles| Folder::fill(folder, &puzzles)) {
        ending.status = failure.tell();
    }
}
