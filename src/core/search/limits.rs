//! Time, memory and threads that a search may take, and the flag that ends it.

use std::fmt::Debug;
use std::sync::Arc;
use web_time::{Duration, Instant};

use crate::search::disk::Disk;
use crate::search::outcome::GaveUp;
use crate::search::peers::Peers;
use crate::sync::Mutex;
use crate::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

/// Successors of a layer below which one thread with one table is faster than several with parts: measured on whole spaces.
const WIDE: usize = 32 << 10;
/// Minimum size of an allocation for which the memory of the whole process is measured.
const LARGE: usize = 1 << 20;

/// Bytes that a machine can touch in a microsecond, with a margin: each page has to be cleared first.
const BYTES_A_MICROSECOND: usize = 8 << 10;
/// Minimum and maximum microseconds between two measurements.
const LEAST: u64 = 100;
const MOST: u64 = 20_000;

/// Limits of a search. Cloning shares the stop flag and the progress.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Time at which to give up.
    pub deadline: Option<Instant>,
    /// Bytes for keys, tables and buffers together.
    pub memory: usize,
    /// Folder for layers that exceed this memory.
    pub disk: Option<Arc<Disk>>,
    /// The other processes of a shared search by layers.
    pub peers: Option<Arc<dyn Peers>>,
    /// Threads; at least 1.
    pub threads: usize,
    /// Positions above which a search by layers gives up ([`GaveUp::Exhausted`]) after the layer: the same on any machine.
    pub positions: u64,
    /// Distance of the layer after which it gives up in the same way.
    pub depth: u32,
    /// Minimum number of successors of a layer for which a search by layers takes all threads; a part of an enumeration has
    /// half as many positions. The results do not depend on it.
    pub wide: usize,
    /// Set from outside to end the search.
    pub stop: Arc<AtomicBool>,
    /// Set by a quicker search of the portfolio.
    pub beaten: Option<Arc<AtomicBool>>,
    /// Work that takes turns with the search.
    pub interlude: Option<Arc<dyn Interlude>>,
    /// True if the process ends with the search: memory may then be left to the system after a limit of time.
    pub is_last: bool,
    /// Monitor of the memory of the whole process, besides the search's own account.
    pub monitor: Option<Arc<MemoryMonitor>>,
    /// Progress of the search.
    pub progress: Arc<Progress>,
}

/// Work that takes turns with a search, on the threads of the search.
pub trait Interlude: Debug + Send + Sync {
    /// Works if it is its turn, while the calling thread waits; other threads that call it wait, too.
    fn play(&self);
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
    /// Number of all layers; 0 if it is unknown.
    pub layers: AtomicU32,
    /// Lower bound on the length of a solution, in a search for a shortest one: no finished layer has a goal.
    pub bound: AtomicU32,
    /// Positions expected by the end of the current iteration; 0 if it is unknown.
    pub expected: AtomicU64,
    /// In a search for any solution, the least estimate that best-first search found, plus 1; 0 before it begins.
    pub estimate: AtomicU32,
    /// Maximum number of targets that an attempt met at once.
    pub met: AtomicU32,
    /// Number of the targets; 0 if no attempt was made.
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
            interlude: None,
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

    /// True if every wide layer is stored: processes that share a search with a disk save each layer together.
    pub(super) fn stores_all(&self) -> bool {
        self.peers.is_some() && self.disk.is_some()
    }

    /// The limits of a part of the work that has at most `time` from now on.
    #[must_use]
    pub fn for_at_most(&self, time: impl Into<Option<Duration>>) -> Self {
        let end = time.into().and_then(|time| Instant::now().checked_add(time));
        Self { deadline: self.deadline.into_iter().chain(end).min(), ..self.clone() }
    }

    /// Drops what an ended search held. A reason is passed on to other processes. After a time limit of the last search it is
    /// leaked instead: millions of keys with memory of their own take long to be freed one by one.
    pub(super) fn release<T>(&self, held: T, ended: Option<GaveUp>) {
        if let (Some(peers), Some(reason)) = (&self.peers, ended) {
            peers.give_up(reason);
        }
        let is_over = matches!(ended, Some(GaveUp::Time | GaveUp::Stopped));
        if is_over && self.is_last && self.beaten.is_none() {
            std::mem::forget(held);
        }
    }

