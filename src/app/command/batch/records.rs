//! The files of a batch: its journal, and a table of values.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::PathBuf;

use clap::Args;
use serde_json::Value;

use crate::collection::Found;
use crate::command::batch::journal::{Journal, read};
use crate::report::batch::{self, Outcome, Record};
use crate::run::{Failure, Output};
use traybit_core::input::{InputError, shown};
use traybit_family::Objective;
use traybit_program::text::counted;

/// Columns of the table: the fields of a record.
const COLUMNS: &str =
    "set,name,family,digest,asked,answer,length,shortest,reason,positions,seconds,bytes,method,manhattan";

#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Results")]
pub(super) struct RecordFiles {
    /// Write a line of JSON for each puzzle to FILE, from which `--resume` continues
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,

    /// Skip puzzles already in the journal, even those that were given up
    #[arg(long, requires = "journal")]
    resume: bool,

    /// With --resume, also try puzzles again that were given up
    #[arg(long, requires = "resume")]
    retry: bool,

    /// Replace the journal if it exists
    #[arg(long, requires = "journal", conflicts_with = "resume")]
    overwrite: bool,

    /// Write a table of all results to FILE at the end [default: the journal's name with .csv after it]
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
}

impl RecordFiles {
    /// File of the table, if there is to be one.
    fn table(&self) -> Option<PathBuf> {
        self.csv.clone().or_else(|| {
            let mut name = self.journal.clone()?.into_os_string();
            name.push(".csv");
            Some(name.into())
        })
    }

    /// Refuses a journal that is the table, the answer's file or one of the puzzles, and an existing one that is neither
    /// continued nor to be replaced.
    pub(super) fn check_journal(&self, output: &Output) -> Result<(), Failure> {
        let Some(path) = &self.journal else { return Ok(()) };
        let (journal, table) = (Output::File(path.clone()), self.table().map(Output::File));
        journal.refuse_input().map_err(Failure::usage)?;
        let name = shown(path.as_os_str());
        for (other, what) in [(table.as_ref(), "the table of values"), (Some(output), "the answer")] {
            if other.is_some_and(|other| other.is_same(&journal)) {
                let sentence = format_args!("{name}: is the journal, and {what} was to go there, too");
                return Err(Failure::unwritable(sentence));
            }
        }
        let is_there = fs::metadata(path).is_ok_and(|found| found.is_file() && found.len() > 0);
        if is_there && !self.resume && !self.overwrite {
            let sentence = format_args!(
                "{name}: expected a new journal, found one with results; --resume continues it, --overwrite replaces it"
            );
            return Err(Failure::usage(sentence));
        }
        Ok(())
    }

    /// Sentence about where the results are, or how the run is continued; `resumed` results were in the journal before.
    pub(super) fn places(&self, resumed: usize, is_complete: bool) -> Option<String> {
        let journal = shown(self.journal.as_ref()?.as_os_str());
        let before = match resumed {
            0 => String::new(),
            _ => format!("{} had been in the journal before; ", counted(resumed as u64, "result")),
        };
        if !is_complete {
            return Some(format!(
                "{before}the results are in {journal}; the same command with --resume continues"
            ));
        }
        let table = self.table().unwrap_or_default();
        Some(format!(
            "{before}the journal is {journal}, the table of its values {}",
            shown(table.as_os_str())
        ))
    }

    /// The journal, if there is to be one, and what it has already.
    pub(super) fn open(&self) -> Result<(Option<Journal>, Vec<Record>), Failure> {
        if let Some(table) = self.table() {
            Output::File(table).try_out()?;
        }
        let Some(path) = &self.journal else { return Ok((None, Vec::new())) };
        let opened = Journal::open(path, self.resume);
        opened.map(|(journal, kept)| (Some(journal), kept)).map_err(unwritable)
    }

    /// The records of a journal that answer these puzzles, the last of each, without those that are to be tried again.
    pub(super) fn known(
        &self,
        puzzles: &[Found],
        kept: Vec<Record>,
        objective: Objective,
    ) -> Vec<Option<Record>> {
        let mut of_puzzle: HashMap<String, Vec<Record>> = HashMap::new();
        for record in kept {
            of_puzzle.entry(record.digest.clone()).or_default().push(record);
        }
        let known = puzzles.iter().map(|found| {
            let records = of_puzzle.get_mut(&batch::digest(found))?;
            let place = records.iter().rposition(|record| record.answers(found, objective))?;
            let record = Record { name: found.name.clone(), ..records.remove(place) };
            (!self.retry || record.answer != Outcome::GaveUp).then_some(record)
        });
        known.collect()
    }

    /// Ends the journal, and writes all its values to the table: those of earlier runs, too, or the `records` of this one
    /// where it cannot be read.
    pub(super) fn end(&self, journal: Option<Journal>, records: &[Record]) -> Result<(), InputError> {
        let ended = journal.map_or(Ok(()), Journal::end);
        let Some(table) = self.table() else { return ended };
        // A pipe or a device would be waited for, or has no end.
        let journal = self.journal.as_ref().filter(|path| path.is_file());
        let all = journal.and_then(|path| read(path).ok());
        let all = all.as_deref().unwrap_or(records);
        let mut writer = csv::Writer::from_writer(Vec::new());
        let told = |error: csv::Error| {
            InputError::Unreadable(format!("the table of values cannot be written: {error}"))
        };
        writer.write_record(COLUMNS.split(',')).map_err(told)?;
        for record in last_of_each(all) {
            let fields = serde_json::to_value(record).unwrap_or_default();
            let field = |column: &str| match fields.get(column) {
                Some(Value::String(text)) => text.clone(),
                Some(value) => value.to_string(),
                None => String::new(),
            };
            writer.write_record(COLUMNS.split(',').map(field)).map_err(told)?;
        }
        let bytes = writer.into_inner().map_err(|error| told(error.into_error().into()))?;
        let written = Output::File(table).write(&bytes);
        ended.and(written.map_err(InputError::Unreadable))
    }
}

/// The failure of a journal or a table that cannot be written, like that of an answer.
pub(super) fn unwritable(error: InputError) -> Failure {
    match error {
        InputError::Unreadable(sentence) => Failure::unwritable(sentence),
        InputError::Invalid(sentence) => Failure::invalid(sentence),
    }
}

/// The last record of each puzzle and objective: what was given up may have been tried again.
fn last_of_each(records: &[Record]) -> Vec<&Record> {
    let mut seen = HashSet::new();
    let newest_first = records.iter().rev();
    let mut last: Vec<&Record> = newest_first
        .filter(|record| seen.insert((record.title(), &record.digest, &record.objective)))
        .collect();
    last.reverse();
    last
}
