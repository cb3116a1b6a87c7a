//! The locks, counters and threads that a search shares, by one name.
//!
//! They are the standard library's. The check of interleavings (`tests/interleavings`) builds the same searches with a
//! module of this name whose locks and counters let it choose which thread goes on at each use.

pub(crate) use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
pub(crate) use std::thread;

pub(crate) mod atomic {
    //! Numbers that several threads change.

    pub(crate) use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering};
}
