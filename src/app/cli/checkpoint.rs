//! A file from which a long search goes on after it was ended.
//!
//! ```text
//!   FILE            the last state that was kept, whole
//!   FILE.1234.part  a state that process 1234 is writing; it takes FILE's name once it is on the disk
//! ```

mod draft;
#[cfg(test)]
mod tests;

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{BufWriter, Error, ErrorKind, IntoInnerError, Read, Result as IoResult, Seek, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use clap::Args;
use nix::errno::Errno;
use nix::sys::signal::kill;
use nix::unistd::Pid;

use crate::cli::budget::parse_time;
use crate::cli::checkpoint::draft::Draft;
use crate::cli::options::{apart, refuse, say};
use crate::cli::output::{Output, unwritable};
use crate::cli::searching::Run;
use crate::cli::status::TraybitStatus;
use traybit_core::bits::digest;
use traybit_core::input::shown;
use traybit_core::search::checkpoint::{self, CheckpointStore};
use traybit_core::search::words::ReadError;

/// The state is not written again before the search has had so many times as long as that took.
const APART: u32 = 9;

/// A year.
const FAR: Duration = Duration::from_hours(8760);

/// A time from now on; a far one where it is too far to be told.
fn after(period: Duration) -> Instant {
    let now = Instant::now();
    now.checked_add(period).unwrap_or_else(|| now + FAR)
}

/// Options as typed.
#[derive(Args, Clone, Debug)]
pub(crate) struct Checkpoints {
    /// Keep the state in FILE, and go on from what an earlier run kept there
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<OsString>,

    /// How often the state is kept, at most a tenth of the time being spent on it: 10, 500ms, 2m, 1h
    #[arg(long, value_name = "TIME", value_parser = parse_time, default_value = "1s", requires = "checkpoint")]
    checkpoint_every: Duration,
}

impl Checkpoints {
    /// The checkpoint, if one was asked for, which cannot be where others write; the state depends on what is `wanted`
    /// of which puzzle, in any words that no other wish has.
    pub(crate) fn open(
        &self,
        run: &Run,
        others: &[Output],
        wanted: &str,
    ) -> Result<Option<Checkpoint>, TraybitStatus> {
        let Some(path) = &self.checkpoint else { return Ok(None) };
        apart("checkpoint", "--checkpoint", path, others)?;
        let stop = Arc::clone(&run.limits().stop);
        Checkpoint::open(path, self.checkpoint_every, stop, digest(wanted.as_bytes())).map(Some)
    }
}

/// Refuses what an earlier run has left, unless more memory is all that is missing; the status.
pub(crate) fn refuse_snapshot(checkpoint: Option<&Checkpoint>, fault: &ReadError) -> TraybitStatus {
    let (hint, status) = match fault {
        ReadError::Memory => ("; raise it with --memory", TraybitStatus::GaveUp),
        ReadError::Io(_) => ("", TraybitStatus::Unreadable),
        _ => ("", TraybitStatus::Invalid),
    };
    let sentence = format!("{fault}{hint}");
    let refused = |checkpoint: &Checkpoint| checkpoint.refuse(&sentence, status);
    checkpoint.map_or_else(|| refuse(&sentence, status), refused)
}

/// The file, and what an earlier search left in it.
pub(crate) struct Checkpoint {
    path: PathBuf,
    left: Option<File>,
    /// Whether the file holds a state.
    holds: AtomicBool,
    /// Whether the search that is kept has its answer.
    is_done: AtomicBool,
    period: Duration,
    due: Mutex<Instant>,
    /// Set by a signal.
    stop: Arc<AtomicBool>,
    /// What stands for the puzzle and what is wanted of it.
    digest: u64,
}

impl Checkpoint {
    /// The file of that name, written once in a period. It need not be there yet, but it must be possible to write it.
    fn open(
        path: &OsStr,
        period: Duration,
        stop: Arc<AtomicBool>,
        digest: u64,
    ) -> Result<Self, TraybitStatus> {
        // Through symbolic links, which stay.
        let path = fs::canonicalize(path).unwrap_or_else(|_| PathBuf::from(path));
        let left = match File::open(&path).and_then(|mut file| file.read(&mut [0]).map(|_| file)) {
            Ok(file) => Some(file),
            Err(reason) if reason.kind() == ErrorKind::NotFound => None,
            Err(reason) => {
                let name = shown(path.as_os_str());
                let sentence = format_args!("{name}: cannot be read: {reason}");
                return Err(refuse(sentence, TraybitStatus::Unreadable));
            }
        };
        let (holds, is_done) = (AtomicBool::new(left.is_some()), AtomicBool::new(false));
        let due = Mutex::new(after(period));
        let checkpoint = Self { path, left, holds, is_done, period, due, stop, digest };
        checkpoint.remove_drafts_of_the_dead();
        let temporary = checkpoint.temporary();
        let tried = File::create_new(&temporary).and_then(|_| fs::remove_file(temporary));
        tried.map_err(|reason| refuse(unwritable(&checkpoint.path, &reason), TraybitStatus::GaveUp))?;
        Ok(checkpoint)
    }

    /// What sentences call it.
    fn name(&self) -> String {
        shown(self.path.as_os_str())
    }

    /// The checkpoint as a search knows it.
    pub(crate) fn keeping(&self) -> checkpoint::Checkpoint<'_> {
        checkpoint::Checkpoint { store: self, digest: self.digest }
    }

    /// Whether an earlier run has left something to go on from.
    pub(crate) fn goes_on(&self) -> bool {
        self.left.is_some()
    }

    /// Refuses what an earlier run has left; the status.
    pub(crate) fn refuse(&self, sentence: &str, status: TraybitStatus) -> TraybitStatus {
        refuse(format_args!("{}: {sentence}", self.name()), status)
    }

    /// How to go on after the search gave up, if that is possible.
    pub(crate) fn way_on(&self) -> Option<String> {
        let holds = self.holds.load(Ordering::Relaxed);
        holds.then(|| {
            format!("{} has what was found so far; the same command goes on from there", self.name())
        })
    }

    /// What was kept of a search that has its answer is removed once that is written; how to go on where it could not
    /// be.
    pub(crate) fn settle(&self, status: TraybitStatus) -> Option<String> {
        if !self.is_done.load(Ordering::Relaxed) {
            return None;
        }
        if matches!(status, TraybitStatus::Done | TraybitStatus::Impossible) {
            // It may never have been written.
            let _ = fs::remove_file(&self.path);
            return None;
        }
        self.way_on()
    }

    /// Beside the file, so that it can take its name; of this process only, since another one may keep its state in the
    /// same file.
    fn temporary(&self) -> PathBuf {
        let mut name = self.path.clone().into_os_string();
        name.push(format!(".{}.part", process::id()));
        name.into()
    }

    /// A run that was killed while it wrote leaves what may be gigabytes.
    fn remove_drafts_of_the_dead(&self) {
        let Some(name) = self.path.file_name() else { return };
        let folder = self.path.parent().filter(|folder| !folder.as_os_str().is_empty());
        // A folder that cannot be read is none of this run's business.
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
        let written = self.write_draft(&temporary, write).and_then(|()| fs::rename(&temporary, &self.path));
        if written.is_err() {
            // What is left of it is of no use; that it cannot be removed either is no news.
            let _ = fs::remove_file(&temporary);
        }
        written
    }

    fn write_draft(&self, path: &Path, write: &dyn Fn(&mut dyn Write) -> IoResult<()>) -> IoResult<()> {
        let mut file = BufWriter::new(Draft::create(path, &self.stop)?);
        write(&mut file)?;
        file.into_inner().map_err(IntoInnerError::into_error)?.finish()
    }
}

/// The process that writes a draft of this name for the file of that name.
fn writer(draft: &OsStr, file: &OsStr) -> Option<i32> {
    let rest = draft.as_encoded_bytes().strip_prefix(file.as_encoded_bytes())?.strip_prefix(b".")?;
    let process: i32 = str::from_utf8(rest.strip_suffix(b".part")?).ok()?.parse().ok()?;
    (process > 0).then_some(process)
}

impl CheckpointStore for Checkpoint {
    fn left(&self) -> IoResult<Option<Box<dyn Read + '_>>> {
        let Some(mut file) = self.left.as_ref() else { return Ok(None) };
        file.rewind()?;
        Ok(Some(Box::new(file)))
    }

    fn period(&self) -> Duration {
        self.period
    }

    fn is_due(&self) -> bool {
        Instant::now() >= *self.due.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn keep(&self, write: &dyn Fn(&mut dyn Write) -> IoResult<()>) -> bool {
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
        let next = after(self.period.max(began.elapsed() * APART));
        *self.due.lock().unwrap_or_else(PoisonError::into_inner) = next;
        written.is_ok()
    }

    fn is_done(&self) {
        self.is_done.store(true, Ordering::Relaxed);
    }
}
