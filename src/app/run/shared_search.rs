//! Searches that several processes share: a command joins the others once it knows its puzzle.

use std::sync::{Arc, OnceLock};

use crate::run::Failure;
use traybit_core::Limits;
use traybit_core::search::peers::Peers;

/// Joins the processes of a search.
pub trait Join: Send + Sync {
    /// Number of this process; process 0 gives the answer.
    fn number(&self) -> usize;

    /// Waits for all processes, which must have the same subject: a text that identifies the puzzle and the options.
    fn join(&self, subject: &str, limits: &Limits) -> Result<Arc<dyn Peers>, Failure>;
}

static JOIN: OnceLock<Box<dyn Join>> = OnceLock::new();

/// Lets the search of this command be shared.
pub fn share(join: Box<dyn Join>) {
    let _ = JOIN.set(join);
}

/// The other processes, if the search is shared.
pub(crate) fn join() -> Option<&'static dyn Join> {
    JOIN.get().map(|join| &**join)
}

/// True if another process gives the answer.
pub(crate) fn is_silent() -> bool {
    join().is_some_and(|join| join.number() > 0)
}
