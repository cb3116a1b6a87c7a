//! Memory monitor: the resident size of the whole process, looked at while a search runs.
//!
//! ```text
//!   budget  ┌──────────────────────────────┬───────────────┬──────┐
//!           │ lists, tables, buffers, as a │ the program,  │ what no account knows: pages touched in part,
//!           │ search counts them itself    │ its threads   │ room that was given back and is still held
//!           └──────────────────────────────┴───────────────┴──────┘
//! ```
//!
//! A search ends by its own account before it takes what it may not; the monitor is for what that account cannot see.
//! Looks are the more frequent the less is left, so that between two of them no more can be taken up than is there.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use crate::sync::Mutex;

/// Bytes that a machine can take up in a microsecond, and some: a page has to be cleared first.
const BYTES_A_MICROSECOND: usize = 8 << 10;
/// Microseconds between two looks, at least and at most.
const LEAST: u64 = 100;
const MOST: u64 = 20_000;

/// The most memory that a process may take up, and how to measure what it does.
#[derive(Debug)]
pub struct MemoryMonitor {
    most: usize,
    /// Bytes taken up now, or as few as there can be if those are more than so many; none where nobody can tell.
    look: fn(usize) -> Option<usize>,
    began: Instant,
    /// Microseconds after it began, at which to look again.
    next: AtomicU64,
    full: AtomicBool,
    /// Held by the thread that looks. What it gives back takes milliseconds, in which the others must not take up more.
    looking: Mutex<()>,
}

impl MemoryMonitor {
    /// A monitor for a process that may take up `most` bytes, and has `look` to tell how many it takes up: it may give
    /// back what it can if they are more than its argument.
    #[must_use]
    pub fn new(most: usize, look: fn(usize) -> Option<usize>) -> Self {
        let (next, full, looking) = (AtomicU64::new(0), AtomicBool::new(false), Mutex::default());
        Self { most, look, began: Instant::now(), next, full, looking }
    }

    /// True if more is taken up than may be, as far as was seen a moment ago.
    pub fn is_full(&self, now: Instant) -> bool {
        let now = now.saturating_duration_since(self.began).as_micros() as u64;
        // What was given back since is seen at once by the next who tries.
        let is_due = || now >= self.next.load(Ordering::Relaxed) || self.full.load(Ordering::Relaxed);
        if is_due() {
            let _looking = self.looking.lock();
            // One thread looks; those that waited for it take what it saw.
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

    /// True if so many more bytes can be taken up now.
    pub fn has_room(&self, bytes: usize) -> bool {
        let most = self.most.saturating_sub(bytes);
        (self.look)(most).is_none_or(|taken| taken <= most)
    }
}
