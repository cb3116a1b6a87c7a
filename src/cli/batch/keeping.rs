//! What a batch leaves on the disk: its journal, and a table of values.

use std::collections::HashMap;
use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args;

use crate::cli::batch::journal::Journal;
use crate::cli::output::Output;
use crate::collection::Found;
use crate::report::batch::Record;
use crate::solve::batch::Wanted;

/// Options as typed.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Results")]
pub(super) struct Keeping {
    /// The journal: a line of JSON for each puzzle as it is done; the one before is kept as FILE.before
    #[arg(long, value_name = "FILE", default_value = "traybit-batch.jsonl")]
    journal: PathBuf,

    /// Write no journal and no table of values
    #[arg(long, conflicts_with_all = ["journal", "resume", "csv"])]
    no_journal: bool,

    /// Go on after the puzzles that the journal has
    #[arg(long)]
    resume: bool,

    /// Where all values go at the end [default: the journal's name with .csv]
    #[arg(long, value_name = "FILE")]
    csv: Option<OsString>,
}

impl Keeping {
    /// The journal, if there is to be one, and what it has already.
    ///
    /// # Errors
    /// A sentence without its full stop.
    pub(super) fn open(&self) -> Result<(Option<Journal>, Vec<Record>), String> {
        if self.no_journal {
            Ok((None, Vec::new()))
        } else if self.resume {
            Journal::resume(&self.journal).map(|(journal, kept)| (Some(journal), kept))
        } else {
            Journal::begin(&self.journal).map(|journal| (Some(journal), Vec::new()))
        }
    }

    /// Ends the journal, and writes all its values to one table.
    ///
    /// # Errors
    /// A sentence without its full stop.
    pub(super) fn end(&self, journal: Option<Journal>, records: &[Record]) -> Result<(), String> {
        let Some(journal) = journal else { return Ok(()) };
        journal.end()?;
        let name = self.csv.clone().unwrap_or_else(|| self.journal.with_extension("csv").into());
        let mut writer = csv::Writer::from_writer(Vec::new());
        let told = |fault: csv::Error| format!("the table of values cannot be written: {fault}");
        for record in records {
            writer.serialize(record).map_err(told)?;
        }
        let bytes = writer.into_inner().map_err(|fault| told(fault.into_error().into()))?;
        Output::named(Some(&name)).write(&String::from_utf8_lossy(&bytes))
    }
}

/// The records of a journal that answer these puzzles.
pub(super) fn known(puzzles: &[Found], kept: Vec<Record>, wanted: Wanted) -> Vec<Option<Record>> {
    let mut named: HashMap<(String, String), Vec<Record>> = HashMap::new();
    for record in kept {
        named.entry((record.set.clone(), record.name.clone())).or_default().push(record);
    }
    let known = puzzles.iter().map(|found| {
        let records = named.get_mut(&(found.set.clone(), found.name.clone()))?;
        let place = records.iter().position(|record| record.answers(found, wanted))?;
        Some(records.swap_remove(place))
    });
    known.collect()
}
