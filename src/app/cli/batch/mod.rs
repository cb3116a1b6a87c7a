//! `traybit batch DIR…`: all puzzles of folders, listings and files, solved and verified.

mod journal;
mod keeping;

use std::collections::{BTreeSet, HashMap, HashSet};
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use clap::Args;

use crate::batch::{self, Allowed};
use crate::cli::bar::Bar;
use crate::cli::batch::journal::Journal;
use crate::cli::batch::keeping::{Keeping, known};
use crate::cli::options::{Options, give, refuse, say};
use crate::cli::output::Output;
use crate::cli::searching::{Run, Unit};
use crate::cli::status::TraybitStatus;
use crate::collection::finding::find;
use crate::collection::reading::read;
use crate::collection::{Found, Oddity, Weight};
use crate::registry::answer::{Answer, Wanted};
use crate::report::batch::Record;
use crate::report::batch::whole::{Whole, told};
use crate::report::text::{Undone, counted};
use traybit_core::abreast::abreast;
use traybit_core::input::{Fault, in_hand, shown};
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::{Cost, GaveUp};

const EXAMPLES: &str = "\
A folder's puzzles are those that its listing names (a .csv file: set, start and goal, or start and
goal, or a single file), or else files X with X.goal beside them, drawings, boards of tiles and
packings, in all folders within. Each solution is replayed by the checker.

Examples:
  traybit batch puzzles
  traybit batch --limit 80 --set packing,tiles puzzles
  traybit batch --optimal --limit 1m --memory 2G puzzles/sliding
  traybit batch --journal night.jsonl --resume puzzles
  traybit batch --against night.jsonl --journal now.jsonl puzzles";

/// Solve and verify all puzzles of folders, listings and files
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Folders, listings and puzzles
    #[arg(required = true, value_name = "DIR")]
    names: Vec<OsString>,

    /// Only these sets: a listing's, or folders
    #[arg(long, value_name = "SETS", value_delimiter = ',')]
    set: Vec<String>,

    /// The shortest solutions, proven, instead of any
    #[arg(long)]
    optimal: bool,

    /// What counts as one move of a block
    #[arg(long, value_enum, default_value_t = Unit::Slide, requires = "optimal")]
    metric: Unit,

    /// Compare with an earlier journal
    #[arg(long, value_name = "FILE")]
    against: Option<PathBuf>,

    /// No line for each puzzle
    #[arg(long)]
    summary: bool,

    #[command(flatten)]
    keeping: Keeping,

    #[command(flatten)]
    options: Options,
}

/// Solves all and reports; both results are exit statuses.
pub(crate) fn run(arguments: &Arguments) -> Result<TraybitStatus, TraybitStatus> {
    let Arguments { options, keeping, .. } = arguments;
    let began = Instant::now();
    let time = options.budget()?.time;
    let run = Run::prepare(options, Undone::Puzzles)?;
    let output = options.output()?;
    let before = arguments.against.as_deref().map(journal::read).transpose().map_err(refuse_fault)?;
    let (puzzles, oddities) = arguments.puzzles(run.limits().threads)?;
    if arguments.has_lines() {
        let told = Output::Standard.write(&told(&oddities));
        told.map_err(|sentence| refuse(sentence, TraybitStatus::GaveUp))?;
    }
    if puzzles.is_empty() {
        let weight = oddities.iter().map(|oddity| oddity.weight).max();
        return Err(refuse("there is no puzzle", faulty(weight).unwrap_or(TraybitStatus::Invalid)));
    }
    let (journal, kept) = keeping.open(&output).map_err(refuse_write)?;
    let known = known(&puzzles, kept, arguments.wanted());
    let records = run.search(true, |limits| arguments.solve(&puzzles, known, journal.as_ref(), time, limits));
    let is_whole = records.len() == puzzles.len();
    let written = keeping.end(journal, &records);
    let whole = Whole::new(&records, &oddities, began.elapsed(), before.as_deref());
    if whole.faults() > 0 {
        say(format_args!("{} at fault", counted(whole.faults() as u64, "file")));
    }
    let status = match (written, faulty(Some(whole.weight()))) {
        (Err(fault), _) => refuse_write(fault),
        (Ok(()), _) if !is_whole => {
            let (sentence, status) = run.gave_up(GaveUp::Stopped, &Cost::default());
            refuse(sentence, status)
        }
        (Ok(()), Some(status)) => status,
        (Ok(()), None) if whole.is_verified() => TraybitStatus::Done,
        (Ok(()), None) if whole.has_given_up() => TraybitStatus::GaveUp,
        (Ok(()), None) => TraybitStatus::ImpossibleMove,
    };
    let answer = if options.json { whole.document() } else { whole.text() };
    Ok(give(&output, &answer, status))
}

