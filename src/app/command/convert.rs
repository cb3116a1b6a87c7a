//! `traybit convert PUZZLE [GOAL] --to FORMAT`: a puzzle in another file format.

use std::collections::HashSet;
use std::sync::Arc;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use serde::Serialize;

use crate::command::family::Files;
use crate::report::{Answer, Body, Ending};
use crate::run::{Ended, Failure, Options, Run, SlidingFiles, Status, positive};
use traybit_family::{self, FAMILIES, Format, PAIR, Puzzle, Unwritten};
use traybit_program::{Activity, with_goal};

/// Write a puzzle in another file format
#[derive(Args, Clone, Debug)]
#[command(mut_arg("threads", |threads| threads.hide(true)), after_help = include_str!("../help/convert.txt"))]
pub struct Arguments {
    #[command(flatten)]
    files: Files,

    /// Number of the puzzle in a list or a `BurrTools` file, counted from 1 [default: all, if FORMAT has one line for each]
    #[arg(long, value_name = "N", value_parser = positive::<u32>)]
    number: Option<u32>,

    /// The file format to write
    #[arg(long, value_name = "FORMAT", value_parser = formats())]
    to: &'static Format,

    #[command(flatten)]
    options: Options,
}

/// A puzzle in another format: `text`, or a pair of `tray` and `goal`.
#[serde_with::skip_serializing_none]
#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct Converted {
    format: &'static str,
    text: Option<String>,
    tray: Option<String>,
    goal: Option<String>,
}

fn formats() -> impl TypedValueParser<Value = &'static Format> {
    let mut all: Vec<&Format> = FAMILIES.iter().flat_map(|family| family.formats).collect();
    let mut names = HashSet::new();
    all.retain(|format| names.insert(format.name));
    let values = all.iter().map(|format| PossibleValue::new(format.name).help(format.help));
    PossibleValuesParser::new(values.collect::<Vec<_>>())
        .try_map(move |name| all.iter().copied().find(|format| format.name == name).ok_or("unknown"))
}

pub(crate) fn run(arguments: &Arguments) -> Ended {
    let Arguments { options, to, .. } = arguments;
    let files = SlidingFiles::of(&arguments.files.all(2))?;
    let name = files.puzzle.name();
    let has_two_files = to.name == PAIR && !options.plain.json;
    let mut goal_name = options.plain.output.clone().filter(|name| has_two_files && name != "-");
    let sentence = "a tray and a goal are two files: with --output FILE they are FILE and FILE.goal";
    Failure::usage_if(has_two_files && goal_name.is_none(), sentence)?;
    if let Some(name) = &mut goal_name {
        name.push(".goal");
    }
    let mut run = Run::start(options, Activity::DESCRIBING)?;
    let puzzles = read(&files, arguments.number)?;
    let unwritten = |unwritten| match unwritten {
        Unwritten::Inexpressible(sentence) => Failure::invalid(format_args!("{name}: {sentence}")),
        Unwritten::GaveUp(reason) => run.failure(reason),
    };
    let written = puzzles.iter().map(|puzzle| to.write(&**puzzle, run.limits()));
    let written = written.collect::<Result<Vec<_>, _>>().map_err(unwritten)?;
    let is_list = written.iter().all(|texts| texts.len() == 1 && texts[0].lines().count() == 1);
    let (found, format) = (written.len(), to.name);
    let sentence = format_args!(
        "{name} has {found} puzzles, and {format} is a format for one; choose it with --number N"
    );
    Failure::usage_if(found > 1 && !is_list, sentence)?;
    let goal = written[0].get(1).cloned();
    let text: String = written.iter().map(|texts| &*texts[0]).collect();
    run.open()?;
    let goal_output = run.beside("goal", "--output", goal_name.as_deref())?;
    let own = Some(text.clone());
    let (own, tray) = if goal.is_none() { (own, None) } else { (None, own) };
    let fields = Converted { format: to.name, text: own, tray, goal: goal.clone() };
    let status = run.give(Answer::new(Body { schema: "convert", text, fields }, Ending::DONE));
    let goal_output = goal_output.filter(|_| status == Status::Done);
    Ok(run.end_beside(goal_output, goal, status))
}

/// Reads the puzzles of any family, with the goal if that is a file of its own; only one of them if there is a `number`.
fn read(files: &SlidingFiles, number: Option<u32>) -> Result<Vec<Arc<dyn Puzzle>>, Failure> {
    let (source, goal) = (&files.puzzle, files.goal.as_ref());
    if let Some(number) = number.filter(|&number| number > 1 || goal.is_none()) {
        let bytes = traybit_family::bytes_of(source)?;
        let puzzle = traybit_family::read_numbered(&source.name(), &bytes, number as usize)?;
        return Ok(vec![goal.map_or(Ok(Arc::clone(&puzzle)), |goal| puzzle.with_goal(source, goal))?]);
    }
    match (traybit_family::open(source), goal) {
        (Ok(contents), Some(goal)) => Ok(vec![contents.puzzles[0].puzzle.with_goal(source, goal)?]),
        (Ok(contents), None) => Ok(contents.puzzles.into_iter().map(|listed| listed.puzzle).collect()),
        // The errors of both files are reported.
        (Err(error), Some(goal)) => Err(with_goal(Err(error), goal).err().unwrap_or(Failure::of([]))),
        (Err(error), None) => Err(error.into()),
    }
}
