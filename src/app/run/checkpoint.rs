//! `--checkpoint FILE`: the file from which a long search resumes.
//!
//! ```text
//!   FILE            the last state that was saved, complete; locked by the run that saved it or resumed from it
//!   FILE.1234.part  a state that process 1234 is writing; it takes FILE's name once it is on the disk
//! ```

mod draft;
#[cfg(test)]
mod tests;

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{BufWriter, Error, ErrorKind, IntoInnerError, Read, Result as IoResult, Seek, Write};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use clap::Args;
use nix::errno::Errno;
use nix::sys::signal::kill;
use nix::unistd::Pid;

use crate::run::checkpoint::draft::Draft;
use crate::run::output::{Output, check_writable, unwritable};
use crate::run::reserved::apart;
use crate::run::{Failure, say};
use traybit_core::bits::digest;
use traybit_core::input::shown;
use traybit_core::search::checkpoint::{Checkpoint as SearchCheckpoint, CheckpointStore};
use traybit_core::search::disk::locked;
use traybit_program::budget::parse_time;
use traybit_program::status::Status;

/// The state is not written again before the search has had so many times as long as that took.
const APART: u32 = 9;

/// A time from now on; a year from now where the clock cannot express it.
fn after(period: Duration) -> Instant {
    let now = Instant::now();
    now.checked_add(period).unwrap_or_else(|| now + Duration::from_hours(365 * 24))
}

#[derive(Args, Clone, Debug)]
pub(crate) struct Checkpoints {
    /// Save the search to FILE, and resume from FILE if it exists
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<OsString>,

    /// Save the state once per TIME, spending at most a tenth of the time on it: 10, 500ms, 2m, 1h
    #[arg(long, value_name = "TIME", value_parser = parse_time, default_value = "1s", requires = "checkpoint")]
    checkpoint_every: Duration,
}

impl Checkpoints {
    pub(crate) fn is_given(&self) -> bool {
        self.checkpoint.is_some()
    }

    /// The checkpoint, if the option is given, which cannot be where others write; `subject` tells the puzzle and the
    /// options from all others.
    pub(super) fn open(
        &self,
        stop: &Arc<AtomicBool>,
        others: &[Output],
        subject: &str,
    ) -> Result<Option<Checkpoint>, Failure> {
        let Some(path) = &self.checkpoint else { return Ok(None) };
        apart("checkpoint", "--checkpoint", path, others)?;
        self.open_in(Path::new(path), stop, subject, false).map(Some)
    }

    /// The checkpoint in the folder of a search larger than memory; one of several processes keeps the last two states.
    pub(super) fn open_in(
        &self,
        path: &Path,
        stop: &Arc<AtomicBool>,
        subject: &str,
        keeps_two: bool,
    ) -> Result<Checkpoint, Failure> {
        let (stop, digest) = (Arc::clone(stop), digest(subject.as_bytes()));
        let before = keeps_two.then(|| path.with_extension("before"));
        Checkpoint::open(path, self.checkpoint_every, stop, digest)
            .map(|checkpoint| Checkpoint { before, ..checkpoint })
    }
}

/// The file, and the state of an earlier search in it.
pub(crate) struct Checkpoint {
    path: PathBuf,
    saved: Option<File>,
    /// The state that this run saved last, whose lock it holds.
    held: Mutex<Option<File>>,
    holds: AtomicBool,
    is_done: AtomicBool,
    period: Duration,
    due: Mutex<Instant>,
    /// Set by a signal.
    stop: Arc<AtomicBool>,
    /// Fingerprint of the puzzle and the options.
    digest: u64,
    /// Where the state before the last one is kept, if it is.
    before: Option<PathBuf>,
}

