//! Limits of a search in the browser, and its progress, which is told while it runs.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use serde::Deserialize;
use web_time::{Duration, Instant};

use traybit_core::search::limits::{Interlude, MemoryMonitor};
use traybit_core::{Cost, GaveUp, Limits, Progress};
use traybit_program::text::{self, Knobs};

/// Milliseconds from one message to the next.
const PAUSE: u64 = 100;

/// The options of the page, for messages.
const KNOBS: Knobs = Knobs { memory: "the memory below", time: "the time below" };

/// Limits that the page sets.
#[derive(Deserialize, Clone, Copy, Debug)]
pub(crate) struct Bounds {
    /// Seconds.
    time: f64,
    /// Bytes of all the worker's memory.
    memory: usize,
}

impl Bounds {
    pub(crate) fn limits(self) -> Limits {
        let now = Instant::now();
        let progress = Arc::<Progress>::default();
        let interlude = Teller { progress: Arc::clone(&progress), began: now, next: AtomicU64::new(PAUSE) };
        Limits {
            deadline: Duration::try_from_secs_f64(self.time).ok().and_then(|time| now.checked_add(time)),
            memory: self.memory.saturating_sub(taken(0).unwrap_or(0)).max(self.memory / 8),
            monitor: Some(Arc::new(MemoryMonitor::new(self.memory, taken))),
            interlude: Some(Arc::new(interlude)),
            progress,
            ..Limits::default()
        }
    }

    /// The limit that ended a search, in words.
    pub(crate) fn gave_up(self, reason: GaveUp, cost: &Cost) -> String {
        text::gave_up(reason, cost, Duration::try_from_secs_f64(self.time).ok(), self.memory, KNOBS)
    }
}

/// Tells the progress of the search in whose breaks it is called.
#[derive(Debug)]
struct Teller {
    progress: Arc<Progress>,
    began: Instant,
    /// Milliseconds after the beginning at which to tell it next.
    next: AtomicU64,
}

impl Interlude for Teller {
    fn play(&self) {
        let now = self.began.elapsed().as_millis() as u64;
        if now >= self.next.load(Ordering::Relaxed) {
            self.next.store(now + PAUSE, Ordering::Relaxed);
            let (positions, layer) = self.progress.now();
            tell(positions as f64, layer, taken(0).unwrap_or(0) as f64);
        }
    }
}

#[cfg(target_arch = "wasm32")]
mod browser {
    use wasm_bindgen::prelude::wasm_bindgen;

    #[wasm_bindgen(js_namespace = traybit)]
    extern "C" {
        /// Called with the positions seen, the layers finished and the bytes taken up.
        pub(super) fn tell(positions: f64, layer: u32, bytes: f64);
    }

    /// Bytes of the memory of WebAssembly, which never shrinks.
    pub(super) fn taken(_: usize) -> Option<usize> {
        Some(core::arch::wasm32::memory_size(0) << 16)
    }
}

/// Elsewhere, in tests, nobody listens.
#[cfg(not(target_arch = "wasm32"))]
mod browser {
    pub(super) fn tell(_: f64, _: u32, _: f64) {}

    pub(super) fn taken(_: usize) -> Option<usize> {
        None
    }
}

use browser::{taken, tell};
