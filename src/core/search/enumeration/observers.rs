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
    /// Called each so many positions: exactly then with one thread; with more, within 256 positions of each thread.
    pub every: Option<(u64, Visit<'a>)>,
    /// Checkpoint store; the enumeration is saved at the end of a part when that is due.
    pub store: Option<&'a dyn CheckpointStore>,
    /// Window of a display.
    pub window: Option<&'a Window>,
}

/// Window of a thread that shows progress: it makes a request, and one of the searching threads answers within 256
/// positions.
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
    /// The part of the tree that is done, 0 to 1, where all successors of a state are taken to have equally much below
    /// them (Knuth, "Estimating the efficiency of backtrack programs", 1975). Parts that other threads are at count
    /// as not done.
    pub done: f64,
    /// Parts waiting; new ones come as long parts are cut.
    pub parts: usize,
}

impl Default for Window {
    fn default() -> Self {
        Self { is_requested: AtomicBool::new(true), view: Mutex::new(None) }
    }
}

impl Window {
    /// Returns the last answer, if there is one since the last look, and requests the next.
    pub fn look(&self) -> Option<View> {
        let view = self.view.lock().take();
        self.is_requested.store(true, Ordering::Relaxed);
        view
    }

    /// True if an answer is requested; if so, it has to be given.
    pub(super) fn take_request(&self) -> bool {
        self.is_requested.load(Ordering::Relaxed) && self.is_requested.swap(false, Ordering::Relaxed)
    }

    pub(super) fn show(&self, view: View) {
        *self.view.lock() = Some(view);
    }
}
