//! A file from which a long search goes on after it was ended.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{BufWriter, Error, ErrorKind, IntoInnerError, Result as IoResult, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::bits::digest;
use crate::cli::options::{refuse, say};
use crate::cli::output::unwritable;
use crate::cli::status::TraybitStatus;
use crate::input::{read_whole, shown};
use crate::packing::forms::text;
use crate::packing::pack::Pack;
use crate::solve::packing::keeper::Keeper;

/// The state is not written again before the search has had so many times as long as that took.
const APART: u32 = 9;

/// A year.
const FAR: Duration = Duration::from_hours(8760);

/// A time from now on; a far one where it is too far to be told.
fn after(period: Duration) -> Instant {
    let now = Instant::now();
    now.checked_add(period).unwrap_or_else(|| now + FAR)
}

/// The file, and what an earlier search left in it.
pub(super) struct Checkpoint {
    path: PathBuf,
    left: Option<Vec<u8>>,
    period: Duration,
    due: Mutex<Instant>,
    /// What stands for the puzzle and what is wanted of it.
    pub(super) digest: u64,
}

impl Checkpoint {
    /// The file of that name, for a puzzle and whatever else the search depends on, written once in a period. It need
    /// not be there yet, but it must be possible to write it.
    pub(super) fn open(
        path: &OsStr,
        period: Duration,
        pack: &Pack,
        wanted: &str,
    ) -> Result<Self, TraybitStatus> {
        let path = PathBuf::from(path);
        let left = match read_whole(&path) {
            Ok(bytes) => Some(bytes),
            Err(reason) if reason.kind() == ErrorKind::NotFound => None,
            Err(reason) => {
                let name = shown(path.as_os_str());
                let sentence = format_args!("{name}: cannot be read: {reason}");
                return Err(refuse(sentence, TraybitStatus::Unreadable));
            }
        };
        let text = text::write(pack) + wanted;
        let due = Mutex::new(after(period));
        let checkpoint = Self { path, left, period, due, digest: digest(text.as_bytes()) };
        let temporary = checkpoint.temporary();
        let tried = File::create_new(&temporary).and_then(|_| fs::remove_file(temporary));
        tried.map_err(|reason| refuse(unwritable(&checkpoint.path, &reason), TraybitStatus::GaveUp))?;
        Ok(checkpoint)
    }

    /// Beside the file, so that it can take its name.
    /// What sentences call it.
    pub(super) fn name(&self) -> String {
        shown(self.path.as_os_str())
    }

    fn temporary(&self) -> PathBuf {
        let mut name = self.path.clone().into_os_string();
        // Of this process only: another one may keep its state in the same file.
        name.push(format!(".{}.part", process::id()));
        name.into()
    }

    fn write(&self, write: &dyn Fn(&mut dyn Write) -> IoResult<()>) -> Result<(), Error> {
        let temporary = self.temporary();
        let written = Self::write_to(&temporary, write).and_then(|()| fs::rename(&temporary, &self.path));
        if written.is_err() {
            // What is left of it is of no use; that it cannot be removed either is no news.
            let _ = fs::remove_file(&temporary);
        }
        written
    }

    fn write_to(path: &Path, write: &dyn Fn(&mut dyn Write) -> IoResult<()>) -> Result<(), Error> {
        let mut file = BufWriter::new(File::create(path)?);
        write(&mut file)?;
        file.into_inner().map_err(IntoInnerError::into_error)?.sync_all()
    }
}

impl Keeper for Checkpoint {
    fn left(&self) -> Option<&[u8]> {
        self.left.as_deref()
    }

    fn period(&self) -> Duration {
        self.period
    }

    fn is_due(&self) -> bool {
        Instant::now() >= *self.due.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn keep(&self, write: &dyn Fn(&mut dyn Write) -> IoResult<()>) {
        let began = Instant::now();
        if let Err(reason) = self.write(write) {
            say(unwritable(&self.path, &reason));
        }
        let next = after(self.period.max(began.elapsed() * APART));
        *self.due.lock().unwrap_or_else(PoisonError::into_inner) = next;
    }

    fn is_done(&self) {
        // It may never have been written.
        let _ = fs::remove_file(&self.path);
    }
}
