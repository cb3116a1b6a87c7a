//! Bytes that the threads of a search hold together.

use crate::search::outcome::GaveUp;
use crate::sync::atomic::{AtomicUsize, Ordering};

/// Bytes held now, the most that were, and the most that may be.
#[derive(Debug)]
pub(super) struct Meter {
    held: AtomicUsize,
    peak: AtomicUsize,
    most: usize,
}

impl Meter {
    pub(super) fn new(most: usize) -> Self {
        Self { held: AtomicUsize::new(0), peak: AtomicUsize::new(0), most }
    }

    pub(super) fn held(&self) -> usize {
        self.held.load(Ordering::Relaxed)
    }

    pub(super) fn peak(&self) -> usize {
        self.peak.load(Ordering::Relaxed)
    }

    /// Notes that so many bytes are held now, those that are counted elsewhere among them.
    pub(super) fn note(&self, bytes: usize) {
        self.peak.fetch_max(bytes, Ordering::Relaxed);
    }

    /// True if so many more bytes fit.
    pub(super) fn has_room(&self, bytes: usize) -> bool {
        self.held().saturating_add(bytes) <= self.most
    }

    /// Counts bytes as held.
    pub(super) fn take(&self, bytes: usize) -> usize {
        self.held.fetch_add(bytes, Ordering::Relaxed) + bytes
    }

    /// Counts bytes as held, if they fit.
    pub(super) fn take_within(&self, bytes: usize) -> Result<(), GaveUp> {
        let held = self.take(bytes);
        if held > self.most {
            self.give(bytes);
            return Err(GaveUp::Memory);
        }
        self.note(held);
        Ok(())
    }

    /// Bytes no longer held.
    pub(super) fn give(&self, bytes: usize) {
        self.held.fetch_sub(bytes, Ordering::Relaxed);
    }
}