impl Checkpoint {
    /// The file of that name, written once in a period. It need not be there yet, but it must be possible to write it.
    fn open(path: &Path, period: Duration, stop: Arc<AtomicBool>, digest: u64) -> Result<Self, Failure> {
        // Through symbolic links, which stay.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let saved = match File::open(&path).and_then(|mut file| file.read(&mut [0]).map(|_| file)) {
            Ok(file) => Some(file),
            Err(reason) if reason.kind() == ErrorKind::NotFound => None,
            Err(reason) => {
                let sentence = format_args!("{}: cannot be read: {reason}", shown(path.as_os_str()));
                return Err(Failure::new(sentence, Status::Unreadable));
            }
        };
        if let Some(saved) = &saved {
            lock(saved).map_err(|reason| Failure::unwritable(unwritable(&path, &reason)))?;
        }
        let (holds, is_done) = (AtomicBool::new(saved.is_some()), AtomicBool::new(false));
        let due = Mutex::new(after(period));
        let checkpoint = Self {
            path,
            saved,
            held: Mutex::default(),
            holds,
            is_done,
            period,
            due,
            stop,
            digest,
            before: None,
        };
        checkpoint.remove_orphaned_drafts();
        let temporary = checkpoint.temporary();
        let tried = match &checkpoint.saved {
            Some(file) => {
                file.metadata().and_then(|there| check_writable(&checkpoint.path, &there.permissions()))
            }
            None => Ok(()),
        };
        let tried =
            tried.and_then(|()| File::create_new(&temporary)).and_then(|_| fs::remove_file(temporary));
        tried.map_err(|reason| Failure::unwritable(unwritable(&checkpoint.path, &reason)))?;
        Ok(checkpoint)
    }

    /// Its name in sentences.
    pub(super) fn name(&self) -> String {
        shown(self.path.as_os_str())
    }

    /// The checkpoint as a search knows it.
    pub(super) fn checkpoint(&self) -> SearchCheckpoint<'_> {
        SearchCheckpoint { store: self, digest: self.digest }
    }

    pub(super) fn resumes(&self) -> bool {
        self.saved.is_some()
    }

    pub(super) fn is_there(&self) -> bool {
        self.path.exists()
    }

    fn is_next_due(&self, time: Instant) {
        *self.due.lock().unwrap_or_else(PoisonError::into_inner) = time;
    }

    /// A hint how to resume after the search gave up, if that is possible.
    pub(super) fn hint(&self) -> Option<String> {
        let sentence =
            || format!("{} has the state of the search; the same command resumes from it", self.name());
        self.holds.load(Ordering::Relaxed).then(sentence)
    }

    /// Removes the state of a search whose answer is written; how to resume where it could not be.
    pub(super) fn settle(&self, status: Status) -> Option<String> {
        if !self.is_done.load(Ordering::Relaxed) {
            return None;
        }
        if matches!(status, Status::Done | Status::Impossible) {
            // It may never have been written.
            if self.check_ours().is_ok() {
                let _ = fs::remove_file(&self.path);
                let _ = self.before.as_ref().map(fs::remove_file);
            }
            return None;
        }
        self.hint()
    }

    /// Beside the file, so that it can take its name; of this process only, since another one may save its state to the
    /// same file.
    fn temporary(&self) -> PathBuf {
        let mut name = self.path.clone().into_os_string();
        name.push(format!(".{}.part", process::id()));
        name.into()
    }

    /// A run that was killed while it wrote leaves what may be gigabytes.
    fn remove_orphaned_drafts(&self) {
        let Some(name) = self.path.file_name() else { return };
        let folder = self.path.parent().filter(|folder| !folder.as_os_str().is_empty());
        // A folder that cannot be read keeps its drafts.
        let Ok(entries) = fs::read_dir(folder.unwrap_or(Path::new("."))) else { return };
        for entry in entries.flatten() {
            let is_dead = writer(&entry.file_name(), name)
                .is_some_and(|process| kill(Pid::from_raw(process), None) == Err(Errno::ESRCH));
            if is_dead {
                let _ = fs::remove_file(entry.path());
            }
        }
    }

    fn write(&self, write: &dyn Fn(&mut dyn Write) -> IoResult<()>) -> Result<(), Error> {
        let temporary = self.temporary();
        let written = self.check_ours().and_then(|()| self.write_draft(&temporary, write)).and_then(|file| {
            lock(&file)?;
            if let Some(before) = self.before.as_ref().filter(|_| self.path.exists()) {
                let _ = fs::remove_file(before);
                fs::hard_link(&self.path, before)?;
            }
            fs::rename(&temporary, &self.path)?;
            *self.held.lock().unwrap_or_else(PoisonError::into_inner) = Some(file);
            Ok(())
        });
        if written.is_err() {
            // An unfinished draft is of no use; where it cannot be removed, the error is told already.
            let _ = fs::remove_file(&temporary);
        }
        written
    }

    /// Refuses to replace a state that another run has saved meanwhile and resumes from.
    fn check_ours(&self) -> IoResult<()> {
        let there = match File::open(&self.path) {
            Err(reason) if reason.kind() == ErrorKind::NotFound => return Ok(()),
            there => there?,
        };
        let id = |file: &File| file.metadata().map(|file| (file.dev(), file.ino()));
        let held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        for own in held.iter().chain(&self.saved) {
            if id(own)? == id(&there)? {
                return Ok(());
            }
        }
        lock(&there)
    }

    fn write_draft(&self, path: &Path, write: &dyn Fn(&mut dyn Write) -> IoResult<()>) -> IoResult<File> {
        let mut file = BufWriter::new(Draft::create(path, &self.stop)?);
        write(&mut file)?;
        file.into_inner().map_err(IntoInnerError::into_error)?.finish()
    }
}

