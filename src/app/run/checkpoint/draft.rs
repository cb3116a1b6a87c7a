//! A state on its way to the disk, with little time for that once a signal has come.

use std::fs::{self, File};
use std::io::{ErrorKind, Result as IoResult, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::run::checkpoint::lock;

/// Bytes given to the disk at once, so that there is never much left to wait for at the end.
const GIVEN: usize = 32 << 20;

/// Time for writing the state after a signal; the program ends a second after it.
pub(super) const LEFT: Duration = Duration::from_millis(800);

pub(super) struct Draft<'a> {
    file: File,
    /// Bytes not given to the disk yet.
    given: usize,
    stop: &'a AtomicBool,
    /// Time by which it has to be finished, after a signal.
    end: Option<Instant>,
}

impl<'a> Draft<'a> {
    /// An empty draft, locked, in place of one that a killed run left; to be finished soon once `stop` is set.
    pub(super) fn create(path: &Path, stop: &'a AtomicBool) -> IoResult<Self> {
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

    /// The file, on the disk; after a signal there is no time to wait for that.
    pub(super) fn finish(mut self) -> IoResult<File> {
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
