//! Bytes that several threads hold, added up.

use std::sync::Arc;

use crate::sync::atomic::{AtomicUsize, Ordering};

/// The sum.
#[derive(Clone, Debug, Default)]
pub(super) struct Meter(Arc<Sum>);

#[derive(Debug, Default)]
struct Sum {
    held: AtomicUsize,
    /// The most that was noted.
    most: AtomicUsize,
}

/// Some bytes of the sum, until it is dropped.
#[derive(Debug)]
pub(super) struct Held {
    meter: Meter,
    bytes: usize,
}

impl Meter {
    /// Bytes held now.
    pub(super) fn bytes(&self) -> usize {
        self.0.held.load(Ordering::Relaxed)
    }

    /// The most bytes held at once, what is counted elsewhere among them.
    pub(super) fn most(&self) -> usize {
        self.0.most.load(Ordering::Relaxed)
    }

    /// Notes that so many bytes are held now.
    pub(super) fn note(&self, bytes: usize) {
        self.0.most.fetch_max(bytes, Ordering::Relaxed);
    }

    /// Adds so many.
    pub(super) fn hold(&self, bytes: usize) -> Held {
        self.0.held.fetch_add(bytes, Ordering::Relaxed);
        Held { meter: self.clone(), bytes }
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.meter.0.held.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}
