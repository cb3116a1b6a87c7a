//! Layers and filters in files: a search that is larger than memory goes on in a folder.
//!
//! ```text
//!   DIR/traybit.lock              locked by the run that uses the folder
//!   DIR/traybit-17.blocks         successors on their way to a layer, a finished layer, or a filter (`block_file`)
//! ```
//!
//! Files are written and read in large pieces, each block with a checksum. A file that no checkpoint names and no search uses
//! is overwritten by the next, or removed by the next run.

#[doc(hidden)]
pub mod block_file;
#[doc(hidden)]
pub mod codec;

use std::collections::HashSet;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use crate::search::outcome::{GaveUp, Traffic};
use crate::sync::Mutex;
use crate::sync::atomic::{AtomicU64, Ordering};

const LOCK: &str = "traybit.lock";
const BEFORE: &str = "traybit-";
const AFTER: &str = ".blocks";

/// Maximum number of files that are kept to be written over: those of a layer.
const SPARES: usize = 3;

/// Linux's error (ENOLCK) of a file system in a network that has no locks.
const NO_LOCKS: i32 = 37;

/// Bytes that a thread reads and writes at once.
pub(super) const AT_ONCE: usize = 512 << 10;

/// A folder for layers and filters.
#[derive(Debug)]
pub struct Disk {
    folder: PathBuf,
    /// Maximum bytes in files.
    space: u64,
    next: AtomicU64,
    /// Bytes in files now, and the traffic so far.
    figures: Mutex<(u64, Traffic)>,
    error: OnceLock<String>,
    /// Numbers of files to be written over.
    spares: Mutex<Vec<u64>>,
    /// Locked while the folder is in use.
    _lock: File,
}

impl Disk {
    /// The folder, whose files may have at most `space` bytes together.
    #[must_use]
    pub fn with_space(mut self, space: u64) -> Self {
        self.space = space;
        self
    }

    /// Opens and locks a folder, which is made if it does not exist.
    ///
    /// # Errors
    /// If it cannot be made or locked, or another run uses it.
    pub fn open(folder: &Path) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        let lock = File::options().create(true).truncate(false).write(true).open(folder.join(LOCK))?;
        locked(lock.try_lock(), "another run uses this folder")?;
        let disk = Self {
            folder: folder.to_owned(),
            space: u64::MAX,
            next: AtomicU64::new(0),
            figures: Mutex::default(),
            error: OnceLock::new(),
            spares: Mutex::default(),
            _lock: lock,
        };
        // Files of earlier runs keep their numbers until it is clear which are needed.
        let numbers = disk.numbers()?;
        disk.next.store(numbers.iter().max().map_or(0, |number| number + 1), Ordering::Relaxed);
        let lengths =
            numbers.into_iter().map(|number| fs::metadata(disk.path(number)).map_or(0, |file| file.len()));
        disk.figures.lock().0 = lengths.sum();
        Ok(disk)
    }

    fn numbers(&self) -> io::Result<Vec<u64>> {
        let mut numbers = Vec::new();
        for entry in fs::read_dir(&self.folder)? {
            let name = entry?.file_name();
            let name = name.to_str().and_then(|name| name.strip_prefix(BEFORE)?.strip_suffix(AFTER));
            numbers.extend(name.and_then(|number| number.parse::<u64>().ok()));
        }
        Ok(numbers)
    }

    /// Removes all files except those with these numbers.
    pub fn keep_only(&self, numbers: &HashSet<u64>) {
        // What cannot be removed now is removed by the next run.
        for number in self.numbers().unwrap_or_default() {
            if !numbers.contains(&number) {
                self.discard(number);
            }
        }
    }

    /// Keeps a file to be written over, or removes it if there are enough.
    fn discard(&self, number: u64) {
        let mut spares = self.spares.lock();
        if spares.contains(&number) {
            return;
        }
        if spares.len() < SPARES {
            spares.push(number);
        } else {
            self.remove(number);
        }
    }

    fn remove_spares(&self) {
        while let Some(spare) = self.take_spare() {
            self.remove(spare);
        }
    }

    fn take_spare(&self) -> Option<u64> {
        self.spares.lock().pop()
    }

    fn remove(&self, number: u64) {
        let path = self.path(number);
        let length = fs::metadata(&path).map_or(0, |file| file.len());
        if fs::remove_file(path).is_ok() {
            self.figures.lock().0 -= length;
        }
    }

    /// Removes all files, and the folder if nothing else is in it.
    pub fn clear(&self) {
        self.keep_only(&HashSet::new());
        self.remove_spares();
        let _ = fs::remove_file(self.folder.join(LOCK));
        let _ = fs::remove_dir(&self.folder);
    }

    /// The first error, as a sentence without an end.
    pub fn error(&self) -> Option<String> {
        self.error.get().cloned()
    }

    /// Traffic so far.
    pub fn traffic(&self) -> Traffic {
        self.figures.lock().1
    }

    /// Bytes in files now.
    pub fn held(&self) -> u64 {
        self.figures.lock().0
    }

    fn path(&self, number: u64) -> PathBuf {
        self.folder.join(format!("{BEFORE}{number}{AFTER}"))
    }

    /// Keeps the first error.
    fn failed(&self, path: &Path, error: &io::Error) -> GaveUp {
        self.error.get_or_init(|| format!("{}: {error}", path.display()));
        GaveUp::Disk
    }

    /// Accounts for `bytes` about to be written, `more` of which lengthen a file.
    fn reserve(&self, more: u64, bytes: u64) -> Result<(), GaveUp> {
        self.figures.lock().0 += more;
        while self.held() > self.space
            && let Some(spare) = self.take_spare()
        {
            self.remove(spare);
        }
        let (held, traffic) = &mut *self.figures.lock();
        if *held > self.space {
            let error =
                io::Error::other(format!("more than the {} bytes allowed would be needed", self.space));
            return Err(self.failed(&self.folder, &error));
        }
        traffic.peak = traffic.peak.max(*held);
        traffic.written += bytes;
        Ok(())
    }
}

/// The result of an attempt to lock a file, which succeeds on a file system without locks.
///
/// # Errors
/// If another run has locked it, or the attempt failed.
pub fn locked(attempt: Result<(), TryLockError>, by_another: &str) -> io::Result<()> {
    match attempt {
        Err(TryLockError::WouldBlock) => Err(io::Error::other(by_another)),
        Err(TryLockError::Error(error)) => {
            let knows_none =
                error.kind() == io::ErrorKind::Unsupported || error.raw_os_error() == Some(NO_LOCKS);
            if knows_none { Ok(()) } else { Err(error) }
        }
        Ok(()) => Ok(()),
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        self.remove_spares();
    }
}
