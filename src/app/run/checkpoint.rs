//! `--checkpoint FILE`: the file from which a long search resumes.
//!
//! ```text
//!   FILE                the last state that was saved, complete; locked by the run that saved it or resumed from it
//!   FILE.traybit-part   a state that is being written, locked by its run; it takes FILE's name once it is on the disk
//! ```

#[cfg(test)]
mod tests;

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{BufWriter, ErrorKind, Read, Result as IoResult, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use clap::Args;
use same_file::Handle;

use crate::run::output::{Output, check_writable, unwritable};
use crate::run::{Failure, say};
use traybit_core::search::disk::locked;
use traybit_core::sync::Mutex;
use traybit_core::{Checkpoint as SearchCheckpoint, CheckpointStore, Limits, digest, shown};
use traybit_program::{Status, parse_time};

/// Minimum time between two saves, as a multiple of the time that one takes.
const APART: u32 = 29;

/// Bytes of a state that are synced at a time, so that there is never much left to wait for at the end.
const GIVEN: usize = 32 << 20;

/// Time for writing the state after a signal; the program ends a second after it.
const LEFT: Duration = Duration::from_millis(800);

#[derive(Args, Clone, Debug)]
pub(crate) struct Checkpoints {
    /// Save the search to FILE, and resume from FILE if it exists
    #[arg(long, value_name = "FILE")]
    pub(crate) checkpoint: Option<OsString>,

    /// Save the state once per TIME, spending at most a thirtieth of the time on it: 10, 500ms, 2m, 1h
    #[arg(long, value_name = "TIME", value_parser = parse_time, default_value = "1s", requires = "checkpoint")]
    checkpoint_every: Duration,
}

impl Checkpoints {
    /// The checkpoint of that name, which may be missing but must be writable; `subject` identifies the puzzle and the
    /// options.
    pub(super) fn open(&self, path: &Path, limits: &Limits, subject: &str) -> Result<Checkpoint, Failure> {
        // Follows symbolic links, which stay.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let there = File::open(&path).and_then(|mut file| file.read(&mut [0]).map(|_| file));
        let saved = if_found(there).map_err(|reason| {
            let sentence = format_args!("{}: cannot be read: {reason}", shown(path.as_os_str()));
            Failure::new(sentence, Status::Unreadable)
        })?;
        let draft = draft(&path);
        Output::File(draft.clone()).refuse_input().map_err(Failure::usage)?;
        let tried = saved.as_ref().map_or(Ok(()), |file| {
            lock(file)?;
            check_writable(&path, &file.metadata()?.permissions())
        });
        let tried =
            tried.and_then(|()| Draft::create(&draft, &limits.stop)).and_then(|_| fs::remove_file(draft));
        tried.map_err(|reason| Failure::unwritable(unwritable(&path, &reason)))?;
        let period = self.checkpoint_every;
        Ok(Checkpoint {
            path,
            saved,
            held: Mutex::default(),
            is_done: AtomicBool::new(false),
            period,
            due: Mutex::new(Instant::now().checked_add(period)),
            stop: Arc::clone(&limits.stop),
            digest: digest(subject.as_bytes()),
            before: None,
        })
    }
}

/// The file, and the state of an earlier search in it.
pub(crate) struct Checkpoint {
    path: PathBuf,
    saved: Option<File>,
    /// The state that this run saved last; its lock is held.
    held: Mutex<Option<File>>,
    is_done: AtomicBool,
    period: Duration,
    /// Time of the next save; none if the clock cannot express it.
    due: Mutex<Option<Instant>>,
    stop: Arc<AtomicBool>,
    /// Fingerprint of the puzzle and the options.
    digest: u64,
    /// File of the state before the last one, if that is kept, as each of several processes does.
    pub(super) before: Option<PathBuf>,
}

impl Checkpoint {
    pub(super) fn name(&self) -> String {
        shown(self.path.as_os_str())
    }

    pub(super) fn checkpoint(&self) -> SearchCheckpoint<'_> {
        SearchCheckpoint { store: self, digest: self.digest }
    }

    pub(super) fn resumes(&self) -> bool {
        self.saved.is_some()
    }

    pub(super) fn is_there(&self) -> bool {
        self.path.exists()
    }

    /// How to resume after the search gave up, if a state is saved.
    pub(super) fn hint(&self) -> Option<String> {
        (self.resumes() || self.held.lock().is_some())
            .then(|| format!("{} has the state of the search; the same command resumes from it", self.name()))
    }

    /// Removes the state of a search whose answer is written, or says how to resume if that failed.
    pub(super) fn settle(&self, status: Status) -> Option<String> {
        if !self.is_done.load(Ordering::Relaxed) {
            return None;
        }
        if !matches!(status, Status::Done | Status::Impossible) {
            return self.hint();
        }
        if self.check_ours().is_ok() {
            self.forget();
        }
        None
    }

    fn write(&self, write: &dyn Fn(&mut dyn Write) -> IoResult<()>) -> IoResult<()> {
        self.check_ours()?;
        let path = draft(&self.path);
        let mut to = BufWriter::new(Draft::create(&path, &self.stop)?);
        let written = write(&mut to).and_then(|()| to.into_inner()?.finish()).and_then(|file| {
            if let Some(before) = self.before.as_ref().filter(|_| self.is_there()) {
                let _ = fs::remove_file(before);
                fs::hard_link(&self.path, before)?;
            }
            fs::rename(&path, &self.path)?;
            *self.held.lock() = Some(file);
            Ok(())
        });
        if written.is_err() {
            // An unfinished draft is of no use.
            let _ = fs::remove_file(&path);
        }
        written
    }

    /// Refuses to replace a state that another run has saved meanwhile and resumes from.
    fn check_ours(&self) -> IoResult<()> {
        let Some(there) = if_found(File::open(&self.path))? else { return Ok(()) };
        let handle = |file: &File| Handle::from_file(file.try_clone()?);
        for own in self.held.lock().iter().chain(&self.saved) {
            if handle(own)? == handle(&there)? {
                return Ok(());
            }
        }
        lock(&there)
    }
}

