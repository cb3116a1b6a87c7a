//! `traybit count PUZZLE [GOAL]`: the number of shortest solutions of blocks or tiles, or of packings.

use std::ffi::OsString;

use clap::{Args, ValueEnum};

use crate::command::boards::{Goal, NO_GOAL_FILE};
use crate::command::enumeration::{Display, Every, NO_GOAL, Numbered, unknown};
use crate::command::family::{Files, Own, family_of};
use crate::command::solve::packing::{Best, in_words};
use crate::command::solve::tiles::{self, every};
use crate::command::solve::{ending, exact};
use crate::report::solution::{self, shortest_count};
use crate::report::{self, Answer, Ending, Word, given_up};
use crate::run::{
    Checkpoints, DEFAULT_METRIC, Ended, Failure, METRICS, Run, SearchOptions, SlidingFiles, Status, one_of,
    only_file, say,
};
use traybit_core::{Checkpoint, Limits};
use traybit_packing::Pack;
use traybit_packing::exact::{self as exact_cover, METHOD};
use traybit_packing::formats::text;
use traybit_packing::solve::{choice, count, enumerate, extreme};
use traybit_program::Activity;
use traybit_sliding::{Metric, solve};
use traybit_tiles::solve::answer::{Objective, Solver, Verdict};

/// Count the solutions: packings, solutions of exact covers, shortest ones of blocks and tiles
#[derive(Args, Clone, Debug)]
#[command(after_help = include_str!("../help/count.txt"))]
pub struct Arguments {
    #[command(flatten)]
    files: Files,

    /// Unit of a move of a block
    #[arg(long, value_parser = one_of(METRICS), default_value = DEFAULT_METRIC)]
    metric: Metric,

    #[command(flatten)]
    goal: Goal,

    #[command(flatten)]
    numbered: Numbered,

    /// Method of counting packings
    #[arg(long, value_enum, default_value_t = By::Auto)]
    by: By,

    #[command(flatten)]
    best: Best,

    #[command(flatten)]
    every: Every,

    #[command(flatten)]
    checkpoints: Checkpoints,

    #[command(flatten)]
    options: SearchOptions,
}

const OWN: Own = &[
    ("sliding", "metric checkpoint checkpoint_every"),
    ("tiles", "goal"),
    ("packing", "number by most least every checkpoint checkpoint_every"),
    ("exact", "checkpoint checkpoint_every"),
];

pub(crate) fn run(arguments: &Arguments) -> Ended {
    let files = arguments.files.all(2);
    match family_of(&files, OWN, Activity::SOLVING)? {
        "sliding" => sliding(arguments, &files),
        "tiles" => boards(arguments, &files),
        "packing" => packing(arguments, &files),
        _ => covers(arguments, &files),
    }
}

fn sliding(arguments: &Arguments, files: &[OsString]) -> Ended {
    let Arguments { metric, checkpoints, options, .. } = arguments;
    let files = SlidingFiles::of(files)?;
    let mut run = Run::start_searching(options, Activity::SOLVING)?;
    let problem = files.read_with_goal()?;
    run.open()?;
    run.resume(checkpoints, format_args!("count {problem:?} {metric:?}"))?;
    let objective = solve::Objective::Shortest(*metric);
    let found = run.search(|limits, checkpoint| {
        solve::solve_or_resume(&problem, objective, true, &limits.of_the_last(), checkpoint)
    });
    let (report, number) = found.map_err(|error| run.refuse_checkpoint(&error))?;
    let body = solution::count(&report, *metric, number.map(|number| number.to_string()));
    let answer = Answer::found(body, ending(&problem, &report, &run), report.cost);
    Ok(run.end_with(answer.searched_by(report.choice.as_ref(), report.method)))
}

