//! `traybit info PUZZLE [GOAL]`: a puzzle described, without a search unless `--difficulty` asks for one.

use std::time::Duration;

use clap::Args;
use serde::Serialize;

use crate::command::boards::{Goal, NO_GOAL_FILE};
use crate::command::enumeration::{NO_GOAL, Numbered};
use crate::command::family::{Files, Own, family_of};
use crate::command::solve::exact;
use crate::report::{Answer, Body, Difficulty, Ending, exact as covers, info};
use crate::run::{Ended, Failure, Plain, Run, SlidingFiles, Status, only_file};
use traybit_core::GaveUp;
use traybit_program::{Activity, reason_words, unsolvable};
use traybit_sliding::Metric;
use traybit_sliding::solve::{Objective, Report, Verdict, refute, solve};

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
    let activity = if *difficulty { Activity::SOLVING } else { Activity::DESCRIBING };
    let mut run = Run::start_plain(options, activity)?;
    match family {
        "sliding" => {
            let files = SlidingFiles::of(&files)?;
            let problem = files.read()?;
            let sentence = format!("{} has no goal, so no difficulty is known", files.puzzle.name());
            Failure::usage_if(*difficulty && problem.goals.is_empty(), sentence)?;
            run.open()?;
            let (classes, mut ending, mut known) = (problem.classes(), Ending::DONE, None);
            let mut impossible = refute(&classes).map(|proof| unsolvable(&problem, &proof));
            if *difficulty && impossible.is_none() {
                let shortest = Objective::Shortest(Metric::Slide);
                let Report { verdict, cost, .. } =
                    run.search(|limits, _| solve(&problem, shortest, &limits.for_at_most(TIME)));
                known = Difficulty::of_solved(&problem, Metric::Slide, &verdict);
                match verdict {
                    Verdict::Solved { .. } => {}
                    Verdict::Unsolvable(proof) => impossible = Some(unsolvable(&problem, &proof)),
                    Verdict::GaveUp(reason @ GaveUp::Stopped) => ending = run.gave_up(reason, &cost),
                    Verdict::GaveUp(reason) => {
                        let [_, words, _] = reason_words(reason);
                        let sentence =
                            format!("the difficulty is not known: a search of at most 10 s {words}");
                        ending = Ending::because(sentence, Status::Done);
                    }
                }
            }
            Ok(run
                .end_with(Answer::new(info::body(&problem, &classes, impossible.as_deref(), known), ending)))
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
