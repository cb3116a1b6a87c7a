//! What a long search leaves behind so that a later one can go on.

use std::io::{Read, Result, Write};
use std::time::Duration;

use crate::bits::digest;

/// Where the state of a search is kept.
pub trait Keeper: Sync {
    /// What an earlier search left, read from its beginning, if one did.
    ///
    /// # Errors
    /// When it cannot be read.
    fn left(&self) -> Result<Option<Box<dyn Read + '_>>>;
    /// How often the state is to be kept.
    fn period(&self) -> Duration;
    /// Whether it is time to keep the state.
    fn is_due(&self) -> bool;
    /// Keeps the state that `write` writes; whether that was possible. Whoever keeps it says what went wrong, and the
    /// search goes on.
    fn keep(&self, write: &dyn Fn(&mut dyn Write) -> Result<()>) -> bool;
    /// The search has its answer: once that is written, nothing has to be kept any more.
    fn is_done(&self);
}

/// A keeper, and what stands for the puzzle and all else that the state depends on.
#[derive(Clone, Copy)]
pub struct Keeping<'a> {
    /// Where the state goes.
    pub keeper: &'a dyn Keeper,
    /// A number that no other puzzle and no other wish is likely to have.
    pub digest: u64,
}

impl Keeping<'_> {
    /// The same where the state depends on something more.
    #[must_use]
    pub fn with(self, more: &str) -> Self {
        Self { digest: digest(format!("{:016x} {more}", self.digest).as_bytes()), ..self }
    }
}
