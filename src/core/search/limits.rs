//! Time, memory and threads that a search may take, and the flag that ends it.

use std::sync::Arc;
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::search::disk::Disk;
use crate::search::memory_monitor::MemoryMonitor;
use crate::search::outcome::GaveUp;
use crate::search::peers::Peers;
use crate::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

/// Below so many successors one thread with one table is faster than several with parts: measured with whole spaces.
const WIDE: usize = 32 << 10;
/// Bytes taken at once from which on the memory of the whole process is compared.
const LARGE: usize = 1 << 20;
/// Time after which a paused search looks whether it may go on.
const PAUSE: Duration = Duration::from_millis(1);

/// Limits of a search. Cloning shares the stop flag and the progress.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Time at which to give up.
    pub deadline: Option<Instant>,
    /// Bytes for keys, tables and buffers together.
    pub memory: usize,
    /// Folder for a search by layers that is larger than this memory.
    pub disk: Option<Arc<Disk>>,
    /// The other processes of a search by layers that several machines share; there is a disk then.
    pub peers: Option<Arc<dyn Peers>>,
    /// Threads; at least 1.
    pub threads: usize,
    /// Positions after whose layer a search by layers gives up ([`GaveUp::Exhausted`]): the same on any machine.
    pub positions: u64,
    /// Distance after whose layer it gives up likewise.
    pub depth: u32,
    /// From so many successors of a layer on a search by layers works on parts, with all threads. What it finds does
    /// not depend on it.
    pub wide: usize,
    /// Set from outside to end the search.
    pub stop: Arc<AtomicBool>,
    /// Set by another search of the portfolio that was quicker.
    pub beaten: Option<Arc<AtomicBool>>,
    /// Set from outside while the search has to wait: it does so where it looks at its limits.
    pub paused: Option<Arc<AtomicBool>>,
    /// True if the process ends once a search has come to its limit of time: what it holds may then be left to the system.
    pub is_last: bool,
    /// Memory of the whole process, where it is watched besides the search's own account.
    pub monitor: Option<Arc<MemoryMonitor>>,
    /// Progress of the search.
    pub progress: Arc<Progress>,
}

/// Progress of a search, to be read while it runs.
#[derive(Debug, Default)]
pub struct Progress {
    /// Positions so far.
    pub positions: AtomicU64,
    /// Bytes in files.
    pub disk: AtomicU64,
    /// Layers finished.
    pub layer: AtomicU32,
    /// Layers that there are; 0 where that is not known.
    pub layers: AtomicU32,
    /// Moves that every solution has at least, of a search for the fewest: no finished layer holds a goal.
    pub bound: AtomicU32,
    /// Progress of a search for any solution.
    pub any: AnyProgress,
}

/// Progress of a search for any solution, by the searches that take part in it.
#[derive(Debug, Default)]
pub struct AnyProgress {
    /// Least estimate of a position that best-first search found, and 1; 0 where it has not begun.
    pub estimate: AtomicU32,
    /// Maximum number of targets that an attempt met at a time.
    pub met: AtomicU32,
    /// Number of the targets; 0 where no attempt was made.
    pub targets: AtomicU32,
}

impl Progress {
    /// Positions so far, and layers finished.
    pub fn now(&self) -> (u64, u32) {
        (self.positions.load(Ordering::Relaxed), self.layer.load(Ordering::Relaxed))
    }
}

impl Default for Limits {
    /// No time limit, 1 GiB, one thread.
    fn default() -> Self {
        Self {
            deadline: None,
            memory: 1 << 30,
            disk: None,
            peers: None,
            threads: 1,
            positions: u64::MAX,
            depth: u32::MAX,
            wide: WIDE,
            stop: Arc::default(),
            beaten: None,
            paused: None,
            is_last: false,
            monitor: None,
            progress: Arc::default(),
        }
    }
}

impl Limits {
    /// The limits of the last search of a process.
    #[must_use]
    pub fn of_the_last(&self) -> Self {
        Self { is_last: true, ..self.clone() }
    }

    /// The limits of a part of the work that has at most so much time from now on, if there is a time.
    #[must_use]
    pub fn for_at_most(&self, time: impl Into<Option<Duration>>) -> Self {
        let end = time.into().and_then(|time| Instant::now().checked_add(time));
        Self { deadline: self.deadline.into_iter().chain(end).min(), ..self.clone() }
    }

    /// Releases what a search held that has ended, for a reason, which other processes are told, or with an answer. Millions of keys with room of
    /// their own take longer to be given back one by one than there is after a limit of time.
    pub(super) fn release<T>(&self, held: T, ended: Option<GaveUp>) {
        if let (Some(peers), Some(reason)) = (&self.peers, ended) {
            peers.give_up(reason);
        }
        let is_over = matches!(ended, Some(GaveUp::Time | GaveUp::Stopped));
        if is_over && self.is_last && self.beaten.is_none() {
            std::mem::forget(held);
        }
    }

    /// An error when the search has to end now: the flag is set, the time is over, or the process takes up more than it
    /// may. Waits while the search is paused. Costs a clock reading, so searches ask once in some hundred states.
    ///
    /// # Errors
    /// The reason to end.
    pub fn check(&self) -> Result<(), GaveUp> {
        while self.paused.as_ref().is_some_and(|paused| paused.load(Ordering::Relaxed)) {
            self.check_time()?;
            sleep(PAUSE);
        }
        if self.is_stopped() {
            return Err(GaveUp::Stopped);
        }
        if let Some(peers) = &self.peers {
            peers.check()?;
        }
        if self.deadline.is_none() && self.monitor.is_none() {
            return Ok(());
        }
        let now = Instant::now();
        if self.deadline.is_some_and(|deadline| now >= deadline) {
            return Err(GaveUp::Time);
        }
        if self.monitor.as_ref().is_some_and(|monitor| monitor.is_full(now)) {
            Err(GaveUp::Memory)
        } else {
            Ok(())
        }
    }

    /// [`Self::check`] without the memory: for work that takes hardly any, or comes after searches that may have taken too
    /// much.
    ///
    /// # Errors
    /// The reason to end, which is not the memory.
    pub fn check_time(&self) -> Result<(), GaveUp> {
        if self.is_stopped() {
            return Err(GaveUp::Stopped);
        }
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            Err(GaveUp::Time)
        } else {
            Ok(())
        }
    }

    fn is_stopped(&self) -> bool {
        let beaten = self.beaten.as_ref().is_some_and(|beaten| beaten.load(Ordering::Relaxed));
        beaten || self.stop.load(Ordering::Relaxed)
    }

    /// An error when a list or a table is about to take so many more bytes at once, and the process cannot. What is
    /// small is left to [`Self::check`].
    ///
    /// # Errors
    /// [`GaveUp::Memory`].
    pub fn has_room(&self, bytes: usize) -> Result<(), GaveUp> {
        let monitor = self.monitor.as_ref().filter(|_| bytes >= LARGE);
        if monitor.is_none_or(|monitor| monitor.has_room(bytes)) { Ok(()) } else { Err(GaveUp::Memory) }
    }

    /// An error when so many bytes are more than the budget.
    ///
    /// # Errors
    /// [`GaveUp::Memory`].
    pub fn within(&self, bytes: usize) -> Result<(), GaveUp> {
        if bytes > self.memory { Err(GaveUp::Memory) } else { Ok(()) }
    }
}
