//! Bytes that the threads of a search hold together.

use crate::search::outcome::GaveUp;
use crate::sync::atomic::{AtomicUsize, Ordering};

/// Bytes held now, their peak, and their limit.
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

    /// Notes a peak of `bytes`, which include those counted elsewhere.
    pub(super) fn note(&self, bytes: usize) {
        self.peak.fetch_max(bytes, Ordering::Relaxed);
    }

    pub(super) fn has_room(&self, bytes: usize) -> bool {
        self.held().saturating_add(bytes) <= self.most
    }

    pub(super) fn take(&self, bytes: usize) -> usize {
        self.held.fetch_add(bytes, Ordering::Relaxed) + bytes
    }

    /// Counts bytes as held if they are within the limit.
    pub(super) fn take_within(&self, bytes: usize) -> Result<(), GaveUp> {
        let held = self.take(bytes);
        if held > self.most {
            self.give(bytes);
            return Err(GaveUp::Memory);
        }
        self.note(held);
        Ok(())
    }

    pub(super) fn give(&self, bytes: usize) {
        self.held.fetch_sub(bytes, Ordering::Relaxed);
    }
}
