//! Observers of an enumeration while it runs.

use crate::search::checkpoint::CheckpointStore;
use crate::search::staged::MoveCode;
use crate::sync::Mutex;
use crate::sync::atomic::{AtomicBool, Ordering};

/// Called with a space and the path to the position visited last.
pub type Visit<'a> = &'a (dyn Fn(usize, &[MoveCode]) + Sync);

/// Observers of an enumeration; by default none.
#[derive(Clone, Copy, Default)]
pub struct Observers<'a> {
    /// Number of positions between two calls: exact with one thread, else within 256 positions of each thread.
    pub every: Option<(u64, Visit<'a>)>,
    /// Checkpoint store; the enumeration is saved at the end of a part if that is due.
    pub store: Option<&'a dyn CheckpointStore>,
    /// Window of a display.
    pub window: Option<&'a Window>,
}

/// Window of a display: it requests a view, and one of the searching threads answers within 256 positions.
#[derive(Debug)]
pub struct Window {
    is_requested: AtomicBool,
    view: Mutex<Option<View>>,
}

/// An enumeration at one moment.
#[derive(Clone, PartialEq, Debug)]
pub struct View {
    /// The space and the path that one thread is at.
    pub space: usize,
    /// The moves from the start of the space.
    pub path: Vec<MoveCode>,
    /// Solutions found so far.
    pub solutions: u64,
    /// Fraction of the tree that is done, if all successors of a state had equally large subtrees (Knuth, "Estimating the
    /// efficiency of backtrack programs", 1975), without parts under way.
    pub done: f64,
    /// Number of waiting parts; long parts are cut into new ones.
    pub parts: usize,
}

impl Default for Window {
    fn default() -> Self {
        Self { is_requested: AtomicBool::new(true), view: Mutex::new(None) }
    }
}

impl Window {
    /// Returns the answer since the last call, if there is one, and requests the next.
    pub fn look(&self) -> Option<View> {
        let view = self.view.lock().take();
        self.is_requested.store(true, Ordering::Relaxed);
        view
    }

    /// True if an answer is requested, which then has to be given.
    pub(super) fn take_request(&self) -> bool {
        self.is_requested.load(Ordering::Relaxed) && self.is_requested.swap(false, Ordering::Relaxed)
    }

    pub(super) fn show(&self, view: View) {
        *self.view.lock() = Some(view);
    }
}
