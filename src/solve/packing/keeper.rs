//! What a long search leaves behind so that a later one can go on.

use std::io::{Result, Write};
use std::time::Duration;

/// Where the state of a search is kept.
pub trait Keeper: Sync {
    /// What an earlier search left, if one did.
    fn left(&self) -> Option<&[u8]>;
    /// How often the state is to be kept.
    fn period(&self) -> Duration;
    /// Whether it is time to keep the state.
    fn is_due(&self) -> bool;
    /// Keeps the state that `write` writes. Whoever keeps it says what went wrong, and the search goes on.
    fn keep(&self, write: &dyn Fn(&mut dyn Write) -> Result<()>);
    /// Nothing has to be kept any more.
    fn is_done(&self);
}
