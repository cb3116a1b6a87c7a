//! `traybit solve PUZZLE [GOAL]`: the shortest solution, or any; the options of all families, and the search for blocks.

pub(crate) mod exact;
pub(crate) mod packing;
pub(crate) mod tiles;

use std::ffi::OsString;

use clap::{Args, ValueEnum};

use crate::command::boards::Goal;
use crate::command::enumeration::{Every, Numbered};
use crate::command::family::{Files, Own, family_of};
use crate::command::solve::packing::Best;
use crate::command::solve::tiles::Tiles;
use crate::report::solution::solution;
use crate::report::{Answer, Ending};
use crate::run::certificate::{self, Certifying};
use crate::run::{
    Checkpoints, DEFAULT_METRIC, Ended, Failure, METRICS, OnDisk, Picturing, Run, SearchOptions,
    SlidingFiles, Status, one_of, positive,
};
use traybit_certificate::record::certify;
use traybit_picture::playback::Playback;
use traybit_picture::sliding::playback;
use traybit_program::{Activity, noun, unsolvable};
use traybit_sliding::solve::{Objective, Report, Verdict, any_instead, leaving_time, solve_or_resume};
use traybit_sliding::{Metric, Puzzle};
use traybit_tiles::Notation;

pub(crate) fn ending(problem: &Puzzle, report: &Report, run: &Run) -> Ending {
    match &report.verdict {
        Verdict::Solved { .. } => Ending::DONE,
        Verdict::Unsolvable(proof) => Ending::because(unsolvable(problem, proof), Status::Impossible),
        Verdict::GaveUp(reason) => run.gave_up(*reason, &report.cost),
    }
}

/// Solve a puzzle: sliding blocks, tiles, a packing or an exact cover
#[derive(Args, Clone, Debug)]
#[command(mut_args(|own| if own.get_id() == "disk" { own.conflicts_with("checkpoint") } else { own }))]
#[command(after_help = include_str!("../help/solve.txt"))]
pub struct Arguments {
    #[command(flatten)]
    files: Files,

    /// Find any solution, as soon as possible, instead of the shortest
    #[arg(long, group = "mode", conflicts_with_all = ["metric", "checkpoint", "disk", "all"])]
    fast: bool,

    /// Find at most N packings or solutions
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = positive::<u64>)]
    first: u64,

    /// Find all packings, all solutions, or all shortest solutions of a board of tiles
    #[arg(long, conflicts_with_all = ["first", "pushes", "quality"])]
    all: bool,

    /// Form of a solution
    #[arg(long, value_enum)]
    format: Option<Form>,

    #[command(flatten)]
    certifying: Certifying,

    #[command(flatten)]
    checkpoints: Checkpoints,

    #[command(flatten)]
    picturing: Picturing,

    /// Unit of a move
    #[arg(long, value_parser = one_of(METRICS), default_value = DEFAULT_METRIC, help_heading = BLOCKS)]
    metric: Metric,

    #[command(flatten, next_help_heading = BLOCKS)]
    on_disk: OnDisk,

    #[command(flatten)]
    options: SearchOptions,

    #[command(flatten, next_help_heading = PACKING)]
    numbered: Numbered,

    /// Draw N packings at random, all with the same probability; some may be the same
    #[arg(long, value_name = "N", conflicts_with_all = ["first", "all", "distinct", "every", "checkpoint", "most", "least"])]
    #[arg(value_parser = positive::<u64>, help_heading = PACKING)]
    sample: Option<u64>,

    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 0, requires = "sample", help_heading = PACKING)]
    seed: u64,

    #[command(flatten, next_help_heading = PACKING)]
    best: Best,

    /// Find only one of packings that are symmetric to one another
    #[arg(long, help_heading = PACKING)]
    distinct: bool,

    #[command(flatten, next_help_heading = PACKING)]
    every: Every,

    #[command(flatten)]
    tiles: tiles::Mode,

    #[command(flatten)]
    goal: Goal,
}

/// Headings of the options of one family.
const BLOCKS: &str = "Sliding blocks";
const PACKING: &str = "Packing";

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// Tiles, the default: `12 D`: tile 12 moves down
    Tiles,
    /// Tiles: where the blank goes, such as `north`
    Blank,
    /// Tiles: `D3UL`, with the number of tiles pushed at once; packings: a character for each cell, the piece's name
    Letters,
    /// Tiles: every position, drawn
    Boards,
    /// Packings, the default: two characters for each cell, the piece's number or letter
    Labels,
    /// Packings: a file of that program with a solved problem for each
    Burrtools,
}

