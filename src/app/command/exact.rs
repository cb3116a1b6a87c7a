//! The commands about exact covers: `traybit solve`, `check`, `info` and `count`.

use std::collections::HashMap;
use std::ffi::{OsStr, OsString};
use std::io::Read;

use serde::Deserialize;
use serde_json::from_slice;

use crate::command::made::{Collector, Made};
use crate::command::solutions::{judged, with_solution};
use crate::report::check::Listed;
use crate::report::{Answer, Ending, exact};
use crate::run::{Checkpoints, Ended, Options, Run, SearchOptions, Status, give, only_file, sources};
use traybit_core::input::InputError;
use traybit_core::search::checkpoint::Checkpoint;
use traybit_core::search::limits::Limits;
use traybit_family::input::Content;
use traybit_family::load;
use traybit_packing::exact::checker::Checker;
use traybit_packing::exact::text;
use traybit_packing::exact::{self as search, ExactCover, Found, METHOD, Solution};
use traybit_program::files::Source;
use traybit_program::text::{Activity, counted, search_cost};

/// The hint for a second file.
pub(super) const NO_GOAL: &str = "an exact cover has no goal; --output FILE writes the answer";

pub(super) fn read(file: &OsStr) -> Result<ExactCover, InputError> {
    let source = Source::or_input(file);
    let name = source.name();
    let bytes = load(&name, source.open()?)?;
    text::read(&name, &bytes)
}

/// All that a checkpoint depends on, where there is one.
fn subject(checkpoints: &Checkpoints, command: &str, most: u64, problem: &ExactCover) -> String {
    if checkpoints.is_given() { format!("{command} {most} {problem:?}") } else { String::new() }
}

/// Reason why the answer of a search is not complete, where it is not.
fn ending(found: &Found, run: &Run) -> Ending {
    found.ended.map_or(Ending::DONE, |reason| run.gave_up(reason, &found.cost))
}

fn cost(found: &Found) -> String {
    format!("{}; {METHOD}", search_cost(&found.cost))
}

/// Finds the first solution, some, or all of them.
pub(super) fn solve(
    most: u64,
    checkpoints: &Checkpoints,
    options: &SearchOptions,
    files: &[OsString],
) -> Ended {
    let file = only_file(files, NO_GOAL)?;
    let mut run = Run::start_searching(options, Activity::Solutions)?;
    let problem = read(file)?;
    run.open()?;
    run.resume(checkpoints, &subject(checkpoints, "solve", most, &problem))?;
    let checker = Checker::of(&problem);
    // Twice: by itself and in the document.
    let weigh = |made: &Made<Solution>| {
        2 * (made.text.len() + made.solution.as_ref().map_or(0, Vec::len) * size_of::<&str>())
    };
    let collector = Collector::new("solution", &run, None, run.options.json, weigh)?;
    let search = |limits: &Limits, checkpoint: Option<Checkpoint<'_>>| {
        let make = |solution: Solution| {
            let text = text::write(&problem, &solution);
            let refusal = checker.check(text.lines()).err();
            Made { solution: Some(solution), text, refusal }
        };
        search::enumerate(&problem, most, checkpoint, limits, &make, &mut |made| collector.take(made))
    };
    // On one terminal, solutions and a line about the progress would be drawn over each other.
    let found = if collector.is_terminal { run.search_unseen(search) } else { run.search(search) };
    let mut found = found.map_err(|sentence| run.refuse_saved(&sentence, Status::Invalid))?;
    found.ended = found.ended.or(collector.gave_up());
    let kept = collector.finish()?;
    let ending = match found.ended {
        None if found.solutions == 0 => {
            let positions = counted(found.cost.positions, "position");
            let sentence = format!("no solution exists: all {positions} were considered");
            Ending::because(sentence, Status::Impossible)
        }
        _ => ending(&found, &run),
    };
    let remark = (found.solutions > 0).then(|| exact::remark(&found, most));
    let answer = Answer::found(exact::solutions(&problem, &kept, &found), ending, found.cost);
    let answer = answer.remark(remark.into_iter().chain([cost(&found)])).searched_by(None, METHOD);
    let status = answer.ending.status;
    let document = run.tell(answer);
    // Text is all written by now.
    let status =
        run.write(status, || if run.options.json { give(run.output(), &document, status) } else { status });
    Ok(run.end(status))
}

