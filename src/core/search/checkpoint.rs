//! Checkpoints: saving and resuming a search.

use std::io::{Read, Result, Write};

use crate::bits::digest;

/// A place where the state of a search is saved.
pub trait CheckpointStore: Sync {
    /// A reader of the state that an earlier search saved, if there is one.
    fn saved(&self) -> Result<Option<Box<dyn Read + '_>>>;
    /// A reader of the state saved before that one, if it is kept: another process of the search may have no later one.
    fn saved_before(&self) -> Result<Option<Box<dyn Read + '_>>> {
        Ok(None)
    }
    /// Replaces the state saved last by the one before, from which the search resumes.
    fn go_back(&self) {}
    /// Drops all states: the search restarts.
    fn forget(&self) {}
    /// True if it is time to save the state.
    fn is_due(&self) -> bool;
    /// Saves the state that `write` writes; returns false on failure, which the store reports.
    fn save(&self, write: &dyn Fn(&mut dyn Write) -> Result<()>) -> bool;
    /// Called when the search has its answer: once that is written, the saved state is no longer needed.
    fn finish(&self);
}

/// A checkpoint store, and a fingerprint of all that the state depends on.
#[derive(Clone, Copy)]
pub struct Checkpoint<'a> {
    /// The store.
    pub store: &'a dyn CheckpointStore,
    /// Fingerprint of the puzzle and the options.
    pub digest: u64,
}

impl Checkpoint<'_> {
    /// The checkpoint with `more` added to its fingerprint, for a search whose state depends on that, too.
    #[must_use]
    pub fn with(self, more: &str) -> Self {
        Self { digest: digest(format!("{:016x} {more}", self.digest).as_bytes()), ..self }
    }
}
