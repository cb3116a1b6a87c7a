//! Locks, counters and threads that a search shares, under one name.
//!
//! They are the standard library's. Built with `--cfg interleavings` they are shuttle's, which lets a check choose the thread
//! that runs next at each use (`tests/interleavings`); the sizes of what is shared are then small, so that searches of some
//! hundred positions have many parts.

#[cfg(interleavings)]
use shuttle as provider;
#[cfg(not(interleavings))]
use std as provider;

pub(crate) use provider::sync::MutexGuard;
pub(crate) use provider::thread;
use std::sync::PoisonError;

/// A lock that stays usable after its holder panicked: the panic itself ends the search.
#[derive(Debug, Default)]
pub struct Mutex<T>(provider::sync::Mutex<T>);

impl<T> Mutex<T> {
    pub fn new(value: T) -> Self {
        Self(provider::sync::Mutex::new(value))
    }

    #[inline(always)]
    pub fn lock(&self) -> MutexGuard<'_, T> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn get_mut(&mut self) -> &mut T {
        self.0.get_mut().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn into_inner(self) -> T {
        self.0.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

#[derive(Debug, Default)]
pub(crate) struct Condvar(provider::sync::Condvar);

impl Condvar {
    pub(crate) fn wait<'a, T>(&self, held: MutexGuard<'a, T>) -> MutexGuard<'a, T> {
        self.0.wait(held).unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn notify_all(&self) {
        self.0.notify_all();
    }
}

pub mod atomic {
    pub use super::provider::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering};
}
