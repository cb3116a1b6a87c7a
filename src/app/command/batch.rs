//! `traybit batch DIR…`: all puzzles of folders, indexes and files, solved and verified.

mod journal;

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use clap::Args;
use traybit_core::sync::Mutex;
use traybit_core::{Cost, GaveUp};
use traybit_sliding::Metric;

use crate::batch::{self, Allowed};
use crate::collection::{Found, Oddity, errors};
use crate::command::batch::journal::{Journal, RecordFiles};
use crate::command::boards::{Boards, hint};
use crate::command::solve::tiles::Cache;
use crate::report::batch::whole::{told, whole};
use crate::report::batch::{Outcome, Record};
use crate::report::{Answer, Ending};
use crate::run::progress::Bar;
use crate::run::{
    Ended, Failure, LIMIT_OF_EACH, METRICS, Options, Output, Plain, Run, Status, Total, one_of, say,
};
use traybit_family::aim::Aim;
use traybit_family::{self, Objective};
use traybit_program::{Activity, counted, note_read, parse_time};

/// Solve and verify all puzzles of folders, indexes and files
#[derive(Args, Clone, Debug)]
#[command(mut_arg("limit", |limit| limit.help(LIMIT_OF_EACH)), after_help = include_str!("../help/batch.txt"))]
pub struct Arguments {
    #[command(flatten)]
    boards: Boards,

    /// Use only these sets, separated by commas: those of an index, or folders
    #[arg(long, value_name = "SETS", value_delimiter = ',')]
    set: Vec<String>,

    /// Find shortest solutions, proven, instead of any
    #[arg(long)]
    optimal: bool,

    /// Unit of a move of a block
    #[arg(long, value_parser = one_of(METRICS), default_value = "slide", requires = "optimal")]
    metric: Metric,

    /// Find for boards of tiles the solution of fewest pushes, where several tiles in line move as one, proven
    #[arg(long, conflicts_with = "optimal")]
    pushes: bool,

    /// Shorten a solution of each board of tiles for TIME: 10 (seconds), 500ms
    #[arg(long, value_name = "TIME", value_parser = parse_time, conflicts_with_all = ["optimal", "pushes"])]
    quality: Option<Duration>,

    #[command(flatten)]
    cache: Cache,

    /// Compare with an earlier journal
    #[arg(long, value_name = "FILE")]
    against: Option<PathBuf>,

    #[command(flatten)]
    total: Total,

    #[command(flatten)]
    record_files: RecordFiles,

    #[command(flatten)]
    options: Options,
}

pub(crate) fn run(arguments: &Arguments) -> Ended {
    let Arguments { options, record_files, .. } = arguments;
    let began = Instant::now();
    let mut run = Run::start(options, Activity::PUZZLES)?;
    let time = run.limit_each(arguments.total);
    let before = arguments.against.as_deref().map(journal::read).transpose()?;
    let cache = arguments.cache.folder(run.options)?;
    let aim = arguments.boards.aim()?;
    let (puzzles, oddities) = arguments.puzzles(&aim, &run)?;
    let objective = arguments.objective();
    puzzles.iter().try_for_each(|found| found.puzzle.check_objective(objective)).map_err(Failure::usage)?;
    record_files.check_journal(run.output())?;
    arguments.against.iter().for_each(note_read);
    run.open()?;
    if arguments.has_lines() {
        Output::Standard.write(&told(&oddities)).map_err(Failure::unwritable)?;
    }
    let errors = errors(&oddities);
    if puzzles.is_empty() {
        let mut failure = Failure::new("there is no puzzle", errors.unwrap_or(Status::Invalid));
        // Where no line says why.
        let unsaid = oddities.iter().filter(|oddity| oddity.is_error() && !arguments.has_lines());
        failure.sentences.splice(0..0, unsaid.map(|oddity| oddity.sentence.clone()));
        return Err(failure);
    }
    let (mut journal, kept) = record_files.open()?;
    let known = record_files.known(&puzzles, &kept, objective);
    let resumed = known.iter().flatten().count();
    let (records, unfinished) = run.search_unseen(|limits, _| {
        let allowed = Allowed { limits: limits.clone(), time, cache };
        arguments.solve(&puzzles, known, journal.as_mut(), &allowed)
    });
    let is_complete = records.len() == puzzles.len();
    let written = record_files.end(journal, &records);
    let body = whole(&records, &oddities, began.elapsed(), before.as_deref());
    let malformed = oddities.iter().filter(|oddity| oddity.is_error()).count() as u64;
    if malformed > 0 {
        say(format_args!("{} with errors", counted(malformed, "file")));
    }
    let has = |outcome| records.iter().any(|record| record.answer == outcome);
    let status = match written {
        Err(failure) => failure.tell(),
        // The worst wins.
        Ok(()) if has(Outcome::Wrong) => Status::Impossible,
        Ok(()) if !is_complete => {
            let reason = run.limits().check_time().err().unwrap_or(GaveUp::Stopped);
            let positions = unfinished + records.iter().map(|record| record.positions).sum::<u64>();
            let ending = run.gave_up(reason, &Cost { positions, ..Cost::default() });
            ending.reason.iter().for_each(say);
            ending.status
        }
        Ok(()) => errors.unwrap_or_else(|| if has(Outcome::GaveUp) { Status::GaveUp } else { Status::Done }),
    };
    let remarks = record_files.places(resumed, is_complete).into_iter().chain(hint(&puzzles, &aim));
    Ok(run.end_with(Answer::new(body, Ending { status, reason: None }).remark(remarks)))
}

