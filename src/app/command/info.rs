//! `traybit info PUZZLE [GOAL]`: a puzzle described, without a search unless `--difficulty` asks for one.

use std::time::Duration;

use clap::Args;
use serde::Serialize;

use crate::command::boards::{Goal, NO_GOAL_FILE};
use crate::command::enumeration::{NO_GOAL, Numbered};
use crate::command::family::{Files, Own, family_of};
use crate::command::solve::exact;
use crate::report::{Answer, Body, Difficulty, Ending, exact as covers, info};
use crate::run::{Ended, Plain, Run, SlidingFiles, only_file};
use traybit_core::Limits;
use traybit_program::{Activity, unsolvable};
use traybit_sliding::Metric;
use traybit_sliding::solve::refute;

/// Time for the search of `--difficulty`.
const TIME: Duration = Duration::from_secs(10);

/// Describe a puzzle without a search: size, pieces, bounds
#[derive(Args, Clone, Debug)]
#[command(after_help = include_str!("../help/info.txt"))]
pub struct Arguments {
    #[command(flatten)]
    files: Files,

    #[command(flatten)]
    goal: Goal,

    #[command(flatten)]
    numbered: Numbered,

    /// Also solve the puzzle, in at most 10 seconds: length of a shortest solution, and figures of how hard it is for people
    #[arg(long)]
    difficulty: bool,

    #[command(flatten)]
    options: Plain,
}

/// Also those of `check`.
pub(super) const OWN: Own =
    &[("sliding", "difficulty"), ("tiles", "goal"), ("packing", "number"), ("exact", "")];

pub(crate) fn run(arguments: &Arguments) -> Ended {
    let Arguments { files, goal, numbered, difficulty, options } = arguments;
    let files = files.all(2);
    let family = family_of(&files, OWN, Activity::DESCRIBING)?;
    let mut run = Run::start_plain(options, Activity::DESCRIBING)?;
    match family {
        "sliding" => {
            let problem = SlidingFiles::of(&files)?.read()?;
            run.open()?;
            let classes = problem.classes();
            let proof = refute(&classes);
            let impossible = proof.map(|proof| unsolvable(&problem, &proof));
            let is_solved = *difficulty && impossible.is_none();
            let solve = |limits: &Limits| Difficulty::of(&problem, Metric::Slide, &limits.for_at_most(TIME));
            let solved = is_solved.then(|| run.search(|limits, _| solve(limits))).flatten();
            let unknown = "no solution was found within 10 s, so the difficulty is not known";
            let unknown = (is_solved && solved.is_none()).then(|| unknown.to_owned());
            let body = info::body(&problem, &classes, impossible.as_deref(), solved);
            Ok(run.end_with(Answer::new(body, Ending::DONE).remark(unknown)))
        }
        "tiles" => {
            let (board, goal, aim) = goal.with_board(only_file(&files, NO_GOAL_FILE)?, &[])?;
            described(run, info::tiles(&board, &goal, aim.other(&board)))
        }
        "packing" => described(run, info::packing(&numbered.read(only_file(&files, NO_GOAL)?)?)),
        _ => described(run, covers::info(&exact::read(only_file(&files, exact::NO_GOAL)?)?)),
    }
}

fn described(mut run: Run<'_>, body: Body<impl Serialize>) -> Ended {
    run.open()?;
    Ok(run.end_with(Answer::new(body, Ending::DONE)))
}