fn refuse_fault(fault: Fault) -> TraybitStatus {
    match fault {
        Fault::Unreadable(sentence) => refuse(sentence, TraybitStatus::Unreadable),
        Fault::Invalid(sentence) => refuse(sentence, TraybitStatus::Invalid),
    }
}

/// What cannot be written ends like an answer that cannot.
fn refuse_write(fault: Fault) -> TraybitStatus {
    match fault {
        Fault::Unreadable(sentence) => refuse(sentence, TraybitStatus::GaveUp),
        Fault::Invalid(sentence) => refuse(sentence, TraybitStatus::Invalid),
    }
}

/// The status that goes with the weightiest of what is no puzzle.
fn faulty(weight: Option<Weight>) -> Option<TraybitStatus> {
    match weight? {
        Weight::Passed => None,
        Weight::Invalid => Some(TraybitStatus::Invalid),
        Weight::Unreadable => Some(TraybitStatus::Unreadable),
    }
}

impl Arguments {
    fn wanted(&self) -> Wanted {
        if self.optimal { Wanted::Optimal(self.metric.into()) } else { Wanted::Any }
    }

    /// Whether each puzzle gets a line on standard output.
    fn has_lines(&self) -> bool {
        let Options { json, quiet, output, .. } = &self.options;
        !self.summary && !json && !quiet && output.as_ref().is_none_or(|name| name == "-")
    }

    /// The records of all puzzles, those that are known already among them, in the order of the puzzles; those that were
    /// done, if the run was stopped.
    fn solve(
        &self,
        puzzles: &[Found],
        known: Vec<Option<Record>>,
        journal: Option<&Journal>,
        time: Option<Duration>,
        limits: &Limits,
    ) -> Vec<Record> {
        let numbers: Vec<usize> = (0..puzzles.len()).filter(|&number| known[number].is_none()).collect();
        let left: Vec<&Found> = numbers.iter().map(|&number| &puzzles[number]).collect();
        let wanted = self.wanted();
        let records = Mutex::new(known);
        let bar = Bar::start(left.len(), self.options.quiet);
        let allowed = Allowed { limits: Limits { deadline: None, ..limits.clone() }, time };
        let done = |number: usize, answer: Answer| {
            let record = Record::new(left[number], wanted, &answer);
            if journal.is_some_and(|journal| !journal.add(record.clone())) {
                // What is not put down would be lost: the end says why.
                limits.stop.store(true, Ordering::Relaxed);
            }
            bar.done(self.has_lines().then(|| record.line()).as_deref());
            records.lock().unwrap_or_else(PoisonError::into_inner)[numbers[number]] = Some(record);
        };
        batch::run(&left, wanted, &allowed, &done);
        records.into_inner().unwrap_or_else(PoisonError::into_inner).into_iter().flatten().collect()
    }

    /// The puzzles of the sets that are wanted, each once and with a name of its own, and what is none.
    fn puzzles(&self, threads: usize) -> Result<(Vec<Found>, Vec<Oddity>), TraybitStatus> {
        let mut collection = find(&self.names);
        let sets: BTreeSet<String> = collection.entries.iter().map(|entry| entry.set.clone()).collect();
        if let Some(unknown) = self.set.iter().find(|set| !sets.contains(*set)) {
            let known: Vec<String> = sets.into_iter().collect();
            let sentence = format!("expected a set, one of {}, found {unknown:?}", known.join(", "));
            return Err(refuse(sentence, TraybitStatus::WrongUsage));
        }
        if !self.set.is_empty() {
            collection.entries.retain(|entry| self.set.contains(&entry.set));
        }
        let mut oddities = collection.oddities;
        let mut puzzles: Vec<Found> = Vec::new();
        for found in abreast(collection.entries, threads, |entry| {
            in_hand::with(&shown(entry.start.as_os_str()), || read(&entry))
        }) {
            match found {
                Ok(found) => puzzles.extend(found),
                Err(oddity) => oddities.push(oddity),
            }
        }
        let mut seen = HashSet::new();
        puzzles.retain(|found| seen.insert((found.set.clone(), found.name.clone(), found.digest)));
        let mut titles: HashMap<(String, String), usize> = HashMap::new();
        for found in &puzzles {
            *titles.entry((found.set.clone(), found.name.clone())).or_default() += 1;
        }
        for found in &mut puzzles {
            if titles[&(found.set.clone(), found.name.clone())] > 1 {
                // Not by a number, which would depend on the order.
                found.name = format!("{} ({:08x})", found.name, found.digest >> 32);
            }
        }
        Ok((puzzles, oddities))
    }
}
