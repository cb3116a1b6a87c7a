//! State shared by the threads of a search and the courier: the pass at work, and messages of other processes.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::Thread;
use std::time::Duration;

use traybit_core::search::outcome::GaveUp;
use traybit_core::search::peers::Taker;

/// Time after which a waiting thread looks whether its own limits are reached.
const LOOK: Duration = Duration::from_millis(100);

/// The state of this process.
#[derive(Default)]
pub(crate) struct State {
    /// The pass at work; passes are counted from 1.
    pub(crate) pass: u64,
    /// Takes its pieces; `None` between passes.
    pub(crate) taker: Option<Taker>,
    /// The pass that each process has ended last.
    pub(crate) ended: Vec<u64>,
    /// Words of each process that were not gathered yet.
    pub(crate) words: Vec<VecDeque<Vec<u64>>>,
    /// Why the search ends, in a sentence about another process or a piece that could not be taken.
    pub(crate) failure: Option<(GaveUp, String)>,
    /// The process whose connection broke first.
    pub(crate) lost: Option<usize>,
    /// Why this process gives up, in a sentence, until it is sent to the others.
    pub(crate) giving_up: Option<String>,
    /// True once it gives up.
    pub(crate) has_given_up: bool,
    /// True if this process needs the others no more.
    pub(crate) is_over: bool,
    /// Processes whose search is over.
    pub(crate) left: Vec<bool>,
}

/// The state, and the threads that wait for a change of it.
#[derive(Default)]
pub(crate) struct Shared {
    state: Mutex<State>,
    changed: Condvar,
    /// True if there is a failure.
    has_failed: AtomicBool,
    /// The courier's thread, once it has begun.
    pub(crate) courier: OnceLock<Thread>,
}

impl Shared {
    pub(crate) fn of(processes: usize) -> Self {
        let state = State {
            ended: vec![0; processes],
            words: vec![VecDeque::new(); processes],
            left: vec![false; processes],
            ..State::default()
        };
        Self { state: Mutex::new(state), ..Self::default() }
    }

    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes the state, and wakes who waits for that.
    pub(crate) fn change<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        let changed = change(&mut self.state());
        self.changed.notify_all();
        changed
    }

    /// Makes a note of the first failure.
    pub(crate) fn fail(&self, reason: GaveUp, sentence: impl FnOnce() -> String) {
        self.change(|state| {
            if !state.is_over {
                state.failure.get_or_insert_with(|| (reason, sentence()));
                self.has_failed.store(true, Ordering::Release);
            }
        });
    }

    /// An error where there is a failure.
    pub(crate) fn check(&self) -> Result<(), GaveUp> {
        if !self.has_failed.load(Ordering::Acquire) {
            return Ok(());
        }
        self.state().failure.as_ref().map_or(Ok(()), |(reason, _)| Err(*reason))
    }

    /// Waits until the state has what is wanted.
    ///
    /// # Errors
    /// The failure, or that of `check`, which is asked now and then.
    pub(crate) fn wait_for<T>(
        &self,
        mut wanted: impl FnMut(&mut State) -> Option<T>,
        check: impl Fn() -> Result<(), GaveUp>,
    ) -> Result<T, GaveUp> {
        let mut state = self.state();
        loop {
            if let Some(found) = wanted(&mut state) {
                return Ok(found);
            }
            if let Some((reason, _)) = &state.failure {
                self.has_failed.store(true, Ordering::Release);
                return Err(*reason);
            }
            let waited = self.changed.wait_timeout(state, LOOK).unwrap_or_else(PoisonError::into_inner);
            if waited.1.timed_out() {
                drop(waited);
                check()?;
                state = self.state();
            } else {
                state = waited.0;
            }
        }
    }

    /// Wakes the courier, once it has begun.
    pub(crate) fn wake_courier(&self) {
        if let Some(courier) = self.courier.get() {
            courier.unpark();
        }
    }
}
