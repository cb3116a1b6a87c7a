//! Checkpoints: saving and resuming a search.

use std::io::{Read, Result, Write};

use crate::bits::digest;

/// A place where the state of a search is saved.
pub trait CheckpointStore: Sync {
    /// The state that an earlier search saved, read from its beginning, if one did.
    ///
    /// # Errors
    /// When it cannot be read.
    fn saved(&self) -> Result<Option<Box<dyn Read + '_>>>;
    /// The state saved before that one, where the store keeps it: another process of the search may have saved no later one.
    ///
    /// # Errors
    /// When it cannot be read.
    fn saved_before(&self) -> Result<Option<Box<dyn Read + '_>>> {
        Ok(None)
    }
    /// Lets the state before take the place of the one saved last: the search resumes from that.
    fn go_back(&self) {}
    /// Drops all states: the search begins anew.
    fn forget(&self) {}
    /// True if it is time to save the state.
    fn is_due(&self) -> bool;
    /// Saves the state that `write` writes; true if that was possible. The store reports what went wrong, and the
    /// search goes on.
    fn save(&self, write: &dyn Fn(&mut dyn Write) -> Result<()>) -> bool;
    /// Called when the search has its answer: once that is written, the saved state is not needed any more.
    fn finish(&self);
}

/// A store, and a fingerprint of all that the state depends on.
#[derive(Clone, Copy)]
pub struct Checkpoint<'a> {
    /// The store of the state.
    pub store: &'a dyn CheckpointStore,
    /// Fingerprint of the puzzle and the options.
    pub digest: u64,
}

impl Checkpoint<'_> {
    /// The checkpoint of a search whose state depends on something more.
    #[must_use]
    pub fn with(self, more: &str) -> Self {
        Self { digest: digest(format!("{:016x} {more}", self.digest).as_bytes()), ..self }
    }
}
