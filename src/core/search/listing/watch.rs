//! What can be seen of a listing while it runs.

use std::time::Duration;

use crate::search::listing::saved::Saved;
use crate::sync::atomic::{AtomicBool, Ordering};
use crate::sync::{Mutex, PoisonError};

/// Called with a space and the path to the position visited last.
pub type Visit<'a, M> = &'a (dyn Fn(usize, &[M]) + Sync);
/// Called with the state of a listing.
pub type Keep<'a, T> = &'a (dyn Fn(Saved<T>) + Sync);

/// Who looks at a listing.
pub struct Watch<'a, M, T> {
    /// Called each so many positions: exactly then with one thread; with more, within 256 positions of each thread.
    pub every: Option<(u64, Visit<'a, M>)>,
    /// Called at the end of a part once so much time has passed since the last call.
    pub save: Option<(Duration, Keep<'a, T>)>,
    /// Where a display looks.
    pub window: Option<&'a Window<M>>,
}

impl<M, T> Default for Watch<'_, M, T> {
    /// Nobody.
    fn default() -> Self {
        Self { every: None, save: None, window: None }
    }
}

/// Where a thread that shows progress looks: it asks, and one of the searching threads answers within 256 positions.
#[derive(Debug)]
pub struct Window<M> {
    asked: AtomicBool,
    view: Mutex<Option<View<M>>>,
}

/// A listing at one moment.
#[derive(Clone, PartialEq, Debug)]
pub struct View<M> {
    /// The space and the path that one thread is at.
    pub space: usize,
    /// The moves from the start of the space.
    pub path: Vec<M>,
    /// Solutions found so far.
    pub solutions: u64,
    /// The part of the tree that is done, 0 to 1, where all successors of a state are taken to have equally much below
    /// them (Knuth, "Estimating the efficiency of backtrack programs", 1975). Parts that other threads are at count
    /// as not done.
    pub done: f64,
    /// Parts waiting; new ones come as long parts are cut.
    pub parts: usize,
}

impl<M> Default for Window<M> {
    fn default() -> Self {
        Self { asked: AtomicBool::new(true), view: Mutex::new(None) }
    }
}

impl<M> Window<M> {
    /// The last answer, if there is one since the last look; and asks for the next.
    pub fn look(&self) -> Option<View<M>> {
        let view = self.view.lock().unwrap_or_else(PoisonError::into_inner).take();
        self.asked.store(true, Ordering::Relaxed);
        view
    }

    /// Whether somebody wants an answer; if so, it has to be given.
    pub(super) fn is_asked(&self) -> bool {
        self.asked.load(Ordering::Relaxed) && self.asked.swap(false, Ordering::Relaxed)
    }

    pub(super) fn show(&self, view: View<M>) {
        *self.view.lock().unwrap_or_else(PoisonError::into_inner) = Some(view);
    }
}
