//! The journal of a batch, a line for each finished puzzle, which survives a kill; and the table of its values.
//!
//! ```text
//! {"set":"hard","name":"c64","answer":"solved",…}⏎      lines are appended as puzzles are done, and synced once a second;
//! {"set":"hard","name":"c6                              a torn last line is cut off when a run resumes
//! ```

use std::collections::{HashMap, HashSet};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{Error, ErrorKind, Result as IoResult, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::slice::from_ref;
use std::time::{Duration, Instant};

use clap::Args;
use serde_json::Value;

use crate::collection::Found;
use crate::report::batch::{self, Outcome, Record, records};
use crate::report::comma_separated;
use crate::run::{Failure, Output, apart, unwritable};
use traybit_core::input::read_whole;
use traybit_core::{InputError, shown};
use traybit_family::Objective;
use traybit_program::counted;

/// Lines are synced to the disk once in this time.
const SYNC: Duration = Duration::from_secs(1);

const COLUMNS: &str =
    "set,name,family,digest,objective,answer,length,shortest,reason,positions,seconds,bytes,method,manhattan";

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
    fn table_name(&self) -> Option<PathBuf> {
        self.csv.clone().or_else(|| Some(self.journal.as_ref()?.with_added_extension("csv")))
    }

    fn table(&self) -> Option<Output> {
        self.table_name().map(|name| Output::named(Some(name.as_os_str())))
    }

    /// Refuses a table where the answer goes; a journal that is also the table, the answer's file or one of the puzzles; and
    /// an existing one that is neither resumed nor replaced.
    pub(super) fn check_journal(&self, output: &Output) -> Result<(), Failure> {
        let apart = |name: PathBuf| apart("table", "--csv", name.as_os_str(), from_ref(output));
        self.table_name().map(apart).transpose()?;
        let Some(path) = &self.journal else { return Ok(()) };
        let sentence = "the journal cannot be standard output; name a file with --journal";
        Failure::usage_if(path.as_os_str() == "-", sentence)?;
        let (journal, table) = (Output::File(path.clone()), self.table());
        journal.refuse_input().map_err(Failure::usage)?;
        let name = shown(path.as_os_str());
        for (other, what) in [(table.as_ref(), "the table of values"), (Some(output), "the answer")] {
            if other.is_some_and(|other| other.is_same(&journal)) {
                let twice = format!("{name}: is the journal, and {what} was to go there, too; name another");
                return Err(Failure::usage(twice));
            }
        }
        let is_there = fs::metadata(path).is_ok_and(|found| found.is_file() && found.len() > 0);
        let sentence = format_args!(
            "{name}: expected a new journal, found one with results; --resume continues it, --overwrite replaces it"
        );
        Failure::usage_if(is_there && !self.resume && !self.overwrite, sentence)
    }

    /// Sentence about where the results are, or how to resume the run; `resumed` results were in the journal before.
    pub(super) fn places(&self, resumed: usize, is_complete: bool) -> Option<String> {
        let journal = shown(self.journal.as_ref()?.as_os_str());
        let before = match resumed {
            0 => String::new(),
            _ => format!("{} had been in the journal before; ", counted(resumed as u64, "result")),
        };
        Some(if is_complete {
            let table = match self.table()? {
                Output::File(path) => shown(path.as_os_str()),
                _ => "on standard output".to_owned(),
            };
            format!("{before}the journal is {journal}, the table of its values {table}")
        } else {
            format!("{before}the results are in {journal}; the same command with --resume continues")
        })
    }

    /// Opens the journal, if an option asks for one; returns it with the records that it already has.
    pub(super) fn open(&self) -> Result<(Option<Journal>, Vec<Record>), Failure> {
        self.table().map_or(Ok(()), |table| table.try_out())?;
        let Some(path) = &self.journal else { return Ok((None, Vec::new())) };
        Journal::open(path, self.resume).map(|(journal, kept)| (Some(journal), kept))
    }

    /// The last record in a journal of each of `all` puzzles, without those that are to be tried again.
    pub(super) fn known(&self, all: &[Found], kept: &[Record], objective: Objective) -> Vec<Option<Record>> {
        let mut of_puzzle: HashMap<&str, Vec<&Record>> = HashMap::new();
        for record in kept {
            of_puzzle.entry(&record.digest).or_default().push(record);
        }
        let known = all.iter().map(|found| {
            let records = of_puzzle.get(&*batch::digest(found))?;
            let record = records.iter().rfind(|record| record.answers(found, objective))?;
            let is_kept = !self.retry || record.answer != Outcome::GaveUp;
            is_kept.then(|| Record { name: found.name.clone(), ..(*record).clone() })
        });
        known.collect()
    }

    /// Closes the journal, and writes the table of all its values, earlier runs included; or of this run's
    /// `records` if the journal cannot be read.
    pub(super) fn end(&self, journal: Option<Journal>, records: &[Record]) -> Result<(), Failure> {
        let ended = journal.map_or(Ok(()), Journal::end);
        let Some(table) = self.table() else { return ended };
        // Reading a pipe or a device would block, or never end.
        let all = self.journal.as_ref().filter(|path| path.is_file()).and_then(|path| read(path).ok());
        let mut seen = HashSet::new();
        // The last record of each puzzle and objective: a puzzle that was given up may have been tried again.
        let newest_first = all.as_deref().unwrap_or(records).iter().rev();
        let last = newest_first
            .filter(|record| seen.insert((record.title(), &record.digest, &record.objective)))
            .collect::<Vec<_>>();
        let values = |record: &Record| {
            let fields = serde_json::to_value(record).unwrap_or_default();
            let value = |column: &str| match fields.get(column) {
                Some(Value::String(text)) => text.clone(),
                Some(value) => value.to_string(),
                None => String::new(),
            };
            COLUMNS.split(',').map(value).collect::<Vec<_>>()
        };
        let text = comma_separated(COLUMNS.split(','), last.into_iter().rev().map(values));
        ended.and(table.write(&text).map_err(Failure::unwritable))
    }
}