/// Locks a file: two runs that save to it would lose each other's states.
fn lock(file: &File) -> IoResult<()> {
    locked(file.try_lock(), "another run saves its state there")
}

/// The name of a state that is being written: beside the file, so that it can take its name.
fn draft(path: &Path) -> PathBuf {
    let mut name = path.to_owned().into_os_string();
    name.push(".traybit-part");
    name.into()
}

/// The file, or none if it is missing.
fn if_found(opened: IoResult<File>) -> IoResult<Option<File>> {
    match opened {
        Err(reason) if reason.kind() == ErrorKind::NotFound => Ok(None),
        opened => opened.map(Some),
    }
}

/// A state that is being written, with little time left for that once a signal has come.
struct Draft<'a> {
    file: File,
    /// Bytes not synced yet.
    given: usize,
    stop: &'a AtomicBool,
    /// Time by which it has to be finished, after a signal.
    end: Option<Instant>,
}

impl<'a> Draft<'a> {
    /// Creates an empty, locked draft in place of a killed run's; it must be finished soon once `stop` is set.
    fn create(path: &Path, stop: &'a AtomicBool) -> IoResult<Self> {
        let file = match File::create_new(path) {
            Err(reason) if reason.kind() == ErrorKind::AlreadyExists => {
                lock(&File::open(path)?)?;
                fs::remove_file(path)?;
                File::create_new(path)?
            }
            created => created?,
        };
        lock(&file)?;
        Ok(Self { file, given: 0, stop, end: None })
    }

    fn is_stopping(&mut self) -> bool {
        let is_stopping = self.stop.load(Ordering::Relaxed);
        if is_stopping {
            self.end.get_or_insert_with(|| Instant::now() + LEFT);
        }
        is_stopping
    }

    /// Returns the file, synced; after a signal there is no time for that.
    fn finish(mut self) -> IoResult<File> {
        if !self.is_stopping() {
            self.file.sync_all()?;
        }
        Ok(self.file)
    }
}

impl Write for Draft<'_> {
    fn write(&mut self, bytes: &[u8]) -> IoResult<usize> {
        let is_stopping = self.is_stopping();
        if self.end.is_some_and(|end| Instant::now() >= end) {
            return Err(ErrorKind::TimedOut.into());
        }
        let written = self.file.write(bytes)?;
        self.given += written;
        if self.given >= GIVEN && !is_stopping {
            self.given = 0;
            self.file.sync_data()?;
        }
        Ok(written)
    }

    fn flush(&mut self) -> IoResult<()> {
        Ok(())
    }
}

/// A state that is being read. A period begins when the reading ends, however long it took.
struct Reading<'a>(&'a File, &'a Checkpoint);

impl Read for Reading<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> IoResult<usize> {
        self.0.read(bytes)
    }
}

impl Drop for Reading<'_> {
    fn drop(&mut self) {
        *self.1.due.lock() = Instant::now().checked_add(self.1.period);
    }
}

impl CheckpointStore for Checkpoint {
    fn saved(&self) -> IoResult<Option<Box<dyn Read + '_>>> {
        let Some(mut file) = self.saved.as_ref() else { return Ok(None) };
        file.rewind()?;
        Ok(Some(Box::new(Reading(file, self))))
    }

    fn saved_before(&self) -> IoResult<Option<Box<dyn Read + '_>>> {
        let before = self.before.as_ref().map_or(Ok(None), |before| if_found(File::open(before)))?;
        Ok(before.map(|file| Box::new(file) as _))
    }

    fn go_back(&self) {
        if let Some(before) = &self.before {
            // If it fails, the next state that is saved takes both places.
            let _ = fs::rename(before, &self.path).and_then(|()| fs::hard_link(&self.path, before));
        }
    }

    fn forget(&self) {
        for path in [&self.path].into_iter().chain(&self.before) {
            // It may never have been written.
            let _ = fs::remove_file(path);
        }
    }

    fn is_due(&self) -> bool {
        self.due.lock().is_some_and(|due| Instant::now() >= due)
    }

    fn save(&self, write: &dyn Fn(&mut dyn Write) -> IoResult<()>) -> bool {
        let began = Instant::now();
        let written = self.write(write);
        if let Err(reason) = &written {
            let name = self.name();
            let late = format!("{name}: the last state cannot be written in the second that a signal leaves");
            say(if reason.kind() == ErrorKind::TimedOut { late } else { unwritable(&self.path, reason) });
        }
        *self.due.lock() = Instant::now().checked_add(self.period.max(began.elapsed() * APART));
        written.is_ok()
    }

    fn finish(&self) {
        self.is_done.store(true, Ordering::Relaxed);
    }
}