pub const OWN: Own = &[
    (
        "sliding",
        "metric fast certificate checkpoint checkpoint_every disk disk_space svg png gif html step rulers cell bare speed",
    ),
    (
        "tiles",
        "fast optimal pushes quality cache all format goal certificate svg png gif html step rulers cell bare speed",
    ),
    (
        "packing",
        "number first all sample seed most least format distinct every checkpoint checkpoint_every svg png gif html step rulers cell bare speed",
    ),
    ("exact", "first all checkpoint checkpoint_every"),
];

pub fn run(arguments: &Arguments) -> Ended {
    let files = arguments.files.all(2);
    match family_of(&files, OWN, Activity::SOLVING)? {
        "sliding" => arguments.sliding(&files),
        "tiles" => tiles::run(&arguments.tiles()?, &files),
        "packing" => packing::run(arguments, &files),
        _ => exact::run(arguments, &files),
    }
}

impl Arguments {
    /// Maximum number of packings or solutions to find.
    fn most(&self) -> u64 {
        if self.all { u64::MAX } else { self.first }
    }

    fn tiles(&self) -> Result<Tiles<'_>, Failure> {
        let sentence = "a solution of tiles has --format tiles, blank, letters or boards";
        let format = match self.format.unwrap_or(Form::Tiles) {
            Form::Tiles => Notation::Tiles,
            Form::Blank => Notation::Blank,
            Form::Letters => Notation::Letters,
            Form::Boards => Notation::Boards,
            Form::Labels | Form::Burrtools => return Err(Failure::usage(sentence)),
        };
        let Self { fast, all, tiles: mode, goal, picturing, certifying, options, .. } = self;
        Ok(Tiles { mode, fast: *fast, all: *all, format, goal, picturing, certifying, options, from: None })
    }

    fn sliding(&self, names: &[OsString]) -> Ended {
        let Self { fast, metric, on_disk, .. } = self;
        let files = SlidingFiles::of(names)?;
        let mut run = Run::start_searching(&self.options, Activity::SOLVING)?;
        let problem = files.read_with_goal()?;
        run.open()?;
        let certificate = self.certifying.place(&mut run, Some(on_disk))?;
        let pictures = run.pictures(&self.picturing, &names[0])?;
        let objective = if *fast { Objective::Any } else { Objective::Shortest(*metric) };
        let subject = format!("{problem:?} {objective:?}");
        if *fast {
            run.resume(&self.checkpoints, subject)?;
        } else {
            run.resume_on_disk(on_disk, &self.checkpoints, &subject)?;
        }
        let found = run.search(|limits, checkpoint| {
            let searching = if *fast { limits.of_the_last() } else { leaving_time(limits).of_the_last() };
            let (report, _) = solve_or_resume(&problem, objective, false, &searching, checkpoint)?;
            let known = match (&report.verdict, objective) {
                (Verdict::GaveUp(reason), Objective::Shortest(_)) => any_instead(&problem, *reason, limits),
                _ => None,
            };
            Ok((report, known))
        });
        let (report, known) = found.map_err(|error| run.refuse_checkpoint(&error))?;
        let (body, remarks) = solution(&report, objective, known.as_deref(), &run.limits().progress);
        let answer = Answer::found(body, ending(&problem, &report, &run), report.cost).remark(remarks);
        let mut status = run.give(answer.searched_by(report.choice.as_ref(), report.method));
        if let Some(pictures) = pictures {
            let (slides, fewest) = match &report.verdict {
                Verdict::Solved { slides, length } => {
                    (Some(slides), (!fast).then(|| (*length as u64, noun(*metric))))
                }
                _ => (known.as_ref(), None),
            };
            let solved = slides.map(|slides| Ok(Playback { fewest, ..playback(&problem, slides)? }));
            let still = playback(&problem, &[]).unwrap_or_default();
            status = pictures.finish(still, &solved.into_iter().collect(), "", status);
        }
        status = certificate::finish(certificate, &mut run, status, |limits| {
            certify(&problem, &report, objective, limits)
        });
        Ok(run.end(status))
    }
}