impl Arguments {
    fn objective(&self) -> Objective {
        match self.quality {
            Some(time) => Objective::Improve(time),
            None if self.optimal => Objective::Optimal(self.metric),
            None if self.pushes => Objective::Pushes,
            None => Objective::Any,
        }
    }

    /// True if each puzzle gets a line on standard output.
    fn has_lines(&self) -> bool {
        let Plain { json, quiet, output } = &self.options.plain;
        !json && !quiet && output.as_ref().is_none_or(|name| name == "-")
    }

    /// Records of all puzzles, known ones included, in the order of the puzzles. If the run was stopped:
    /// those of finished puzzles, and the positions of the others.
    fn solve(
        &self,
        puzzles: &[Found],
        known: Vec<Option<Record>>,
        journal: Option<&mut Journal>,
        allowed: &Allowed,
    ) -> (Vec<Record>, u64) {
        let numbers: Vec<usize> = (0..puzzles.len()).filter(|&number| known[number].is_none()).collect();
        let unanswered: Vec<&Found> = numbers.iter().map(|&number| &puzzles[number]).collect();
        let objective = self.objective();
        let results = Mutex::new((known, journal));
        let bar = Bar::start("solving", unanswered.len(), self.options.plain.quiet);
        let done = |number: usize, answer: traybit_family::Answer| {
            let found = unanswered[number];
            let record = Record::new(found, objective, &answer);
            let line = self.has_lines().then(|| record.line(found.puzzle.family().unit));
            let mut results = results.lock();
            let (records, journal) = &mut *results;
            if journal.as_mut().is_some_and(|journal| !journal.add(&record)) {
                // An answer that is not in the journal would be lost; the end of the run reports why.
                allowed.limits.stop.store(true, Ordering::Relaxed);
            }
            records[numbers[number]] = Some(record);
            bar.done(line.as_deref());
        };
        let unfinished = batch::run(&unanswered, objective, allowed, &done);
        (results.into_inner().0.into_iter().flatten().collect(), unfinished)
    }

    /// The puzzles of the sets, each once and with a unique name, or random boards; and the files that are not puzzles.
    fn puzzles(&self, aim: &Aim, run: &Run) -> Result<(Vec<Found>, Vec<Oddity>), Failure> {
        let (mut puzzles, oddities) = self.boards.find(&self.set, aim, run)?;
        let title = |found: &Found| (found.set.clone(), found.name.clone());
        let mut seen = HashSet::new();
        puzzles.retain(|found| seen.insert((title(found), found.digest)));
        let mut namesakes: HashMap<_, usize> = HashMap::new();
        for found in &puzzles {
            *namesakes.entry(title(found)).or_default() += 1;
        }
        for found in puzzles.iter_mut().filter(|found| namesakes[&title(found)] > 1) {
            // Not by a number, which would depend on the order.
            found.name = format!("{} ({:08x})", found.name, found.digest >> 32);
        }
        Ok((puzzles, oddities))
    }
}
