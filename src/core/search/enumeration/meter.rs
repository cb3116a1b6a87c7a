//! Bytes that several threads hold, added up.

use std::sync::Arc;

use crate::sync::atomic::{AtomicUsize, Ordering};

/// The sum.
#[derive(Clone, Debug, Default)]
pub(super) struct Meter(Arc<AtomicUsize>);

/// Some bytes of the sum, until it is dropped.
#[derive(Debug)]
pub(super) struct Held {
    meter: Meter,
    bytes: usize,
}

impl Meter {
    /// Bytes held now.
    pub(super) fn bytes(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }

    /// Adds so many.
    pub(super) fn hold(&self, bytes: usize) -> Held {
        self.0.fetch_add(bytes, Ordering::Relaxed);
        Held { meter: self.clone(), bytes }
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.meter.0.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}
