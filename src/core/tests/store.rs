//! A checkpoint store in memory, for tests.

use std::io::{Cursor, Read, Result, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use traybit_core::search::checkpoint::{Checkpoint, CheckpointStore};

/// Digest of the checkpoints of tests.
pub(crate) const DIGEST: u64 = 0x5eed;

/// Keeps all states that are saved.
#[derive(Default)]
pub(crate) struct Store {
    /// A checkpoint is due each so many times that it is asked for; 0 for never.
    due: usize,
    /// How often it was asked whether one is due.
    pub(crate) asked: AtomicUsize,
    saved: Mutex<Vec<Vec<u8>>>,
}

impl Store {
    pub(crate) fn due_every(due: usize) -> Self {
        Self { due, ..Self::default() }
    }

    pub(crate) fn checkpoint(&self) -> Checkpoint<'_> {
        Checkpoint { store: self, digest: DIGEST }
    }

    /// Takes all that was saved, the first state first.
    pub(crate) fn take(&self) -> Vec<Vec<u8>> {
        std::mem::take(&mut *self.saved.lock().expect("no panic"))
    }
}

impl CheckpointStore for Store {
    fn saved(&self) -> Result<Option<Box<dyn Read + '_>>> {
        let saved = self.saved.lock().expect("no panic");
        Ok(saved.last().map(|bytes| Box::new(Cursor::new(bytes.clone())) as _))
    }
    fn is_due(&self) -> bool {
        self.due > 0 && self.asked.fetch_add(1, Ordering::Relaxed).is_multiple_of(self.due)
    }
    fn save(&self, write: &dyn Fn(&mut dyn Write) -> Result<()>) -> bool {
        let mut bytes = Vec::new();
        write(&mut bytes).expect("a list takes all bytes");
        self.saved.lock().expect("no panic").push(bytes);
        true
    }
    fn finish(&self) {}
}
