//! Memory monitor: measures the resident size of the whole process while a search runs.
//!
//! ```text
//!   budget  ┌──────────────────────────────┬───────────────┬──────┐
//!           │ lists, tables, buffers, as a │ the program,  │ what no account knows: pages touched in part,
//!           │ search counts them itself    │ its threads   │ room that was given back and is still held
//!           └──────────────────────────────┴───────────────┴──────┘
//! ```
//!
//! A search ends by its own account before it takes too much; the monitor is for what that account cannot see. The less is
//! left, the more often it measures, so that in between no more can be taken than is there.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use crate::sync::Mutex;

/// Bytes that a machine can touch in a microsecond, with a margin: each page has to be cleared first.
const BYTES_A_MICROSECOND: usize = 8 << 10;
/// Minimum and maximum microseconds between two measurements.
const LEAST: u64 = 100;
const MOST: u64 = 20_000;

/// The most memory that a process may take up, and how to measure what it does.
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

    /// True if `bytes` more can be taken up now.
    pub fn has_room(&self, bytes: usize) -> bool {
        let most = self.most.saturating_sub(bytes);
        (self.look)(most).is_none_or(|taken| taken <= most)
    }
}
