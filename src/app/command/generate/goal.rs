//! `traybit generate goal`: the hardest goal of one block of a tray.

use std::ffi::OsString;
use std::slice::from_ref;

use clap::Args;
use serde::Serialize;

use crate::report::{Answer, Body, Difficulty, Ending, Word, given_up};
use crate::run::{DEFAULT_METRIC, Ended, Failure, METRICS, Run, SearchOptions, SlidingFiles, Status, one_of};
use traybit_program::{Activity, counted, length_in, search_cost};
use traybit_sliding::formats::drawing;
use traybit_sliding::solve::spaces::{Places, places};
use traybit_sliding::{Metric, Target};

/// Make the hardest puzzle over all goals of one block
#[derive(Args, Clone, Debug)]
#[command(after_help = include_str!("../../help/generate-goal.txt"))]
pub struct Arguments {
    /// The tray's file; goals are ignored; `-` is standard input
    tray: OsString,

    /// Name of the block that gets the goal
    #[arg(long, value_name = "NAME")]
    block: char,

    /// Unit of a move
    #[arg(long, value_parser = one_of(METRICS), default_value = DEFAULT_METRIC)]
    metric: Metric,

    #[command(flatten)]
    options: SearchOptions,
}

/// The hardest goal of a block, and all its places, nearest first: row and column, and distance.
#[serde_with::skip_serializing_none]
#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct HardestGoal {
    answer: Word,
    metric: &'static str,
    block: char,
    length: Option<u64>,
    difficulty: Option<Difficulty>,
    places: Places,
    text: Option<String>,
}

impl Arguments {
    pub(super) fn run(&self) -> Ended {
        let &Self { ref tray, block: name, metric, ref options } = self;
        let mut run = Run::start_searching(options, Activity::EXPLORING)?;
        let files = SlidingFiles::of(from_ref(tray))?;
        let problem = files.read()?;
        let file = files.puzzle.name();
        let unknown = format!("--block: {file} has no block {name}; `traybit info` shows the names");
        let block = problem.blocks.iter().position(|block| block.name == name);
        let block = block.ok_or_else(|| Failure::usage(unknown))?;
        run.open()?;
        let (found, cost) = run.search(|limits, _| places(&problem, block, metric, &limits.of_the_last()));
        let farthest = found.iter().flatten().last().filter(|(_, distance)| *distance > 0);
        let (ending, word) = match (&found, farthest) {
            (Err(reason), _) => (run.gave_up(*reason, &cost), given_up(*reason)),
            (Ok(_), None) => {
                let sentence = format!("block {name} can reach no other place");
                (Ending::because(sentence, Status::Impossible), Word::Unsolvable)
            }
            (Ok(_), Some(_)) => (Ending::DONE, Word::Generated),
        };
        let made = farthest.map(|&(anchor, distance)| {
            let title = format!("hardest goal of block {name}: {}", length_in(metric, distance));
            problem.clone().with_goal(vec![Target { block, anchor }], Vec::new()).titled(title)
        });
        let difficulty = made.as_ref().and_then(|puzzle| Difficulty::of(puzzle, metric, run.limits()));
        let text = made.map(|puzzle| drawing::write(&puzzle)).transpose().map_err(Failure::unwritable)?;
        let known = difficulty.map(|difficulty| difficulty.in_words());
        let reached = found.as_ref().ok().map(|found| counted(found.len() as u64, "place") + " reached");
        let fields = HardestGoal {
            answer: word,
            metric: metric.name(),
            block: name,
            length: farthest.map(|(_, distance)| *distance),
            difficulty,
            places: found.unwrap_or_default(),
            text: text.clone(),
        };
        let body = Body { schema: "sliding.goal", text: text.unwrap_or_default(), fields };
        let answer = Answer::found(body, ending, cost).remark(known.into_iter().chain(reached));
        Ok(run.end_with(answer.remark([search_cost(&cost)])))
    }
}