/// The records of a journal; a last line that was not written to its end is skipped.
pub(super) fn read(path: &Path) -> Result<Vec<Record>, InputError> {
    let name = shown(path.as_os_str());
    let bytes = File::open(path)
        .and_then(|file| read_whole(&file))
        .map_err(|reason| InputError::Unreadable(format!("{name}: cannot be read: {reason}")))?;
    records(&name, &bytes).map(|(records, _)| records)
}

pub(super) struct Journal {
    path: PathBuf,
    file: File,
    synced: Instant,
    error: Option<Error>,
}

impl Journal {
    /// Opens an empty journal in place of an earlier one or, if it `resumes`, one that continues after its own records.
    fn open(path: &Path, resumes: bool) -> Result<(Self, Vec<Record>), Failure> {
        let name = shown(path.as_os_str());
        let refuse = |reason| Failure::unwritable(unwritable(path, &reason));
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let mut file = file.map_err(refuse)?;
        // Another run may be writing it; not every file system supports locks.
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            return Err(Failure::unwritable(format_args!("{name}: another run is writing it")));
        }
        let (mut kept, mut end) = (Vec::new(), 0);
        if resumes {
            let bytes = read_whole(&file)
                .map_err(|reason| Failure::unwritable(format_args!("{name}: cannot be read: {reason}")))?;
            (kept, end) = records(&name, &bytes)?;
        }
        if resumes || file.metadata().is_ok_and(|found| found.is_file()) {
            let cut = file.set_len(end as u64).and_then(|()| file.seek(SeekFrom::Start(end as u64)));
            cut.map_err(refuse)?;
        }
        Ok((Self { path: path.to_owned(), file, synced: Instant::now(), error: None }, kept))
    }

    /// Adds a line; false after an error, which is reported at the end.
    pub(super) fn add(&mut self, record: &Record) -> bool {
        if self.error.is_none() {
            self.error = self.append(record).err();
        }
        self.error.is_none()
    }

    fn end(mut self) -> Result<(), Failure> {
        let ended = self.error.take().map_or_else(|| self.sync(), Err);
        // A process that is just being started may have inherited the file, and its lock with it.
        let _ = self.file.unlock();
        ended.map_err(|reason| Failure::unwritable(unwritable(&self.path, &reason)))
    }

    fn append(&mut self, record: &Record) -> IoResult<()> {
        let mut line = serde_json::to_vec(record)?;
        line.push(b'\n');
        self.file.write_all(&line)?;
        if self.synced.elapsed() >= SYNC { self.sync() } else { Ok(()) }
    }

    fn sync(&mut self) -> IoResult<()> {
        self.synced = Instant::now();
        match self.file.sync_data() {
            // A pipe, say.
            Err(reason) if reason.kind() == ErrorKind::InvalidInput => Ok(()),
            synced => synced,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use tempfile::TempDir;

    use super::{Journal, read};
    use crate::report::batch::{Outcome, Record, tests};
    use crate::run::Failure;

    fn record(name: &str) -> Record {
        tests::record("s", name, Outcome::Solved, 0.1)
    }

    fn names(records: &[Record]) -> Vec<&str> {
        records.iter().map(|record| record.name.as_str()).collect()
    }

    #[test]
    fn a_torn_line_is_cut_off_and_the_rest_goes_on() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("journal");
        let (mut journal, _) = Journal::open(&path, false).unwrap();
        journal.add(&record("a"));
        journal.add(&record("b"));
        journal.end().unwrap();
        let whole = fs::read(&path).unwrap();
        for length in 0..whole.len() {
            fs::write(&path, &whole[..length]).unwrap();
            let (mut journal, records) = Journal::open(&path, true).unwrap();
            let lines = whole[..length].split(|byte| *byte == b'\n').count() - 1;
            assert_eq!(names(&records), ["a", "b"][..lines]);
            journal.add(&record("c"));
            journal.end().unwrap();
            assert_eq!(names(&read(&path).unwrap()), [&["a", "b"][..lines], &["c"]].concat());
        }
    }

    #[test]
    fn a_journal_is_written_by_one_run_only() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("journal");
        for name in ["a", "b"] {
            let (mut journal, _) = Journal::open(&path, false).unwrap();
            journal.add(&record(name));
            let told = Failure::unwritable(format_args!("{}: another run is writing it", path.display()));
            assert_eq!(Journal::open(&path, true).err(), Some(told));
            journal.end().unwrap();
        }
        assert_eq!(names(&read(&path).unwrap()), ["b"]);
        fs::write(&path, "{}\nx\n").unwrap();
        let told = read(&path).unwrap_err().to_string();
        assert!(told.contains("journal, line 1: expected a line of a batch's journal"), "{told}");
    }

    #[test]
    fn what_is_no_journal_is_left_as_it_is() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("journal");
        let line = serde_json::to_string(&record("a")).unwrap();
        let backwards = line.replace("0.1", "-1.0");
        for text in
            ["precious data", "{\"other\":1}", "[]\n", &format!("{line}\nmore"), &format!("{backwards}\n")]
        {
            fs::write(&path, text).unwrap();
            let told = format!("{:?}", Journal::open(&path, true).err().unwrap());
            assert!(told.contains("expected a line of a batch's journal"), "{told}");
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
    }
}