pub(super) fn count(checkpoints: &Checkpoints, options: &SearchOptions, files: &[OsString]) -> Ended {
    let file = only_file(files, NO_GOAL)?;
    let mut run = Run::start_searching(options, Activity::Solutions)?;
    let problem = read(file)?;
    run.open()?;
    run.resume(checkpoints, &subject(checkpoints, "count", 0, &problem))?;
    let found = run.search(|limits, checkpoint| search::count(&problem, checkpoint, limits));
    let found = found.map_err(|sentence| run.refuse_saved(&sentence, Status::Invalid))?;
    let answer = Answer::found(exact::count(&found), ending(&found, &run), found.cost);
    Ok(run.end_with(answer.remark([cost(&found)]).searched_by(None, METHOD)))
}

pub(super) fn check(options: &Options, files: &[OsString]) -> Ended {
    let mut run = Run::start(options, Activity::Describing)?;
    let [puzzle, solutions] = with_solution(files, NO_GOAL)?;
    let [_, source] = sources([("PUZZLE", puzzle), ("SOLUTIONS", solutions)])?;
    let problem = read(puzzle)?;
    let (places, solutions): (Vec<String>, Vec<Vec<String>>) = listed(&source)?.into_iter().unzip();
    run.open()?;
    let checker = Checker::of(&problem);
    let wrong = || {
        let check = |solution: &Vec<String>| checker.check(solution.iter().map(String::as_str));
        let refused = |(place, solution)| check(solution).err().map(|refusal| (place, refusal));
        places.iter().zip(&solutions).find_map(refused)
    };
    let twice = || {
        let mut seen = HashMap::new();
        let has_one = |(_, solution): &(usize, &Vec<String>)| {
            !solution.iter().any(|option| checker.stands_again(option))
        };
        solutions.iter().enumerate().filter(has_one).find_map(|(number, solution)| {
            let mut options: Vec<&String> = solution.iter().collect();
            options.sort_unstable();
            seen.insert(options, number).map(|first| (first, number))
        })
    };
    let number = Listed::Solutions { solutions: places.len() as u64 };
    Ok(run.end_with(judged(&source.name(), "solution", number, &places, wrong, twice)))
}

/// The part of the document of `traybit solve --json` that is read.
#[derive(Deserialize)]
struct Document {
    solutions: Vec<Vec<String>>,
}

/// The solutions of a file, each with its place in words: lines of options, with an empty line between two, or a document.
fn listed(source: &Source) -> Result<Vec<(String, Vec<String>)>, InputError> {
    let name = source.name();
    let mut text = match Content::of(source)? {
        Content::Text(text) => text,
        Content::Document(bytes) => {
            let document: Document = from_slice(&bytes).map_err(|reason| {
                let expected = "expected the document of `traybit solve --json` with solutions";
                InputError::Invalid(format!("{name}: {expected}, found another: {reason}"))
            })?;
            let numbered = document.solutions.into_iter().zip(1..);
            return Ok(numbered.map(|(solution, number)| (format!("solution {number}"), solution)).collect());
        }
    };
    let mut whole = String::new();
    text.read_to_string(&mut whole)
        .map_err(|reason| InputError::Unreadable(format!("{name}: cannot be read: {reason}")))?;
    let (mut solutions, mut is_open): (Vec<(String, Vec<String>)>, bool) = (Vec::new(), false);
    for (line, number) in whole.lines().map(str::trim).zip(1..) {
        if !line.is_empty() && !is_open {
            solutions.push((format!("the solution that begins on line {number}"), Vec::new()));
        }
        is_open = !line.is_empty();
        if let Some((_, solution)) = solutions.last_mut().filter(|_| is_open) {
            solution.push(line.to_owned());
        }
    }
    Ok(solutions)
}