    /// Fails if the search has to end now; gives way to an interlude. Reads the clock, so searches call it only once every
    /// few hundred states.
    pub fn check(&self) -> Result<(), GaveUp> {
        if let Some(interlude) = &self.interlude {
            self.check_time()?;
            interlude.play();
        }
        self.check_time()?;
        if let Some(peers) = &self.peers {
            peers.check()?;
        }
        let is_full = self.monitor.as_ref().is_some_and(|monitor| monitor.is_full(Instant::now()));
        if is_full { Err(GaveUp::Memory) } else { Ok(()) }
    }

    /// [`Self::check`] without the memory: for work that takes hardly any.
    pub fn check_time(&self) -> Result<(), GaveUp> {
        let beaten = self.beaten.as_ref().is_some_and(|beaten| beaten.load(Ordering::Relaxed));
        if beaten || self.stop.load(Ordering::Relaxed) {
            return Err(GaveUp::Stopped);
        }
        let is_late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if is_late { Err(GaveUp::Time) } else { Ok(()) }
    }

    /// Fails if the process has no room to allocate `bytes` at once. Small allocations are left to [`Self::check`].
    pub fn has_room(&self, bytes: usize) -> Result<(), GaveUp> {
        let monitor = self.monitor.as_ref().filter(|_| bytes >= LARGE);
        if monitor.is_none_or(|monitor| monitor.has_room(bytes)) { Ok(()) } else { Err(GaveUp::Memory) }
    }

    /// Fails if `bytes` exceed the budget.
    pub fn within(&self, bytes: usize) -> Result<(), GaveUp> {
        if bytes > self.memory { Err(GaveUp::Memory) } else { Ok(()) }
    }
}

/// Memory monitor: measures the resident size of the whole process while a search runs.
///
/// ```text
///   budget  ┌──────────────────────────────┬───────────────┬──────┐
///           │ lists, tables, buffers, as a │ the program,  │ what no account knows: pages touched in part,
///           │ search counts them itself    │ its threads   │ room that was given back and is still held
///           └──────────────────────────────┴───────────────┴──────┘
/// ```
///
/// A search ends by its own account before it takes too much; the monitor covers what that account cannot see. The less
/// memory is left, the more often it measures, so that no more can be taken between two measurements than is left.
#[derive(Debug)]
pub struct MemoryMonitor {
    most: usize,
    /// Measures the bytes taken up; it may give back memory if they exceed its argument. `None` if they cannot be measured.
    look: fn(usize) -> Option<usize>,
    began: Instant,
    /// Microseconds after `began` at which to measure again.
    next: AtomicU64,
    full: AtomicBool,
    /// Held by the thread that measures. Giving back takes milliseconds, in which the others must not allocate.
    looking: Mutex<()>,
}

impl MemoryMonitor {
    /// A monitor for a process that may take up `most` bytes. `look` measures the bytes taken up, and may give back memory if
    /// they exceed its argument.
    #[must_use]
    pub fn new(most: usize, look: fn(usize) -> Option<usize>) -> Self {
        let (next, full, looking) = (AtomicU64::new(0), AtomicBool::new(false), Mutex::default());
        Self { most, look, began: Instant::now(), next, full, looking }
    }

    /// True if too much is taken up, as of a moment ago.
    pub fn is_full(&self, now: Instant) -> bool {
        let now = now.saturating_duration_since(self.began).as_micros() as u64;
        // When it is full, every call measures, so memory given back is noticed at once.
        let is_due = || now >= self.next.load(Ordering::Relaxed) || self.full.load(Ordering::Relaxed);
        if is_due() {
            let _looking = self.looking.lock();
            // One thread measures; those that waited for it use its result.
            if is_due() {
                let taken = (self.look)(self.most);
                self.full.store(taken.is_some_and(|taken| taken > self.most), Ordering::Relaxed);
                let left = self.most.saturating_sub(taken.unwrap_or(0));
                let pause = ((left / BYTES_A_MICROSECOND) as u64).clamp(LEAST, MOST);
                self.next.store(now + pause, Ordering::Relaxed);
            }
        }
        self.full.load(Ordering::Relaxed)
    }

    /// True if `bytes` more can be taken up now.
    pub fn has_room(&self, bytes: usize) -> bool {
        let most = self.most.saturating_sub(bytes);
        (self.look)(most).is_none_or(|taken| taken <= most)
    }
}
