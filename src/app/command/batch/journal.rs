//! The journal of a batch: a line for each puzzle that is done, which a kill does not take away.
//!
//! ```text
//! {"set":"hard","name":"c64","answer":"solved",…}⏎      lines are appended as puzzles are done, and synced once a second;
//! {"set":"hard","name":"c6                              a torn last line is cut off when a run resumes
//! ```

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Error, ErrorKind, Result as IoResult, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::report::batch::{Record, records};
use crate::run::output::unwritable;
use traybit_core::input::{InputError, read_on, read_whole, shown};

/// Lines are synced to the disk once in this time.
const SYNC: Duration = Duration::from_secs(1);

/// A journal that is being written.
pub(super) struct Journal {
    path: PathBuf,
    state: Mutex<State>,
}

struct State {
    file: File,
    synced: Instant,
    error: Option<Error>,
}

/// The records of a journal; a last line that was not written to its end is skipped.
pub(super) fn read(path: &Path) -> Result<Vec<Record>, InputError> {
    let bytes = read_whole(path).map_err(|reason| unreadable(path, &reason))?;
    records(&name(path), &bytes).map(|(records, _)| records)
}

fn unreadable(path: &Path, reason: &Error) -> InputError {
    InputError::Unreadable(format!("{}: cannot be read: {reason}", name(path)))
}

fn name(path: &Path) -> String {
    shown(path.as_os_str())
}

impl Journal {
    /// An empty journal in place of an earlier one, or, if it `resumes`, one that continues after the records that it has.
    pub(super) fn open(path: &Path, resumes: bool) -> Result<(Self, Vec<Record>), InputError> {
        let refuse = |reason| refusal(path, &reason);
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let mut file = file.map_err(refuse)?;
        // Before it is emptied: another run may be writing it.
        lock(path, &file)?;
        let (mut kept, mut end) = (Vec::new(), 0);
        if resumes {
            let mut bytes = Vec::new();
            read_on(&mut file, &mut bytes).map_err(|reason| unreadable(path, &reason))?;
            (kept, end) = records(&name(path), &bytes)?;
        }
        if resumes || file.metadata().is_ok_and(|found| found.is_file()) {
            let cut = file.set_len(end as u64).and_then(|()| file.seek(SeekFrom::Start(end as u64)));
            cut.map_err(refuse)?;
        }
        let state = Mutex::new(State { file, synced: Instant::now(), error: None });
        Ok((Self { path: path.to_owned(), state }, kept))
    }

    /// Adds a line; false after an error, which the end reports.
    pub(super) fn add(&self, record: &Record) -> bool {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.error.is_none() {
            state.error = state.append(record).err();
        }
        state.error.is_none()
    }

    pub(super) fn end(self) -> Result<(), InputError> {
        let mut state = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        let ended = state.error.take().map_or_else(|| state.sync(), Err);
        // A process that is just being started may have the file, too, and its lock with it.
        let _ = state.file.unlock();
        ended.map_err(|reason| refusal(&self.path, &reason))
    }
}

impl State {
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

fn refusal(path: &Path, reason: &Error) -> InputError {
    InputError::Unreadable(unwritable(path, reason))
}

/// Two runs that write one journal would lose each other's lines.
fn lock(path: &Path, file: &File) -> Result<(), InputError> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => {
            Err(InputError::Unreadable(format!("{}: another run is writing it", name(path))))
        }
        // Not every file system knows locks.
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use tempfile::TempDir;

    use super::{Journal, read};
    use crate::report::batch::{Outcome, Record, tests};

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
        let (journal, _) = Journal::open(&path, false).unwrap();
        journal.add(&record("a"));
        journal.add(&record("b"));
        journal.end().unwrap();
        let whole = fs::read(&path).unwrap();
        for length in 0..whole.len() {
            fs::write(&path, &whole[..length]).unwrap();
            let (journal, records) = Journal::open(&path, true).unwrap();
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
            let (journal, _) = Journal::open(&path, false).unwrap();
            journal.add(&record(name));
            let told = Journal::open(&path, true).err().map(|error| error.to_string());
            assert_eq!(told, Some(format!("{}: another run is writing it", path.display())));
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
            let told = Journal::open(&path, true).err().unwrap().to_string();
            assert!(told.contains("expected a line of a batch's journal"), "{told}");
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
    }
}