/// Two runs that save to one file would lose each other's states.
fn lock(file: &File) -> IoResult<()> {
    locked(file.try_lock(), "another run saves its state there")
}

/// The process that writes a draft of this name for the file of that name.
fn writer(draft: &OsStr, file: &OsStr) -> Option<i32> {
    let rest = draft.as_encoded_bytes().strip_prefix(file.as_encoded_bytes())?.strip_prefix(b".")?;
    let process: i32 = str::from_utf8(rest.strip_suffix(b".part")?).ok()?.parse().ok()?;
    (process > 0).then_some(process)
}

/// A state that is being read. Once that is done, a period begins: however long it took, the search has time to get on
/// before its state is written again.
struct Reading<'a> {
    file: &'a File,
    checkpoint: &'a Checkpoint,
}

impl Read for Reading<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> IoResult<usize> {
        self.file.read(bytes)
    }
}

impl Drop for Reading<'_> {
    fn drop(&mut self) {
        self.checkpoint.is_next_due(after(self.checkpoint.period));
    }
}

impl CheckpointStore for Checkpoint {
    fn saved(&self) -> IoResult<Option<Box<dyn Read + '_>>> {
        let Some(mut file) = self.saved.as_ref() else { return Ok(None) };
        file.rewind()?;
        Ok(Some(Box::new(Reading { file, checkpoint: self })))
    }

    fn saved_before(&self) -> IoResult<Option<Box<dyn Read + '_>>> {
        let Some(before) = &self.before else { return Ok(None) };
        match File::open(before) {
            Ok(file) => Ok(Some(Box::new(file))),
            Err(reason) if reason.kind() == ErrorKind::NotFound => Ok(None),
            Err(reason) => Err(reason),
        }
    }

    fn go_back(&self) {
        if let Some(before) = &self.before {
            // Where it fails the next state that is saved takes both places.
            let _ = fs::rename(before, &self.path).and_then(|()| fs::hard_link(&self.path, before));
        }
    }

    fn forget(&self) {
        for path in [Some(&self.path), self.before.as_ref()].into_iter().flatten() {
            let _ = fs::remove_file(path);
        }
    }

    fn is_due(&self) -> bool {
        Instant::now() >= *self.due.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn save(&self, write: &dyn Fn(&mut dyn Write) -> IoResult<()>) -> bool {
        let began = Instant::now();
        let written = self.write(write);
        match &written {
            Ok(()) => self.holds.store(true, Ordering::Relaxed),
            Err(reason) if reason.kind() == ErrorKind::TimedOut => {
                let name = self.name();
                say(format_args!(
                    "{name}: the last state cannot be written in the second that a signal leaves"
                ));
            }
            Err(reason) => say(unwritable(&self.path, reason)),
        }
        self.is_next_due(after(self.period.max(began.elapsed() * APART)));
        written.is_ok()
    }

    fn finish(&self) {
        self.is_done.store(true, Ordering::Relaxed);
    }
}
