//! `traybit info PUZZLE [GOAL]`: a puzzle described without a search.

use clap::Args;

use crate::command::boards::{Goal, NO_GOAL_FILE};
use crate::command::enumeration::{NO_GOAL, Numbered};
use crate::command::family::{Files, Own, Typed};
use crate::command::solve::exact;
use crate::report::{Answer, Ending, exact as covers, info};
use crate::run::{Ended, Options, Plain, Run, SlidingFiles, only_file};
use traybit_core::search::outcome::Cost;
use traybit_program::text::{Activity, unsolvable};
use traybit_sliding::solve::refute;

const EXAMPLES: &str = "\
Without a goal's file the goal of a tray is empty.

Examples:
  traybit info klotski
  traybit info eight-31
  traybit info popinjay
  traybit info sudoku-inkala
  traybit info --json TRAY";

/// Describe a puzzle without a search: size, pieces, bounds
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(flatten)]
    files: Files,

    #[command(flatten)]
    goal: Goal,

    #[command(flatten)]
    numbered: Numbered,

    #[command(flatten)]
    options: Plain,
}

const OWN: Own = &[("sliding", ""), ("tiles", "goal"), ("packing", "number"), ("exact", "")];

pub(crate) fn run(typed: &Typed<Arguments>) -> Ended {
    let Arguments { files, goal, numbered, options } = &typed.arguments;
    let (files, options) = (files.all(), Options::from(options.clone()));
    let family = typed.family(&files, OWN, Activity::Describing)?;
    let mut run = Run::start(&options, Activity::Describing)?;
    match family {
        "sliding" => {
            let problem = SlidingFiles::of(&files)?.read()?;
            run.open()?;
            let classes = problem.classes();
            let proof = refute(&classes);
            let impossible = proof.map(|proof| unsolvable(&problem, &proof, &Cost::default()));
            Ok(run.end_with(Answer::new(info::body(&problem, &classes, impossible.as_deref()), Ending::DONE)))
        }
        "tiles" => {
            let (board, goal, aim) = goal.with_board(only_file(&files, NO_GOAL_FILE)?, &[])?;
            run.open()?;
            let body = info::tiles(&board, &goal, aim.other(board.size()));
            Ok(run.end_with(Answer::new(body, Ending::DONE)))
        }
        "packing" => {
            let pack = numbered.read(only_file(&files, NO_GOAL)?)?;
            run.open()?;
            Ok(run.end_with(Answer::new(info::packing(&pack), Ending::DONE)))
        }
        _ => {
            let problem = exact::read(only_file(&files, exact::NO_GOAL)?)?;
            run.open()?;
            Ok(run.end_with(Answer::new(covers::info(&problem), Ending::DONE)))
        }
    }
}
