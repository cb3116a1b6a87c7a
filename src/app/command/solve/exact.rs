//! `traybit solve PUZZLE` for exact covers: the first solution, some, or all of them.

use std::ffi::{OsStr, OsString};

use crate::command::enumeration::{Collector, Made};
use crate::command::solve::Arguments;
use crate::report::packing::or_more;
use crate::report::{Answer, exact};
use crate::run::{Ended, Run, give, only_file};
use traybit_core::{Checkpoint, Cost, InputError, Limits};
use traybit_family::bytes_of;
use traybit_packing::exact::checker::Checker;
use traybit_packing::exact::{self as cover, ExactCover, METHOD, Solution, enumerate, text};
use traybit_program::{Activity, Source, counted};

pub(crate) const NO_GOAL: &str = "an exact cover has no goal; --output FILE writes the answer";

pub(crate) fn read(file: &OsStr) -> Result<ExactCover, InputError> {
    let source = Source::or_input(file);
    cover::read(&source.name(), &bytes_of(&source)?)
}

pub(super) fn run(arguments: &Arguments, files: &[OsString]) -> Ended {
    let Arguments { checkpoints, options, .. } = arguments;
    let most = arguments.most();
    let file = only_file(files, NO_GOAL)?;
    let mut run = Run::start_searching(options, Activity::SOLUTIONS)?;
    let problem = read(file)?;
    run.open()?;
    run.resume(checkpoints, format_args!("solve {most} {problem:?}"))?;
    let checker = Checker::of(&problem);
    let collector = Collector::new(&run, None, run.options.json)?;
    let search = |limits: &Limits, checkpoint: Option<Checkpoint<'_>>| {
        let make = |solution: Solution| {
            let text = text::write(&problem, &solution);
            let refusal = checker.check(text.lines()).err();
            Made { solution: Some(solution), text, refusal }
        };
        enumerate(&problem, most, checkpoint, limits, &make, &mut |made| collector.take(made))
    };
    // On one terminal, solutions and the progress line would overwrite each other.
    let found = if collector.is_terminal { run.search_unseen(search) } else { run.search(search) };
    let none = |cost: &Cost| {
        format!("no solution exists: all {} were considered", counted(cost.positions, "position"))
    };
    let (kept, found, ending) = collector.finish(found, none, &run)?;
    let is_all = found.ended.is_none() && found.found < most;
    let remark = (found.found > 0).then(|| or_more(&counted(found.found, "solution"), is_all));
    let answer = Answer::found(exact::solutions(&problem, &kept, &found), ending, found.cost);
    let answer = answer.remark(remark).searched_by(None, METHOD);
    // Text is all written by now.
    let write = |document: String, status| {
        if run.options.json { give(run.output(), &document, status) } else { status }
    };
    let status = run.give_by(answer, write);
    Ok(run.end(status))
}
