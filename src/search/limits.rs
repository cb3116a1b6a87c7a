//! Time, memory and threads that a search may take, and the flag that ends it.

use std::sync::Arc;
use std::time::Instant;

use crate::search::outcome::GaveUp;
use crate::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

/// Below so many successors one thread with one table is faster than several with parts: measured with whole spaces.
const WIDE: usize = 32 << 10;

/// What a search may take. Cloning shares the stop flag and the progress.
#[derive(Clone, Debug)]
pub struct Limits {
    /// When to give up.
    pub deadline: Option<Instant>,
    /// Bytes for keys, tables and buffers together.
    pub memory: usize,
    /// Threads; at least 1.
    pub threads: usize,
    /// From so many successors of a layer on a search by layers works on parts, with all threads. What it finds does
    /// not depend on it.
    pub wide: usize,
    /// Set from outside to end the search.
    pub stop: Arc<AtomicBool>,
    /// Set by a search that runs beside this one and was quicker.
    pub beaten: Option<Arc<AtomicBool>>,
    /// Where the search tells how far it is.
    pub progress: Arc<Progress>,
}

/// How far a search is; read by whoever shows it.
#[derive(Debug, Default)]
pub struct Progress {
    /// Positions so far.
    pub positions: AtomicU64,
    /// Layers finished.
    pub layer: AtomicU32,
    /// Layers that there are; 0 where that is not known.
    pub layers: AtomicU32,
}

impl Default for Limits {
    /// No time limit, 1 GiB, one thread.
    fn default() -> Self {
        Self {
            deadline: None,
            memory: 1 << 30,
            threads: 1,
            wide: WIDE,
            stop: Arc::default(),
            beaten: None,
            progress: Arc::default(),
        }
    }
}

impl Limits {
    /// An error when the search has to end now: the flag is set or the time is over. Costs a clock reading, so
    /// searches ask once in some hundred states.
    ///
    /// # Errors
    /// The reason to end.
    pub fn check(&self) -> Result<(), GaveUp> {
        let beaten = self.beaten.as_ref().is_some_and(|beaten| beaten.load(Ordering::Relaxed));
        if beaten || self.stop.load(Ordering::Relaxed) {
            return Err(GaveUp::Stopped);
        }
        match self.deadline {
            Some(deadline) if Instant::now() >= deadline => Err(GaveUp::Time),
            _ => Ok(()),
        }
    }

    /// An error when so many bytes are more than the budget.
    ///
    /// # Errors
    /// [`GaveUp::Memory`].
    pub fn within(&self, bytes: usize) -> Result<(), GaveUp> {
        if bytes > self.memory { Err(GaveUp::Memory) } else { Ok(()) }
    }
}