fn boards(arguments: &Arguments, files: &[OsString]) -> Ended {
    let file = only_file(files, NO_GOAL_FILE)?;
    let mut run = Run::start_searching(&arguments.options, Activity::TILES)?;
    let (start, goal, _) = arguments.goal.with_board(file, &[])?;
    let solver = Solver::new(goal);
    run.open()?;
    let (report, number) = run.search(|limits, _| {
        let mut report = solver.solve(&start, Objective::Optimal, limits);
        let number = every(&solver, &start, &mut report, limits, &mut |_| Ok(()));
        (report, number)
    });
    let ending = tiles::ending(&report, number, &run);
    let answer = match report.ended.or(number.and_then(Result::err)) {
        _ if matches!(report.verdict, Verdict::Unsolvable(_)) => Word::Unsolvable,
        reason => reason.map_or(Word::Counted, given_up),
    };
    let length = report.length().filter(|(_, shortest)| *shortest).map(|(length, _)| length);
    let number = number.and_then(Result::ok).map(|number| number.to_string());
    let head = (answer, report.unit.metric(), &*report.method);
    let body = shortest_count("tiles.count", head, length, number, report.unit.noun());
    Ok(run.end_with(Answer::found(body, ending, report.cost).searched_by(None, &report.method)))
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
enum By {
    /// Both in turns, until one has the count; with --checkpoint: boundary; with rules: enumeration
    Auto,
    /// Dynamic programming over boundaries, cell by cell, without enumerating packings
    Boundary,
    /// Enumeration of every packing, depth first; --every needs it
    Enumeration,
}

fn packing(arguments: &Arguments, files: &[OsString]) -> Ended {
    let &Arguments { ref numbered, by, best, every, ref checkpoints, ref options, .. } = arguments;
    let file = only_file(files, NO_GOAL)?;
    let sentence = "--every shows boards, and counting by boundaries has none; count with --by enumeration";
    Failure::usage_if(every.every.is_some() && by != By::Enumeration, sentence)?;
    let mut run = Run::start_searching(options, Activity::PACKINGS)?;
    let mut pack = numbered.read(file)?;
    let extreme = best.of(&mut pack);
    let sentence =
        "--by boundary knows no rules for neighbours, lines and all pieces; count with --by enumeration";
    Failure::usage_if(by == By::Boundary && !pack.is_plain(), sentence)?;
    // A checkpoint belongs to one method.
    let by = match by {
        By::Auto if !pack.is_plain() => By::Enumeration,
        By::Auto if checkpoints.checkpoint.is_some() => By::Boundary,
        by => by,
    };
    run.open()?;
    run.resume(checkpoints, format_args!("{}{by:?}", text::write(&pack)))?;
    let count = |pack: &Pack, limits: &Limits, checkpoint: Option<Checkpoint<'_>>| match by {
        By::Auto => choice::count(pack, limits),
        By::Boundary => count::count(pack, checkpoint, limits),
        By::Enumeration => {
            let display = Display::new(pack, &run);
            every.look(&display, checkpoint, None, |looking| enumerate::count(pack, looking, limits))
        }
    };
    let search = |limits: &Limits, checkpoint: Option<Checkpoint<'_>>| match extreme {
        Some(extreme) => extreme::count(&pack, extreme, limits, |pack| count(pack, limits, None)),
        None => count(&pack, limits, checkpoint).map(|counted| (counted, None)),
    };
    let counted = if by == By::Enumeration { run.search_unseen(search) } else { run.search(search) };
    let (counted, pieces) = counted.map_err(|sentence| run.refuse_saved(&sentence, Status::Invalid))?;
    let unknown = |reason| unknown(reason, &counted.cost, &run);
    let ending = counted.total.as_ref().map_or_else(|&reason| unknown(reason), |_| Ending::DONE);
    if let (Ok(_), Err(reason)) = (&counted.total, &counted.distinct) {
        let reason = unknown(*reason).reason.unwrap_or_default();
        say(format_args!("the number up to symmetry is not known: {reason}"));
    }
    let number = extreme.zip(pieces).map(|(extreme, pieces)| in_words(extreme, pieces, true));
    let answer = Answer::found(report::packing::count(&counted, pieces), ending, counted.cost);
    Ok(run.end_with(answer.remark(number).searched_by(None, &counted.method)))
}

fn covers(arguments: &Arguments, files: &[OsString]) -> Ended {
    let Arguments { checkpoints, options, .. } = arguments;
    let file = only_file(files, exact::NO_GOAL)?;
    let mut run = Run::start_searching(options, Activity::SOLUTIONS)?;
    let problem = exact::read(file)?;
    run.open()?;
    run.resume(checkpoints, format_args!("count 0 {problem:?}"))?;
    let found = run.search(|limits, checkpoint| exact_cover::count(&problem, checkpoint, limits));
    let found = found.map_err(|sentence| run.refuse_saved(&sentence, Status::Invalid))?;
    let ending = found.ended.map_or(Ending::DONE, |reason| unknown(reason, &found.cost, &run));
    let answer = Answer::found(report::exact::count(&found), ending, found.cost);
    Ok(run.end_with(answer.searched_by(None, METHOD)))
}
